"""Polynomials on intervals, half-lines and the line by Sturm's sequences; functions on boxes by balls and slopes."""

import itertools
import random
from fractions import Fraction

import pytest
import sympy as sp

from theorytest import at_least, at_most, less_than, more_than
from theorytest.proof import (
    balls,
    cut,
    exponential,
    fact,
    interval,
    lemma,
    logarithm,
    nonnegative,
    number,
    real,
    root,
    slope,
    squared,
    statement,
)
from theorytest.proof.checker import check
from theorytest.proof.finder import NotFoundError, find
from theorytest.proof.from_sympy import from_sympy
from theorytest.proof.language import apply

F = Fraction
X = sp.Symbol("x", real=True)
WHERE = {
    "a half-line": (number("x", "≥0"), sp.Interval(0, sp.oo)),
    "an open half-line": (number("x", ">1"), sp.Interval(1, sp.oo, left_open=True)),
    "a half-line to the left": (number("x", "≤2"), sp.Interval(-sp.oo, 2)),
    "an interval": (number("x", "≥-1", "≤2"), sp.Interval(-1, 2)),
    "the line": (real("x"), sp.S.Reals),
}
FACTORS = (X, X - 1, X + 2, 2 - X, X**2 - 2, X**2 + 1, X**2 - X + 1, X**2 - 3 * X + 3, X**3 - 2)


def term_of(polynomial, x):
    """The polynomial with the symbol that has the bounds."""
    return sum((F(str(c)) * x**k for (k,), c in sp.Poly(polynomial, X).terms()), F(0) * x)


def is_nonnegative(polynomial, there):
    """By the roots: a sign is that of a point between two roots; sympy isolates them as Sturm does."""
    roots = sorted(set(sp.real_roots(sp.Poly(polynomial, X))))
    places = [there.inf, *(each for each in roots if each in there), there.sup]
    between = [
        (b - 1 if a == -sp.oo else a + 1 if b == sp.oo else (a + b) / 2) if (a, b) != (-sp.oo, sp.oo) else sp.Integer(0)
        for a, b in itertools.pairwise(places)
        if a != b
    ]
    return all(polynomial.subs(X, each).evalf(40) >= 0 for each in between)


def drawn(seed):
    draw = random.Random(seed)
    made = sp.Integer(draw.choice((1, 1, -1)))
    for _ in range(draw.randint(1, 3)):
        made *= draw.choice(FACTORS) ** draw.choice((1, 1, 2))
    return sp.expand(made)


@pytest.mark.parametrize("where", WHERE)
def test_the_sign_of_a_polynomial_is_decided(where):
    x, there = WHERE[where]
    answers = []
    for seed in range(24):
        polynomial = drawn(seed)
        if polynomial.is_number:
            continue
        made = statement(at_least(term_of(polynomial, x), 0), by=interval(x))
        answers.append(is_nonnegative(polynomial, there))
        if answers[-1]:
            check(find(made))
        else:
            with pytest.raises(NotFoundError):
                find(made)
    assert {True, False} <= set(answers)


@pytest.mark.parametrize("where", WHERE)
def test_strict_inequalities(where):
    x, _ = WHERE[where]
    check(find(statement(more_than((x**2 - x + 1) * (x**4 + 1), 0), by=interval(x))))
    with pytest.raises(NotFoundError):
        find(statement(more_than((x**2 - 2) ** 2, 0), by=interval(x)))


v, w = number("v", "≥-1", "≤2"), number("w", ">0", "≤1")
u, p, s = number("u", "≥0"), number("p", "≥0", "≤1"), real("s")
EXP_TAYLOR = 1 + u + u**2 / 2
LENT = (1 + u) * logarithm(1 + u) - u
ON_BOXES = {
    "between 0 and 1": less_than(exponential(w * p), F(28, 10)),
    "a root": more_than(root(1 + w), 1),
    "a sine": at_most(apply("sin", w), w),
    "a cosine": at_least(apply("cos", w), 1 - w**2 / 2),
    "a hyperbolic tangent": less_than(apply("tanh", w), w),
    "equality inside": at_least(exponential(v), 1 + v),
    "on a half-line": at_least(exponential(u), EXP_TAYLOR),
    "Bernstein's exponent": at_least(LENT, u**2 / (2 * (1 + u / 3))),
    "a strict one": more_than(w, logarithm(1 + w)),
    "a power": at_least((1 + w) ** F(3, 2), 1 + F(3, 2) * w),
}
NOT_ON_BOXES = {
    "a constant too small": less_than(exponential(w * p), F(27, 10)),
    "another Taylor coefficient": at_least(exponential(v), 1 + F(101, 100) * v),
    "Bernstein's exponent": at_least(LENT, u**2 / (2 * (1 + u / 4))),
    "strict where it is attained": more_than(exponential(v), 1 + v),
    "a cosine": at_least(apply("cos", w), 1 - F(48, 100) * w**2),
}


@pytest.mark.parametrize("name", ON_BOXES)
def test_functions_on_boxes_and_half_lines(name):
    check(find(statement(ON_BOXES[name], by=balls())))
    if name != "a power":
        check(find(statement(ON_BOXES[name], by=balls())))
    if name != "a power":
        check(find(statement(ON_BOXES[name])))


@pytest.mark.parametrize("name", NOT_ON_BOXES)
def test_what_is_false_on_a_box_is_not_found(name):
    with pytest.raises(NotFoundError):
        find(statement(NOT_ON_BOXES[name], by=balls(4)))


def test_hoeffding_s_exponent_by_two_slopes():
    """log(1 - p + p exp(s)) ≤ ps + s²/8: equality at s = 0, and so are the derivatives; the second is a variance."""
    z = nonnegative("z")
    gap = p * z + z**2 / 8 - logarithm(1 - p + p * exponential(z))
    mass = 1 - p + p * exponential(z)

    def known(then):  # a denominator must be seen to be positive
        return lemma("mass", more_than(mass, 0), then, by=[fact("exp", z, times=p)])

    variance = [squared(1 - p - p * exponential(z), times=1 / (4 * mass**2))]
    by = slope(z, derivative=known(slope(z, derivative=known(variance))))
    check(find(statement(at_least(gap, 0), by=by)))


def test_symbols_of_sympy_keep_their_bounds():
    y = sp.Symbol("y", positive=True)
    check(find(statement(at_least(from_sympy((y**2 - 2) ** 2 * (y**2 - 3 * y + 3)), 0), by=interval(from_sympy(y)))))


@pytest.mark.parametrize(
    ("tactic", "why"),
    [
        (lambda _: balls(-1), "depth must be an integer of at least 0, got -1"),
        (lambda _: balls("deep"), "depth must be an integer of at least 0, got 'deep'"),
        (lambda x: slope(x, "middle"), "side must be 'low' or 'high', got 'middle'"),
        (lambda x: cut(x, "half"), "at must be a rational number"),
        (lambda x: cut(x, x), "at must be a rational number"),
    ],
)
def test_a_wrong_argument_of_a_tactic_is_one_sentence_before_any_search(tactic, why):
    with pytest.raises(ValueError, match=why):
        tactic(real("x"))
