"""Environments, counters and files of an author's own: numbers stay those that LaTeX prints."""

import pytest
from toys import theorytest

from theorytest.source.counters import Counters
from theorytest.source.reading import read_tex

HEAD = r"""\documentclass{article}
\newtheorem{theorem}{Theorem}[section]
\newtheorem{lemma}[theorem]{Lemma}
"""


def numbers(folder, body, head=""):
    file = folder / "paper.tex"
    file.write_text(f"{HEAD}{head}\\begin{{document}}\n{body}\n\\end{{document}}\n", encoding="utf-8")
    return {each.label: each.number for each in read_tex(file)[1].passages}


@pytest.mark.parametrize(
    "made",
    [
        r"\newenvironment{own}[1][]{\begin{theorem}[#1]}{\end{theorem}}",
        r"\newenvironment{own}{\begin{center}\begin{theorem}\itshape}{\end{theorem}\end{center}}",
        r"\NewDocumentEnvironment{own}{O{}}{\begin{theorem}[#1]}{\end{theorem}}",
        r"\newenvironment{inner}{\begin{theorem}}{\end{theorem}} \newenvironment{own}{\begin{inner}}{\end{inner}}",
    ],
)
def test_an_environment_made_of_a_theorem_counts_as_one(tmp_path, made):
    body = r"\section{One} \begin{own}[Name]\label{a} x \end{own} \begin{lemma}\label{b} y \end{lemma}"
    found = numbers(tmp_path, body, made)
    assert (found["a"], found["b"]) == ("Theorem 1.1", "Lemma 1.2")


def test_an_environment_that_is_restated_counts_once(tmp_path):
    body = "\\section{One}\n\\begin{restatable}[Name]{theorem}{main}\\label{a}\nx\n\\end{restatable}\n\\main*\n"
    found = numbers(tmp_path, body + r"\begin{lemma}\label{b} y \end{lemma}")
    assert (found["a"], found["b"]) == ("Theorem 1.1", "Lemma 1.2")


def test_a_counter_is_printed_as_the_source_says(tmp_path):
    head = r"\newtheorem{assum}{Assumption} \renewcommand{\theassum}{A\arabic{assum}}"
    body = r"""\section{One} \begin{assum}\label{a} x \end{assum} \begin{equation}\label{e} x \end{equation}
\renewcommand{\theequation}{S\arabic{equation}} \setcounter{equation}{0}
\begin{equation}\label{s} x \end{equation}"""
    assert list(numbers(tmp_path, body, head).values())[1:] == ["Assumption A1", "(1)", "(S1)"]


def test_a_counter_that_is_only_reset_prints_no_section(tmp_path):
    body = "".join(rf"\section{{One}} \begin{{equation}}\label{{{each}}} x \end{{equation}} " for each in "ab")
    found = numbers(tmp_path, body, r"\counterwithin*{equation}{section}")
    assert (found["a"], found["b"]) == ("(1)", "(1)")


@pytest.mark.parametrize(
    ("form", "printed"), [("arabic", "14"), ("Alph", "N"), ("alph", "n"), ("Roman", "XIV"), ("roman", "xiv")]
)
def test_every_style_of_a_number(form, printed):
    assert Counters(values={"x": 14}, forms={"x": rf"\{form}{{x}}"}).printed("x") == printed


def test_subequations_with_a_label_have_the_number_without_letters(tmp_path):
    body = r"""\begin{lemma} \begin{subequations}\label{all}
\begin{equation}\label{one} x \end{equation} \end{subequations} \end{lemma}"""
    assert numbers(tmp_path, body) == {"x:lemma-0.1": "Lemma 0.1", "all": "(1)", "one": "(1a)"}


def test_a_tag_is_read_as_text(tmp_path):
    assert numbers(tmp_path, r"\begin{equation}\tag{$\star$}\label{a} x \end{equation}") == {"a": "(⋆)"}


def test_files_and_cells_are_compared_where_they_stand(tmp_path):
    (tmp_path / "part.tex").write_text("\n" * 30 + r"\begin{lemma}\label{lem:part} Inside. \end{lemma}")
    table = (
        r"\begin{table} \begin{tabular}{ll} name & rate \\ ours & 1.5 \end{tabular} \caption{T} \label{t} \end{table}"
    )
    numbers(tmp_path, f"\\section{{One}}\n\\input{{part}}\n{table}")
    source = tmp_path / "paper.tex"
    assert theorytest(tmp_path, "init", source).returncode == 0
    assert "0 claims, 0 problems" in theorytest(tmp_path, "lint", "--source", source).stdout
    source.write_text(source.read_text().replace("1.5", "1.7"))
    assert "changed   x:table-1-1-1" in theorytest(tmp_path, "stale", "--source", source).stdout
    told = theorytest(tmp_path, "lint", "--source", source).stdout
    assert "Table 1, ours, rate: the source prints 1.7, the list says '1.5'" in told
