"""Formulas with variables: algebra shows equality, exceptional points refute it, and errors of sympy are sentences."""

import numpy as np
import pytest
import sympy

from theorytest.decisions.decision import Verdict
from theorytest.decisions.relations import at_least, at_most, equal, less_than, more_than

n, k = sympy.symbols("n k")
m = sympy.Symbol("m", integer=True)
natural = sympy.Symbol("N", integer=True, nonnegative=True)
x = sympy.Symbol("x", real=True)
p, q, r, s = sympy.symbols("p q r s", positive=True)


@pytest.mark.parametrize(
    ("relation", "point"),
    [
        (equal(sympy.binomial(m, m), 1), "at m = -1: 0 and 1"),
        (equal(sympy.binomial(n, k), sympy.binomial(n, n - k)), "at k = 0, n = -1: 1 and 0"),
        (equal(sympy.sqrt(x**2), x), "at x = -1: 1 and -1"),
        (equal(sympy.log(n**2), 2 * sympy.log(n)), "at n = -1: 0 and 2*I*pi"),
        (equal(sympy.Piecewise((1, x > 0), (0, True)), 1), "at x = 0: 0 and 1"),
        (equal(p + q + r + s + sympy.KroneckerDelta(r, 2), p + q + r + s), "at p = 3, q = 5, r = 2, s = 11"),
        (at_most(x, 1), "at x = 3: 3 and 1"),
        (more_than(x**2, 0), "at x = 0: 0 and 0"),
    ],
)
def test_a_formula_that_fails_at_an_exceptional_point_is_refuted_with_it(relation, point):
    found = relation.decide()
    assert found.verdict is Verdict.REFUTED
    assert point in found.sentence


@pytest.mark.parametrize(
    "relation",
    [
        equal(sympy.binomial(natural, natural), 1),
        equal(sympy.sqrt(p**2), p),
        equal((x + 1) ** 2, x**2 + 2 * x + 1),
        equal([x, m + 1], [x, 1 + m]),
        at_least(x**2, 0),
        less_than(0, p + q),
        equal(sympy.oo, sympy.oo),
    ],
)
def test_what_holds_at_every_point_that_the_assumptions_admit_is_exact(relation):
    found = relation.decide()
    assert found.verdict is Verdict.EXACT
    assert "defined" not in found.sentence


def test_points_where_a_side_is_not_defined_are_left_out_and_named():
    assert (
        equal((x**2 - 1) / (x - 1), x + 1)
        .decide()
        .sentence.endswith("(symbolic; for x real; where both are defined, which is not so at x = 1)")
    )
    assert "not so at m = -1" in equal(sympy.factorial(m + 1), (m + 1) * sympy.factorial(m)).decide().sentence


def test_what_neither_algebra_nor_a_point_decides_is_undecided():
    f = sympy.Function("f")
    assert equal(f(x), 1).decide().sentence == (
        "undecided: the value = f(x) = 1: no point that was tried breaks it, and algebra does not show it"
    )
    assert at_least(sympy.exp(x) - x, 1).decide().verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (sympy.I, "the numbers must be real, got I: compare real and imaginary parts"),
        (sympy.sqrt(-2), "the numbers must be real"),
        (sympy.zoo, "the numbers must be real, got zoo"),
        (x < 1, "both sides must be numbers or arrays of numbers, got x < 1"),
        (sympy.true, "both sides must be numbers or arrays of numbers, got True"),
        (sympy.FiniteSet(1), "both sides must be numbers or arrays of numbers"),
        (1.5 * x, "has floating-point numbers beside variables: write them as sympy.Rational"),
    ],
)
def test_what_sympy_cannot_compare_is_told_in_a_sentence(value, message):
    for sides in ((value, 1), ([1, value], 1)):
        with pytest.raises(ValueError, match=message):
            at_most(*sides).decide()


def test_not_a_number_of_sympy_is_not_a_number():
    assert equal(sympy.nan, 1).decide().verdict is Verdict.UNDECIDED
    assert equal(np.array([sympy.Integer(1), sympy.nan]), 1).decide().verdict is Verdict.UNDECIDED
