"""Systems of functions in closed form and as systems of the package, with inner products by computer algebra."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import numpy as np
import sympy as sp

from checks.instances.polynomials import GRIDS
from checks.instances.spaces import FOUR_POINTS, PLANE
from theorytest import integers, product, vectors
from theorytest.approximation import (
    Discrete,
    Fourier,
    Gaussian,
    Measure,
    Monomials,
    Space,
    System,
    TensorProduct,
    Uniform,
    total_degree,
)

x, y = sp.symbols("x y", real=True)


@cache
def _moment(gaussian: bool, power: int, *support: float) -> Any:
    """∫ x^power dρ."""
    if gaussian:
        density = sp.exp(-(x**2) / 2) / sp.sqrt(2 * sp.pi)
        return sp.integrate(x**power * density, (x, -sp.oo, sp.oo))
    low, high = (sp.nsimplify(end) for end in support)
    return sp.integrate(x**power, (x, low, high)) / (high - low)


@cache
def _mean_of_waves(f: Any) -> Any:
    """∫ f dx over [0, 1] for products of waves and polynomials."""
    return sp.integrate(f, (x, 0, 1))


def _expectation(f: Any, measure: Any, symbol: Any) -> Any:
    if isinstance(measure, Discrete):
        masses = zip(measure.weights, measure.points.flat, strict=True)
        return sum(sp.nsimplify(p) * f.subs(symbol, sp.nsimplify(float(a))) for p, a in masses)
    if f.has(sp.sin, sp.cos):
        return _mean_of_waves(f)
    terms = sp.Poly(f, symbol).terms()
    return sum(factor * _moment(isinstance(measure, Gaussian), power, *measure.support) for (power,), factor in terms)


def mean(f: Any, measure: Measure) -> Any:
    """∫ f dρ for a measure in one or two variables."""
    for factor, symbol in zip(measure.factors, (x, y), strict=False):
        f = _expectation(sp.expand(f), factor, symbol)
    return sp.sympify(f)


def value(u: Any, _: Any) -> list[Any]:
    """The L² jet: v(x)."""
    return [u]


def value_and_gradient(u: Any, symbols: Sequence[Any]) -> list[Any]:
    """The H¹ jet: v(x), ∇v(x)."""
    return [u, *(u.diff(s) for s in symbols)]


Jet = Callable[[Any, Sequence[Any]], list[Any]]
JETS: dict[str, Jet] = {"L2": value, "H1": value_and_gradient}


@dataclass(frozen=True)
class Symbolic:
    """Functions, the same as a system of the package, the measure, and a function outside their span."""

    functions: list[Any]
    system: System
    measure: Measure
    target: sp.Expr = x**4 - x

    def space(self, norm: Literal["L2", "H1"]) -> Space:
        """The span, in the package."""
        return Space(self.system, self.measure, norm)

    def inner(self, u: Any, v: Any, jet: Jet) -> Any:
        """(u, v) = ∫ (L_x u)ᵀ(L_x v) dρ."""
        symbols = (x, y)[: len(self.measure.factors)]
        return mean(sum(a * b for a, b in zip(jet(u, symbols), jet(v, symbols), strict=True)), self.measure)

    def gramian(self, jet: Jet) -> Any:
        """((φ_k, φ_l))."""
        return sp.Matrix([[self.inner(u, v, jet) for v in self.functions] for u in self.functions])


WAVES = [sp.Integer(1), sp.sqrt(2) * sp.cos(2 * sp.pi * x), sp.sqrt(2) * sp.sin(2 * sp.pi * x)]
SYMBOLIC = {
    "monomials, uniform": Symbolic([x**k for k in range(4)], Monomials(4), Uniform()),
    "monomials, Gaussian": Symbolic([x**k for k in range(4)], Monomials(4), Gaussian()),
    "monomials, four points": Symbolic([x**k for k in range(3)], Monomials(3), FOUR_POINTS),
    "Fourier": Symbolic(WAVES, Fourier((0, 1)), Uniform(0, 1), x),
    "two dimensions": Symbolic(
        [x ** int(i) * y ** int(j) for i, j in total_degree(2, 2)],
        TensorProduct((Monomials(3), Monomials(3)), total_degree(2, 2)),
        PLANE,
        x**2 * y + x,
    ),
}


def _powers_on_a_grid(d: int, grid: Sequence[int], shares: Sequence[Any]) -> Symbolic:
    """Masses in 64ths that differ by a factor of four at most."""
    raw = np.array([16 + round(48 * float(each)) for each in shares[: len(grid)]])
    measure = Discrete(np.array(grid, dtype=float), raw / raw.sum())
    return Symbolic([x**k for k in range(d)], Monomials(d), measure)


ANY_SYMBOLIC = (
    product(integers(1, 3), GRIDS, vectors([4], 0, 1))
    .where(lambda d, grid, _: d <= len(grid), "as many points as functions")
    .map(_powers_on_a_grid)
)
