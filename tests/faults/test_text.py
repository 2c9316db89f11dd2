"""Text of others is inert: on the terminal, in Markdown, in JSON, in names of files."""

import json
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys import claim_text, source, theorytest, write_toy

from theorytest.encoding import dumps
from theorytest.inert import code, fenced, formula, inert, is_inert, markdown

HOSTILE = "\x1b[2J\x07 \u202eevil\u2066 \x00 <img src=x onerror=alert(1)> \n# Heading :key: [link](http://x) `|"


def active(character):
    return unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}


def test_every_active_character_of_unicode_is_known():
    assert [hex(n) for n in range(sys.maxunicode + 1) if active(chr(n)) and is_inert(chr(n))] == []


@given(st.text(st.characters()))
def test_whatever_is_shown_has_no_active_character(text):
    for shown in (inert(text), markdown(text), code(text), formula(text)):
        assert not any(map(active, shown))
    assert not any(map(active, fenced(text, "python").replace("\n", "")))
    assert json.loads(dumps({"x": text})) == {"x": text}
    assert not any(map(active, dumps({"x": text})))


@given(st.text("<>`$|\n#![]()*_abc \\"))
def test_markdown_means_the_text_itself(text):
    shown = markdown(text)
    assert "<" not in shown
    assert "\n" not in shown
    assert "\\[" in shown or "[" not in shown
    assert code(text).count("`") == 2
    assert formula(text).count("$$") == 2 or "$" in text
    assert fenced(text, "").split("\n")[0] not in text.split("\n")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A paper whose sentence, mutant, error and print are hostile, and whose label looks like a picture."""
    folder = tmp_path_factory.mktemp("hostile")
    bad = f"print({HOSTILE!r})\n    raise ValueError({HOSTILE!r})"
    hostile = claim_text("lem:mean", says=HOSTILE, body=bad, mutants={HOSTILE: {"right": 4}})
    sound = claim_text("lem:mean/:key:")
    refuted = claim_text("thm:sum", says=HOSTILE, formula=HOSTILE, reading=HOSTILE, finding="x", expected="refuted")
    refuted = refuted.replace("yield same(3,", "yield same(5,").replace(
        "mutants={'four': {'right': 4}}", "gravity='misprint'"
    )
    write_toy(folder, one=source(hostile, sound, refuted))
    return folder, theorytest(folder, "verify", "--mutants", "--jobs", "1", "--json", "record.json", "--debug")


def lines(text):
    return text.replace("\n", "")


def test_the_terminal_shows_escapes(run):
    said = run[1]
    assert not any(map(active, lines(said.stdout + said.stderr)))
    assert r"\x1b[2J\x07 \u202eevil" in said.stdout
    assert "lem:mean/:key:" in said.stdout  # no picture of a key


@pytest.mark.parametrize(
    "words", [("list",), ("list", "--markdown"), ("list", "--json"), ("show", "lem:mean"), ("referee",)]
)
def test_every_command_shows_escapes(run, words):
    said = theorytest(run[0], *words)
    assert said.returncode == 0, said.stderr
    assert not any(map(active, lines(said.stdout)))
    if ("--json" not in words and words[0] != "show" and "--markdown" in words) or words == ("referee",):
        assert "<img" not in said.stdout
        assert "\n# Heading" not in said.stdout


def test_names_of_files_are_told_as_escapes(tmp_path):
    said = theorytest(tmp_path, "report", "--record", "\x1b[2Jrecord\u202e.json")
    assert said.returncode == 2
    assert not any(map(active, lines(said.stderr)))
    assert r"\x1b[2Jrecord\u202e.json" in said.stderr
