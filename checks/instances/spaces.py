"""The spaces that the claims of Section 3 are tried on: L² and H¹, bounded and unbounded, one and two dimensions."""

from __future__ import annotations

from typing import Any

import numpy as np

from theorytest import measured_spaces
from theorytest.approximation import (
    Combinations,
    Discrete,
    Fourier,
    Functions,
    Gaussian,
    Hermite,
    Histogram,
    Legendre,
    Monomials,
    Product,
    Space,
    TensorProduct,
    Uniform,
    hyperbolic_cross,
    total_degree,
)

FOUR_POINTS = Discrete(np.array([-1.0, 0.0, 0.5, 2.0]), np.array([0.1, 0.2, 0.3, 0.4]))
ZERO_AT_A_POINT = Space(Combinations(Monomials(3), np.eye(3)[:, [1, 2]]), FOUR_POINTS)  # x and x² vanish at 0
PLANE = Product((Uniform(), Gaussian()))
WAVES = (lambda x: np.sin(x[..., 0]), lambda x: np.cos(x[..., 0]), lambda x: 2 * np.sin(x[..., 0]))


def scalar_spaces() -> dict[str, Space]:
    """Spaces with l = 1."""
    return {
        "Legendre 1": Space(Legendre(1), Uniform()),
        "Legendre 3": Space(Legendre(3), Uniform()),
        "Legendre 30": Space(Legendre(30), Uniform()),
        "Hermite 7": Space(Hermite(7), Gaussian()),
        "monomials 6": Space(Monomials(6), Uniform()),
        "Fourier without constants": Space(Fourier((1, 3)), Uniform(0, 1)),
        "histogram": Space(Histogram((0.0, 0.1, 0.3, 1.0)), Uniform(0, 1)),
        "rank-deficient": Space(Functions(WAVES), Uniform(0, 2)),
        "four points": Space(Monomials(3), FOUR_POINTS),
        "two dimensions": Space(TensorProduct((Legendre(4), Hermite(4)), total_degree(2, 3)), PLANE),
    }


def sobolev_spaces() -> dict[str, Space]:
    """Spaces with l > 1, where the largest eigenvalue and the trace differ."""
    return {
        "H1 Legendre 1": Space(Legendre(1), Uniform(), "H1"),
        "H1 Legendre 3": Space(Legendre(3), Uniform(), "H1"),
        "H1 Legendre 10": Space(Legendre(10), Uniform(), "H1"),
        "H1 Hermite 7": Space(Hermite(7), Gaussian(), "H1"),
        "H1 Fourier": Space(Fourier((0, 1, 2)), Uniform(0, 1), "H1"),
        "H1 four points": Space(Monomials(3), FOUR_POINTS, "H1"),
        "H1 two dimensions": Space(TensorProduct((Legendre(3), Hermite(3)), hyperbolic_cross(2, 2)), PLANE, "H1"),
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
    return Space(Functions(lookups), Discrete(points, np.array(masses, dtype=float)))


def _not_zero(_rho: Any, _mu: Any, phi: Any) -> bool:
    return bool(np.any(phi != 0))


def _tabulated(rho: Any, _: Any, phi: Any) -> Space:
    return tabulated(rho, *phi[..., 0])


# Scalar functions on few points: dependent ones, vanishing ones, all of them.
TABLES = ((1, 1, 1), (1, 2, 1), (2, 2, 1), (1, 3, 1), (2, 3, 1), (3, 3, 1), (3, 2, 1), (2, 4, 1))
ANY_SPACE = measured_spaces(TABLES, low=-3, high=3).where(_not_zero, "T ≠ {0}").map(_tabulated)
