"""Sums over all times: which powers of t are summable, and how Σ σ_t grows for steps t^-a.

Sums, products and powers on symbols, by their recursions: S(first - 1) = 0 and S(j + 1) = S(j) + term(j + 1).
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import sympy
import sympy as sp
from numpy.typing import NDArray

from theorytest import at_least, at_most, equal, family, integers
from theorytest.decisions.relations import Relation
from theorytest.proof import defined, function, integer, use
from theorytest.proof.language import Function

t = sp.Symbol("t", positive=True, integer=True)
HUNDREDTHS = integers(1, 99).map(lambda k: Fraction(k, 100))  # for sums that computer algebra decides
EPSILONS = [Fraction(1, 100), Fraction(1, 10), Fraction(1, 4), Fraction(49, 100)]
ANY_EPSILON = family(EPSILONS, "0 < ε < 1/2", search=HUNDREDTHS.where(lambda eps: 2 * eps < 1), effort=8)


def sp_number(fraction: Fraction) -> sp.Rational:
    """A fraction for sympy."""
    return sp.Rational(fraction.numerator, fraction.denominator)


def power(exponent: Fraction) -> sp.Expr:
    """t^-a as a formula."""
    return t ** -sp_number(exponent)


@cache
def converges(formula: sp.Expr) -> bool:
    """Whether Σ_t formula is finite, by computer algebra."""
    return bool(sp.Sum(formula, (t, 1, sp.oo)).is_convergent())


@cache
def sums(a: float, last: int) -> NDArray[Any]:
    """Σ_{t≤τ} σ_t for s_t = t^-a, s̄ = c_bias1 = 1 and τ = 1, ..., last."""
    s = np.arange(1.0, last + 1) ** -a
    return np.asarray(np.cumsum(s - s**2 / 2))


def grows_like(a: float, exponent: float, last: int) -> Iterator[Relation]:
    """½ τ^r ≤ Σ_{t≤τ} σ_t ≤ τ^r / (1 - a) for all τ up to `last`: true for r = 1 - a < 1, by two integrals."""
    S, rate = sums(a, last), np.arange(1.0, last + 1) ** exponent
    yield at_least(S, rate / 2, name="from below", digits=9, until=last, symbol="Σ σ_t")
    yield at_most(S, rate / (1 - a), name="from above", digits=9, until=last, symbol="Σ σ_t")


Given = dict[str, Any]


def summed(name: str, term: Callable[[Any], Any], *, first: int = 1, random: bool = False) -> tuple[Function, Given]:
    """S(n) = Σ_{first ≤ k ≤ n} term(k) under its name, with its definition."""
    total, j = function(name, random=random), integer("j", first - 1)
    begin = defined(equal(total(first - 1), 0))
    return total, {f"{name}: none": begin, name: defined(equal(total(j + 1), total(j) + term(j + 1)), j)}


def accumulated(name: str, factor: Callable[[Any], Any], term: Callable[[Any], Any]) -> tuple[Function, Given]:
    """z_0 = 0 and z_{j+1} = factor(j + 1) z_j + term(j + 1)."""
    total, j = function(name), integer("j", 0)
    begin = defined(equal(total(0), 0))
    return total, {
        f"{name}: none": begin,
        name: defined(equal(total(j + 1), factor(j + 1) * total(j) + term(j + 1)), j),
    }


def multiplied(name: str, factor: Callable[[Any], Any], *signs: str) -> tuple[Function, Given]:
    """A(n) = Π_{1 ≤ k ≤ n} factor(k), A(0) = 1."""
    total, j = function(name, *signs), integer("j", 0)
    begin = defined(equal(total(0), 1))
    return total, {f"{name}: none": begin, name: defined(equal(total(j + 1), factor(j + 1) * total(j)), j)}


def nothing(name: str, times: Any = 1, *, mean: bool = False) -> Any:
    """The empty sum, or product, times a number."""
    return use(f"{name}: none", times, mean=mean)


def last(name: str, n: Any, times: Any = 1, *, mean: bool = False) -> Any:
    """The last term of the sum up to n + 1, times a number."""
    return use(name, times, at={"j": n}, mean=mean)


def rest(left: Any, right: Any, *symbols: Any) -> list[Any]:
    """The coefficients of the numerator of left - right, all of them 0 if and only if both sides are the same."""
    numerator = sympy.fraction(sympy.cancel(sympy.together(left - right)))[0]
    return list(sympy.Poly(numerator, *symbols).coeffs())
