"""Quasi-projections on finitely many points: orthonormal bases of `finite_systems` with three laws of points."""

from dataclasses import replace
from typing import Any

import numpy as np

from checks.instances.finite_systems import ANY_BASIS, HALVES, finite_systems, quasi_systems, values
from checks.theory.finite import Finite, in_floats, optimal
from checks.theory.forms import Array, exact, is_exact
from theorytest import Hypothesis, family, finite, integers, product

scalar_system = Hypothesis("scalar jets", lambda system: system.phi.shape[-1] == 1, "l = 1, as in L²")


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
SCALAR_PLANES = family(_bases, "spaces T on finitely many points", search=PLANE_BASIS, effort=100)
SIZES = family((1, 2, 3), "positive integers", search=integers(1, 3))
LAWS = {"optimal": optimal, "of the surrogate": with_trace_samples}
LAWS_OF_POINTS = finite(LAWS, "the law of K and that of its surrogate")


def estimators() -> Any:
    """A system, n, and c_bias1, c_bias2, c_var1, c_var2 by hand: unbiased, scaled and biased."""
    systems = finite_systems()
    wrong = Finite(HALVES, np.array([2 / 3, 1 / 3]), values(np.ones(2)), weights=np.ones(2))
    parabolas = optimal(in_floats(quasi_systems()["parabolas, orthonormalised"]))
    return {
        "sample mean, n = 2": (systems["the constant 1"], 2, (1, 0, 1, 1 / 2)),
        "twice the basis": (systems["the constant 2"], 1, (4, 0, 16, 16)),
        "wrong measure": (wrong, 1, (1, 1 / 3, 4 / 3, 4 / 3)),
        "wrong measure, another pair": (wrong, 1, (1, 1 / 3, 10 / 9, 2)),
        "quasi-projection, n = 1": (parabolas, 1, (1, 0, 3, 3)),
        "quasi-projection, n = 2": (parabolas, 2, (1, 0, 2, 3 / 2)),
    }


def scalar_estimator(system: Any, n: Any) -> Any:
    """The quasi-projection from n optimal points, with the constants of Table 2 for scalar jets."""
    d = system.dim
    return optimal(in_floats(system)), n, (1, 0, (n - 1 + d) / n, d / n)


ANY_ESTIMATOR = product(SCALAR_BASIS, integers(1, 3)).map(scalar_estimator, "quasi-projections")
ESTIMATORS = family(estimators, "estimators on finitely many points with constants known by hand", search=ANY_ESTIMATOR)
