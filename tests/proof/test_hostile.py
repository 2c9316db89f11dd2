"""Certificates of false statements, made to be accepted: each tries one way round the checker, and is refused."""

import time
from types import SimpleNamespace

import pytest

from theorytest.commands.check_certificates import check_certificates
from theorytest.proof.checker import Refused, check
from theorytest.proof.points import violated

STATEMENT = {
    "symbols": {
        **{"x": [], "y": [], "a": [">0"], "c": ["≥0"], "n": ["integer", "≥1"], "m": ["integer", "≥0", "≤2"]},
        **{"d": ["≥-1", "≤1"], "q": ["≥0", "≤2"]},
    },
    "vectors": ["u", "w"],
    "functions": {"X": []},
    "random": ["y", "w", "q"],
}
FROM_ONE = {"name": "X ≥ 0", "forall": {"k": ["integer", "≥1"]}, "holds": ["≥", ["at", "X", "k"], "0"]}
MEAN = {"name": "mean", "forall": {"v": "vector"}, "holds": ["=", ["E", ["ip", "v", "w"]], "0"]}
SMALL = {"name": "n ≤ 5", "holds": ["≤", "n", "5"]}
HALF = {"name": "d ≥ 1/2", "holds": ["≥", "d", "1/2"]}


def adding(*terms):
    return {"by": "combination", "terms": list(terms)}


def by_induction(base, step):
    return {"by": "induction", "on": "n", "name": "before", "base": base, "step": step}


def using(name, times="1", **more):
    return {"times": times, "of": [{"given": name, **more}]}


