r"""Section 2 [eq:mu-PL]: the Polyak-Łojasiewicz condition (PL), strong convexity and stationary points."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import sympy as sp
from scipy.optimize import brentq, minimize_scalar
from sympy.calculus.util import minimum

from checks.instances.smooth_problems import NEARLY, flat_direction, problems, vector, whole_space
from theorytest import at_least, at_most, claim, equal


def squared_gradient(problem, u):
    """‖∇L(u)‖²."""
    g = problem.gradient(u)
    return problem.inner(g, g)


@claim(
    "eq:mu-PL",
    kind="definition",
    says="On the model class the squared gradient is at least 2 lambda times the gap to the infimum over H.",
    formula=r"\|\nabla\mathcal{L}(u)\|^2 \ge 2\lambda(\mathcal{L}(u)-\mathcal{L}_{\min}), \quad u\in\mathcal{M}",
    premises=["x:display-loss-infima"],
    mutants={
        "lam x 1.02": {"lam": lambda problem: 1.02 * (problem.lam)},
        "losses without the property": {"satisfying": lambda problem: problem.lam is None},
    },
)
def gradient_dominates_with_the_best_constant(
    *, lam=lambda problem: problem.lam, satisfying=lambda problem: problem.lam is not None
):
    """In rational numbers; the constant is attained or approached within one per cent on every instance."""
    for name, problem in problems().items():
        if not satisfying(problem):
            continue
        known = lam(problem) or Fraction(1, 10)  # the lie about a loss without the property: some constant
        left = [squared_gradient(problem, u) for u, _ in problem.points]
        right = [2 * known * problem.gap(u) for u, _ in problem.points]
        yield at_least(left, right, name=name, symbol="the squared gradient")
        best = min(g / (2 * problem.gap(u)) for g, (u, _) in zip(left, problem.points, strict=True) if problem.gap(u))
        yield at_most(NEARLY * best, known, name=f"{name}: best", symbol="the best λ")


v = sp.Symbol("v", real=True)
STRONGLY_CONVEX = {
    "cosh": sp.cosh(v),
    "quartic": v**2 / 2 + v**4,
    "oscillating": 3 * v**2 / 2 + sp.sin(v),
    "shifted square": (v - 3) ** 2,
}
NOT_CONVEX = v**2 + 3 * sp.sin(v) ** 2  # (PL) with λ = 1/32 [karimi2016linear]
GRID = np.linspace(-8, 8, 20_001)


def lowest(f):
    """L_min, searched for numerically."""
    return minimize_scalar(f, bracket=(-1.0, 0.5), options={"xtol": 1e-12}).fun


def slopes_and_gaps(expression):
    """|L'|² and L - L_min on the line."""
    f, slope = sp.lambdify(v, expression), sp.lambdify(v, expression.diff(v))
    return np.broadcast_to(slope(GRID) ** 2, GRID.shape), f(GRID) - lowest(f)


def modulus(expression):
    """The best constant of strong convexity: the smallest second derivative."""
    return float(minimum(expression.diff(v, 2), v, sp.Reals))


@claim(
    "x:sec2-strong-convexity-implies-pl",
    kind="inequality",
    says="On the whole space strong convexity implies (PL), with the same constant.",
    formula=r"\mathcal{L} \text{ is } \lambda\text{-strongly convex} \implies "
    r"\|\nabla\mathcal{L}\|^2 \ge 2\lambda(\mathcal{L}-\mathcal{L}_{\min})",
    expected="computed",
    tight="attained by squares",
    premises=["eq:mu-PL"],
    mutants={
        "share x 1.02": {"share": 1.02},
        "a loss that is not convex": {"losses": {"not convex": NOT_CONVEX}, "constant": lambda _: 1.0},
    },
)
def strong_convexity_implies_the_property(*, losses=STRONGLY_CONVEX, constant=modulus, share=1):
    """Attained by quadratic losses along the flattest direction, and at the minimum of cosh."""
    for name, expression in losses.items():
        square, gap = slopes_and_gaps(expression)
        lam = share * constant(expression)
        yield at_least(square, 2 * lam * gap, name=name, digits=12, symbol="the squared slope")
    problem = whole_space()
    lam = share * min(np.diag(hessian(problem)))
    left = [squared_gradient(problem, u) for u, _ in problem.points]
    right = [2 * lam * problem.gap(u) for u, _ in problem.points]
    yield at_least(left, right, name="quadratic", symbol="the squared gradient")


def hessian(problem):
    """Of a quadratic loss: the differences of its gradients."""
    zero = 0 * problem.points[0][0]
    return np.array([problem.gradient(zero + e) - problem.gradient(zero) for e in problem.points[0][1]])


ON_THE_LINE = (vector(0, 1), vector(0, 0))


