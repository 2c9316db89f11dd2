"""Appendix I: how far a tangent step leads from a class of reach R, and what that does to the loss."""

from fractions import Fraction

import numpy as np

from checks.hypotheses import closed_class, compact_with_reach, differentiable_loss_i, no_ends
from checks.instances.rational_steps import half_square, on_sphere
from checks.instances.reached_classes import REACHED
from checks.instances.smooth_problems import root
from checks.theory.roots import sqrt
from theorytest import at_most, claim, family, more_than, product, reals, repair


def between(each, x, r):
    """The squared largest gradient on the segment, which is at one of its ends."""
    return 2 * max(half_square(r - each.target), half_square(x - each.target))


@repair(
    "x:display-appI-retraction-error/corrected",
    "x:display-appI-retraction-error",
    by={"lip": between, "half": Fraction(1, 2)},
    says="If M is closed, without boundary, of reach R, projecting a tangent step v + g changes the risk by at most "
    "Lip ‖g‖²/(2R), Lip the largest gradient in between.",
    formula=r"|\mathcal{L}(R_v(v+g)) - \mathcal{L}(v+g)| \le \sup_{[R_v(v+g),\, v+g]}\|\nabla\mathcal{L}\| \cdot "
    r"\|R_v(v+g) - (v+g)\| \le \frac{\mathrm{Lip}}{2R}\|g\|^2",
    given=[closed_class.stated, no_ends, differentiable_loss_i],
    reading="Least squares, where the gradient is largest at one of both points. On a closed class all steps may be "
    "asked for, not only short ones.",
    tight="approached by short steps from the point of a sphere opposite to the target",
    mutants={
        "the gradient on the class only": {"lip": lambda each, _, r: 2 * half_square(r - each.target)},
        "the root of R": {"radius": root},
        "one per cent less": {"half": Fraction(99, 200)},
    },
)
@claim(
    "x:display-appI-retraction-error",
    says="The retraction changes the risk by at most the Lipschitz constant of the risk on M times its error, hence by "
    "that constant times s²‖g‖²/R.",
    formula=r"|\mathcal{L}(R_v(v+sg)) - \mathcal{L}(v+sg)| \le \overline{\mathrm{Lip}}\,\|R_v(v+sg) - (v+sg)\| "
    r"\le \frac{\overline{\mathrm{Lip}}}{R}s^2\|g\|^2",
    forall={"M, v, g": REACHED},
    given=[compact_with_reach, no_ends],
    gravity="fails only when read literally",
    finding="lipschitz-off-the-class",
    reading="v + sg is off M. With a Lipschitz constant of balls around the points of M the display is true.",
)
def risk_changes_by_a_constant(each, *, lip=lambda each, *_: each.on_class**2, half=1, radius=lambda R: R):
    """L(v) = ½‖v‖² on the unit circle is constant on the class, but not off it. Squares of all sides.

    The geodesic from v along g has curvature ≤ 1/R: γ' leaves g/‖g‖ by s/R at most, and γ(‖g‖) ends ‖g‖²/(2R) off.
    """
    change = [(half_square(r - each.target) - half_square(x - each.target)) ** 2 for x, r, _ in each.steps]
    first = [lip(each, x, r) * 2 * half_square(x - r) for x, r, _ in each.steps]
    second = [lip(each, x, r) * (half * g / radius(each.radius)) ** 2 for x, r, g in each.steps]
    yield at_most(change, first, name="first", symbol="the squared change of the risk")
    yield at_most(first, second, name="second", symbol="the squared bound by the error")


PAIRS = {  # q of the point v by stereographic projection, ‖sg‖/R, the radius of the other circle, R
    "from the nearest point": (Fraction(10**6), Fraction(9, 10), Fraction(1), Fraction(1, 2)),
    "a step that comes nearer": (Fraction(5, 2), Fraction(99, 100), Fraction(1), Fraction(1, 2)),
    "a short step": (Fraction(1), Fraction(1, 100), Fraction(1, 2), Fraction(1, 2)),
}


@claim(
    "x:appI-projection-retraction",
    says="If M is compact and of positive reach R, v + sg has exactly one nearest point in M when s is small enough.",
    formula=r"\|sg\| < R \implies \operatorname{dist}(v+sg, \mathcal{M}) < R",
    forall={
        "M, v, g": family(
            PAIRS,
            "compact classes of positive reach with tangent steps; here two circles",
            search=product(reals(-9, 9), reals(0, 1, open=True), reals(0, 5, open=True), reals(0, 1, open=True)),
        )
    },
    given=[compact_with_reach],
    reading="Small enough is ‖sg‖ < R. The class is a unit circle and another one 2R apart, R at most the radii: the "
    "nearest points of both circles are at different distances.",
    mutants={"three times as long": {"times": 3}},
)
def projection_is_a_retraction(pair, *, times=1):
    """Neither centre can be reached, so that each circle has one nearest point; steps lead towards the other circle."""
    q, share, other, R = pair
    R, v = min(R, other), on_sphere([q])
    x = v + times * share * R * np.array([-v[1], v[0]])
    away = x - np.array([0 * R, 1 + 2 * R + other])
    return more_than(abs(sqrt(away @ away) - other), sqrt(x @ x) - 1, symbol="the distance from the other circle")


@claim(
    "x:footnote-4-reach",
    says="The reach and its properties are explained in the cited work.",
    expected="not executable",
    why="a pointer to another paper; what is used of it here is checked in Appendices I and J",
)
def reach_is_explained_elsewhere():
    """Nothing to run."""
