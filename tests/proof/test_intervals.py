"""Polynomials on intervals, half-lines and the line: what Sturm's theorem decides is found, and nothing else."""

import itertools
import random
from fractions import Fraction

import pytest
import sympy as sp

from theorytest import at_least, more_than
from theorytest.proof import interval, number, real, statement
from theorytest.proof.checker import check
from theorytest.proof.finder import NotFoundError, find
from theorytest.proof.from_sympy import from_sympy

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


def nonnegative(polynomial, there):
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
        answers.append(nonnegative(polynomial, there))
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


def test_symbols_of_sympy_keep_their_bounds():
    y = sp.Symbol("y", positive=True)
    check(find(statement(at_least(from_sympy((y**2 - 2) ** 2 * (y**2 - 3 * y + 3)), 0), by=interval(from_sympy(y)))))
