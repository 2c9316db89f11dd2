"""A loss with an L-Lipschitz gradient in the ball of radius r around a point c, on symbols (Lemma K.1, Appendix I).

The mean value theorem gives a point γ = ηv + (1 − η)w of the segment with L(v) − L(w) = (∇L(γ), v − w).
"""

from __future__ import annotations

from typing import Any

from theorytest import at_most, equal
from theorytest.proof import (
    Statement,
    fact,
    inner,
    nonnegative,
    norm,
    number,
    positive,
    real,
    square,
    squared,
    statement,
    use,
    vector,
)


def lipschitz_on_a_ball(*, gradient: Any = 1, smoothness: Any = 1) -> Statement:
    """L(v) − L(w) ≤ (‖∇L(c)‖ + Lr)‖v − w‖ for v and w of the ball, in either order: Cauchy twice, and ‖γ − c‖ ≤ r."""
    (a, change, v, w), L, r = vector("∇L(c) ∇L(γ)−∇L(c) v−c w−c"), nonnegative("L"), positive("r")
    eta, rise, apart = number("η", "≥0", "≤1"), real("L(v)−L(w)"), norm(v - w)
    point = eta * v + (1 - eta) * w
    near = L * apart / (r + norm(point))
    return statement(
        at_most(rise, (gradient * norm(a) + smoothness * L * r) * apart),
        given={
            "the mean value theorem": equal(rise, inner(a + change, v - w)),
            "∇L is L-Lipschitz": at_most(norm(change), L * norm(point)),
            "the ball of radius r: v": at_most(square(v), r**2),
            "the ball of radius r: w": at_most(square(w), r**2),
        },
        by=[
            use("the mean value theorem", -1),
            fact("cauchy", a, v - w),
            fact("cauchy", change, v - w),
            use("∇L is L-Lipschitz", apart),
            use("the ball of radius r: v", eta * near),
            use("the ball of radius r: w", (1 - eta) * near),
            squared(v - w, eta * (1 - eta) * near),
            fact("norm", point, times=-near),
        ],
    )
