r"""Section 4.2.3 [x:display-kappa-bounded]: what κ_t = ‖g_t‖²/‖P_t g_t‖² must satisfy, and what it says."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from scipy.optimize import minimize_scalar

from checks.hypotheses import least_squares_loss
from checks.instances.gradient_parts import parts
from checks.instances.smooth_problems import HALF_TANGENTS, arc, flat_direction, on_circle, vector, whole_space
from checks.instances.spirals import contraction, spirals
from theorytest import (
    Hypothesis,
    at_least,
    at_most,
    claim,
    equal,
    family,
    finite,
    horizon,
    more_than,
    repair,
    threshold,
)

F = Fraction


def estimators():
    """Constants, L + C_R and λ: those of the spirals, one without c_var2 among them, and three quasi-projections."""
    found = {
        name: ([float(c) for c in each.constants], float(each.smoothness), 1.0) for name, each in spirals().items()
    }
    for d, n in ((3, 1), (10, 4), (5, 100)):
        found[f"quasi-projection, d = {d}, n = {n}"] = ([1.0, 0.0, (n - 1 + d) / n, d / n], 2.5, 0.3)
    return found


def largest_kappa(constants, smoothness, lam, bound):
    """The κ for which κ (c_var1 + c_var2 (κ - 1)) = λ c_bias1² / ((L + C_R)(1 - ā))."""
    c_bias1, _, v1, v2 = constants
    right = lam * c_bias1**2 / (smoothness * (1 - bound))
    return right / v1 if v2 == 0 else (v2 - v1 + sqrt((v1 - v2) ** 2 + 4 * v2 * right)) / (2 * v2)


def smallest_factor(constants, smoothness, lam, kappa):
    """The smallest a_t over all steps, searched for."""
    most = 4 * constants[0] / (smoothness * (constants[2] + constants[3] * (kappa - 1)))  # σ̃ < 0 beyond half of it
    options = {"bounds": (0.0, most), "method": "bounded", "options": {"xatol": 1e-12}}
    return minimize_scalar(lambda s: contraction(constants, smoothness, s, kappa, lam), **options).fun


@claim(
    "x:sec4.2.3-kappa-necessary",
    also=["x:display-kappa-bounded"],
    kind="inequality",
    says="If a_t ≤ ā < 1 for some step, then κ_t(c_var,1 + c_var,2(κ_t - 1)) ≤ λc_bias,1²/((L+C_R)(1-ā)), "
    "so that κ_t is bounded uniformly.",
    formula=r"a_t \le \bar a \implies \kappa_t(c_{\mathrm{var},1}+c_{\mathrm{var},2}(\kappa_t-1)) \le "
    r"\frac{\lambda c_{\mathrm{bias},1}^2}{(L+C_R)(1-\bar a)}",
    forall={
        "constants": family(estimators, "positive constants of (BBV), L + C_R and λ"),
        "ā": family((0.9, 0.99, 0.9999), "numbers below 1"),
    },
    reading="The number is the manipulation that the paper calls easy; the paper prints that κ_t is bounded.",
    tight="attained by the best step",
    premises=["x:display-thm4.16-one-step"],
    mutants={
        "without c_var,2": {"largest": lambda c, K, lam, a: lam * c[0] ** 2 / (K * (1 - a) * c[2])},
        "one per cent less": {"largest": lambda *known: 0.99 * largest_kappa(*known)},
    },
)
def contraction_bounds_kappa(constants, bound, *, largest=largest_kappa):
    kappa = largest(*constants, bound)
    yield equal(smallest_factor(*constants, kappa), bound, "at the bound", digits=9, symbol="the smallest a_t")
    yield more_than(smallest_factor(*constants, 1.001 * kappa), bound, "beyond it", symbol="the smallest a_t")


@claim(
    "x:sec4.2.3-kappa-meaning",
    kind="remark",
    says="κ_t measures how close u_t lies to a suboptimal stationary point.",
    formula=r"P_v\nabla\mathcal{L}(v) \ne 0 \ (v\in\overline{\mathcal{M}}\setminus\{u\}) \implies "
    r"\sup_{\mathcal{M}}\kappa < \infty",
    expected="refuted",
    gravity="fails only when read literally",
    finding="kappa-no-distance",
    reading="In both directions: κ is large only close to such a point, so that a class without one has a bounded κ.",
    controls={"a logarithmic spiral": {"slope": lambda radius, _: -radius}},
)
def kappa_is_closeness_as_printed(*, slope=lambda _, phi: -1 / phi**2):
    """The spiral r = 1/φ winds into its target: κ = 1 + φ², while r' ≠ 0 says that no point of it is stationary."""
    rows = [(1 / phi, slope(1 / phi, phi)) for phi in (F(2**j) for j in range(12))]
    yield at_least([-s for _, s in rows], F(1, 10**7), "nowhere stationary", symbol="-r'")
    kappas = [(s**2 + r**2) / s**2 for r, s in rows]  # the tangent is r' e_r + r e_φ, and g = r e_r
    yield at_most(kappas, threshold(10**4), "a bound", symbol="κ")


