r"""Section 4.2.3 [x:display-kappa-bounded]: what κ_t = ‖g_t‖²/‖P_t g_t‖² must satisfy, and what it says."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import log, sqrt

from scipy.optimize import brentq, minimize_scalar

from checks.instances.smooth_problems import HALF_TANGENTS, arc, on_circle, problems, two_axes, vector
from checks.instances.spirals import contraction, spirals
from checks.scaling import scaled
from theorytest import at_least, at_most, claim, equal, repair

F = Fraction
BOUNDS = (0.9, 0.99, 0.9999)  # ā


def estimators():
    """Constants, L + C_R and λ: those of the spirals, three quasi-projections, one without c_var2, a small λ."""
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
    """The smallest a_t over all steps, and the step, searched for."""
    most = 2 * constants[0] / (smoothness * constants[2])  # σ̃ ≤ 0 beyond
    options = {"bounds": (0.0, most), "method": "bounded", "options": {"xatol": 1e-12}}
    found = minimize_scalar(lambda s: contraction(constants, smoothness, s, kappa, lam), **options)
    return found.fun, found.x


def shortest_step(constants, lam, kappa, bound):
    """(1 - ā) κ / (2 λ c_bias1)."""
    return (1 - bound) * kappa / (2 * lam * constants[0])


@claim(
    "x:sec4.2.3-kappa-necessary",
    also=["x:display-kappa-bounded"],
    kind="inequality",
    says="Some step has a_t at most a bound below one if and only if kappa_t is at most an explicit number; such "
    "steps are bounded from below.",
    formula=r"\exists s: a_t \le \bar a \iff \kappa_t(c_{\mathrm{var},1}+c_{\mathrm{var},2}(\kappa_t-1)) \le "
    r"\frac{\lambda c_{\mathrm{bias},1}^2}{(L+C_R)(1-\bar a)}; \quad a_t \le \bar a \implies "
    r"s_t \ge \frac{(1-\bar a)\kappa_t}{2\lambda c_{\mathrm{bias},1}}",
    expected="computed",
    tight="attained: the largest kappa is that of the best step",
    premises=["x:display-thm4.16-one-step"],
    mutants={
        "largest x 0.99": {"largest": scaled(largest_kappa, 0.99)},
        "without c_var2": {"largest": lambda c, K, lam, a: lam * c[0] ** 2 / (K * (1 - a) * c[2])},
        "longer steps": {"shortest": lambda *known: 4 * shortest_step(*known)},
    },
)
def contraction_bounds_kappa(*, largest=largest_kappa, shortest=shortest_step):
    """The largest κ by a search over steps and a root, against the formula; κ̄ grows like (1 - ā)^(-1/2).

    Decreasing steps are excluded as well. Of all steps with a_t ≤ ā some are within a factor 2 of the lower bound.
    """
    for (name, (c, K, lam)), a in product(estimators().items(), BOUNDS):
        if smallest_factor(c, K, lam, 1.0)[0] >= a:
            continue  # not even κ = 1 allows it
        found = brentq(lambda k, of=(c, K, lam), a=a: smallest_factor(*of, k)[0] - a, 1.0, 1e8, xtol=1e-10, rtol=1e-13)
        word = f"{name}, a = {a}"
        yield equal(found, largest(c, K, lam, a), name=word, digits=5, symbol="the largest kappa")
        kappa = (1 + found) / 2
        least = brentq(
            lambda s, of=(c, K), k=kappa, lam=lam, a=a: contraction(*of, s, k, lam) - a,
            1e-12,
            smallest_factor(c, K, lam, kappa)[1],
        )
        yield at_least(least, shortest(c, lam, kappa, a), name=f"{word}: steps", symbol="the least s")
        yield at_most(least, 2 * shortest_step(c, lam, kappa, a), name=f"{word}: sharp", symbol="s")


def polar(radius, slope):
    """κ of ½‖v‖² on a polar curve: the tangent is r' e_r + r e_φ, and g = r e_r."""
    return radius**2 * (slope**2 + radius**2) / (radius * slope) ** 2


ANGLES = tuple(F(2**j) for j in range(12))


@claim(
    "x:sec4.2.3-kappa-meaning",
    kind="remark",
    says="Read in both directions: kappa is large only close to a suboptimal stationary point, so that a class "
    "without one has a bounded kappa.",
    formula=r"P_v\nabla\mathcal{L}(v) \ne 0 \ (v\in\mathcal{M}) \implies \sup_{\mathcal{M}}\kappa < \infty",
    expected="refuted",
    gravity="misprint",
)
def kappa_is_closeness_as_printed(*, bound=10**4):
    """The spiral r = 1/φ winds into its target: κ = 1 + φ², and no point of it is stationary, as r' ≠ 0.

    The limit is the optimum itself, so that κ is unbounded in recovery; the spiral has no positive reach there.
    """
    for name, slope in {"hyperbolic spiral": lambda phi: -1 / phi**2}.items():
        kappas = [polar(1 / phi, slope(phi)) for phi in ANGLES]
        yield equal(kappas, [1 + phi**2 for phi in ANGLES], name=f"{name}: its kappa")
        yield at_most(kappas, bound, name=name, symbol="kappa")


