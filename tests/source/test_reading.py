"""Small sources of our own: numbers as LaTeX prints them, lines, labels, and what happens to broken ones."""

import tomllib

import pytest
from toys import theorytest

from theorytest.claims.mutants import ClaimError
from theorytest.claims.paper import Item, Paper, read_paper
from theorytest.source.changes import changes
from theorytest.source.nodes import plain
from theorytest.source.reading import read_tex

HEAD = r"""\documentclass{article}
\newtheorem{thm}{Theorem}[section]
\newtheorem{lem}[thm]{Lemma}
\newtheorem*{rem}{Remark}
\declaretheorem[sibling=thm, name=Key fact]{fact}
\newcommand{\be}{\begin{equation}}
\newcommand{\ee}{\end{equation}}
\title{On small sources}
\author{A. Author\thanks{x} \and B. Writer \\ Somewhere}
"""
BODY = r"""
\section{First} \label{sec:first}
\be \label{eq:one} a = b \ee
% \begin{thm} commented out \end{thm}
\begin{thm}[Name] \label{thm:main}
By \eqref{eq:one} we have $a \le b$:
\begin{align}
 x &= 1 \label{eq:x} \\
 y &= 2 \nonumber \\
 z &= \begin{cases} 1 \\ 2 \end{cases} \tag{Z} \label{eq:z}
\end{align}
\end{thm}
\begin{proof} Trivial, by \eqref{eq:z}. \end{proof}
\subsection{Second}
\begin{lem} No label, see Theorem~\ref{thm:main}. \end{lem}
\begin{rem} No number. \end{rem}
\begin{fact}\label{fact:one} A fact. \end{fact}
\begin{proof}[Proof of Theorem~\ref{thm:main}] Again. \end{proof}
\[ c = d \]
\begin{subequations} \begin{align} p &= q \label{eq:p} \\ r &= s \label{eq:r} \end{align} \end{subequations}
\begin{equation*} e = f \end{equation*}
\begin{figure}
 \begin{subfigure}{.5\textwidth} \caption{left} \label{fig:left} \end{subfigure}
 \caption{Both} \label{fig:both}
\end{figure}
\begin{table} \begin{tabular}{ll} name & rate \\ \hline ours & $t^{-1}$ \\ theirs & $t^{-1/2}$ \end{tabular}
 \caption{Rates} \label{tab:rates} \end{table}
\begin{enumerate} \item \label{it:one} An item. \end{enumerate}
\appendix
\section{Third}
\begin{lem}\label{lem:last} The end. \end{lem}
"""


def write(folder, body, head=HEAD, name="paper.tex"):
    file = folder / name
    file.write_text(f"{head}\\begin{{document}}\n{body}\n\\end{{document}}\n", encoding="utf-8")
    return file


@pytest.fixture
def source(tmp_path):
    return write(tmp_path, BODY)


def numbers(path):
    return {each.label: each.number for each in read_tex(path)[1].passages}


def test_numbers_are_those_that_are_printed(source):
    found = numbers(source)
    assert found == {
        "sec:first": "1",
        "eq:one": "(1)",
        "thm:main": "Theorem 1.1",
        "eq:x": "(2)",
        "eq:z": "(Z)",
        "x:sec-1.1": "1.1",
        "x:lemma-1.2": "Lemma 1.2",
        "x:remark": "Remark",
        "fact:one": "Key fact 1.3",
        "x:display-1.1-1": "",
        "eq:p": "(3a)",
        "eq:r": "(3b)",
        "x:display-1.1-2": "",
        "fig:left": "Figure 1 (a)",
        "fig:both": "Figure 1",
        "tab:rates": "Table 1",
        "it:one": "",
        "x:sec-A": "A",
        "lem:last": "Lemma A.1",
    }


