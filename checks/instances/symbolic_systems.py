"""Systems of functions in closed form and as systems of the package, with inner products by computer algebra.

Functions with ‖v‖ = 0: the indicator of a point, and polynomials that vanish on the points of their measure.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import numpy as np
import sympy as sp

from checks.instances.polynomials import GRIDS
from checks.instances.spaces import FOUR_POINTS, PLANE
from theorytest import approximation as lab
from theorytest import choices, family, integers, product, vectors
from theorytest.attacks.region import either

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
    if isinstance(measure, lab.Discrete):
        masses = zip(measure.weights, measure.points.flat, strict=True)
        return sum(sp.nsimplify(p) * f.subs(symbol, sp.nsimplify(float(a))) for p, a in masses)
    if f.has(sp.sin, sp.cos):
        return _mean_of_waves(f)
    terms = sp.Poly(f, symbol).terms()
    return sum(
        factor * _moment(isinstance(measure, lab.Gaussian), power, *measure.support) for (power,), factor in terms
    )


def mean(f: Any, measure: lab.Measure) -> Any:
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
    system: lab.System
    measure: lab.Measure
    target: sp.Expr = x**4 - x

    def space(self, norm: Literal["L2", "H1"]) -> lab.Space:
        """The span, in the package."""
        return lab.Space(self.system, self.measure, norm)

    def inner(self, u: Any, v: Any, jet: Jet) -> Any:
        """(u, v) = ∫ (L_x u)ᵀ(L_x v) dρ."""
        symbols = (x, y)[: len(self.measure.factors)]
        return mean(sum(a * b for a, b in zip(jet(u, symbols), jet(v, symbols), strict=True)), self.measure)

    def gramian(self, jet: Jet) -> Any:
        """((φ_k, φ_l))."""
        return sp.Matrix([[self.inner(u, v, jet) for v in self.functions] for u in self.functions])


WAVES = [sp.Integer(1), sp.sqrt(2) * sp.cos(2 * sp.pi * x), sp.sqrt(2) * sp.sin(2 * sp.pi * x)]
SYMBOLIC = {
    "monomials, uniform": Symbolic([x**k for k in range(4)], lab.Monomials(4), lab.Uniform()),
    "monomials, Gaussian": Symbolic([x**k for k in range(4)], lab.Monomials(4), lab.Gaussian()),
    "monomials, four points": Symbolic([x**k for k in range(3)], lab.Monomials(3), FOUR_POINTS),
    "Fourier": Symbolic(WAVES, lab.Fourier((0, 1)), lab.Uniform(0, 1), x),
    "two variables": Symbolic(
        [x ** int(i) * y ** int(j) for i, j in lab.total_degree(2, 2)],
        lab.TensorProduct((lab.Monomials(3), lab.Monomials(3)), lab.total_degree(2, 2)),
        PLANE,
        x**2 * y + x,
    ),
}


def _powers_on_a_grid(d: int, grid: Sequence[int], shares: Sequence[Any]) -> Symbolic:
    """Masses in 64ths that differ by a factor of four at most."""
    raw = np.array([16 + round(48 * float(each)) for each in shares[: len(grid)]])
    measure = lab.Discrete(np.array(grid, dtype=float), raw / raw.sum())
    return Symbolic([x**k for k in range(d)], lab.Monomials(d), measure)


ANY_SYMBOLIC = (
    product(integers(1, 3), GRIDS, vectors([4], 0, 1))
    .where(lambda d, grid, _: d <= len(grid), "as many points as functions")
    .map(_powers_on_a_grid)
)
SYMBOLIC_SYSTEMS = family(
    SYMBOLIC, "finite systems, their measure, and a function outside their span", search=ANY_SYMBOLIC, effort=6
)


@dataclass(frozen=True)
class NullFunction:
    """A function with ‖v‖² = `square`: its jets at points of supp(ρ) and elsewhere, and whether they are continuous."""

    square: sp.Expr
    seen: list[Any]
    unseen: list[Any]
    continuous: bool = True


def _on_points(v: Any, l: Any) -> Any:  # noqa: E741 (the paper's letter)
    """On the points -1, 0, 1/2, 2 of masses 1/10, 2/10, 3/10, 4/10; x = 1 is not among them."""
    points, jets = (-1, 0, sp.Rational(1, 2), 2), [v, v.diff(x)][:l]
    seen = [[jet.subs(x, a) for jet in jets] for a in points]
    square = sum(sp.Rational(i + 1, 10) * sum(j**2 for j in jet) for i, jet in enumerate(seen))
    return NullFunction(square, seen, [jet.subs(x, 1) for jet in jets])


ZEROS = (x + 1) * x * (x - sp.Rational(1, 2)) * (x - 2)
BACK = sp.Symbol("h", positive=True)


def beside(height: Any, power: Any, l: Any) -> Any:  # noqa: E741 (the paper's letter)
    """0 before 0 and height x^power from 0 on, for the uniform measure on [-1, 0]: no atom, and 0 ends its support."""
    v = sp.Piecewise((0, x < 0), (height * x**power, True))
    jets = [v, v.diff(x)][:l]
    square = sp.integrate(sum(jet**2 for jet in jets), (x, -1, 0))
    seen = [[jet.subs(x, a) for jet in jets] for a in (-1, -sp.Rational(1, 3), 0)]
    continuous = all(sp.limit(jet.subs(x, -BACK), BACK, 0) == jet.subs(x, 0) for jet in jets)
    return NullFunction(square, seen, [jet.subs(x, 1) for jet in jets], continuous)


def multiple(constant: Any, slope: Any, bend: Any, order: Any) -> Any:
    """A polynomial that vanishes at the four points, with its derivative for l = 2."""
    factor = constant + slope * x + bend * x**2
    return _on_points(factor * (ZEROS**order), order)


def at_a_point(place: Any, height: Any) -> Any:
    """height times the indicator of a point of [-1, 1], in L² of the uniform measure there."""
    spike = sp.Piecewise((height, sp.Eq(x, place)), (0, True))
    square = sp.integrate(spike**2, (x, -1, 1)) / 2
    return NullFunction(square, [spike.subs(x, place)], [height], continuous=not height)


def null_functions() -> Any:
    """Functions at distance zero from 0."""
    return {
        "the indicator of a point": at_a_point(0, 1),
        "a quartic on its zeros": multiple(1, 0, 0, 1),
        "its square on its zeros, H¹": multiple(1, 0, 0, 2),
        "max(x, 0), beside the measure": beside(1, 1, 1),
        "max(x, 0)², beside the measure, H¹": beside(1, 2, 2),
        "max(x, 0), beside the measure, H¹": beside(1, 1, 2),
    }


PLACES, HEIGHTS = choices([sp.Rational(k, 4) for k in range(-4, 5)]), integers(-3, 3)
ANY_NULL = either(
    product(*[integers(-3, 3)] * 3, choices((1, 2))).map(multiple, "multiples of a polynomial on its zeros"),
    either(
        product(PLACES, HEIGHTS).map(at_a_point, "multiples of the indicator of a point"),
        product(HEIGHTS, integers(0, 3), choices((1, 2))).map(beside, "multiples of powers of max(x, 0)"),
    ),
)
NULL = family(null_functions, "functions with ‖v‖ = 0", search=ANY_NULL, effort=40)