def beside(height, at):
    """(‖g‖², ‖Pg‖², dist²) on a line at distance h from the target, whose nearest point is the stationary one."""
    return [(x**2 + height**2, x**2, x**2) for x in at]


def around(distance):
    """The same on the unit circle with the target (U, 0); stationary are (1, 0) and (-1, 0)."""
    found = []
    for m in (*HALF_TANGENTS, F(1), F(3), F(100)):
        u = on_circle(m)
        g, tau = u - vector(distance, 0), vector(-u[1], u[0])
        found.append((g @ g, (g @ tau) ** 2, min((u[0] - end) ** 2 + u[1] ** 2 for end in (1, -1))))
    return found


@repair(
    "x:sec4.2.3-kappa-meaning/corrected",
    "x:sec4.2.3-kappa-meaning",
    kind="inequality",
    says="Close to a suboptimal stationary point kappa is large: at least the squared gradient over the squared "
    "distance, up to the Lipschitz constant of the projected gradient.",
    formula=r"\kappa(v) \ge \frac{\|\nabla\mathcal{L}(v)\|^2}{\Lambda^2\operatorname{dist}(v,v_*)^2}, \quad "
    r"\|P_v\nabla\mathcal{L}(v)\| \le \Lambda\operatorname{dist}(v,v_*)",
    tight="attained on a line beside the target",
    mutants={
        "share x 1.01": {"share": 1.01},
        "without the gradient": {"norm": False},
        "half the Lipschitz constant": {"share": 4},
    },
)
def kappa_is_large_near_stationary_points(*, share=1, norm=True):
    """Attained on lines with Λ = 1, approached on the circle with Λ = U. The converse fails; κ is relative to ‖g‖."""
    worlds = {
        "line beside": (1, beside(F(1, 1000), [F(1, 2**j) for j in range(20)])),
        "circle, U = 4": (4, around(4)),
        "circle, U = 1/2": (F(1, 2), around(F(1, 2))),
    }
    for name, (lipschitz, rows) in worlds.items():
        kappas = [g / t for g, t, _ in rows]
        bounds = [F(share) * (g if norm else 1) / (lipschitz**2 * dist) for g, _, dist in rows]
        yield at_least(kappas, bounds, name=name, symbol="kappa")


AT_THE_ENDS = F(5, 4)


def towards(problem):
    """(‖g‖², ‖Pg‖²) at the points of a class."""
    rows = []
    for u, basis in problem.points:
        g = problem.gradient(u)
        t = problem.project(basis, g)
        rows.append((problem.inner(g, g), problem.inner(t, t)))
    return rows


@claim(
    "x:sec4.2.3-kappa-no-stuck",
    kind="inequality",
    says="Where kappa is at most a bound, the gradient vanishes together with the projected gradient.",
    formula=r"\kappa_t \le \bar\kappa \implies \|g_t\|^2 \le \bar\kappa\|P_tg_t\|^2, \quad "
    r"P_tg_t \to 0 \implies g_t \to 0",
    tight="attained: both sides vanish together",
    mutants={
        "bound x 0.99": {"bound": scaled(AT_THE_ENDS, 0.99)},
        "a target beside the class": {"world": lambda: arc(4)},
        "two axes": {"world": two_axes},
    },
)
def bounded_kappa_excludes_stationary_points(*, bound=AT_THE_ENDS, world=lambda: arc(1)):
    """On the arc |θ| ≤ θ_0 with cos θ_0 = 3/5 through its target the largest κ is 5/4, at its ends; g = 0 at θ = 0."""
    rows = towards(world())
    left, right = [g for g, _ in rows], [bound * t for _, t in rows]
    yield at_most(left, right, name="the class", symbol="the squared gradient")
    yield equal(min(left), 0, name="the limit", symbol="the least gradient")


def beside_the_target(x, height, steps):
    """κ_t and a_t for exact steps along a line at distance h from the target."""
    kappas, factors = [], []
    for s in steps:
        kappas.append(1 + height**2 / x**2)
        factors.append(contraction((1, 0, 1, 0), 1, s, kappas[-1]))
        x -= s * x
    return kappas, factors


@claim(
    "x:sec4.2.3-kappa-short",
    kind="remark",
    says="Read for any steps that Theorem 4.16 allows, those with a_t tending to one included: kappa_t stays "
    "bounded only for finitely many steps or when the orthogonal part tends to zero.",
    formula=r"\kappa_t \le \bar\kappa \text{ for all } t \implies \|(I-P_t)g_t\| \to 0",
    expected="refuted",
    gravity="misprint",
)
def bounded_kappa_is_recovery_as_printed(*, small=F(1, 1000)):  # noqa: B008 (immutable)
    """Steps 1/(t + 1)² along a line at distance 1 from the target come to rest at x = 1: x_t = 1 + 1/t, κ_t < 2.

    All a_t lie below 1 and tend to 1. With a_t ≤ ā < 1, for which the bound of κ_t is needed, the sentence is true.
    """
    T = range(1, 1000)
    kappas, factors = beside_the_target(F(2), F(1), [F(1, (t + 1) ** 2) for t in T])
    claimed = [1 + F(t, t + 1) ** 2 for t in T]
    yield equal(kappas, claimed, name="kappa", symbol="kappa")
    yield at_most(factors, 1 - F(1, 10**7), name="steps", symbol="a_t")
    yield at_most(F(1), small, name="the orthogonal part", symbol="|(I - P) g|")


