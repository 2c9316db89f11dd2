"""Small worlds on which a break shows, each made anew: what a space has computed once it keeps."""

from __future__ import annotations

from typing import Any

import numpy as np

from breaks.breaking import Part
from theorytest.approximation import (
    Conditioned,
    Discrete,
    Legendre,
    Monomials,
    Optimal,
    Plain,
    QuasiProjection,
    Space,
    Uniform,
    VolumeRescaled,
)
from theorytest.descent import LinearDescent, Quadratic

# The compiled loops have a basis, weights and points of their own, so that errors elsewhere would pass them by.
NUMPY = Part("theorytest.descent.kernel:compilable", lambda _: lambda: False)


def rng() -> np.random.Generator:
    """The same draws at each call."""
    return np.random.default_rng(7)


def line(measure: Any = None, size: int = 3) -> Space:
    """Quadratic polynomials on an interval."""
    return Space(Legendre(size), Uniform() if measure is None else measure)


def H1() -> Space:
    """The same in H¹."""
    return Space(Legendre(3), Uniform(), norm="H1")


def monomials() -> Space:
    """The same by a system that is not orthonormal."""
    return Space(Monomials(3), Uniform())


def points() -> Space:
    """Lines on four points of different masses."""
    measure = Discrete(np.array([-1.0, 0.0, 0.5, 1.0]), np.array([0.1, 0.2, 0.3, 0.4]))
    return Space(Monomials(2), measure)


def conditioned() -> Conditioned:
    """Optimal points of these lines, with a Gramian near the identity."""
    return Conditioned(Optimal(points()), 0.9)


def volume() -> VolumeRescaled:
    """Their volume-rescaled points."""
    return VolumeRescaled(points())


def quasi() -> QuasiProjection:
    """The quasi-projection onto these lines."""
    return QuasiProjection(Plain(points()), 2)


def loss(space: Space | None = None, **options: Any) -> Quadratic:
    """Least squares for the exponential function."""
    return Quadratic(line() if space is None else space, lambda x: np.exp(x[..., 0]), **options)


def descent(**options: Any) -> LinearDescent:
    """The scheme for it, with two optimal points."""
    L = loss()
    return LinearDescent(QuasiProjection(Optimal(L.space), 2), L, **options)
