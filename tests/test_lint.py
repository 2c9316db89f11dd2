"""`theorytest lint` finds sentences that are hard to read, and what differs from the source of the paper."""

import pytest
from toys import claim_text, source, write_toy

from theorytest import at_least, claim, finite
from theorytest.cli import main
from theorytest.commands.lint import unquantified

TEX = "\n".join(
    [
        r"\begin{lemma}\label{lem:mean}",
        r"The mean of the law is at most $\frac{7}{3}$.",
        r"\end{lemma}",
        *([""] * 40),
        r"\begin{theorem}\label{thm:sum} The sum is 12.",
        r"\end{theorem}",
    ]
)
PAPER = """
[[item]]
label = "lem:mean"
number = "Lemma 1"
kind = "lemma"
title = "the mean"
line = 1

[[item]]
label = "thm:sum"
number = "Theorem 2"
kind = "theorem"
title = "the sum"
line = {line}
"""


def lint(folder, *claims, line=44, tex=TEX):
    checks = write_toy(folder, paper=PAPER.replace("{line}", str(line)), one=source(*claims))
    (folder / "paper.tex").write_text(tex, encoding="utf-8")
    return main(["lint", "--checks", str(checks), "--source", str(folder / "paper.tex")])


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"says": "The mean is at most 7/3."}, None),
        ({"says": "The mean is at most 8/3."}, "lem:mean: 8 not in lines -3 to 17 of the source"),
        ({"says": "By Theorem 4.12 and (5) the mean is at most 7/3."}, None),
        ({"says": "The mean is small.", "formula": r"\\mathbb{E}X \\le 0.25"}, "lem:mean: 0.25 not in lines"),
        ({"says": "The mean is at most 8/3.", "voice": "ours"}, None),
        ({"says": "The sum is 12.", "also": ["thm:sum"]}, None),
        ({"says": "It is small."}, "lem:mean: the sentence does not name its subject: 'It is small.'"),
        ({"says": "The mean is " + "very " * 30 + "small."}, "lem:mean: the sentence has 34 words"),
    ],
)
def test_one_sentence_for_each_problem(tmp_path, capsys, words, problem):
    assert lint(tmp_path, claim_text("lem:mean", **words)) == (0 if problem is None else 1)
    out = capsys.readouterr().out
    assert problem is None or problem in out
    assert out.splitlines()[-1] == f"1 claim, {0 if problem is None else 1} problem{'s' if problem is None else ''}"


@pytest.mark.parametrize(
    ("line", "tex", "problem"),
    [
        (4, TEX, "thm:sum: the source has this label in line 44, the list says 4"),
        (99, TEX, "thm:sum: line 99 is beyond the end of the source (45 lines)"),
        (44, TEX.replace("thm:sum", "thm:total"), "thm:sum: the source has no such label"),
    ],
)
def test_labels_are_where_the_list_says(tmp_path, capsys, line, tex, problem):
    assert lint(tmp_path, claim_text("lem:mean"), line=line, tex=tex) == 1
    assert problem in capsys.readouterr().out


def test_a_source_that_cannot_be_read_is_a_sentence(tmp_path, capsys):
    checks = write_toy(tmp_path)
    assert main(["lint", "--checks", str(checks), "--source", str(tmp_path / "none.tex")]) == 2
    assert "none.tex cannot be read: No such file or directory" in capsys.readouterr().err
    (tmp_path / "odd.tex").write_bytes(b"\xff\xfe\x00")
    assert main(["lint", "--checks", str(checks), "--source", str(tmp_path / "odd.tex")]) == 2
    assert "is not UTF-8 text" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "warning"),
    [
        ({"says": "For every law the mean is at most 7/3."}, "For every"),
        ({"says": "The mean is at most 7/3 for all laws."}, "for all"),
        ({"says": "The mean of forall laws is at most 7/3."}, None),
    ],
)
def test_a_sentence_about_every_case_without_a_quantifier_is_a_warning(tmp_path, capsys, words, warning):
    assert lint(tmp_path, claim_text("lem:mean", **words)) == 0
    out = capsys.readouterr().out
    assert ("warning" in out) == (warning is not None)
    if warning:
        assert f"lem:mean: warning: the sentence says “{warning}”, but forall= has no quantifier" in out
        assert out.splitlines()[-1] == "1 claim, 0 problems, 1 warning"


def test_a_quantifier_answers_the_warning():
    quantified = claim("lem:mean", says="Every n is at least 0.", forall={"n": finite([1, 2])})(
        lambda n: at_least(n, 0)
    )
    assert list(unquantified(quantified.__claims__[0])) == []
