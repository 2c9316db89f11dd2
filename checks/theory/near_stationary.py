r"""Iterates u_t on the way to a point u_∞ with P∇L(u_∞) = 0 ≠ ∇L(u_∞), and why their orthogonal part is bounded below.

With e = g_t - ∇L(u_∞) it is ‖(I-P_t)g_t‖² - ¼‖∇L(u_∞)‖² = ½‖(I-P_t)g_t - P_tg_t + e‖² + ‖P_tg_t + e‖² plus
2(⅛‖∇L(u_∞)‖² - ‖e‖² - ‖P_tg_t‖²), and the last term is nonnegative where u_t is late.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theorytest import Hypothesis, at_most
from theorytest import proof as on


@dataclass(frozen=True, eq=False)
class Near:
    """P_t g_t, (I - P_t) g_t and ∇L(u_∞)."""

    tangent: Any
    normal: Any
    limit: Any

    @property
    def late(self) -> bool:
        """Whether both P_t g_t and g_t - ∇L(u_∞) have become small."""
        change = self.tangent + self.normal - self.limit
        return bool(8 * (change @ change + self.tangent @ self.tangent) <= self.limit @ self.limit)


late = Hypothesis("‖g_t − ∇L(u_∞)‖² + ‖P_tg_t‖² ≤ ‖∇L(u_∞)‖²/8", lambda near: near.late)
tangent, normal, limit = on.vector("P_tg_t (I−P_t)g_t ∇L(u_∞)")
ANY = Near(tangent, normal, limit)
_e = tangent + normal - limit
LATE = {late.name: at_most(on.square(_e) + on.square(tangent), on.square(limit) / 8)}


def quarter(times: Any = 1) -> list[Any]:
    """The terms of ‖(I-P_t)g_t‖² ≥ ¼‖∇L(u_∞)‖², times a number."""
    halves = on.squared(normal - tangent + _e, times * Fraction(1, 2))
    return [halves, on.squared(tangent + _e, times), on.use(late.name, 2 * times)]