def monotonicity(problem, u, w):
    """(∇L(u) - ∇L(w), u - w) / ‖u - w‖², at least λ for a λ-strongly convex loss."""
    return problem.inner(problem.gradient(u) - problem.gradient(w), u - w) / problem.inner(u - w, u - w)


@claim(
    "x:sec2-strong-convexity-implies-pl/strictly",
    kind="remark",
    says="(PL) is strictly weaker: a loss with a line of minimisers has it, and one that is not convex.",
    formula=r"\mathcal{L}(x, y) = \tfrac32x^2,\ \lambda = 3; \qquad "
    r"\mathcal{L}(v) = v^2+3\sin^2v,\ \lambda = \tfrac1{32}",
    expected="computed",
    premises=["eq:mu-PL"],
    mutants={
        "a strongly convex loss": {"several": whole_space, "two": (vector(0, 0, 1), vector(0, 0, 0))},
        "six times the constant": {"lam": 6 / 32},
    },
)
def property_is_weaker(*, several=flat_direction, two=ON_THE_LINE, lam=1 / 32):
    """Both points are global minimisers of the first loss; the constant 1/32 of the second is loose by a factor 5.6."""
    problem = several()
    gaps = [problem.gap(u) for u in two]
    yield equal(gaps, 0, name="two minimisers", symbol="the gap")
    yield equal(monotonicity(problem, *two), 0, name="no strong convexity", symbol="λ")
    square, gap = slopes_and_gaps(NOT_CONVEX)
    yield at_least(square, 2 * lam * gap, name="not convex", digits=12, symbol="the squared slope")
    curvature = modulus(NOT_CONVEX)
    yield at_most(curvature, -1.0, name="its curvature", digits=None, symbol="the second derivative")


def stationary_points(expression):
    """The points of the grid's interval where L' = 0: sign changes of L', then bisected."""
    slope = sp.lambdify(v, expression.diff(v))
    at = np.broadcast_to(slope(GRID), GRID.shape)
    inside = np.flatnonzero(np.sign(at[:-1]) * np.sign(at[1:]) < 0)
    return [*GRID[at == 0], *(brentq(slope, GRID[i], GRID[i + 1], xtol=1e-14) for i in inside)]


WITH_THE_PROPERTY = STRONGLY_CONVEX | {"not convex": NOT_CONVEX}


@claim(
    "x:sec2-strong-convexity-implies-pl/stationary-is-global",
    kind="remark",
    says="Under (PL) every stationary point is a global minimiser.",
    formula=r"\|\nabla\mathcal{L}\|^2 \ge 2\lambda(\mathcal{L}-\mathcal{L}_{\min}) \implies "
    r"\big(\nabla\mathcal{L}(u) = 0 \implies \mathcal{L}(u) = \mathcal{L}_{\min}\big)",
    expected="computed",
    premises=["eq:mu-PL", "x:sec2-strong-convexity-implies-pl/strictly"],
    mutants={"a loss without (PL)": {"losses": {"waves": v**2 + 6 * sp.sin(v) ** 2}}},
)
def stationary_points_are_global_minimisers(*, losses=WITH_THE_PROPERTY):
    """All stationary points of an interval; v² + 6 sin² v has local minima that are not global, and no (PL).

    This is what `as long as` says of losses with (PL); as a condition that suffices for (PL) it would be too weak.
    """
    for name, expression in losses.items():
        f = sp.lambdify(v, expression)
        values = [f(u) for u in stationary_points(expression)]
        yield equal(values, lowest(f), name=name, digits=12, scale=1.0, symbol="a stationary value")


SMALL = tuple(Fraction(1, 4**k) for k in range(1, 7))


@claim(
    "x:sec2-strong-convexity-implies-pl/stationary-not-sufficient",
    kind="remark",
    says="The converse fails: x^4 on the plane has only global minimisers for stationary points, and no (PL), as "
    "the best constant at x is 8 x^2.",
    formula=r"\mathcal{L}(x, y) = x^4: \quad \frac{\|\nabla\mathcal{L}\|^2}{2(\mathcal{L}-\mathcal{L}_{\min})} "
    r"= 8x^2 \to 0",
    expected="computed",
    premises=["eq:mu-PL"],
    mutants={"a quadratic": {"power": 2}, "seven for eight": {"factor": 7}},
)
def stationary_points_do_not_suffice(*, power=4, factor=8):
    """The derivative by sympy; it vanishes at x = 0 alone, on the line of all minimisers."""
    loss = v**power
    roots = [float(x) for x in sp.solve(loss.diff(v), v)]
    yield equal(roots, 0.0, name="stationary", digits=None, symbol="x")
    for x in map(sp.Rational, SMALL):
        best = (loss.diff(v) ** 2 / (2 * loss)).subs(v, x)
        yield equal(Fraction(*best.as_numer_denom()), factor * Fraction(x) ** 2, name=f"x = {x}")