FALSE = {
    "0/0": (["=", ["/", "x", "x"], "1"], adding()),
    "0/0 at the end of a half-line": (["=", ["*", "c", ["/", "1", "c"]], "1"], adding()),
    "0⁻¹": (["=", ["*", "x", ["^", "x", "-1"]], "1"], adding()),
    "a root of a negative number": (["≥", ["^", "x", "1/2"], "0"], adding({"times": ["^", "x", "1/2"]})),
    "√x² = x": (["=", ["sqrt", ["^", "x", "2"]], "x"], adding({"of": [{"fact": ["sqrt", ["^", "x", "2"]]}]})),
    "a weight without a sign": (["≥", "x", "0"], adding({"times": "x"})),
    "a weight that proves itself": (["≥", "x", "0"], adding({"times": "x", "because": adding({"times": "x"})})),
    "strict from a product": ([">", "c", "0"], adding({"times": "c"})),
    "an equation from inequalities": (["=", "c", "0"], adding({"times": "c"}, {"times": ["-", "c"]})),
    "an unnamed square": (["≥", ["ip", "u", "w"], "0"], adding({"times": ["ip", "u", "w"]})),
    "a negative norm": (["≤", ["norm", "u"], "0"], adding({"times": ["-", ["norm", "u"]]})),
    "independence": (["=", ["E", ["*", "y", "y"]], ["*", ["E", "y"], ["E", "y"]]], adding()),
    "Jensen the wrong way": (["≤", ["E", ["^", "y", "2"]], ["^", ["E", "y"], "2"]], adding()),
    "a mean of a random weight": (["≥", ["E", "y"], "0"], adding({"times": "y", "mean": True})),
    "a draw is a mean": (["=", "y", ["E", "y"]], adding()),
    "half an integer": (["≥", ["at", "X", "1/2"], "0"], adding(using("X ≥ 0", at={"k": "1/2"}))),
    "a real for an integer": (["≥", ["at", "X", "a"], "0"], adding(using("X ≥ 0", at={"k": "a"}))),
    "before the first": (["≥", ["at", "X", "0"], "0"], adding(using("X ≥ 0", at={"k": "0"}))),
    "n/2 is an integer": (["≥", ["at", "X", "n"], "0"], adding(using("X ≥ 0", at={"k": ["/", "n", "2"]}))),
    "a number for a vector": (["=", "1", "2"], adding(using("mean", at={"v": "x"}))),
    "a vector that knows the draw": (["=", ["E", ["ip", "w", "w"]], "0"], adding(using("mean", at={"v": "w"}))),
    "too few values": (["≥", ["at", "X", "n"], "0"], adding(using("X ≥ 0"))),
    "a base that is false": (["≥", "n", "2"], by_induction(adding(), adding(using("before"), {"times": "1"}))),
    "a step from a hypothesis about n": (["≤", "n", "5"], by_induction(adding({"times": "4"}), adding(using("n ≤ 5")))),
    "an induction up to a bound": (
        ["≤", "m", "0"],
        {"by": "induction", "on": "m", "name": "before", "base": adding(), "step": adding()},
    ),
    "a case left out": (["≤", "m", "1"], {"by": "cases", "on": "m", "proofs": [adding({"times": "1"}), adding()]}),
    "cases without an end": (["≤", "n", "1"], {"by": "cases", "on": "n", "proofs": [adding()]}),
    "the sign of a draw": (
        ["≥", ["E", "y"], "0"],
        {"by": "cases", "name": "sign", "on": "y", "proofs": [adding(using("sign")), adding(using("sign"))]},
    ),
    "a lemma in the name of a hypothesis": (
        ["≤", "n", "4"],
        {"by": "lemma", "name": "n ≤ 5", "holds": ["=", "1", "1"], "proof": adding(), "then": adding(using("n ≤ 5"))},
    ),
    "a method that is no proof": (["=", "1", "2"], {"by": "value"}),
    "a ball without an end": (["≤", "a", "1"], {"by": "balls"}),
    "balls at a pole": (["≥", ["/", "1", "m"], "0"], {"by": "balls"}),
    "balls at a square pole": (["≥", ["^", "d", "-2"], "0"], {"by": "balls"}),
    "the logarithm of an interval with 0 in it": (["≤", ["log", "d"], "0"], {"by": "balls"}),
    "the root of an interval with negative numbers": (["≥", ["sqrt", "d"], "0"], {"by": "balls"}),
    "a power of an interval with 0 in it": (["≥", ["^", "d", "1/2"], "0"], {"by": "balls"}),
    "balls for an equation": (["=", "m", "m"], {"by": "balls"}),
    "a number that is infinite": (["≤", ["exp", ["^", "99", "64"]], ["/", "1", "d"]], {"by": "balls"}),
    "balls of means": (["≥", ["+", "1", ["E", "d"]], "0"], {"by": "balls"}),
    "another end": (
        ["≥", "d", "0"],
        {"by": "slope", "in": "d", "from": "high", "start": {"by": "balls"}, "slope": {"by": "balls"}},
    ),
    "an end that is none": (
        ["≥", "x", "0"],
        {"by": "slope", "in": "x", "from": "low", "start": adding(), "slope": adding({"times": "1"})},
    ),
    "the slope of an integer": (
        ["≥", "n", "3/2"],
        {"by": "slope", "in": "n", "from": "low", "start": adding(), "slope": adding({"times": "1"})},
    ),
    "the slope by a draw": (
        ["≥", ["E", "q"], "0"],
        {"by": "slope", "in": "q", "from": "low", "start": adding(), "slope": adding({"times": "1"})},
    ),
    "the slope under a hypothesis about the number": (
        ["≥", "d", "1/2"],
        {
            "by": "slope",
            "in": "d",
            "from": "low",
            "start": adding(using("d ≥ 1/2", times="1")),
            "slope": adding({"times": "1"}),
        },
    ),
    "a strict slope from an end that belongs to it": (
        [">", "d", "-1"],
        {"by": "slope", "in": "d", "from": "low", "start": adding(), "slope": adding({"times": "1"})},
    ),
    "the slope of a maximum": (
        ["≥", ["max", "d", "0"], "1/2"],
        {"by": "slope", "in": "d", "from": "low", "start": adding(), "slope": adding()},
    ),
    "a cut outside": (
        ["≥", "d", "-1/2"],
        {"by": "cut", "in": "d", "at": "2", "proofs": [{"by": "balls"}, {"by": "balls"}]},
    ),
    "a piece left out": (["≥", "d", "0"], {"by": "cut", "in": "d", "at": "0", "proofs": [{"by": "balls"}]}),
    "a cut of a draw": (
        ["≥", ["E", "q"], "1"],
        {"by": "cut", "in": "q", "at": "1", "proofs": [adding(), adding()]},
    ),
    "a polynomial with a zero inside": (
        ["≥", ["-", "d", "1/2"], "0"],
        {"by": "sturm", "in": "d", "sequence": [["-1/2", "1"], ["1"]]},
    ),
    "a negative polynomial": (
        ["≥", ["-", "d", "4"], "0"],
        {"by": "sturm", "in": "d", "sequence": [["-4", "1"], ["1"]]},
    ),
    "a zero at the end of a strict inequality": (
        [">", ["+", "d", "1"], "0"],
        {"by": "sturm", "in": "d", "sequence": [["1", "1"], ["1"]]},
    ),
    "a double zero of a strict inequality": (
        [">", ["^", ["-", "d", "1/2"], "2"], "0"],
        {"by": "sturm", "in": "d", "sequence": [["1"]]},
    ),
    "the sequence of another polynomial": (
        ["≥", ["-", "d", "1/2"], "0"],
        {"by": "sturm", "in": "d", "sequence": [["3", "1"], ["1"]]},
    ),
    "a zero of a polynomial in two symbols": (["≥", ["*", "d", "x"], "0"], {"by": "sturm", "in": "d", "sequence": []}),
    "two signs of a polynomial at infinity": (
        ["≥", "x", "0"],
        {"by": "sturm", "in": "x", "sequence": [["0", "1"], ["1"]]},
    ),
    "a sequence for an equation": (["=", "d", "0"], {"by": "sturm", "in": "d", "sequence": [["0", "1"], ["1"]]}),
    "a huge power": (["≥", ["^", "x", "1000001"], "0"], adding()),
    "digits of another script": (["=", "\u0661", "2"], adding()),
    "a number that is none": (["≥", "nan", "0"], adding()),
    "infinity": (["≥", "inf", "0"], adding()),
    "three arguments of a difference": (["=", ["-", "3", "1", "2"], "0"], adding()),
    "0 = 1": (["=", "0", "1"], adding()),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_refused(name):
    claim, proof = FALSE[name]
    with pytest.raises(Refused) as refused:
        check({"statement": {**STATEMENT, "given": [FROM_ONE, MEAN, SMALL, HALF], "claim": [claim]}, "proof": [proof]})
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "parts",
    [
        {"symbols": {"x": [">0", "<0"]}},
        {"symbols": {"x": [">1", "≤1"]}},
        {"symbols": {"n": ["integer", "≥2", "≤1"]}},
        {"symbols": {"n": ["integer", "≥1/2"]}},
        {"symbols": {"x": []}, "vectors": ["x"]},
        {"vectors": ["1"]},
        {"functions": {"x": []}, "symbols": {"x": []}},
        {"symbols": {"x": []}, "given": [{"name": "h", "holds": ["=", ["/", "1", "x"], "1"]}]},
        {"symbols": {"x": []}, "given": [{"name": "h", "holds": ["≥", ["log", "x"], "1"]}]},
    ],
)
def test_a_statement_without_a_model_is_refused(parts):
    with pytest.raises(Refused):
        check({"statement": {**parts, "claim": [["=", "1", "1"]]}, "proof": [adding()]})