def beside(height):
    """(‖g‖², ‖Pg‖², dist²) on a line at distance h from the target, whose nearest point is the stationary one."""
    return [(x**2 + height**2, x**2, x**2) for x in (F(1, 2**j) for j in range(20))]


def around(distance):
    """The same on the unit circle with the target (U, 0); stationary are (1, 0) and (-1, 0)."""
    found = []
    for m in (*HALF_TANGENTS, F(1), F(3), F(100)):
        u = on_circle(m)
        g, tau = u - vector(distance, 0), vector(-u[1], u[0])
        found.append((g @ g, (g @ tau) ** 2, min((u[0] - end) ** 2 + u[1] ** 2 for end in (1, -1))))
    return found


@dataclass(frozen=True)
class NearStationary:
    """Points near stationary ones, and Λ with ‖P_v ∇L(v)‖ ≤ Λ dist, None where there is none."""

    rows: list
    lipschitz: F | None


NEAR = {
    "line beside the target": NearStationary(beside(F(1, 1000)), F(1)),
    "circle, U = 4": NearStationary(around(4), F(4)),
    "circle, U = 1/2": NearStationary(around(F(1, 2)), F(1, 2)),
    # the origin is stationary for the first axis as T, and the second axis passes by: P jumps
    "crossing axes": NearStationary([((1 - y) ** 2, (1 - y) ** 2, y**2) for y in (F(1, 10), F(1, 1000))], None),
}
lipschitz_projection = Hypothesis("‖P_v ∇L(v)‖ ≤ Λ dist(v, v*)", lambda near: near.lipschitz is not None)


@repair(
    "x:sec4.2.3-kappa-meaning/corrected",
    "x:sec4.2.3-kappa-meaning",
    kind="inequality",
    says="If ‖P_v∇L(v)‖ ≤ Λ dist(v, v*) around a stationary point v*, then κ(v) ≥ ‖∇L(v)‖²/(Λ² dist(v, v*)²).",
    formula=r"\kappa(v) \ge \frac{\|\nabla\mathcal{L}(v)\|^2}{\Lambda^2\operatorname{dist}(v,v_*)^2}",
    forall={"M, L": family(NEAR, "classes with suboptimal stationary points")},
    given=[lipschitz_projection],
    tight="attained on a line beside the target",
    mutants={
        "without the gradient": {"norm": lambda _: 1},
        "Λ 5 % less": {"share": F(19, 20)},
    },
)
def kappa_is_large_near_stationary_points(near, *, norm=lambda square: square, share=1):
    bounds = [norm(g) / ((share * near.lipschitz) ** 2 * dist) for g, _, dist in near.rows]
    return at_least([g / t for g, t, _ in near.rows], bounds, symbol="κ")


BOUNDED = {  # sup κ by hand: 1/cos²(θ_0/2) at the ends of the arc with cos θ_0 = 3/5
    "whole space": (whole_space(), F(1)),
    "flat direction": (flat_direction(), F(1)),
    "arc through the target": (arc(1), F(5, 4)),
}