def test_kinds_lines_proofs_and_references(source):
    text, reading = read_tex(source)
    found = {each.label: each for each in reading.passages}
    assert [found[label].kind for label in ("thm:main", "eq:z", "fact:one", "eq:one")] == [
        "theorem",
        "assumption",
        "proposition",
        "equation",
    ]
    main = found["thm:main"]
    assert text.lines(main.first, main.last).startswith(r"\begin{thm}[Name]")
    assert text.lines(*main.proof) == r"\begin{proof}[Proof of Theorem~\ref{thm:main}] Again. \end{proof}"
    assert main.cites == ("eq:one",)
    assert found["x:lemma-1.2"].title == "No label, see Theorem 1.1."
    assert (reading.title, reading.authors) == ("On small sources", ("A. Author", "B. Writer"))
    assert reading.tables[0].rows == (("ours", ("$t^{-1}$",)), ("theirs", ("$t^{-1/2}$",)))


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (r"\mathtoolsset{showonlyrefs}", ["", "(1)", ""]),
        (r"\usepackage{autonum}", ["", "(1)", "(2)"]),
        (r"\numberwithin{equation}{section}", ["(1.1)", "(1.2)", "(1.3)"]),
        ("", ["(1)", "(2)", "(3)"]),
    ],
)
def test_which_equations_have_a_number(tmp_path, head, expected):
    rows = "".join(f"\\begin{{equation}}\\label{{eq:{i}}} x \\end{{equation}}" for i in range(3))
    file = write(tmp_path, f"\\section{{One}} {rows} \\eqref{{eq:1}} \\ref{{eq:2}}", HEAD + head)
    assert [numbers(file)[f"eq:{i}"] for i in range(3)] == expected


def test_included_files_are_read_in_place_and_missing_ones_told(tmp_path):
    (tmp_path / "part.tex").write_text("\n\\begin{lem}\\label{lem:part} Inside. \\end{lem}\n")
    file = write(tmp_path, "\\section{One}\n\\input{part}\n\\include{gone}\n\\begin{lem}\\label{lem:after} x\\end{lem}")
    text, reading = read_tex(file)
    found = {each.label: each for each in reading.passages}
    assert [found[label].number for label in ("lem:part", "lem:after")] == ["Lemma 1.1", "Lemma 1.2"]
    assert text.place(found["lem:part"].line) == ("part.tex", 2)
    [problem] = reading.problems
    assert problem.startswith("paper.tex:")
    assert "gone is not there" in problem


def test_a_source_that_cannot_be_parsed_says_where_and_keeps_what_was_read(tmp_path):
    file = write(tmp_path, "\\section{One}\n\\begin{lem}\\label{lem:a} x \\end{lem}\n\\begin{align} a } \\end{gather}")
    _, reading = read_tex(file)
    assert "lem:a" in [each.label for each in reading.passages]
    assert reading.problems[0].startswith("paper.tex:13: ")


def test_what_states_nothing_is_refused(tmp_path):
    with pytest.raises(ClaimError, match="states nothing that could be read"):
        read_tex(write(tmp_path, "Only words."))
    with pytest.raises(ClaimError, match="cannot be read"):
        read_tex(tmp_path / "nowhere.tex")


def test_a_list_and_places_for_claims_are_written_once(tmp_path, source):
    done = theorytest(tmp_path, "init", source)
    assert done.returncode == 0, done.stderr
    paper = read_paper(tmp_path / "checks" / "paper.toml")
    assert paper.title == "On small sources"
    assert {item.label: item.number for item in paper.items if item.kind != "table cell"} == numbers(source)
    assert next(item for item in paper.items if item.label == "thm:main").cites == ("eq:one",)
    assert [row.cells for row in paper.tables[0].rows] == [("x:table-1-1-1",), ("x:table-1-2-1",)]
    assert (
        "Theorem 1.1 (thm:main; paper.tex, lines 15 to 22): not written"
        in (tmp_path / "checks" / "section_1.py").read_text()
    )
    assert "0 claims: 0 of" in theorytest(tmp_path, "list").stdout
    assert "is there already" in theorytest(tmp_path, "init", source).stderr


