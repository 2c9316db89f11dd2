"""Pairs of functions u, v on finite sets, in T and outside, points that T does not see, and vector jets.

Bases with a gradient, by its jets at the points.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from checks.instances.finite_systems import ANY_BASIS, ANY_SYSTEM, in_its_numbers, quasi_systems, rational_systems
from checks.theory.finite import Finite, christoffel
from checks.theory.forms import Array, exact, is_exact
from theorytest import choices, family, product, vectors


@dataclass(frozen=True, eq=False)
class Pair:
    """A space with its samples and two functions, by their jets at the points."""

    system: Finite
    u: Array
    v: Array

    @property
    def inside(self) -> Any:
        """Whether u lies in T."""
        u = self.system.coordinates * self.u
        left = np.abs(self.system.projector @ u - u)
        return bool(np.all(left <= (0 if is_exact(u) else 1e-9)))

    def mean(self, n: Any) -> Any:
        """E (u, v)_n, over all samples."""
        product = self.system.coordinates**2 * self.u * self.v
        return sum(p * (product @ self.system.empirical(draws)) for p, draws in self.system.samples(n))


ALL_ON_TWO = "all functions on two points of masses 9/25, 16/25"


def pairs() -> Any:
    """Functions in T and outside, points that T does not see, and vector jets."""
    systems, jets = rational_systems(), {"cell": [1, 0], "other": [0, 1], "one": [1, 1], "x": [-1, 2]}
    found = {
        f"{u} and {v}, {name}": Pair(systems[name], exact(jets[u]), exact(jets[v]))
        for name in ("one cell of two, optimal", "one cell of two, any weight off it", ALL_ON_TWO)
        for u, v in (("cell", "cell"), ("cell", "other"), ("cell", "x"), ("other", "other"), ("x", "one"))
    }
    line, square = exact([-1, 1, 0, 1, "1/2", 1, 2, 1]), exact([1, -2, 0, 0, "1/4", 1, 4, 4])
    return found | {"x and x², H¹": Pair(systems["jets of redundant lines"], line, square)}


def _searched(system: Any, kept: Any, inside: Any, member: Any, other: Any) -> Any:
    """T may vanish at the last point, which then has the weight 7; u lies in T, or need not."""
    phi = system.phi * np.append(np.ones(len(system.rho) - 1, dtype=int), kept)[:, None]
    unseen = np.all(phi == 0, axis=(0, 2))
    system = replace(system, phi=phi, weights=np.where(unseen, 7 + 0 * system.rho, system.rho / system.mu))
    a, v = (in_its_numbers(system, each) for each in (member, other))
    size = len(system.coordinates)
    return Pair(system, a[: len(phi)] @ phi.reshape(len(phi), -1) if inside else a[:size], v[:size])


YES_OR_NO, JETS = choices([1, 0]), vectors([6], -3, 3)
ANY_PAIR = product(ANY_SYSTEM, YES_OR_NO, YES_OR_NO, JETS, JETS).map(_searched)
WORDS = "spaces, sampling measures with w dμ = dρ on supp(T), and pairs of functions"
PAIRS = family(pairs, WORDS, search=ANY_PAIR)


@dataclass(frozen=True, eq=False)
class Seen:
    """An orthonormal basis with its samples, and a gradient by its jets at the points."""

    system: Finite
    jets: Array

    @property
    def squares(self) -> Any:
        """‖L_x g‖² at every point."""
        return np.sum(self.jets.reshape(len(self.system.rho), -1) ** 2, axis=1)

    @property
    def norm(self) -> Any:
        """‖g‖²."""
        return self.system.rho @ self.squares

    @property
    def bound(self) -> Any:
        """The least B² with ‖L_x g‖² ≤ B² ‖g‖²."""
        return self.squares.max() / self.norm

    @property
    def K(self) -> Any:
        """From the basis."""
        return christoffel(self.system.phi)

    def integral(self, weight: Any) -> Any:
        """∫ w K ‖L_x g‖² dρ."""
        return self.system.rho @ (weight * self.K * self.squares)


def gradients(system: Any) -> Any:
    """One of constant modulus, one in T, one at the point where w K is largest."""
    size, l = len(system.coordinates), system.phi.shape[-1]  # noqa: E741 (the paper's letter)
    worst = int(np.argmax(system.weight * christoffel(system.phi)))
    unit = 0 * system.coordinates + 1
    return {
        "constant modulus": unit,
        "in T": system.phi[0].ravel(),
        "where w K is largest": unit * (np.arange(size) == worst * l),
    }


def seen_gradients() -> Any:
    """Every basis with three gradients."""
    systems = quasi_systems().items()
    return {f"{name}, {word}": Seen(s, g) for name, s in systems for word, g in gradients(s).items()}


def _seen(system: Any, jets: Any) -> Any:
    return Seen(system, in_its_numbers(system, jets[: len(system.coordinates)]))


ANY_GRADIENT = product(ANY_BASIS, vectors([6], -3, 3)).map(_seen).where(lambda seen: seen.norm > 0, "g ≠ 0")
GRADIENTS = family(seen_gradients, "spaces in L² and H¹, weights and gradients", search=ANY_GRADIENT)
