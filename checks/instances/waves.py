"""A wave of period 1, along which a biased scheme walks for ever."""

from fractions import Fraction

HALF = Fraction(1, 2)


def wave(x: Fraction) -> Fraction:
    """W(x): 2 at the integers, -2 half-way, linear between them; its mean is 0, so that its integral is bounded."""
    return 2 * (4 * abs(x % 1 - HALF) - 1)
