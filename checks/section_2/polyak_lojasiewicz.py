r"""Section 2 [eq:mu-PL]: the Polyak-Łojasiewicz condition (PL), strong convexity and stationary points."""

from fractions import Fraction

import numpy as np
import sympy as sp
from scipy.optimize import brentq, minimize_scalar
from sympy.calculus.util import minimum

from checks.hypotheses import has_pl_2, known_constant
from checks.instances.smooth_problems import NEARLY, flat_direction, problems, vector, whole_space
from checks.instances.tangent_pairs import QUADRATICS, squared_gradient
from theorytest import Hypothesis, at_least, at_most, claim, equal, family
from theorytest.proof import inner, positive, real, square, squared, statement, use
from theorytest.proof import vector as symbolic

strongly_convex = Hypothesis("M = H and L is strongly convex", lambda loss: modulus(loss[0]) > 0)


@claim(
    "eq:mu-PL",
    kind="definition",
    says="(PL): there is λ > 0 such that ‖∇L(u)‖² ≥ 2λ(L(u) - L_min) for all u ∈ M.",
    formula=r"\|\nabla\mathcal{L}(u)\|^2 \ge 2\lambda(\mathcal{L}(u)-\mathcal{L}_{\min}), \quad u\in\mathcal{M}",
    forall={"L, M": family(problems, "losses and classes with the best λ known by hand, or none", search=QUADRATICS)},
    given=[known_constant],
    reading="An assumption. Tried: the λ of each named problem that has one, attained or approached to one per cent.",
    premises=["x:display-loss-infima"],
    mutants={"two per cent more": {"lam": lambda problem: problem.lam * 51 / 50}},
)
def gradient_dominates_with_the_best_constant(problem, *, lam=lambda problem: problem.lam):
    left, gaps = zip(*((squared_gradient(problem, u), problem.gap(u)) for u, _ in problem.points), strict=True)
    yield at_least(left, [2 * lam(problem) * gap for gap in gaps], "bound", symbol="‖∇L(u)‖²")
    best = min(g / (2 * gap) for g, gap in zip(left, gaps, strict=True) if gap)
    yield at_most(NEARLY * best, problem.lam, "best", symbol="99 per cent of the largest λ")


v = sp.Symbol("v", real=True)
LOSSES = {  # with a constant of (PL), or none
    "cosh": (sp.cosh(v), 1),
    "quartic": (v**2 / 2 + v**4, 1),
    "oscillating": (3 * v**2 / 2 + sp.sin(v), 2),
    "shifted square": ((v - 3) ** 2, 2),
    "waves": (v**2 + 3 * sp.sin(v) ** 2, 1 / 32),  # [karimi2016linear]
    "higher waves": (v**2 + 6 * sp.sin(v) ** 2, None),
}
ON_THE_LINE = family(LOSSES, "twice differentiable losses on R")
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


def convexity_on_symbols(*, share=1):
    """Strong convexity between u and any u + d of H, so also in the infimum over d."""
    lam, (now, there), (g, d) = positive("λ"), real("L(u) L(u+d)"), symbolic("g d")
    return statement(
        at_least(square(g), 2 * share * lam * (now - there)),
        given={"strongly convex": at_least(there, now + inner(g, d) + lam / 2 * square(d))},
        by=[use("strongly convex", 2 * lam), squared(g + lam * d)],
    )


@claim(
    "x:sec2-strong-convexity-implies-pl",
    says="When M = H, condition (PL) is implied by strong convexity of L.",
    formula=r"\|\nabla\mathcal{L}\|^2 \ge 2\lambda(\mathcal{L}-\mathcal{L}_{\min})",
    forall={"L": ON_THE_LINE},
    given=[strongly_convex],
    reading="With the same constant, on [-8, 8].",
    tight="attained by squares",
    premises=["eq:mu-PL"],
    proof=convexity_on_symbols,
    mutants={"two per cent more": {"share": Fraction(51, 50)}},
)
def strong_convexity_implies_the_property(loss, *, share=1):
    slope, gap = slopes_and_gaps(loss[0])
    return at_least(slope, float(2 * share) * modulus(loss[0]) * gap, symbol="|L'|²")


@claim(
    "x:sec2-strong-convexity-implies-pl/strictly",
    says="Condition (PL) is strictly weaker than strong convexity, allowing for multiple global minimisers.",
    formula=r"(\nabla\mathcal{L}(u)-\nabla\mathcal{L}(w), u-w) = 0 \quad\text{for some } u \ne w",
    reading="One example: 3x²/2 on the plane satisfies (PL) with λ = 3 and has a line of minimisers.",
    premises=["eq:mu-PL"],
    mutants={"a strongly convex loss": {"several": whole_space, "two": (vector(0, 0, 1), vector(0, 0, 0))}},
)
def property_is_weaker(*, several=flat_direction, two=(vector(0, 1), vector(0, 0))):  # noqa: B008
    problem, (u, w) = several(), two
    slopes, gaps = zip(*((squared_gradient(problem, v), problem.gap(v)) for v, _ in problem.points), strict=True)
    yield at_least(slopes, [2 * problem.lam * gap for gap in gaps], "(PL)", symbol="‖∇L(u)‖²")
    yield equal([problem.gap(u), problem.gap(w)], 0, "two minimisers", symbol="the gap")
    slope = problem.inner(problem.gradient(u) - problem.gradient(w), u - w)
    yield equal(slope, 0, "no strong convexity", symbol="(∇L(u) - ∇L(w), u - w)")


def stationary_points(expression):
    """The points of the grid's interval where L' = 0: sign changes of L', then bisected."""
    slope = sp.lambdify(v, expression.diff(v))
    at = np.broadcast_to(slope(GRID), GRID.shape)
    inside = np.flatnonzero(np.sign(at[:-1]) * np.sign(at[1:]) < 0)
    return [*GRID[at == 0], *(brentq(slope, GRID[i], GRID[i + 1], xtol=1e-14) for i in inside)]


@claim(
    "x:sec2-strong-convexity-implies-pl/stationary-is-global",
    says="Under (PL), any stationary point is a global minimiser.",
    forall={"L": ON_THE_LINE},
    given=[has_pl_2],
    reading="What `as long as` says of losses with (PL); as a condition for (PL) it is too weak: see x⁴.",
    premises=["eq:mu-PL", "x:sec2-strong-convexity-implies-pl/strictly"],
    mutants={"a loss without (PL)": {"change": lambda loss: loss + 3 * sp.sin(v) ** 2}},
)
def stationary_points_are_global_minimisers(loss, *, change=lambda loss: loss):
    expression = change(loss[0])
    f = sp.lambdify(v, expression)
    values = [f(u) for u in stationary_points(expression)]
    return equal(values, lowest(f), digits=12, scale=1.0, symbol="the loss at a stationary point")
