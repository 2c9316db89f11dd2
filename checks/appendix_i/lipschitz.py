r"""Appendix I: local Lipschitz constants [x:display-appI-lipschitz], and one constant for a compact class."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from types import SimpleNamespace

import numpy as np

from checks.instances.rational_steps import half_square, on_sphere, sphere_points
from checks.instances.smooth_problems import root
from checks.instances.smooth_problems import vector as point
from theorytest import at_most, claim, equal, family, product, reals, repair
from theorytest.proof import fact, inner, nonnegative, real, statement, use, vector
from theorytest.proof import norm as length


@claim(
    "x:appI-locally-lipschitz",
    also=["x:display-appI-lipschitz"],
    says="For an L-smooth risk and every r there is Lip(r) with |L(v) - L(w)| ≤ Lip(r)‖v - w‖ for all v, w in H with "
    "‖v - w‖ ≤ r.",
    formula=r"|\mathcal{L}(v)-\mathcal{L}(w)| \le \mathrm{Lip}(r)\|v-w\| \quad\text{for all } v, w\in\mathcal{H} "
    r"\text{ with } \|v-w\| \le r",
    forall={
        "Lip": family([1, 100, 10**6], "constants: none may serve", search=reals(1, 10**6, log=True)),
        "r": family([Fraction(1), Fraction(1, 10**6)], "r > 0", search=reals(0, 1, open=True)),
    },
    gravity="missing hypothesis",
    finding="lipschitz-on-balls",
    reading="L(v) = v²/2 on the line: between v = Lip and v = Lip + r the slope is Lip + r/2. For ‖v‖, ‖w‖ ≤ r it is "
    "true: Lemma K.1.",
    controls={"v at 0": {"at": lambda _: Fraction(0)}},
)
def risk_is_lipschitz_for_near_points(lip, r, *, at=lambda lip: lip * Fraction(1)):
    v = at(lip)
    return at_most(abs(v**2 - (v + r) ** 2) / 2, lip * r, symbol="|L(v) - L(w)|")


def ramp(x):
    """0 up to 2, 1 from 4 on and a cubic between: its slope is Lipschitz."""
    z = min(max((x - 2) / Fraction(2), Fraction(0)), Fraction(1))
    return 3 * z**2 - 2 * z**3


CIRCLE = sphere_points(2)
TWO_CIRCLES = [*(point(y[1], y[0]) for y in CIRCLE), *(point(6 + y[1], y[0]) for y in CIRCLE)]


def largest_quotient(points, loss):
    """The square of the largest |ΔL| / ‖v - w‖ over pairs of points."""
    return max((loss(v) - loss(w)) ** 2 / ((v - w) @ (v - w)) for v, w in combinations(points, 2))


def on_balls_of_two_circles():
    """The largest quotient of the ramp in the balls of radius 1 around points of the circles around 0 and (6, 0)."""
    widths = [Fraction(k, 4) for k in range(-4, 5)]
    balls = [[v + point(w, 0) for w in widths] for v in TWO_CIRCLES]
    return root(max(largest_quotient(ball, lambda v: ramp(v[0])) for ball in balls))


@dataclass(frozen=True)
class Bounded:
    """Points of M, L, and the largest ‖∇L‖ over the balls of radius 1 around them and over the convex hull of M."""

    points: list
    loss: Callable
    on_balls: Fraction
    on_hull: Fraction


def bounded_classes():
    """Least squares with a target at the distance 4 from the centre, or at 0."""
    far = point(0, 4)
    segment = [point(x, 0) for x in (0, Fraction(1, 2), Fraction(999, 1000), 1)]
    return {
        "two circles": Bounded(TWO_CIRCLES, lambda v: ramp(v[0]), on_balls_of_two_circles(), Fraction(3, 4)),
        "circle": Bounded(CIRCLE, lambda v: half_square(v - far), Fraction(6), Fraction(5)),
        "segment": Bounded(segment, half_square, Fraction(2), Fraction(1)),
    }


def two_points(q, p, r, U):
    """Two points of the unit disc, with the target (0, U)."""
    points, target = [on_sphere([q]), r * on_sphere([p])], np.array([0 * U, U])
    return Bounded(points, lambda v: half_square(v - target), U + 2, U + 1)


SEARCHED = product(reals(-4, 4), reals(-4, 4), reals(0, 1, open=True), reals(0, 9))
CLASSES = family(
    bounded_classes, "relatively compact classes and differentiable risks", search=SEARCHED.map(two_points)
)


def on_the_hull(*, constant=lambda each: each.on_hull):
    """By the mean value theorem and Cauchy; either order of v and w."""
    (gradient, apart), most, rise = vector("∇L(γ) v−w"), nonnegative("sup‖∇L‖"), real("L(v)−L(w)")
    return statement(
        at_most(rise, constant(SimpleNamespace(on_hull=most)) * length(apart)),
        given={
            "the mean value theorem": equal(rise, inner(gradient, apart)),
            "the supremum": at_most(length(gradient), most),
        },
        by=[use("the mean value theorem", -1), fact("cauchy", gradient, apart), use("the supremum", length(apart))],
    )


@repair(
    "x:appI-uniform-lipschitz/corrected",
    "x:appI-uniform-lipschitz",
    by={"constant": lambda each: each.on_hull},
    says="If L is differentiable, the supremum of ‖∇L‖ over the convex hull of M, if finite, is a Lipschitz constant "
    "of L on M.",
    formula=r"|\mathcal{L}(v)-\mathcal{L}(w)| \le \sup_{\operatorname{conv}\mathcal{M}}\|\nabla\mathcal{L}\|\,\|v-w\|",
    reading="The certificate starts from the mean value theorem on the segment between two points.",
    tight="approached on a segment, which is convex",
    proof=on_the_hull,
    mutants={"one per cent less": {"constant": lambda each: Fraction(99, 100) * each.on_hull}},
)
@claim(
    "x:appI-uniform-lipschitz",
    says="On a relatively compact class M a uniform bound of the Lipschitz constants of balls around its points is a "
    "Lipschitz constant of L on M.",
    formula=r"\sup_t \mathrm{Lip}_t \le \overline{\mathrm{Lip}} \implies "
    r"|\mathcal{L}(v)-\mathcal{L}(w)| \le \overline{\mathrm{Lip}}\|v-w\| \text{ on } \mathcal{M}",
    forall={"M, L": CLASSES},
    gravity="gap in a proof",
    finding="local-constants-are-not-global",
    reading="Lip_t belongs to the ball of radius 1 around u_t. With the diameter of M for the radius it is true.",
    premises=["lem:lipr"],
)
def one_constant_for_the_class(bounded, *, constant=lambda each: each.on_balls):
    """Two circles (compact, reach 1) and a risk that is flat on all balls, but rises by 1 between the circles."""
    square = largest_quotient(bounded.points, bounded.loss)
    return at_most(square, constant(bounded) ** 2, symbol="the squared Lipschitz constant of L on M")
