"""Quasi-projections on finitely many points: orthonormal bases of `finite_systems` with three laws of points."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from checks.instances.finite_systems import ANY_BASIS, quasi_systems
from checks.theory.finite import Finite, optimal
from checks.theory.forms import Array, exact, is_exact
from theorytest import Hypothesis, family, integers

scalar_system = Hypothesis("scalar jets", lambda system: system.phi.shape[-1] == 1, "l = 1, as in L²")


def with_optimal_samples(system: Finite) -> Finite:
    """The quasi-projection with w = ‖K‖/K."""
    return optimal(system.rho, system.phi)


def with_trace_samples(system: Finite) -> Finite:
    """The quasi-projection with w = d/K̃."""
    return Finite(system.rho, system.rho * np.sum(system.phi**2, axis=(0, 2)) / system.dim, system.phi)


def number(system: Finite, x: Any) -> Any:
    """x in the arithmetic of the system."""
    return exact([x])[0] if is_exact(system.phi) else float(x)


def outside(system: Finite) -> Array:
    """I - P."""
    return np.asarray(system.identity - system.projector)


def moved(system: Finite, n: int, step: Any = 1) -> Array:
    """R with vᵀ R v = E‖v - s P^n v‖², over all samples."""
    maps = ((p, system.identity - step * system.estimator(draws)) for p, draws in system.samples(n))
    return np.asarray(sum(p * (A.T @ A) for p, A in maps))


def circle_in_h1(points: int = 4) -> Finite:
    """span{cos, sin} with slopes at equal angles: B_x B_xᵀ = I at every point, so that P^n is the identity on T."""
    x, rho = 2 * np.pi * np.arange(points) / points, np.full(points, 1 / points)
    cosine, sine = np.stack([np.cos(x), -np.sin(x)], axis=-1), np.stack([np.sin(x), np.cos(x)], axis=-1)
    return Finite(rho, rho, np.array([cosine, sine]))


def _bases() -> dict[str, Finite]:
    return quasi_systems() | {"H1 of the circle": circle_in_h1()}


SCALAR_BASIS = replace(ANY_BASIS, shapes=tuple(each for each in ANY_BASIS.shapes if each[0] == each[2][0]))  # l = 1
PLANE_BASIS = replace(ANY_BASIS, shapes=tuple(each for each in SCALAR_BASIS.shapes if each[2][1] >= 2))  # d ≥ 2
BASES = family(_bases, "spaces on finitely many points, with a law of points", search=ANY_BASIS, effort=100)
SCALAR_PLANES = family(_bases, "spaces on finitely many points", search=PLANE_BASIS, effort=100)
SIZES = family((1, 2, 3), "positive integers", search=integers(1, 3))
