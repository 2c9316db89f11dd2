"""The spaces that the claims of Section 3 are tried on: L² and H¹, bounded and unbounded, one and two dimensions."""

from typing import Any

import numpy as np
from numpy.polynomial import hermite_e, legendre

from theorytest import approximation as lab
from theorytest import choices, family, finite, integers, measured_spaces, product
from theorytest.approximation import Discrete, Gaussian, Hermite, Legendre, Monomials, Space, Uniform

TWO_POINTS = Discrete(np.array([-1.0, 1.0]), np.array([0.5, 0.5]))
FOUR_POINTS = Discrete(np.array([-1.0, 0.0, 0.5, 2.0]), np.array([0.1, 0.2, 0.3, 0.4]))
CONSTANTS, LINES, PARABOLAS = (Space(Monomials(d), FOUR_POINTS) for d in (1, 2, 3))
H1_LINES = Space(Monomials(2), FOUR_POINTS, "H1")
ON_FOUR = {"constants on four points": CONSTANTS, "lines on four points": LINES, "parabolas on four points": PARABOLAS}
ZERO_AT_A_POINT = Space(lab.Combinations(Monomials(3), np.eye(3)[:, [1, 2]]), FOUR_POINTS)  # x and x² vanish at 0
PLANE = lab.Product((Uniform(), Gaussian()))
WAVES = (lambda x: np.sin(x[..., 0]), lambda x: np.cos(x[..., 0]), lambda x: 2 * np.sin(x[..., 0]))


def scalar_spaces() -> dict[str, Space]:
    """Spaces with l = 1."""
    return {
        "Legendre 1": Space(Legendre(1), Uniform()),
        "Legendre 3": Space(Legendre(3), Uniform()),
        "Legendre 30": Space(Legendre(30), Uniform()),
        "Hermite 7": Space(Hermite(7), Gaussian()),
        "monomials 6": Space(Monomials(6), Uniform()),
        "Fourier without constants": Space(lab.Fourier((1, 3)), Uniform(0, 1)),
        "histogram of three cells": Space(lab.Histogram((0.0, 0.1, 0.3, 1.0)), Uniform(0, 1)),
        "rank-deficient": Space(lab.Functions(WAVES), Uniform(0, 2)),
        "parabolas on four points": PARABOLAS,
        "two dimensions": Space(lab.TensorProduct((Legendre(4), Hermite(4)), lab.total_degree(2, 3)), PLANE),
    }


def sobolev_spaces() -> dict[str, Space]:
    """Spaces with l > 1, where the largest eigenvalue and the trace differ."""
    return {
        "H1 Legendre 1": Space(Legendre(1), Uniform(), "H1"),
        "H1 Legendre 3": Space(Legendre(3), Uniform(), "H1"),
        "H1 Legendre 10": Space(Legendre(10), Uniform(), "H1"),
        "H1 Hermite 7": Space(Hermite(7), Gaussian(), "H1"),
        "H1 Fourier": Space(lab.Fourier((0, 1, 2)), Uniform(0, 1), "H1"),
        "H1 parabolas on four points": Space(Monomials(3), FOUR_POINTS, "H1"),
        "H1 two dimensions": Space(
            lab.TensorProduct((Legendre(3), Hermite(3)), lab.hyperbolic_cross(2, 2)), PLANE, "H1"
        ),
    }


def all_spaces() -> dict[str, Space]:
    """Scalar and vector jets together."""
    return scalar_spaces() | sobolev_spaces()


def trial_points(space: Space) -> Any:
    """Points all over the support: the nodes of a quadrature."""
    return space.measure.quadrature(6).nodes


def tabulated(masses: Any, *functions: Any) -> Space:
    """The span of functions that are given by their values at points 0, 1, 2, ... of these masses."""
    tables = [np.array(values, dtype=float) for values in functions]
    points = np.arange(float(len(masses)))
    lookups = tuple(lambda x, table=table: table[x[..., 0].astype(int)] for table in tables)
    return Space(lab.Functions(lookups), Discrete(points, np.array(masses, dtype=float)))


