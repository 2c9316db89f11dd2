r"""Section 4.2.1 [x:sec4.2.1-iterates-converge]: what the sentence before Theorem 4.8 says of the iterates.

The theorem bounds the smallest projected gradient. Iterates may run away along a loss without minimiser, and where T_t
is no continuous function of u_t they may come to rest where the gradient along the class is not zero.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from checks.hypotheses import conditions_of_4_8, continuous_along, not_summable, stays_compact
from checks.instances.quasi_critical_worlds import HORIZON, SLOW, Circle
from checks.instances.stationary_problems import Line
from theorytest import at_most, claim, family, horizon, repair, threshold
from theorytest.descent import Constant, Power

RARE = {4**k for k in range(1, 6)}


@dataclass(frozen=True)
class World:
    """A class and a loss, on which steps lead to a distance from the stationary points of the class."""

    name: str
    steps: Any
    distance: Callable[[Any], Any]
    continuous: bool = True  # u ↦ P_u ∇L(u)
    compact: bool = True
    within: Fraction = Fraction(1, 50)  # a distance that we take for small


def in_turns(_):
    """A lower bound of all |P_t g_t| at t = 4^k for L = ½(x² + y²) on M = H = R², from (1, 1) with s_t = 1/(t + 1).

    T_t is the second axis at t = 4^k, else the first. y is a product of 4^k/(4^k + 1), of which those beyond k = 5
    are at least 1 - Σ 4^-k; so the iterates tend to (0, y), which is not stationary in M.
    """
    y = Fraction(1)
    for t in range(1, 4**5 + 1):
        y -= Fraction(1, t + 1) * y if t in RARE else 0
    return y * (1 - Fraction(1, 3 * 4**5))


def down_the_slope(steps):
    """The loss 1/(1 + v), continued by 1 - v + v² below 0, is convex on R, has L = 2 and no stationary point.

    A step s = 1/2 = s̄ takes (1 + v)³ to more than (1 + v)³ + 3/2, so that v_t leaves every ball. The zeros of both
    derivatives lie outside of their pieces, so that the nearest stationary point is infinitely far away.
    """
    x = 0.0
    for s in steps(np.arange(1, HORIZON + 1)).tolist():
        x += s / (1 + x) ** 2
    v = sp.Symbol("v", real=True)
    pieces = (1 / (1 + v), sp.Interval(0, sp.oo)), (1 - v + v**2, sp.Interval.open(-sp.oo, 0))
    zeros = [z for loss, where in pieces for z in sp.solveset(sp.diff(loss, v), v, where)]
    return min((abs(x - float(z)) for z in zeros), default=np.inf)


def on_the_circle(steps):
    """The unit circle seen from (4, 0), with the projection itself."""
    return Circle(q=0.0).distances(0.0, steps)[-1]


def on_the_line(steps):
    """(E x_t²)^½: constants on two points, one sample, whose orthogonal part is 1; stationary is x = 0."""
    return float(np.sqrt(Line(1.0).mean_squares(steps(np.arange(1, HORIZON + 1)).tolist())[-1]))


# not searched: what a world does in the limit is known by hand
WORLDS = family(
    [
        World("the line", Power(0.5, 0.75), on_the_line),
        World("the circle", SLOW, on_the_circle, within=Fraction(1, 10**6)),
        World("axes in turns", Power(0.5, 1.0), in_turns, continuous=False),
        World("down the slope", Constant(0.5), down_the_slope, compact=False),
    ],
    "classes, losses and estimators",
)


@repair(
    "x:sec4.2.1-iterates-converge/corrected",
    "x:sec4.2.1-iterates-converge",
    says="If Theorem 4.8 applies, Σ s_t = ∞ and u ↦ P_u∇L(u) is continuous, iterates in a compact subset of M "
    "come almost surely arbitrarily close to stationary points.",
    formula=r"u_t\in K\subseteq\mathcal{M} \text{ compact} \implies "
    r"\liminf_t d\bigl(u_t, \{P\nabla\mathcal{L} = 0\}\bigr) = 0 \text{ a.s.}",
    reading="With noise, on the line, the root of the mean squared distance.",
    given=[conditions_of_4_8, not_summable, stays_compact, continuous_along],
    premises=["thm:stationary_point"],
    mutants={"constant steps beside the target": {"steps": lambda _: Constant(0.5)}},
)
@claim(
    "x:sec4.2.1-iterates-converge",
    also=["x:abs-monotone-as"],
    kind="almost sure",
    says="Under the conditions of Theorem 4.8 with Σ s_t = ∞, the iterates converge almost surely to a stationary "
    "point.",
    formula=r"\exists\,u_\infty\in\mathcal{M}:\ u_t\to u_\infty,\ "
    r"P_{u_\infty}\nabla\mathcal{L}(u_\infty) = 0 \text{ a.s.}",
    reading="The abstract and Section 1 (lines 197 and 222) announce the same. Read for the lower limit of ‖P_t g_t‖ "
    "it is Theorem 4.8.",
    forall={"u": WORLDS, "t": horizon},
    given=[conditions_of_4_8, not_summable],
    gravity="wrong statement",
    finding="iterates-converge",
    premises=["thm:stationary_point"],
)
def iterates_come_close(world, *, steps=lambda world: world.steps):
    """The distance after 20,000 steps; axes in turns have ‖P_t g_t‖ > 7/10 at all t = 4^k."""
    return at_most(
        world.distance(steps(world)), threshold(world.within), until=HORIZON, symbol="d(u_t, stationary points)"
    )
