r"""One step of any scheme on a plane, with all constants of (LS), (PL), (SPL), (CR) and (BBV) known by formulas.

L(v) = ½ Σ q_j v_j² in R³, M = T_t = {v_3 = h}, and P g = a (g_1, g_2) + b g_3 e_1 for random (a, b), so that
    c_bias1 = E a, c_bias2 = |E b|, c_var1 = E a² + |E ab|, c_var2 = E b² + |E ab|,
L = max(q_1, q_2) along T_t, λ = min(q_1, q_2) for (SPL) and min(q_1, q_2, q_3) for (PL). A retraction within the plane
that raises the loss by C_R/2 ‖step‖² + β uses up (CR).
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from checks.instances.single_steps import OneStep
from checks.instances.smooth_problems import vector
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
BIASED = product(*_PARTS).map(AnyStep).where(lambda one: one.moments[0] > 0, "c_bias1 > 0")
UNBIASED = BIASED.map(_centred)


def _two_points(x: Any, normal: Any, step: Any, C_R: Any, beta: Any, share: Any = 1) -> AnyStep:
    """Constants on two points, one draw from g = x e_1 + normal e_2, times a share: (CR) and (SPL) are equalities."""
    law = vector(share, share), vector(share, -share), vector("1/2", "1/2")
    return AnyStep(vector(1, 1, 1), vector(x, 0, normal), Fraction(step), Fraction(C_R), Fraction(beta), law)


def _exact(state: tuple[int, int], step: Any) -> AnyStep:
    """Gradient descent for ½ (x² + 4 y²)."""
    law = vector(1), vector(0), vector(1)
    return AnyStep(vector(1, 4, 1), vector(*state, 0), Fraction(step), Fraction(0), Fraction(0), law)


ONE_STEPS = family(
    {
        "two points, without orthogonal part": _two_points(1, 0, 1, 0, 1),
        "two points, one step": _two_points(1, 1, "1/2", 0, 0),
        "two points, C_R = 3, β = 1/7": _two_points(-3, 2, "1/5", 3, "1/7"),
        "two points, at rest": _two_points(0, 5, "1/9", 1, 0),
        "half of P¹: c_bias,1 = 1/2": _two_points(-3, 2, "3/5", 3, "1/7", Fraction(1, 2)),
        "curvatures 1 and 4, along the flat axis": _exact((1, 0), "1/4"),
        "curvatures 1 and 4, along the steep axis, s = 1": _exact((0, 1), 1),
    },
    "problems, estimators and steps",
    search=UNBIASED,
)
