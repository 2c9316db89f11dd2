"""The examples of the README and of docs/ run as they stand, and their links lead somewhere."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    *(ROOT / "docs" / f"{name}.md" for name in ("running", "attack", "proof", "report", "laboratory")),
]
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)


def blocks(language: str) -> list[str]:
    return re.findall(rf"(?<!-->\n)```{language}\n(.*?)```", TEXT, flags=re.DOTALL)


def files() -> dict[str, str]:
    found = re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", TEXT, flags=re.DOTALL)
    return dict(found)


def run(*words: str, folder: Path) -> str:
    done = subprocess.run([sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def write_files(folder: Path) -> None:
    for name, text in files().items():
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_text(text, encoding="utf-8")


def test_the_own_paper_is_verified_and_its_mutants_are_refuted(tmp_path: Path) -> None:
    write_files(tmp_path)
    out = run("-m", "theorytest", "verify", "--mutants", "--jobs", "1", folder=tmp_path)
    promised = blocks("text")[0].splitlines()
    for line, start in zip(out.splitlines(), promised, strict=True):
        assert line.startswith(start.removesuffix("..."))


def test_the_mathematics_prints_what_its_comments_say(tmp_path: Path) -> None:
    attacked, listed, sloped, proved, *printed = run("-c", "".join(blocks("python")), folder=tmp_path).splitlines()
    assert attacked.startswith("refuted: ([[1, ")
    assert listed.startswith("not refuted: all 100 instances tried")
    assert (sloped, proved) == ("slope", "combination")
    assert printed[:3] == ["inf", "7.0", "(1000, 20, 1)"]
    low, high = map(float, printed[3].strip("()").split(","))
    assert 0 < low < high < 1
    fitted, low, high, exact = (float(word.strip("(),")) for word in printed[4].split())
    assert 0 < low < fitted < high < 1
    assert low < exact < high
    assert exact == pytest.approx(0.53, abs=0.01)
    assert printed[5].split()[0] in ("consistent", "faster", "undecided:")


def test_the_own_estimator_is_judged_and_measured(tmp_path: Path) -> None:
    write_files(tmp_path)
    folder = tmp_path / "shrinkage"
    out = run("-m", "theorytest", "verify", "--mutants", "--jobs", "1", folder=folder)
    assert out.startswith("computed")
    assert out.splitlines()[-1] == "1 of 1 claims as expected, 1 of 1 mutants refuted"
    measure, networks = (line for line in blocks("console") if "shrunk.py:Shrunk" in line)
    assert "0 replicas diverged" in run("-m", "theorytest", *networks.split()[2:], folder=folder)
    words = measure.removeprefix("$ theorytest ").split()
    found = json.loads(run("-m", "theorytest", *words, "--json", folder=folder))
    assert found["tabulated"] == {"c_bias1": 0.75, "c_bias2": 0.0, "c_var1": 0.75, "c_var2": 0.28125}
    for name, claimed in found["tabulated"].items():
        assert found["measured"][name]["low"] <= claimed <= found["measured"][name]["high"]


def test_every_page_is_run_and_every_link_leads_to_a_file() -> None:
    assert set(PAGES[1:]) <= set((ROOT / "docs").glob("*.md"))
    for page in [*PAGES, *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), (page.name, link)
