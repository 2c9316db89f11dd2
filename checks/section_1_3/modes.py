r"""Section 1.3: optimal densities can have kinks and have many modes, for polynomials as many as the dimension.

Local maxima of the density K ρ / d with respect to Lebesgue measure: uniform points give a polynomial on [-1, 1] and
Gaussian points K exp(-x²/2), whose derivative has the sign of K' - x K. Roots are counted by Sturm's theorem.
"""

from __future__ import annotations

import numpy as np
import sympy

from theorytest import claim, equal
from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.functions import Functions
from theorytest.approximation.measures import Gaussian, Uniform
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Hermite, Legendre

X = sympy.Symbol("x")
DIMENSIONS = (2, 3, 5, 8)


def legendre_modes(d):
    """Maxima of Σ_{k<d} (2k + 1) P_k² on [-1, 1], both ends among them."""
    slope = sympy.Poly(sum((2 * k + 1) * sympy.legendre(k, X) ** 2 for k in range(d)), X).diff(X)
    if not (slope.eval(1) > 0 > slope.eval(-1) and slope.is_sqf):
        raise ValueError("the density must rise towards both ends and have no flat point")
    return (slope.count_roots(-1, 1) - 1) // 2 + 2  # minima and maxima alternate


def hermite_modes(d):
    """Maxima of Σ_{k<d} He_k²/k! exp(-x²/2) on the line."""
    he = [sympy.sqrt(2) ** -k * sympy.hermite(k, X / sympy.sqrt(2)) for k in range(d)]
    K = sympy.Poly(sympy.expand(sum(h**2 / sympy.factorial(k) for k, h in enumerate(he))), X)
    slope = K.diff(X) - sympy.Poly(X, X) * K
    if not slope.is_sqf:
        raise ValueError("the density must have no flat point")
    return (slope.count_roots() + 1) // 2


FAMILIES = {
    "Legendre": (legendre_modes, Legendre, Uniform(), np.linspace(-1, 1, 4001)),
    "Hermite": (hermite_modes, Hermite, Gaussian(), np.linspace(-7, 7, 4001)),
}


def seen_modes(space, grid, sampler):
    """Local maxima of the density of the package's sampler on a fine grid, ends among them."""
    density = space.measure.density(grid[:, None]) / sampler(space).weight(grid[:, None])
    padded = np.concatenate([[-np.inf], density, [-np.inf]])
    return int(np.sum((padded[1:-1] > padded[:-2]) & (padded[1:-1] > padded[2:])))


@claim(
    "x:sec1.3-densities-multimodal",
    kind="remark",
    says="The optimal density of a polynomial space of dimension d has exactly d modes, for uniform and Gaussian "
    "points.",
    formula=r"\#\{\text{local maxima of } \tfrac1d\,\mathfrak{K}_t\,\rho\} = d_t",
    mutants={"one mode less": {"modes": lambda d: d - 1}, "plain points": {"sampler": Plain}},
)
def density_has_as_many_modes_as_dimensions(*, modes=lambda d: d, sampler=Optimal):
    """Counted exactly, then on a grid for the package's density. For trigonometric spaces K is constant."""
    for name, (count, system, measure, grid) in FAMILIES.items():
        for d in DIMENSIONS:
            yield equal(count(d), modes(d), name=f"{name} {d}", symbol="modes")
            found = seen_modes(Space(system(d), measure), grid, sampler)
            yield equal(found, modes(d), name=f"{name} {d}, grid", symbol="modes")


def one(x):
    return np.ones_like(x[..., 0])


def modulus(x):
    return np.abs(x[..., 0])


def identity(x):
    return x[..., 0]


def jump_of_the_slope(f):
    """K'(0+) - K'(0-) for T = span{1, f} on [-1, 1], by one-sided differences that are exact for parabolas."""
    K = Christoffel(Space(Functions((one, f), degree=1, knots=(0.0,)), Uniform()))
    h = 0.125

    def slope(sign):
        a, b, c = K(np.array([[0.0], [sign * h], [2 * sign * h]]))
        return sign * (4 * b - 3 * a - c) / (2 * h)

    return slope(1) - slope(-1)


@claim(
    "x:sec1.3-densities-multimodal/kink",
    kind="value",
    says="The optimal density of span{1, |x|} on [-1, 1] is not differentiable at 0.",
    formula=r"\mathfrak{K}_t = 1 + 12(|x| - \tfrac12)^2, \qquad "
    r"\mathfrak{K}_t'(0{+}) - \mathfrak{K}_t'(0{-}) = -24",
    expected="computed",
    mutants={"span{1, x}": {"f": identity}, "half the jump": {"jump": -12.0}},
)
def density_has_a_kink(*, f=modulus, jump=-24.0):
    """A space of two relu neurons and a constant contains |x|."""
    yield equal(jump_of_the_slope(f), jump, name="at 0", digits=10, symbol="the jump")
