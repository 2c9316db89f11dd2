"""Spikes on (0, 1): functions of height one and small norm, which point values see and L² does not."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from theorytest import reals

BOUNDS = (Fraction(10), Fraction(10**3), Fraction(10**9))  # constants that a bounded functional is said to have
ANY_BOUND = reals(2).map(Fraction)
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Spike:
    """h = height on an interval around 1/2, 0 elsewhere; ρ is uniform but for an atom at 1/2."""

    height: Fraction
    width: Fraction
    atom: Fraction = Fraction(0)

    def __call__(self, x: Fraction) -> Fraction:
        return self.height if abs(x - HALF) <= self.width / 2 else Fraction(0)

    @property
    def norm_squared(self) -> Fraction:
        """∫ h² dρ."""
        return self.height**2 * ((1 - self.atom) * min(self.width, Fraction(1)) + self.atom)
