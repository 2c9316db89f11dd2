"""Quasi-projections from optimal points on finitely many points, in rational numbers, by their definition alone."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from checks.instances.smooth_problems import vector
from theorytest import family, integers, measured_spaces, product, vectors
from theorytest.attacks import exact


@dataclass(frozen=True, eq=False)
class Scheme:
    """Masses ρ of points, functions φ (d, points) that span T, and a gradient g, both by their values.

    With G = (φ_k, φ_l) and K = φᵀ G⁻¹ φ, optimal points have the law K ρ / d and the weight d / K.
    """

    rho: Any
    phi: Any
    g: Any

    @property
    def gramian(self) -> Any:
        """G."""
        return (self.phi * self.rho) @ self.phi.T

    @cached_property
    def inverse(self) -> Any:
        """G⁻¹."""
        return exact.inverse(self.gramian)

    @cached_property
    def christoffel(self) -> Any:
        """K."""
        return np.sum(self.phi * (self.inverse @ self.phi), axis=0)

    @property
    def full_support(self) -> bool:
        """Whether K > 0 at all points."""
        return bool(np.all(self.christoffel > 0))

    @property
    def tangent(self) -> Any:
        """P g."""
        return self.phi.T @ (self.inverse @ (self.phi @ (self.rho * self.g)))

    @property
    def part(self) -> Any:
        """‖(I - P) g‖²."""
        return self.rho @ (self.g - self.tangent) ** 2

    def mean_square(self, n: int, g: Any, shift: Any = 0) -> Any:
        """E‖shift - Pⁿ g‖² over all samples of n optimal points, for a shift in T."""
        d, K = len(self.phi), self.christoffel
        values = self.phi * (d / K * g)  # of each point
        found = 0 * self.rho[0]
        for points in itertools.product(range(len(K)), repeat=n):
            chosen = list(points)
            estimate = self.phi.T @ (self.inverse @ (np.sum(values[:, chosen], axis=1) / Fraction(n)))
            found = found + np.prod((K * self.rho / d)[chosen]) * (self.rho @ (shift - estimate) ** 2)
        return found


def schemes() -> dict[str, Scheme]:
    """Polynomials on four points; at the point 0 all multiples of x vanish."""
    x, rho = vector(-1, 0, "1/2", 2), vector("1/10", "1/5", "3/10", "2/5")
    spaces = {"constants": [x**0], "lines": [x**0, x], "multiples of x": [x], "parabolas": [x**0, x, x**2]}
    gradients = {"(3, −1, 2, 1/2)": vector(3, -1, 2, "1/2"), "an indicator": vector(0, 0, 1, 0), "a constant": x**0}
    return {f"{a}, g = {b}": Scheme(rho, np.array(phi), g) for a, phi in spaces.items() for b, g in gradients.items()}


# Entries up to 3, so that Gramians of nearly dependent functions are left to larger attacks
ANY = product(
    measured_spaces([(1, 1, 1), (1, 2, 1), (2, 2, 1), (1, 3, 1), (2, 3, 1)], low=-3, high=3), vectors(3, -3, 3)
)
REGION = ANY.map(lambda space, g: Scheme(space[0], space[2][..., 0], g[: len(space[0])]))
WELL = REGION.where(
    lambda scheme: exact.determinant((scheme.phi * scheme.rho) @ scheme.phi.T) > 1e-6, "φ is independent"
)
SCHEMES = family(schemes, "spaces on finitely many points, and gradients", search=WELL)
SAMPLES = family([1, 2, 4], "positive integers", search=integers(1, 3))
