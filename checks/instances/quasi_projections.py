"""Quasi-projections on finitely many points: orthonormal systems of `finite_systems` with three laws of points."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.theory.finite import Finite, optimal, orthonormalised
from theorytest import Hypothesis

Array = NDArray[Any]
scalar_system = Hypothesis("scalar jets", lambda system: system.phi.shape[-1] == 1, "l = 1, as in L²")
several = Hypothesis("d ≥ 2", lambda system: system.dim >= 2)


def as_sampled(system: Finite) -> Finite:
    """The quasi-projection with the samples that the system comes with."""
    return orthonormalised(system)


def with_optimal_samples(system: Finite) -> Finite:
    """The quasi-projection with w = ‖K‖/K."""
    return orthonormalised(optimal(system.rho, system.phi))


def with_trace_samples(system: Finite) -> Finite:
    """The quasi-projection with w = d/K̃."""
    mu = system.rho * np.sum(system.basis_jets**2, axis=(0, 2)) / system.dim
    return orthonormalised(Finite(system.rho, mu, system.phi))


def outside(system: Finite) -> Array:
    """I - P."""
    return np.eye(len(system.projector)) - system.projector


def moved(system: Finite, n: int, step: float = 1.0) -> Array:
    """R with vᵀ R v = E‖v - s P^n v‖², over all samples."""
    identity = np.eye(len(system.projector))
    maps = ((p, identity - step * system.estimator(draws)) for p, draws in system.samples(n))
    return np.asarray(sum(p * A.T @ A for p, A in maps))


def circle_in_h1(points: int = 4) -> Finite:
    """span{cos, sin} with slopes at equal angles: B_x B_xᵀ = I at every point, so that P^n is the identity on T."""
    x, rho = 2 * np.pi * np.arange(points) / points, np.full(points, 1 / points)
    cosine, sine = np.stack([np.cos(x), -np.sin(x)], axis=-1), np.stack([np.sin(x), np.cos(x)], axis=-1)
    return Finite(rho, rho, np.array([cosine, sine]))
