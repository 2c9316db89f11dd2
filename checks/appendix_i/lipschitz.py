r"""Appendix I: local Lipschitz constants [x:display-appI-lipschitz], and one constant for a compact class."""

from fractions import Fraction
from itertools import combinations
from types import SimpleNamespace

from checks.instances.reached_classes import CLASSES, largest_quotient
from theorytest import at_most, claim, equal, family, reals, repair
from theorytest.proof import compared, inner, nonnegative, positive, real, square, squared, statement, use, vector


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


(gradient, apart), most, rise = vector("∇L(γ) v−w"), nonnegative("sup‖∇L‖"), real("L(v)−L(w)")
size = positive("‖v−w‖²")


def on_the_hull(*, constant=lambda each: each.on_hull):
    """By the mean value theorem; ‖∇L(γ) − (L(v) − L(w))(v − w)/‖v − w‖²‖² is what Cauchy's inequality leaves."""
    return statement(
        at_most(rise**2 / size, constant(SimpleNamespace(on_hull=most)) ** 2),
        given={
            "the mean value theorem": equal(rise, inner(gradient, apart)),
            "the supremum": at_most(square(gradient), most**2),
            "two points: their distance": equal(square(apart), size),
        },
        by=[
            use("the supremum"),
            squared(gradient - rise / size * apart),
            use("the mean value theorem", -2 * rise / size),
            use("two points: their distance", -(rise**2) / size**2),
        ],
    )


def on_the_hull_at(bounded):
    """At the pair with the largest quotient."""
    v, w = max(combinations(bounded.points, 2), key=lambda pair: largest_quotient(pair, bounded.loss))
    known = {apart: v - w, rise: bounded.loss(v) - bounded.loss(w), most: bounded.on_hull}
    return known | {size: (v - w) @ (v - w)}


@repair(
    "x:appI-uniform-lipschitz/corrected",
    "x:appI-uniform-lipschitz",
    by={"constant": lambda each: each.on_hull},
    says="If L is differentiable, the supremum of ‖∇L‖ over the convex hull of M, if finite, is a Lipschitz constant "
    "of L on M.",
    formula=r"|\mathcal{L}(v)-\mathcal{L}(w)| \le \sup_{\operatorname{conv}\mathcal{M}}\|\nabla\mathcal{L}\|\,\|v-w\|",
    reading="The certificate starts from the mean value theorem on the segment between two points.",
    tight="approached on a segment, which is convex",
    proof=compared(on_the_hull, on_the_hull_at),
    mutants={"one per cent less": {"constant": lambda each: Fraction(99, 100) * each.on_hull}},
)
@claim(
    "x:appI-uniform-lipschitz",
    says="On a relatively compact class M a uniform bound of the Lipschitz constants of balls around its points is a "
    "Lipschitz constant of L on M.",
    formula=r"\sup_t \mathrm{Lip}_t \le \overline{\mathrm{Lip}} \implies "
    r"|\mathcal{L}(v)-\mathcal{L}(w)| \le \overline{\mathrm{Lip}}\|v-w\| \text{ on } \mathcal{M}",
    forall={"M, L": CLASSES},
    gravity="fails only when read literally",
    finding="local-constants-are-not-global",
    reading="For any radius; here Lip_t belongs to the ball of radius 1 around u_t. As M is bounded, the radius may be "
    "the diameter of M, and then it is true.",
    premises=["lem:lipr"],
)
def one_constant_for_the_class(bounded, *, constant=lambda each: each.on_balls):
    """Two circles (compact, reach 1) and a risk that is flat on all balls, but rises by 1 between the circles."""
    found = largest_quotient(bounded.points, bounded.loss)
    return at_most(found, constant(bounded) ** 2, symbol="the squared Lipschitz constant of L on M")
