r"""The worlds of Corollary 4.10: tilted lines, where (SPL) is an equality, and an elongated loss, where it is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from checks.instances.saturated import HALF, contraction, tilted_factors
from theorytest import family, positive, product, reals
from theorytest.attacks.region import either


def squared(c: Any) -> Any:
    """‖(I - P)g‖² ≤ c² ‖Pg‖²."""
    return c**2


@dataclass(frozen=True)
class Tilt:
    """c and the step s, what both draws multiply the gap by, λ and L + C_R; c_bias1 = c_var1 = c_var2 = 1."""

    name: str
    c: Any
    step: Any
    factors: tuple[Any, Any]
    lam: Any
    smoothness: Any = 1

    def base(self, power: Callable[[Any], Any] = squared) -> Any:
        """a = 1 - 2λ (s - s² (L + C_R)/2 (c_var1 + power(c) c_var2))."""
        return contraction(self.step, 1 + power(self.c), lam=self.lam, L=self.smoothness)


def tilted(c: Any, step: Any) -> Tilt:
    """M the line of x (e_1 + c e_2) over two points, u = 0, T_t the constants."""
    low, high = tilted_factors(c, step)
    return Tilt(f"the tilted line, c = {c}, s = {step}", c, step, (low, high), 1 / (1 + c**2))


def elongated(step: Any) -> Tilt:
    """½(x² + 4y²) on M = T_t = R² from (0, 1), with exact gradients: λ = 1 and L = 4, and the gap is 2y²."""
    factor = (1 - 4 * step) ** 2
    return Tilt(f"½(x² + 4y²) from (0, 1), s = {step}", step * 0, step, (factor, factor), 1, 4)


CASES = ((0, HALF), (HALF, HALF), (1, HALF), (2, "1/5"), (2, "1/3"), (2, HALF), (3, "1/5"))
NAMED = [
    *(tilted(Fraction(c), Fraction(s)) for c, s in CASES),
    *(elongated(Fraction(s)) for s in ("1/10", "49/100", 3)),
]
ANY_TILT = either(
    product(reals(0, 100), positive(2)).map(tilted, "tilted lines"), positive(4).map(elongated, "steps of ½(x² + 4y²)")
).where(lambda tilt: tilt.base() > 1e-6)  # a lost in rounding
TILTS = family(NAMED, "classes, steps and c", search=ANY_TILT)
