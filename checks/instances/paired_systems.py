"""Systems on four points twice: for the package, with a sampler, and as a finite system that knows nothing of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from checks.instances.finite_systems import FOUR, MASSES, powers
from checks.instances.spaces import FOUR_POINTS
from checks.theory.finite import Finite, optimal
from checks.theory.forms import Array
from theorytest import family
from theorytest.approximation import Functions, Monomials, Optimal, Plain, Sampler, Space, Trace


@dataclass(frozen=True, eq=False)
class Paired:
    """The sampler of the package and the finite system."""

    sampler: Sampler
    system: Finite


def _trace(phi: Array) -> Finite:
    mu = MASSES * np.sum(Finite(MASSES, MASSES, phi).basis_jets ** 2, axis=(0, 2))
    return Finite(MASSES, mu / mu.sum(), phi)


def paired_systems() -> dict[str, Paired]:
    """Lines, parabolas in L² and H¹ and a system of rank 2 with 3 members, with plain, optimal and surrogate points."""
    redundant = Functions((lambda x: 1 + 0 * x[..., 0], lambda x: x[..., 0], lambda x: 2 * x[..., 0]))
    vanishing = Space(Functions((lambda x: x[..., 0],)), FOUR_POINTS)
    lines, found = powers([0, 1]), {}
    for name, space, phi in (
        ("multiples of x", vanishing, powers([1])),  # they vanish at a point, which optimal samples never hold
        ("parabolas", Space(Monomials(3), FOUR_POINTS), powers([0, 1, 2])),
        ("H1 parabolas", Space(Monomials(3), FOUR_POINTS, "H1"), powers([0, 1, 2], l=2)),
        ("redundant lines", Space(redundant, FOUR_POINTS), np.concatenate([lines, 2 * lines[1:]])),
    ):
        found[f"{name}, plain"] = Paired(Plain(space), Finite(MASSES, MASSES, phi))
        found[f"{name}, optimal"] = Paired(Optimal(space), optimal(MASSES, phi))
        found[f"{name}, trace"] = Paired(Trace(space), _trace(phi))
    return found


@dataclass(frozen=True)
class Gradient:
    """A function g by its value and its slope: a jet of points for the package, and an array at the four points."""

    value: Callable[[Array], Array]
    slope: Callable[[Array], Array]

    def jet(self, l: int) -> Callable[[Array], Array]:  # noqa: E741 (the paper's letter)
        """x ↦ L_x g."""
        return lambda x: np.stack([self.value(x[..., 0]), self.slope(x[..., 0])][:l], axis=-1)

    def at_the_points(self, l: int) -> Array:  # noqa: E741 (the paper's letter)
        """The jets at the four points."""
        return np.stack([self.value(FOUR), self.slope(FOUR)][:l], axis=-1)


GRADIENTS = family(
    {
        "x⁴ − x": Gradient(lambda t: t**4 - t, lambda t: 4 * t**3 - 1),
        "|x|": Gradient(np.abs, np.sign),
        "x": Gradient(lambda t: t, np.ones_like),
    },
    "functions g",  # not searched, as the systems
)
PAIRED = family(paired_systems, "generating systems and sampling measures")  # not searched: the package's functions
