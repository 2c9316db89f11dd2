r"""Exact integrals of x^k e^(ax) under the two measures of Section 5, in sympy: nothing is integrated numerically.

A function is a dictionary {(k, a): coefficient}, standing for Σ c x^k e^(ax).
"""

import itertools
from functools import cache

import sympy as sp

HALF = sp.Rational(1, 2)
EXP = {(0, 1): sp.Integer(1)}


@cache
def uniform(k, a):
    """1/2 ∫ x^k e^(ax) dx over [-1, 1]."""
    x = sp.Symbol("x")
    return sp.integrate(x**k * sp.exp(a * x), (x, -1, 1)) / 2


@cache
def gaussian(k, a):
    """E[x^k e^(ax)] = e^(a²/2) E[(x + a)^k]."""
    moments = [0 if j % 2 else sp.factorial2(j - 1) if j else 1 for j in range(k + 1)]
    return sp.exp(sp.Rational(a**2, 2)) * sum(sp.binomial(k, j) * a ** (k - j) * moments[j] for j in range(k + 1))


def inner(f, g, mean):
    """(f, g)."""
    pairs = itertools.product(f.items(), g.items())
    return sum(c * d * mean(k + m, a + b) for ((k, a), c), ((m, b), d) in pairs)


def plus(f, g, factor=1):
    """f + factor g."""
    return {key: f.get(key, 0) + factor * g.get(key, 0) for key in f.keys() | g.keys()}


def best_polynomial(d, mean):
    """The projection of exp onto the polynomials below degree d, from the normal equations of the monomials."""
    G = sp.Matrix(d, d, lambda i, j: mean(i + j, 0))
    coefficients = G.LUsolve(sp.Matrix([mean(i, 1) for i in range(d)]))
    return {(i, 0): coefficients[i] for i in range(d)}


def best_loss(d, mean, factor=HALF):
    """L_min,M = 1/2 ‖exp - P exp‖², in twenty digits of a closed form."""
    rest = plus(EXP, best_polynomial(d, mean), -1)
    return sp.N(factor * inner(rest, EXP, mean), 20)
