"""The documentation runs as it stands: the tutorial from an empty folder, the how-to, and a whole reference."""

import inspect
import re
import runpy
import shlex
import subprocess
import sys

import pytest
from toys import REPOSITORY, environment

import theorytest as tt
from theorytest.claims.claim import claim
from theorytest.claims.paper import _KEYS, KINDS
from theorytest.commands.listed import HEADINGS

DOCS = REPOSITORY / "docs"
STEP = re.compile(r"(?:<!-- (file|append): (\S+) -->\n)?```(\w+)\n(.*?)```", re.DOTALL)


def steps(page):
    return STEP.findall((DOCS / page).read_text(encoding="utf-8"))


def theorytest(folder, words):
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, env=environment(), capture_output=True, text=True, check=False
    )
    return done.stdout.splitlines()


def agrees(found, promised):
    """Line by line; `...` at an end of a line is anything, and as a whole line any lines."""
    for line, text in zip(found, promised, strict=False):
        if text == "...":
            return
        assert line.startswith(text.removesuffix("...").rstrip()), (line, text)
    assert len(found) == len(promised) or promised[-1] == "...", (found, promised)


def test_the_tutorial_leads_from_an_empty_folder_to_a_refutation(tmp_path):
    for how, name, language, text in steps("tutorial.md"):
        if how == "append":
            (tmp_path / name).write_text((tmp_path / name).read_text() + text)
        elif how == "file":
            (tmp_path / name).write_text(text)
        elif language == "console":
            for command in text.removeprefix("$ ").split("\n$ "):
                first, *promised = command.splitlines()
                agrees(theorytest(tmp_path, shlex.split(first)), promised)
    assert (tmp_path / "reports" / "index.html").is_file()


def test_the_how_to_prints_what_its_comments_say(tmp_path):
    text = "".join(code for _, _, language, code in steps("how-to.md") if language == "python")
    (tmp_path / "howto.py").write_text(text)
    done = subprocess.run(
        [sys.executable, "howto.py"], cwd=tmp_path, env=environment(), capture_output=True, text=True, check=True
    )
    promised = re.findall(r"\)  # (.*)$", text, flags=re.MULTILINE)
    for line, start in zip(done.stdout.splitlines(), promised, strict=True):
        assert line.startswith(start.removesuffix("...").rstrip())


@pytest.mark.parametrize(
    "words",
    [
        tt.__all__,
        [name for name in inspect.signature(claim).parameters if not name.startswith("_") and name != "unknown"],
        [key for keys in _KEYS.values() for key in keys],
        KINDS,
    ],
    ids=["names", "keywords", "keys", "kinds"],
)
def test_the_reference_names_everything(words):
    text = (DOCS / "reference.md").read_text(encoding="utf-8")
    missing = [word for word in words if not re.search(rf"\b{re.escape(word)}\b", text)]
    assert missing == []


def test_every_command_is_explained_somewhere():
    pages = [REPOSITORY / "README.md", *DOCS.glob("*.md")]
    text = " ".join(word for page in pages for word in page.read_text(encoding="utf-8").split())
    names = [each.name for group in HEADINGS.values() for each in group]
    assert [name for name in names if f"theorytest {name}" not in text] == []


def test_links_lead_somewhere():
    for page in [*DOCS.glob("*.md"), *REPOSITORY.glob("*.md"), *REPOSITORY.glob("examples/*/README.md")]:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), (page.name, link)


def test_the_pages_that_are_built_lead_only_to_pages(tmp_path):
    written = runpy.run_path(str(DOCS / "build.py"))["write_pages"](tmp_path)
    links = [(page, link) for page in written for link in re.findall(r'href="([^"#:]+)["#]', page.read_text())]
    lost = [(page.name, link) for page, link in links if not (page.parent / link).exists()]
    assert len(links) > 100
    assert {link for _, link in lost} <= {"report/index.html"}  # of a pack, written when it is verified
