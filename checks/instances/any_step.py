r"""Any step of Theorem 4.1 on a line T of the plane, by rational parameters.

T is the first axis, P^n g = a g_1 + b g_2 with finitely many outcomes (a, b) of probability p. For the loss ½ (v, B v)
with B_11 = L and a retraction that uses up (CR), a step h = -s (a g_1 + b g_2) changes the loss by
g_1 h + (L + C_R) h²/2 + β. The variance constants are c_var1 = E a² + κ |E ab| and c_var2 = E b² + |E ab|/κ, κ > 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from checks.instances.known_steps import Steps
from theorytest import positive, product, reals, same_size, simplex, vectors

Array = Any


def step(outcomes: tuple[Array, Array, Array], pair: Any, L: Any, C_R: Any, beta: Any, g: Array, s: Any) -> Steps:
    """One step with its constants, which are the best ones of (BBV)."""
    p, a, b = outcomes
    mixed = abs(np.sum(p * a * b))
    constants = (
        np.sum(p * a),
        abs(np.sum(p * b)),
        np.sum(p * a**2) + pair * mixed,
        np.sum(p * b**2) + mixed / pair,
    )
    h = -s * (a * g[0] + b * g[1])
    moved = np.sum(p * (g[0] * h + (L + C_R) * h**2 / 2)) + beta
    return Steps(constants, L, C_R, beta, [(s, abs(g[0]), abs(g[1]), moved)])


OUTCOMES = (1, 2, 3)
ANY_STEP = (
    product(
        same_size(simplex(OUTCOMES), vectors(OUTCOMES), vectors(OUTCOMES)),
        positive(),
        positive(),
        reals(0),
        reals(0),
        vectors(2),
        positive(),
    )
    .map(step)
    .where(lambda known: known.constants[0] >= 0, "c_bias1 ≥ 0")
)
