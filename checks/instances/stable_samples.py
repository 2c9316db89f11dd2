"""Orthonormal bases with n draws for Lemma E.1: small spaces, and spaces that come near to its constants."""

from __future__ import annotations

from functools import cache

import numpy as np

from checks.instances.finite_systems import ANY_BASIS, quasi_systems, values
from checks.theory.finite import Finite
from checks.theory.stable_least_squares import Stable
from theorytest import family, integers, product


def rarely_stable(probability: float, first: float = 1.0, far: float = 1 + 1e-7, base: float = 1 - 1e-7) -> Finite:
    """b² = `first`, `far`, `base` at three points drawn plainly, the first of them with this probability.

    With n points and n - first = (n - 1) base, Ĝ is 1 for samples of one first point and n - 1 base points, and for no
    others if `far` is no such sum: S_δ with a small δ is about n times as probable as the first point.
    """
    second = (1 - base - probability * (first - base)) / (far - base)  # such that ∫ b² dρ = 1
    masses = np.array([probability, second, 1 - probability - second])
    return Finite(masses, masses, values(np.sqrt([first, far, base])))


def almost_singular(probability: float = 1e-4, size: float = 0.1) -> Finite:
    """A plane on two heavy points and two rare ones, at which its features are small and alike; drawn plainly.

    A rare and a heavy point have λ_min(Ĝ) = size², about, whichever they are.
    """
    masses = np.array([probability, probability, 0.5 - probability, 0.5 - probability])
    plane = Finite(masses, masses, values([size, size, 1, 0], [size, size, 0, 1]))
    return Finite(masses, masses, plane.basis_jets)


@cache
def stable_samples() -> dict[str, Stable]:
    """Those that attain the constants in a limit, or show that they need n, k and δ, and all bases with few points."""
    lines = quasi_systems()["lines on three points, optimal"]
    extreme = {
        "stable with probability 1/2": (rarely_stable(0.5), 1),
        "stable with probability 1e-5": (rarely_stable(1e-5), 1),
        "four points": (rarely_stable(1e-5, first=1 + 3e-7, far=1 + 1e-5), 4),
        "k = 3": (rarely_stable(1e-5, first=3, far=3 - 1e-6, base=0), 3),
        "delta = 1/2": (rarely_stable(1e-5, first=0.5, far=1.51, base=0.49), 1),
        "almost singular": (almost_singular(), 2),
        "lines on three points, n = 60": (lines, 60, 0.2),  # S_δ is almost certain
    }
    small = {f"{name}, n = {n}": (system, n) for name, system in quasi_systems().items() for n in (1, 2, 3)}
    return {name: Stable(*each) for name, each in (extreme | small).items()}


STABLE = family(
    stable_samples,
    "spaces T in L² and H¹, laws of the draws and n, on finitely many points, and all g; 0 < δ < 1, here all at which "
    "S_δ grows",
    search=product(ANY_BASIS, integers(1, 2)).map(Stable),
    effort=30,
)
