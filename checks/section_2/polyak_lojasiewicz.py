r"""Section 2 [eq:mu-PL]: the Polyak-Łojasiewicz condition (PL), strong convexity and stationary points."""

from fractions import Fraction

import numpy as np
import sympy

from checks.hypotheses import has_pl, known_constant
from checks.instances.smooth_problems import NEARLY, axes, flat_direction, problems, ridge, vector, whole_space
from checks.instances.tangent_pairs import ON_H, QUADRATICS, WITH_A_RIDGE, squared_gradient
from theorytest import Hypothesis, at_least, at_most, claim, equal, family
from theorytest.proof import compared, inner, positive, real, square, squared, statement, use
from theorytest.proof import vector as symbolic

strongly_convex = Hypothesis("L is strongly convex", lambda problem: modulus(problem) > 0)


def of_the_points(problem):
    """‖∇L‖² and L - L_min at the points of the class."""
    return zip(*((squared_gradient(problem, u), problem.gap(u)) for u, _ in problem.points), strict=True)


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
    left, gaps = of_the_points(problem)
    yield at_least(left, [2 * lam(problem) * gap for gap in gaps], "bound", symbol="‖∇L(u)‖²")
    best = min(g / (2 * gap) for g, gap in zip(left, gaps, strict=True) if gap)
    yield at_most(NEARLY * best, problem.lam, "best", symbol="99 per cent of the largest λ")


def modulus(problem):
    """The least (∇L(e) - ∇L(0), e) of the unit vectors: the constant of strong convexity, with orthogonal axes."""
    m = len(problem.near[0])
    return min(problem.inner(problem.gradient(e) - problem.gradient(0 * e), e) for e in axes(m, *range(m)))


def convexity_on_symbols(*, share=1):
    """Strong convexity between u and any u + d of H, so also in the infimum over d."""
    lam, (now, there), (g, d) = positive("λ"), real("L(u) L(u+d)"), symbolic("g d")
    return statement(
        at_least(square(g), 2 * share * lam * (now - there)),
        given={"strongly convex": at_least(there, now + inner(g, d) + lam / 2 * square(d))},
        by=[use("strongly convex", 2 * lam), squared(g + lam * d)],
    )


def convexity_at(problem):
    """With u + d the minimiser."""
    for slope, gap in zip(*of_the_points(problem), strict=True):
        yield {"λ": modulus(problem), "L(u)": 2 * gap, "L(u+d)": gap, square(symbolic("g")): slope}


@claim(
    "x:sec2-strong-convexity-implies-pl",
    says="When M = H, condition (PL) is implied by strong convexity of L.",
    formula=r"\|\nabla\mathcal{L}\|^2 \ge 2\lambda(\mathcal{L}-\mathcal{L}_{\min})",
    forall={"L": ON_H},
    given=[strongly_convex],
    tight="attained by squares",
    premises=["eq:mu-PL"],
    proof=compared(convexity_on_symbols, convexity_at),
    mutants={"two per cent more": {"share": Fraction(51, 50)}},
)
def strong_convexity_implies_the_property(problem, *, share=1):
    """With the same constant."""
    slopes, gaps = of_the_points(problem)
    return at_least(slopes, [2 * share * modulus(problem) * gap for gap in gaps], symbol="‖∇L(u)‖²")


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
    anywhere = np.array(sympy.symbols(f"u:{len(u)}", real=True))
    rest = sympy.expand(squared_gradient(problem, anywhere) - 2 * problem.lam * problem.gap(anywhere))
    yield equal(rest, 0, "(PL) on all of H", symbol="‖∇L(u)‖² - 2λ(L(u) - L_min)")
    yield equal([problem.gap(u), problem.gap(w)], 0, "two minimisers", symbol="the gap")
    slope = problem.inner(problem.gradient(u) - problem.gradient(w), u - w)
    yield equal(slope, 0, "no strong convexity", symbol="(∇L(u) - ∇L(w), u - w)")


def stationary_on_symbols(*, steepest=0):
    """(PL) where ∇L(u) = 0."""
    lam, gap, g = positive("λ"), real("L(u)-L_min"), symbolic("g")
    return statement(
        at_most(gap, 0),
        given={"(PL)": at_least(square(g), 2 * lam * gap), "stationary": at_most(square(g), steepest)},
        by=[use("(PL)", 1 / (2 * lam)), use("stationary", 1 / (2 * lam))],
    )


def stationary_at(problem):
    """At the stationary points of the check."""
    known = {"λ": problem.lam, square(symbolic("g")): 0}
    return [known | {"L(u)-L_min": problem.gap(u)} for u in stationary_points(problem)]


def stationary_points(problem, steepest=0):
    """Among the points and 0."""
    return [u for u in (problem.near[0], *(u for u, _ in problem.points)) if squared_gradient(problem, u) <= steepest]


@claim(
    "x:sec2-strong-convexity-implies-pl/stationary-is-global",
    says="Under (PL), any stationary point is a global minimiser.",
    forall={"L": WITH_A_RIDGE},
    given=[has_pl],
    reading="What `as long as` says of losses with (PL); as a condition for (PL) it is too weak: see x⁴.",
    premises=["eq:mu-PL"],
    proof=compared(stationary_on_symbols, stationary_at),
    mutants={"a loss without (PL)": {"change": lambda _: ridge()}, "slopes up to 10": {"steepest": 100}},
)
def stationary_points_are_global_minimisers(problem, *, change=lambda problem: problem, steepest=0):
    """At the points and at 0; those with another gradient are left out by the sentence."""
    tried = change(problem)
    gaps = [tried.gap(u) for u in stationary_points(tried, steepest)]
    return at_most(gaps, 0, symbol="the gap at a stationary point")
