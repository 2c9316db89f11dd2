r"""Appendix I: local Lipschitz constants [x:display-appI-lipschitz], and one constant for a compact class."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from checks.instances.rational_steps import half_square, sphere_points
from checks.instances.smooth_problems import root, vector
from theorytest import at_least, at_most, claim, equal, repair


@claim(
    "x:appI-locally-lipschitz",
    also=["x:display-appI-lipschitz"],
    kind="inequality",
    says="For an L-smooth risk and every r there is a constant Lip(r) for all pairs of points of H at distance at "
    "most r.",
    formula=r"|\mathcal{L}(v)-\mathcal{L}(w)| \le \mathrm{Lip}(r)\|v-w\| \quad\text{for all } v, w\in\mathcal{H} "
    r"\text{ with } \|v-w\| \le r",
    expected="refuted",
    gravity="misprint",
)
def risk_is_lipschitz_for_near_points(*, constants=(1, 100, 10**6)):
    """L(v) = ½ v² on the line: between v = Lip and v = Lip + r the slope is Lip + r/2; such risks are Lipschitz."""
    for lip in constants:
        for r in (Fraction(1), Fraction(1, 10**6)):
            v, w = Fraction(lip), lip + r
            change = abs(v**2 - w**2) / 2
            yield at_most(change, lip * abs(v - w), name=f"Lip = {lip}, r = {r}", symbol="|ΔL|")


def in_a_ball(r):
    """Pairs of rational points of the ball of radius r in R³: on its boundary, inside, close together."""
    on = [r * y for y in sphere_points(3)]
    return list(combinations([*on, *(Fraction(999, 1000) * y for y in on), 0 * on[0]], 2))


def shifted(r):
    """The same pairs far from the origin: still at most 2r apart."""
    return [(v + vector(0, 0, 10 * r), w + vector(0, 0, 10 * r)) for v, w in in_a_ball(r)]


TARGETS = (vector(0, 0, 0), vector(0, 0, 2), vector(3, 0, 4))


@repair(
    "x:appI-locally-lipschitz/corrected",
    "x:appI-locally-lipschitz",
    also=["x:display-appI-lipschitz"],
    kind="inequality",
    says="A risk whose gradient is Lipschitz with L on H is Lipschitz on every ball, with the gradient at the "
    "centre plus L times the radius.",
    formula=r"|\mathcal{L}(v)-\mathcal{L}(w)| \le (\|\nabla\mathcal{L}(0)\| + L r)\|v-w\| \quad\text{for } "
    r"\|v\|, \|w\| \le r",
    tight="approached by two points at the end of the ball that is opposite to the target",
    mutants={
        "lip x 0.98": {"lip": lambda u, r: 0.98 * (root(u @ u) + r)},
        "points at distance at most 2r anywhere": {"pairs": shifted},
        "without the gradient at the centre": {"lip": lambda _, r: r},
    },
)
def risk_is_lipschitz_on_balls(*, lip=lambda u, r: root(u @ u) + r, pairs=in_a_ball):
    """L(v) = ½ ‖v - u‖², for which ∇L(0) = -u and L = 1; squares of both sides, in rational numbers.

    Approached by two points at the end of the ball that is opposite to the target.
    """
    for u in TARGETS:
        for r in (Fraction(1), Fraction(5)):
            given = pairs(r)
            change = [(half_square(v - u) - half_square(w - u)) ** 2 for v, w in given]
            bound = [lip(u, r) ** 2 * ((v - w) @ (v - w)) for v, w in given]
            name = f"target {[int(a) for a in u]}, r = {r}"
            yield at_most(change, bound, name=name, symbol="(ΔL)²")


def jump(v, at=Fraction(1)):
    """x²/2, and 1 more where y ≥ 1."""
    return v[0] ** 2 / 2 + (v[1] >= at)


@claim(
    "x:appI-locally-lipschitz/one-sided",
    label="x:appI-locally-lipschitz",
    kind="remark",
    says="Restricted smoothness (LS) alone gives no local Lipschitz constant: off the class the risk may jump.",
    formula=r"\mathcal{L}(x, y) = \tfrac12x^2 + [y \ge 1],\ \mathcal{M} = \mathcal{T}_t = \mathbb{R}e_1: \quad "
    r"\text{(LS) with } L = 1",
    premises=["eq:L-smooth"],
    mutants={"no jump": {"risk": lambda v: v[0] ** 2 / 2}, "a jump on the class": {"risk": lambda v: jump(v[::-1])}},
)
def restricted_smoothness_is_not_enough(*, risk=jump):
    """(LS) compares values on the first axis only; across y = 1 the quotient of the jump and the distance is 10^k."""
    excess = [
        risk(vector(x + g, 0)) - risk(vector(x, 0)) - x * g - Fraction(g**2, 2) for x in (-3, 0, 1) for g in (-2, 1)
    ]
    yield at_most(excess, 0, name="(LS)", symbol="the excess")
    steps = [Fraction(1, 10**k) for k in range(1, 10)]
    quotients = [(risk(vector(0, 1)) - risk(vector(0, 1 - h))) / h for h in steps]
    yield at_least(quotients, [1 / h for h in steps], name="jump", symbol="|ΔL|/‖v-w‖")


# L(v) = S(v_1) with S = 0 up to 2, S = 1 from 4 on and a cubic between: its slope is Lipschitz.
def ramp(x):
    z = min(max((x - 2) / Fraction(2), Fraction(0)), Fraction(1))
    return 3 * z**2 - 2 * z**3


CIRCLE = sphere_points(2)
TWO_CIRCLES = [*(vector(y[1], y[0]) for y in CIRCLE), *(vector(6 + y[1], y[0]) for y in CIRCLE)]
WIDTHS = tuple(Fraction(k, 4) for k in range(-4, 5))


def local_on_two_circles(radius=1):
    """The largest quotient of L in the balls of this radius around points of the unit circles around 0 and (6, 0)."""
    balls = [[v + radius * vector(w, 0) for w in WIDTHS] for v in TWO_CIRCLES]
    return max(largest_quotient(ball, lambda v: ramp(v[0])) for ball in balls)


def largest_quotient(points, loss):
    """The square of the largest |ΔL| / ‖v - w‖ over pairs of points."""
    return max((loss(v) - loss(w)) ** 2 / ((v - w) @ (v - w)) for v, w in combinations(points, 2))


@claim(
    "x:appI-uniform-lipschitz",
    kind="remark",
    says="On a relatively compact class a uniform bound of the local Lipschitz constants is a Lipschitz constant.",
    formula=r"\sup_t \mathrm{Lip}_t \le \overline{\mathrm{Lip}} \implies "
    r"|\mathcal{L}(v)-\mathcal{L}(w)| \le \overline{\mathrm{Lip}}\|v-w\| \text{ on } \mathcal{M}",
    expected="refuted",
    gravity="gap in a proof",
    premises=["x:appI-locally-lipschitz/corrected"],
)
def local_constants_bound_the_global_one(*, radius=1):
    """Two circles (compact, reach 1) and a risk that is flat on all balls of radius 1 around their points.

    It rises by 1 between the circles. Lip_t is the constant of the display before on the ball of radius r around u_t;
    with r the diameter of the class the sentence is true, and needs no compactness. For steps the balls are enough.
    """
    square = largest_quotient(TWO_CIRCLES, lambda v: ramp(v[0]))
    yield at_most(square, local_on_two_circles(radius), name="two circles", symbol="Lip²")


def hulls():
    """name: points of M, L, and the largest ‖∇L‖ over the convex hull of M."""
    far = vector(0, 4)
    return {
        "two circles": (TWO_CIRCLES, lambda v: ramp(v[0]), Fraction(3, 4)),
        "circle": (CIRCLE, lambda v: half_square(v - far), Fraction(5)),
        "sphere": (sphere_points(4), lambda v: half_square(v - vector(0, 0, 0, 4)), Fraction(5)),
        "segment": ([vector(x, 0) for x in (0, Fraction(1, 2), Fraction(999, 1000), 1)], half_square, Fraction(1)),
    }


@repair(
    "x:appI-uniform-lipschitz/corrected",
    "x:appI-uniform-lipschitz",
    kind="remark",
    says="On a bounded class the largest gradient over its convex hull is a Lipschitz constant; it is finite "
    "where the gradient is Lipschitz.",
    formula=r"|\mathcal{L}(v)-\mathcal{L}(w)| \le \sup_{\operatorname{conv}\mathcal{M}}\|\nabla\mathcal{L}\|\,\|v-w\|",
    premises=["x:appI-locally-lipschitz/corrected"],
    mutants={
        "share x 0.9": {"share": 0.9},
        "the largest gradient on the class": {"over": lambda name, hull: 0 if name == "two circles" else hull},
    },
)
def hull_bounds_the_lipschitz_constant(*, share=1, over=lambda _, hull: hull):
    """By the mean value theorem on segments; 3/4 at the middle of the ramp, 1 + U for least squares on a sphere.

    Loose on circles by 3 and by (1 + U) / U, approached on a segment, which is convex.
    """
    for name, (points, loss, largest) in hulls().items():
        square = largest_quotient(points, loss)
        bound = (Fraction(share) * over(name, largest)) ** 2
        yield at_most(square, bound, name=name, symbol="Lip²")


@claim(
    "x:appI-uniform-lipschitz/bounded",
    label="x:appI-uniform-lipschitz",
    kind="remark",
    says="In infinite dimension a bounded class is not enough for a risk that is only locally Lipschitz: on the "
    "unit sphere of l2 the local constant at e_k is k.",
    formula=r"\mathcal{L}(v) = \sum_k k\max(|v_k|-\tfrac12, 0)^2: \quad \|\nabla\mathcal{L}(e_k)\| = k",
    premises=["x:appI-uniform-lipschitz/corrected"],
    mutants={"equal weights": {"weight": lambda _: 1}},
)
def bounded_classes_are_not_enough(*, weight=lambda k: k):
    """Near every v only finitely many terms are not 0. Slopes at e_k by central differences, exact for quadratics."""
    h = Fraction(1, 100)
    for k in (1, 10, 10**6):
        terms = [weight(k) * max(abs(1 + sign * h) - Fraction(1, 2), 0) ** 2 for sign in (1, -1)]
        slope = (terms[0] - terms[1]) / (2 * h)
        yield equal(slope, k, name=f"k = {k}", symbol="the slope at e_k")