@claim(
    "x:sec4.2.3-kappa-no-stuck",
    kind="inequality",
    says="If κ ≤ κ̄ on M, then ‖g‖² ≤ κ̄‖Pg‖², so that a point stationary in M is stationary in H.",
    formula=r"\kappa \le \bar\kappa \implies \|g\|^2 \le \bar\kappa\|Pg\|^2, \quad Pg = 0 \implies g = 0",
    forall={"M, L": family(BOUNDED, "classes and losses with a bounded κ")},
    reading="κ̄ is known by hand; the arc has points close to its target, and the target itself.",
    tight="attained at the ends of the arc",
    mutants={"5 % less of κ̄ - 1": {"bound": lambda kappa: 1 + F(19, 20) * (kappa - 1)}},
)
def bounded_kappa_excludes_stationary_points(world, *, bound=lambda kappa: kappa):
    problem, kappa = world
    rows = [parts(problem, u, basis) for u, basis in problem.points]
    return at_most([each.square for each in rows], [bound(kappa) * each.tangent for each in rows], symbol="‖g‖²")


def line_beside(sign, step=F(1, 4)):  # noqa: B008 (immutable)
    """κ_2 on a line at distance 1 from the target, from x_1 = 1, for the estimate x ± 1."""
    x = 1 - step * (1 + sign)
    return 1 + 1 / x**2


def line_through(sign, step=F(1, 4)):  # noqa: B008 (immutable)
    """κ_2 on the line of (x, 2x) through the target 0, T its direction: u = (1, 2) moves along it by any estimate."""
    x = 1 - step * (1 + sign * F(1, 2))
    g, tangent = (x, 2 * x), (F(1), F(2))
    return sum(a * a for a in g) * 5 / sum(a * b for a, b in zip(g, tangent, strict=True)) ** 2


@claim(
    "x:sec4.2.3-kappa-no-stuck/deterministic",
    kind="remark",
    says="The assumption κ_t ≤ κ̄ is a deterministic condition on M and L.",
    formula=r"\kappa_t \text{ is the same for all draws}",
    forall={"draw": finite((1, -1), "both draws")},
    expected="refuted",
    gravity="fails only when read literally",
    finding="kappa-along-path",
    reading="Along the iterates. As a bound of κ on all of M the condition is deterministic.",
    controls={"a line through the target": {"path": line_through}},
)
def kappa_is_deterministic_as_printed(draw, *, path=line_beside):
    return equal(path(draw), path(1), symbol="κ_2")


def follow(steps, height, x=F(2)):  # noqa: B008 (immutable)
    """κ_t and the squared orthogonal part for exact steps along a line at distance h from the target."""
    for s in steps:
        g = (x, height)
        yield (g[0] ** 2 + g[1] ** 2) / g[0] ** 2, g[1] ** 2
        x -= s * x


@claim(
    "x:sec4.2.3-kappa-short",
    kind="remark",
    says="The condition κ_t ≤ κ̄ can only hold for a short sequence of steps, or when ‖(I-P_t)g_t‖ → 0.",
    formula=r"\kappa_t \le \bar\kappa \text{ for all } t \implies \|(I-P_t)g_t\| \to 0",
    forall={"t": horizon},
    expected="refuted",
    gravity="fails only when read literally",
    finding="kappa-short",
    reading="For any steps. For those of Theorem 4.16, with a_t ≤ ā < 1, the sentence is true.",
    controls={"recovery": {"height": F(0)}},
)
def bounded_kappa_is_recovery_as_printed(*, height=F(1)):  # noqa: B008 (immutable)
    """Steps 1/(t + 1)² at distance 1 from the target: x_t = 1 + 1/t comes to rest at 1, and κ_t < 2, a_t → 1."""
    kappas, normals = zip(*follow([F(1, (t + 1) ** 2) for t in range(1, 1000)], height), strict=True)
    yield at_most(max(kappas), 2, "κ is bounded", symbol="κ_t")
    yield at_most(normals[-1], threshold(F(1, 10**6)), "the orthogonal part", symbol="‖(I-P_t)g_t‖²")


