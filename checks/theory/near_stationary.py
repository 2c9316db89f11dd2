r"""Iterates u_t on the way to a point u_∞ with P∇L(u_∞) = 0 ≠ ∇L(u_∞), and why their orthogonal part is bounded below.

With e = g_t - ∇L(u_∞) it is ‖(I-P_t)g_t‖² - ¼‖∇L(u_∞)‖² = ½‖(I-P_t)g_t - P_tg_t + e‖² + ‖P_tg_t + e‖² plus
2(⅛‖∇L(u_∞)‖² - ‖e‖² - ‖P_tg_t‖²), and the last term is nonnegative where u_t is late.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from checks.instances.smooth_problems import on_circle, vector
from theorytest import Hypothesis, at_most, family, positive, product, vectors
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


def _on_the_circle(m: Fraction, target: Fraction = Fraction(5, 3)) -> Near:
    """The unit circle seen from (5/3, 0), on the way to (1, 0)."""
    u = on_circle(m)
    return Near(target * u[1] * vector(-u[1], u[0]), (1 - target * u[0]) * u, vector(1 - target, 0))


def _any_near(h: Any, x: Any) -> Near:
    """(I - P_t) g_t = (0, h), and the others by their sizes over h."""
    return Near(h * x[0] * vector(1, 0), h * vector(0, 1), h * (vector(0, 1) + np.array([x[0] + x[1], x[2]])))


NEAR = family(
    {
        # M = {(a, 0): a > 0} ∪ {(0, b)}, T_t the axis of u_t, L(v) = v_1, on the way from (1, 0) to 0
        "two axes": Near(vector(1, 0), vector(0, 0), vector(1, 0)),
        "the circle": _on_the_circle(Fraction(1, 100)),
        "a gradient that grows": Near(vector("1/100", 0), vector(0, "13/20"), vector(0, 1)),
    },
    "iterates on the way to a point with P∇L(u_∞) = 0 ≠ ∇L(u_∞)",
    search=product(positive(), vectors(3, -1, 1)).map(_any_near),
)
late = Hypothesis("‖g_t − ∇L(u_∞)‖² + ‖P_tg_t‖² ≤ ‖∇L(u_∞)‖²/8", lambda near: near.late)
tangent, normal, limit = on.vector("P_tg_t (I−P_t)g_t ∇L(u_∞)")
ANY = Near(tangent, normal, limit)
_e = tangent + normal - limit
LATE = {late.name: at_most(on.square(_e) + on.square(tangent), on.square(limit) / 8)}


def quarter(times: Any = 1) -> list[Any]:
    """The terms of ‖(I-P_t)g_t‖² ≥ ¼‖∇L(u_∞)‖², times a number."""
    halves = on.squared(normal - tangent + _e, times * Fraction(1, 2))
    return [halves, on.squared(tangent + _e, times), on.use(late.name, 2 * times)]