def _not_zero(_rho: Any, _mu: Any, phi: Any) -> bool:
    return bool(np.any(phi != 0))


def _tabulated(rho: Any, _: Any, phi: Any) -> Space:
    return tabulated(rho, *phi[..., 0])


# Scalar functions on few points: dependent ones, vanishing ones, all of them.
TABLES = ((1, 1, 1), (1, 2, 1), (2, 2, 1), (1, 3, 1), (2, 3, 1), (3, 3, 1), (3, 2, 1), (2, 4, 1))
ANY_SPACE = measured_spaces(TABLES, low=-3, high=3).where(_not_zero, "T ≠ {0}").map(_tabulated)
OPTIMAL = {"Hermite 5": Space(Hermite(5), Gaussian()), "H1 Legendre 5": Space(Legendre(5), Uniform(), "H1")}
ANY_OPTIMAL = product(integers(1, 9), choices(["L2", "H1"])).map(lambda d, norm: Space(Legendre(d), Uniform(), norm))
WITH_OPTIMAL_SAMPLES = family(OPTIMAL, "spaces with K > 0 and their optimal points", search=ANY_OPTIMAL, effort=8)


def with_zeros() -> Any:
    """All spaces, and one that vanishes at one of four points."""
    return all_spaces() | {"x and x²": ZERO_AT_A_POINT}


ON_NODES = family(with_zeros, "spaces in L² and H¹, on the nodes of a quadrature", search=ANY_SPACE, effort=50)
WITH_ZEROS = family(with_zeros, "spaces in L² and H¹", search=ANY_SPACE, effort=50)
KNOWN_BASES = {  # √(2k + 1) P_k for k < 3, and He_k/√k! for k < 4
    "Legendre 3": (Space(Legendre(3), Uniform()), lambda x: legendre.legvander(x, 2) * np.sqrt([1, 3, 5])),
    "Hermite 4": (Space(Hermite(4), Gaussian()), lambda x: hermite_e.hermevander(x, 3) / np.sqrt([1, 1, 2, 6])),
}
# not searched: 50 samples are drawn
WITH_BASES = family(KNOWN_BASES, "spaces with a basis in closed form")
NORMS: Any = ("L2", "H1")
SPACES = {f"polynomials, {norm}, d = {d}": Space(Monomials(d), Uniform(), norm) for d in (2, 3, 4) for norm in NORMS}
POLYNOMIAL_SPACES = family(
    lambda: SPACES,
    "spaces of polynomials with values, or values and slopes, at the points",
    search=product(integers(2, 5), choices(NORMS)).map(lambda d, norm: Space(Monomials(d), Uniform(), norm)),
    effort=40,
)
UNEVEN = Discrete(np.array([-1.0, 0.5, 2.0]), np.array([0.5, 0.3, 0.2]))
GRADIENT = np.array([1.0, -2.0, 1.5])
ON_THREE_POINTS = finite(
    {name: Space(Monomials(d), UNEVEN) for d, name in enumerate(("constants", "lines"), start=1)},
    "constants and lines on three points",
)
ONE_POINT = {  # a system, its measure, d, whether points are optimal, and k
    "lines, optimal uniform points": (Legendre, Uniform(), 2, True, 2.0),
    "lines, plain uniform points": (Legendre, Uniform(), 2, False, 4.0),
    "parabolas, plain uniform points": (Legendre, Uniform(), 3, False, 9.0),
    "Hermite 3, optimal Gaussian points": (Hermite, Gaussian(), 3, True, 3.0),
    "lines, plain Gaussian points": (Hermite, Gaussian(), 2, False, np.inf),
}
ANY_ONE_POINT = integers(1, 4).map(lambda d: (Legendre, Uniform(), d, False, float(d**2)))
ONE_POINT_LAWS = family(ONE_POINT, "spaces in L² without atoms and laws of one point", search=ANY_ONE_POINT, effort=4)