def test_a_changed_passage_names_its_claims(tmp_path, source):
    assert theorytest(tmp_path, "init", source).returncode == 0
    (tmp_path / "checks" / "one.py").write_text(
        "from theorytest import claim, equal\n\n\n@claim('lem:last', says='One is one.', mutants={'two': {'b': 2}})\n"
        "def one(*, b=1):\n    return equal(1, b)\n"
    )
    assert "0 passages differ" in theorytest(tmp_path, "stale", "--source", source).stdout
    source.write_text(source.read_text().replace("The end.", "The very end.").replace("\\label{it:one}", ""))
    done = theorytest(tmp_path, "stale", "--source", source)
    assert done.returncode == 1
    assert "changed   lem:last (Lemma A.1, paper.tex:41): lem:last" in done.stdout
    assert "vanished  it:one" in done.stdout
    assert theorytest(tmp_path, "stale", "--source", source, "--accept").returncode == 0
    text = (tmp_path / "checks" / "paper.toml").read_text()
    assert tomllib.loads(text)["item"]
    assert "changed" not in theorytest(tmp_path, "stale", "--source", source).stdout


def test_a_report_tells_that_its_source_changed(tmp_path, source):
    assert theorytest(tmp_path, "init", source).returncode == 0
    (tmp_path / "checks" / "one.py").write_text(
        "from theorytest import claim, equal\n\n\n@claim('lem:last', says='One is one.', mutants={'two': {'b': 2}})\n"
        "def one(*, b=1):\n    return equal(1, b)\n"
    )
    assert theorytest(tmp_path, "verify").returncode == 0
    assert "changed since" not in theorytest(tmp_path, "report", "--source", source).stderr
    source.write_text(source.read_text().replace("The end.", "The very end."))
    assert "1 passage of" in theorytest(tmp_path, "report", "--source", source).stderr


def test_a_display_without_a_label_is_known_by_its_line(tmp_path):
    display = "\\begin{equation*}\na = b\n\\end{equation*}\n"
    body = "\\section{One}\nText\n" + display + "\\begin{lemma}\\label{lem:a}It is.\\end{lemma}\n"
    path = write(tmp_path, body)
    text, reading = read_tex(path)
    (display,) = [each for each in reading.passages if each.kind == "display"]
    named = Item("x:ours", "", "display", "a = b", line=text.place(display.first)[1])
    rest = tuple(Item(each.label, each.number, each.kind, "") for each in reading.passages if each is not display)
    assert [each.label for each in changes(text, reading, Paper(items=rest), ())] == [display.label]
    assert not list(changes(text, reading, Paper(items=(*rest, named)), ()))


def test_numbers_that_disagree_with_the_source_are_told(tmp_path, source):
    assert theorytest(tmp_path, "init", source).returncode == 0
    paper = tmp_path / "checks" / "paper.toml"
    paper.write_text(paper.read_text().replace('"Theorem 1.1"', '"Theorem 1.2"'))
    told = theorytest(tmp_path, "lint", "--source", source).stdout
    assert "thm:main: the source prints Theorem 1.1, the list says 'Theorem 1.2'" in told


def test_a_small_pack_works_from_the_start(tmp_path):
    assert theorytest(tmp_path, "init").returncode == 0
    assert (tmp_path / ".github" / "workflows" / "theorytest.yml").is_file()
    done = theorytest(tmp_path, "verify", "--mutants")
    assert done.stdout.endswith("2 of 2 claims as expected, 2 of 2 mutants refuted\n")
    said = theorytest(tmp_path, "ci", "--junit", "out/junit.xml", "--badge", "out/badge.svg")
    assert (said.returncode, said.stdout) == (0, "")
    assert 'tests="4" failures="0"' in (tmp_path / "out" / "junit.xml").read_text()
    assert "2 of 2 as expected" in (tmp_path / "out" / "badge.svg").read_text()


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"$\frac{1}{a+b} \le \tfrac14(\frac1a + \frac1b)$", "1/(a+b)≤1/4(1/a + 1/b)"),
        (r"$\dfrac{x^2}{2n}$", "x^2/2n"),
        (r"$\frac{\frac{1}{2}}{3}$", "(1/2)/3"),
    ],
)
def test_a_fraction_in_a_title_keeps_its_parts_together(tex, text):
    assert plain(tex) == text