def test_what_contradicts_itself_has_no_point():
    """Anything follows from x ≤ -1 and x ≥ 0; the certificate can only say that no point is given."""
    given = [{"name": "low", "holds": ["≤", "x", "-1"]}, {"name": "high", "holds": ["≥", "x", "0"]}]
    statement = {"symbols": {"x": []}, "given": given, "claim": [["≥", "-1", "0"]]}
    proof = [adding(using("low"), using("high"))]
    check({"statement": statement, "proof": proof, "point": None})
    for value in ("0", "-1", "-1/2", "5"):
        assert violated(statement, {"x": value}) in ("low", "high")


def nested(tree, times):
    """((tree⁶⁴)⁶⁴)…"""
    for _ in range(times):
        tree = ["^", tree, "64"]
    return tree


def deep(times):
    tree = "x"
    for _ in range(times):
        tree = ["-", tree]
    return tree


MANY = {f"x{i}": [] for i in range(60)}
SUM, CYCLOTOMIC = ["+", *MANY], ["-", ["^", ["^", "x", "64"], "60"], "1"]
CANCELLED = ["/", ["^", ["*", "9" * 390, ["^", "a", "2"]], "64"], ["^", "a", "128"]]
ENDLESS = {
    "powers of powers": (["=", nested("x", 6), "0"], adding()),
    "powers of a long number": (["=", nested("9" * 390, 5), "0"], adding()),
    "powers of a long number that cancel": (["=", nested(CANCELLED, 3), "0"], adding()),
    "the power of a long sum": (["=", ["^", SUM, "64"], "0"], adding()),
    "the product of long sums": (["=", ["*", *[SUM] * 12], "0"], adding()),
    "a polynomial with many factors": (["≥", CYCLOTOMIC, "0"], adding({"times": CYCLOTOMIC})),
    "cases for ever": (["≥", "m", "0"], {"by": "cases", "on": "m", "proofs": [adding({"times": "m"})]}),
    "a deep expression": (["=", deep(100_000), "0"], adding()),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_what_would_take_forever_is_refused(name):
    claim, proof = ENDLESS[name]
    symbols = {"x": [], "a": [">0"], "m": ["integer", "≥0", "≤" + "9" * 399], **MANY}
    begun = time.process_time()
    with pytest.raises(Refused):
        check({"statement": {"symbols": symbols, "claim": [claim]}, "proof": [proof]})
    assert time.process_time() - begun < 5


def test_a_name_with_two_meanings_in_a_file_is_refused(tmp_path, capsys):
    """Python would take the second x, and a reader the first."""
    claim = '"claim": [["≥", "x", "0"]]'
    text = '{"statement": {"symbols": {"x": [], "x": [">0"]}, %s}, "proof": [{"by": "combination", "terms": [%s]}]}'
    (tmp_path / "one.json").write_text(text % (claim, '{"times": "x"}'), encoding="utf-8")
    assert check_certificates(SimpleNamespace(folder=tmp_path)) == 1
    assert "a name stands twice" in capsys.readouterr().out


@pytest.mark.parametrize(
    "parts",
    [
        {"symbols": {"x": [float("nan")]}},
        {"symbols": {"x": [">nan"]}},
        {"symbols": {"x": [">1e3"]}},
        {"symbols": {"x": [">0x1"]}},
        {"symbols": {"x": 3}},
        {"vectors": [1]},
        {"vectors": [["x"]]},
        {"given": [{"name": "h", "forall": {"y": []}, "holds": ["≥", "z", "0"]}], "random": ["y"]},
        {"given": [{"name": ["h"], "holds": ["≥", "1", "0"]}]},
        {"given": [{"holds": ["≥", "1", "0"]}]},
    ],
)
def test_names_and_numbers_that_are_none_are_refused(parts):
    with pytest.raises(Refused):
        check({"statement": {**parts, "claim": [["=", "1", "1"]]}, "proof": [adding()]})
