r"""Exact integrals of x^k e^(ax) under the two measures of Section 5, in sympy: nothing is integrated numerically.

A function is a dictionary {(k, a): coefficient}, standing for Σ c x^k e^(ax).
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import sympy as sp

from theorytest import finite

Function = dict[tuple[int, int], Any]
Mean = Callable[[int, int], Any]  # of x^k e^(ax)
HALF = sp.Rational(1, 2)
EXP: Function = {(0, 1): sp.Integer(1)}


@cache
def uniform(k: int, a: int) -> Any:
    """1/2 ∫ x^k e^(ax) dx over [-1, 1], by parts for a ≠ 0."""
    if a == 0:
        return sp.Rational(1 - k % 2, k + 1)
    ends = (sp.exp(a) - (-1) ** k * sp.exp(-a)) / (2 * a)
    return ends - (sp.Rational(k, a) * uniform(k - 1, a) if k else 0)


@cache
def gaussian(k: int, a: int) -> Any:
    """E[x^k e^(ax)] = e^(a²/2) E[(x + a)^k]."""
    moments = [0 if j % 2 else sp.factorial2(j - 1) if j else 1 for j in range(k + 1)]
    return sp.exp(sp.Rational(a**2, 2)) * sum(sp.binomial(k, j) * a ** (k - j) * moments[j] for j in range(k + 1))


def inner(f: Function, g: Function, mean: Mean) -> Any:
    """(f, g)."""
    pairs = itertools.product(f.items(), g.items())
    return sum(c * d * mean(k + m, a + b) for ((k, a), c), ((m, b), d) in pairs)


def plus(f: Function, g: Function, factor: Any = 1) -> Function:
    """f + factor g."""
    return {key: f.get(key, 0) + factor * g.get(key, 0) for key in f.keys() | g.keys()}


@cache
def best_polynomial(d: int, mean: Mean) -> Function:
    """The projection of exp onto the polynomials below degree d, from the normal equations of the monomials."""
    G = sp.Matrix(d, d, lambda i, j: mean(i + j, 0))
    products = [inner({(i, 0): sp.Integer(1)}, EXP, mean) for i in range(d)]
    return {(i, 0): c for i, c in enumerate(G.LUsolve(sp.Matrix(products)))}


def loss(v: Function, mean: Mean, factor: Any = HALF) -> Any:
    """1/2 ‖u - v‖² for u = exp, in closed form."""
    rest = plus(EXP, v, -1)
    return factor * inner(rest, rest, mean)


def coefficients(f: Any, g: Any, symbols: tuple[sp.Symbol, ...]) -> tuple[list[Any], list[Any]]:
    """Of two polynomials in the symbols, monomial by monomial."""
    both = [sp.Poly(sp.expand(each), *symbols) for each in (f, g)]
    monomials = sorted({m for each in both for m in each.monoms()})
    return [both[0].coeff_monomial(m) for m in monomials], [both[1].coeff_monomial(m) for m in monomials]


@dataclass(frozen=True)
class Setting:
    """A measure with its first d orthogonal polynomials p_k and their squares ‖p_k‖²."""

    d: int
    mean: Mean
    polynomial: Callable[[int, Any], Any]
    square: Callable[[int], Any]

    def basis(self, count: int) -> list[Function]:
        """p_0, ..., p_(count - 1)."""
        x = sp.Symbol("x")
        polynomials = [sp.Poly(self.polynomial(k, x), x) for k in range(count)]
        return [{(power, 0): c for (power,), c in each.terms()} for each in polynomials]


INTERVAL = Setting(3, uniform, sp.legendre, lambda k: sp.Rational(1, 2 * k + 1))
LINE = Setting(7, gaussian, sp.hermite_prob, sp.factorial)
SETTINGS = {"ρ": finite({"U(−1, 1)": INTERVAL, "N(0, 1)": LINE})}
