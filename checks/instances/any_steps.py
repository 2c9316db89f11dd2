r"""One step of any scheme on a plane, with all constants of (LS), (PL), (SPL), (CR) and (BBV) known by formulas.

L(v) = ½ Σ q_j v_j² in R³, M = T_t = {v_3 = h}, and P g = a (g_1, g_2) + b g_3 e_1 for random (a, b), so that
    c_bias1 = E a, c_bias2 = |E b|, c_var1 = E a² + |E ab|, c_var2 = E b² + |E ab|,
L = max(q_1, q_2) along T_t, λ = min(q_1, q_2) for (SPL) and min(q_1, q_2, q_3) for (PL). A retraction within the plane
that raises the loss by C_R/2 ‖step‖² + β uses up (CR).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from checks.instances.saturated import HALF
from checks.instances.single_steps import Exact, HalfTheProjection, OneStep, TwoPoints
from theorytest import family, positive, product, reals, same_size, simplex, vectors


@dataclass(frozen=True, eq=False)
class AnyStep(OneStep):
    """Curvatures q, the iterate (x_1, x_2, h), a step, C_R and β, and values a, b with their probabilities."""

    curvatures: Any
    state: Any
    step: Any
    C_R: Any
    beta: Any
    law: Any

    @property
    def moments(self) -> tuple[Any, ...]:
        """c_bias1, c_bias2, c_var1 and c_var2."""
        a, b, p = self.law
        both = abs(p @ (a * b))
        return p @ a, abs(p @ b), p @ a**2 + both, p @ b**2 + both

    @property
    def constants(self) -> dict[str, Any]:
        """λ of (SPL), L, C_R, c_bias1, c_var1 and c_var2."""
        c_bias1, _, c_var1, c_var2 = self.moments
        q = self.curvatures[:2]
        return {"lam": min(q), "L": max(q), "C_R": self.C_R, "c_bias1": c_bias1, "c_var1": c_var1, "c_var2": c_var2}

    def seen(self) -> tuple[Any, ...]:
        """Gap, ‖P g‖², ‖(I - P) g‖², β and the mean gap after the step."""
        q, x = self.curvatures[:2], self.state[:2]
        g, normal = q * x, self.curvatures[2] * self.state[2]
        after = 0 * self.beta
        for a, b, p in zip(*self.law, strict=True):
            moved = self.step * (a * g + b * normal * np.array([1, 0]))
            after = after + p * (q @ (x - moved) ** 2 + self.C_R * (moved @ moved)) / 2
        return q @ x**2 / 2, g @ g, normal**2, self.beta, after + self.beta


def _made(curvatures: Any, state: Any, step: Any, C_R: Any, beta: Any, law: Any) -> AnyStep:
    return AnyStep(curvatures, state, step, C_R, beta, law)


def _centred(one: AnyStep) -> AnyStep:
    a, b, p = one.law
    return replace(one, law=(a, b - p @ b, p))


# Entries up to 10 and steps up to 10: larger ones lose all digits of the differences in floating point.
_PARTS = (
    vectors(3, 0, 10, open=True),
    vectors(3, -10, 10),
    positive(10),
    reals(0, 10),
    reals(0, 10),
    same_size(vectors((1, 2, 3), -5, 5), vectors((1, 2, 3), -5, 5), simplex((1, 2, 3))),
)
BIASED = product(*_PARTS).map(_made).where(lambda one: one.moments[0] > 0, "c_bias1 > 0")
UNBIASED = BIASED.map(_centred)
ONE_STEPS = family(
    [
        TwoPoints(Fraction(1), Fraction(0), Fraction(1), Fraction(0), Fraction(1)),
        TwoPoints(Fraction(1), Fraction(1), HALF, Fraction(0), Fraction(0)),
        TwoPoints(Fraction(-3), Fraction(2), Fraction(1, 5), Fraction(3), Fraction(1, 7)),
        TwoPoints(Fraction(0), Fraction(5), Fraction(1, 9), Fraction(1), Fraction(0)),
        HalfTheProjection(Fraction(-3), Fraction(2), Fraction(3, 5), Fraction(3), Fraction(1, 7)),
        *(Exact(curvature, s) for curvature in (1, 4) for s in (Fraction(1, 4), Fraction(1))),
    ],
    "problems, estimators and steps",
    search=UNBIASED,
)