def always_contracts(step, bound, noise, x=F(100)):  # noqa: B008 (immutable)
    """Y_0, the floor ½, and how long a_t ≤ ā for all draws x ∓ s (x ± noise), at distance 1 from the target.

    a_t grows with κ_t = 1 + 1/x², so that the path on which x falls fastest is the first to violate it.
    """
    start, count = (x**2 + 1) / 2, 0
    while x > 0 and contraction((1, 0, 1, noise**2), 1, step, 1 + 1 / x**2) <= bound:
        x, count = x - step * (x + noise), count + 1
    return start, F(1, 2), count


@repair(
    "x:sec4.2.3-kappa-short/corrected",
    "x:sec4.2.3-kappa-short",
    kind="inequality",
    says="If a_t ≤ ā < 1 almost surely for all t < T and L_min,M > L_min, then "
    "T ≤ log((L(u_0) - L_min)/(L_min,M - L_min)) / log(1/ā).",
    formula=r"\bar a^T(\mathcal{L}(u_0)-\mathcal{L}_{\min}) \ge \mathcal{L}_{\min,\mathcal{M}}-\mathcal{L}_{\min}",
    forall={
        "s": family((F(1, 20), F(3, 10), F(9, 10)), "steps"),
        "noise": family((0, 1), "estimates x ± noise"),
    },
    premises=["x:display-thm4.16-one-step"],
    mutants={"one step more": {"more": 1}, "ā² for ā": {"power": 2}},
)
def contraction_is_short(step, noise, *, more=0, power=1):
    """ā = (1 - s)² + 1/100 on a line beside the target; the mean gap is at most āᵀ times the first and at least the floor."""
    bound = (1 - step) ** 2 + F(1, 100)
    start, floor, count = always_contracts(step, bound, noise)
    return at_least(bound ** (power * (count + more)) * start, floor, symbol="āᵀ(L(u_0) - L_min)")


@dataclass(frozen=True)
class Recovery:
    """A circle of radius R, which is its reach, and a target at distance U from its centre."""

    radius: F
    target: F


CIRCLES = {
    "unit circle": Recovery(F(1), F(1)),
    "circle of radius 3": Recovery(F(3), F(3)),
    "circle of radius 1/2": Recovery(F(1, 2), F(1, 2)),
    "a target beside the circle": Recovery(F(1), F(5, 4)),
}
on_the_class = Hypothesis("the target lies in M", lambda recovery: recovery.radius == recovery.target)
POINTS = (F(1, 100), F(1, 10), F(1, 2), F(577, 1000))  # tan(θ/2), up to ‖u - u_t‖ = R


@claim(
    "x:sec4.2.3-kappa-recovery",
    kind="inequality",
    says="For least squares, a target u in the manifold M and 0 < ‖u - u_t‖ ≤ r ≤ R_{u_t}, κ_t ≤ 1 + r²/R²_{u_t}.",
    formula=r"\|u-u_t\| \le r \le R_{u_t} \implies \kappa_t \le 1+\tfrac{r^2}{R_{u_t}^2}",
    forall={
        "M, u": family(CIRCLES, "manifolds of positive reach, with tangent spaces, and targets"),
        "u_t": family(POINTS, "points"),
    },
    given=[least_squares_loss, on_the_class],
    reading="Lemma 4.12 in terms of κ_t. That the iterates stay within r of the target is a hypothesis of its own.",
    tight="approached as r tends to 0; 4R²/(4R² - r²) is the sharp bound on circles",
    premises=["lemma:kappa_bounded_reach/sharp"],
    mutants={"a fifth of r²": {"bound": lambda square: 1 + square / 5}, "(r/R)⁴/3": {"bound": lambda q: 1 + q**2 / 4}},
)
def reach_bounds_kappa(recovery, m, *, bound=lambda square: 1 + square):
    e, R = on_circle(m), recovery.radius
    g, tau = R * e - vector(recovery.target, 0), vector(-e[1], e[0])
    distance = R * e - vector(R, 0)
    return at_most(g @ g / (g @ tau) ** 2, bound(distance @ distance / R**2), symbol="κ_t")
