"""Statements as a reader sees them, in TeX and in Unicode."""

import pytest

from theorytest.proof.tex import steps, tex
from theorytest.proof.text import conditions, relations, text


@pytest.mark.parametrize(
    ("tree", "shown", "line"),
    [
        (["^", ["/", "1", ["-", "1", "d"]], "2"], r"\left(\frac{1}{1-d}\right)^{2}", "(1/(1 − d))²"),
        (["^", "1/2", "n"], r"\left(\tfrac{1}{2}\right)^{n}", "(1/2)^n"),
        (["*", ["/", "1", "2"], "x"], r"\frac{1}{2}\,x", "1/2·x"),
        (["/", "a", ["/", "b", "c"]], r"\frac{a}{\frac{b}{c}}", "a/(b/c)"),
        (["-", "a", ["-", "b", "c"]], r"a-\left(b-c\right)", "a − (b − c)"),
        (["*", "1−ε", "x"], r"\left(1−ε\right)\,x", "(1−ε)·x"),
        (["ip", "u", "u"], r"\|u\|^2", "‖u‖²"),
        (["E", ["ip", "u", "v"]], r"\mathbb{E}[(u, v)]", "E[(u, v)]"),
    ],
)
def test_an_expression(tree, shown, line):
    assert tex(tree) == shown
    assert text(tree) == line


def test_a_statement_as_one_line():
    assert relations([["≤", "a", "b"], ["=", ["+", "a", ["-", "b"]], "0"]]) == "a ≤ b; a − b = 0"
    statement = {"symbols": {"s": [">0"], "L": [">0"], "n": ["integer", "≥1"], "x": []}, "functions": {}}
    assert conditions(statement) == "for s, L > 0, integer n ≥ 1: "


def test_reasons_of_a_factor_are_shown():
    because = {"by": "combination", "terms": [{"of": [{"square": "x"}]}]}
    proof = {"by": "combination", "terms": [{"times": "w", "of": [{"given": "h"}], "because": because}]}
    assert len(list(steps(proof))) == 2


def test_proofs_about_intervals_are_shown():
    sturm = {"by": "sturm", "in": "x", "sequence": [["1", "0", "-1/2"], ["1"]]}
    cut = {"by": "cut", "in": "x", "at": "1/2", "proofs": [{"by": "balls"}, sturm]}
    shown = list(steps({"by": "slope", "in": "x", "from": "low", "start": {"by": "balls"}, "slope": cut}))
    assert shown[0] == r"\text{at the lower end of } x\text{, and for } \tfrac{d}{dx}"
    assert shown[2] == r"\text{below and above } x = \tfrac{1}{2}"
    assert r"1-\tfrac{1}{2}\,x^{2},\; 1" in shown[-1]
    assert len(shown) == 5