def curved_beside(curvature):
    """L = ½x² + ½My² with T_t the first axis and κ = 2: (‖Pg‖², ‖(I - P)g‖², gap, L) at x = 1, y = 1/M."""
    y = F(1, curvature)
    return F(1), (curvature * y) ** 2, F(1, 2) + curvature * y**2 / 2, F(1)


def run_length(x, height, step, bound):
    """How many exact steps beside the target have a_t ≤ ā, and log(first gap / L_min,M) / log(1/ā)."""
    count, first = 0, (x**2 + height**2) / 2
    while contraction((1, 0, 1, 0), 1, step, 1 + height**2 / x**2) <= bound:
        x, count = x - step * x, count + 1
    return count, log(first / (height**2 / 2)) / log(1 / bound)


@repair(
    "x:sec4.2.3-kappa-short/corrected",
    "x:sec4.2.3-kappa-short",
    kind="inequality",
    says="While a_t is at most a bound below one, the squared orthogonal part is at most 2L (kappa - 1) times the "
    "gap, which decays; beside the target this lasts for at most log(gap / floor) / log(1 / bound) steps.",
    formula=r"\|(I-P_t)g_t\|^2 \le 2L(\bar\kappa-1)(\mathcal{L}(u_t)-\mathcal{L}_{\min}), \quad "
    r"\#\{t: a_t\le\bar a\} \le \frac{\log\frac{\mathcal{L}(u_0)-\mathcal{L}_{\min}}"
    r"{\mathcal{L}_{\min,\mathcal{M}}-\mathcal{L}_{\min}}}{\log(1/\bar a)}",
    expected="computed",
    tight="attained by squares",
    premises=["eq:L-smooth", "x:display-thm4.16-one-step"],
    mutants={"share x 0.99": {"share": 0.99}, "half of the steps": {"steps": F(1, 2)}, "L for 2L": {"share": F(1, 2)}},
)
def contraction_is_recovery(*, share=1, steps=1):
    """One exact step s = 1/L shows ‖Pg‖² ≤ 2L (L(u) - L_min); attained, with κ > 1 approached for steep complements."""
    for name, problem in problems().items():
        if problem.L is not None:
            tangents = [t for _, t in towards(problem)]
            bounds = [F(share) * 2 * problem.L * problem.gap(u) for u, _ in problem.points]
            yield at_most(tangents, bounds, name=name, symbol="|P g|^2")
    for curvature in (10, 10**3, 10**6):
        tangent, normal, gap, L = curved_beside(curvature)
        bound = F(share) * 2 * L * normal / tangent * gap
        yield at_most(normal, bound, name=f"curvature {curvature}", symbol="the part")
    for step in (0.02, 0.05, 0.3):
        count, most = run_length(1000.0, 1.0, step, 1 - 1.5 * step)
        yield at_most(count, float(steps) * most, name=f"s = {step}", digits=None, symbol="the steps")


@claim(
    "x:sec4.2.3-kappa-recovery",
    kind="inequality",
    says="Within a distance r of the target, below the reach, kappa is at most 1 + (r/R)^2.",
    formula=r"\|u-u_t\| \le r \le R_{u_t} \implies \kappa_t \le 1+\tfrac{r^2}{R_{u_t}^2}",
    tight="approached as r tends to 0, where kappa tends to 1; kappa - 1 is loose by 4 there and by 3 at r = R, and "
    "4R^2/(4R^2 - r^2) is the sharp bound of kappa",
    premises=["lemma:kappa_bounded_reach/sharp"],
    mutants={
        "share x 0.32": {"share": 0.32},
        "a target beside the class": {"target": 4},
        "beyond the reach": {"share": F(1, 5)},
    },
)
def reach_bounds_kappa(*, share=1, target=1):
    """On the unit circle, R = 1: κ = 1 + r²/(4 - r²), so that the bound of κ - 1 is loose by 3 at r = 1, by 4 at 0.

    That the iterates stay within r of the target is a hypothesis of its own.
    """
    rows = []
    for m in (F(1, 100), F(1, 10), F(1, 2), F(5, 9), F(57, 100), F(577, 1000)):
        u = on_circle(m)
        g, tau = u - vector(target, 0), vector(-u[1], u[0])
        r = (u - vector(1, 0)) @ (u - vector(1, 0))
        rows.append((g @ g / (g @ tau) ** 2, 1 + F(share) * r))
    found, bounds = zip(*rows, strict=True)
    yield at_most(list(found), list(bounds), name="circle", symbol="kappa")
