r"""Section 2 [eq:mu-PL_strong]: the strong Polyak-Łojasiewicz condition (SPL) and its relation to (PL)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from checks.instances.smooth_problems import arc, problems, ridge, two_axes, vector
from checks.section_2.polyak_lojasiewicz import squared_gradient
from theorytest import at_least, at_most, claim, repair

WITH_THE_PROPERTY = {name: problem for name, problem in problems().items() if problem.strong_lam is not None}

OPPOSITE = (vector(-1, 0), (vector(0, -1),))  # the point of the circle farthest from the target, with its tangent


def squared_projection(problem, basis, u):
    """‖P_t ∇L(u)‖² for the projection onto the span of the basis."""
    g = problem.project(basis, problem.gradient(u))
    return problem.inner(g, g)


def anywhere(problem):
    """As printed: u_t fixes T_t, and u is any point of the model class."""
    return [(basis, u) for _, basis in problem.points for u, _ in problem.points]


def at_the_iterate(problem):
    """As meant: T_t belongs to the point itself."""
    return [(basis, u) for u, basis in problem.points]


def dominates(name, problem, lam, pairs):
    left = [squared_projection(problem, basis, u) for basis, u in pairs]
    right = [2 * lam * problem.gap_on_class(u) for _, u in pairs]
    yield at_least(left, right, name=name, symbol="the squared projected gradient")


@claim(
    "eq:mu-PL_strong",
    kind="definition",
    says="For every T_t and every u of the class, the squared projected gradient at u dominates the gap at u.",
    formula=r"\|P_t\nabla\mathcal{L}(u)\|^2 \ge 2\lambda(\mathcal{L}(u)-\mathcal{L}_{\min,\mathcal{M}}) "
    r"\quad\text{for all } u_t \text{ and, as printed, all } u\in\mathcal{M}",
    expected="refuted",
    gravity="misprint",
    premises=["x:display-loss-infima"],
)
def projected_gradient_dominates_as_printed(*, constants=(Fraction(1), Fraction(1, 100), Fraction(1, 10**6))):
    """No λ helps: with u_t = e_2, T_t = span{e_2} and u = (1 + 2/λ, 0) the sides are 1 and 4/λ on the two axes."""
    problem = two_axes()
    (_, second) = problem.points[-1]
    for lam in constants:
        yield from dominates(f"two axes, λ = {lam}", problem, lam, [(second, vector(1 + 2 / lam, 0))])
    for name, problem in WITH_THE_PROPERTY.items():
        yield from dominates(name, problem, problem.strong_lam, anywhere(problem))


@repair(
    "eq:mu-PL_strong/corrected",
    "eq:mu-PL_strong",
    kind="definition",
    says="At every iterate the squared projected gradient is at least 2 lambda times the gap on the class.",
    formula=r"\|P_t\nabla\mathcal{L}(u_t)\|^2 \ge 2\lambda(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}})",
    premises=["x:display-loss-infima"],
    mutants={
        "lam x 1.02": {"lam": lambda problem: 1.02 * (problem.strong_lam)},
        "any point of the class": {"pairs": anywhere},
        "the whole circle": {"extra": OPPOSITE},
    },
)
def projected_gradient_dominates_at_iterates(
    *, lam=lambda problem: problem.strong_lam, pairs=at_the_iterate, extra=None
):
    """In rational numbers; every constant is attained. At the far end of the whole circle no constant is left."""
    for name, problem in WITH_THE_PROPERTY.items():
        yield from dominates(name, problem, lam(problem), pairs(problem))
        ratios = [
            squared_projection(problem, basis, u) / (2 * problem.gap_on_class(u))
            for u, basis in problem.points
            if problem.gap_on_class(u)
        ]
        yield at_most(min(ratios), problem.strong_lam, name=f"{name}: best", symbol="the best λ")
    if extra is not None:
        yield from dominates("circle", arc(4), lam(arc(4)), [extra[::-1]])


def gaps(problem):
    """L(u) - L_min, as (PL) has it."""
    return [problem.gap(u) for u, _ in problem.points]


def gaps_on_class(problem):
    """L(u) - L_min,M, as (SPL) has it."""
    return [problem.gap_on_class(u) for u, _ in problem.points]


@claim(
    "x:sec2-spl-stronger",
    kind="remark",
    says="Strong PL is a stronger version of PL, although the two refer to different infima.",
    formula=r"\text{(SPL) with } \lambda \implies "
    r"\|\nabla\mathcal{L}(u)\|^2 \ge 2\lambda(\mathcal{L}(u)-\mathcal{L}_{\min})",
    expected="refuted",
    gravity="wrong statement",
    premises=["eq:mu-PL", "eq:mu-PL_strong/corrected"],
)
def strong_property_implies_the_other_as_printed(*, share=1):
    """On the ridge (SPL) holds with λ = 3 and (PL) with no constant: at the origin ∇L = 0 and the gap is 1.

    For least squares, where (PL) has λ = 1 exactly, an arc seen from a distance has (SPL) with λ = 16/5.
    """
    for name, problem in {"ridge": ridge(), "arc": arc(4)}.items():
        yield from dominates(f"{name}: premise", problem, problem.strong_lam, at_the_iterate(problem))
        left = [squared_gradient(problem, u) for u, _ in problem.points]
        right = [2 * share * problem.strong_lam * gap for gap in gaps(problem)]
        yield at_least(left, right, name=name, symbol="the squared gradient")


@repair(
    "x:sec2-spl-stronger/corrected",
    "x:sec2-spl-stronger",
    kind="inequality",
    says="Strong PL implies PL with the infimum over the class, hence PL itself where both infima agree.",
    formula=r"\text{(SPL)} \implies \|\nabla\mathcal{L}(u)\|^2 \ge "
    r"2\lambda(\mathcal{L}(u)-\mathcal{L}_{\min,\mathcal{M}})",
    tight="attained by squares",
    premises=["eq:mu-PL_strong/corrected"],
    mutants={
        "lam x 1.02": {"lam": lambda problem: 1.02 * (problem.strong_lam)},
        "the infimum over H": {"distance": gaps},
    },
)
def strong_property_implies_the_other_on_the_class(*, lam=lambda problem: problem.strong_lam, distance=gaps_on_class):
    """‖∇L‖ ≥ ‖P_t ∇L‖, with equality where the gradient lies in T_t: attained on the whole space and on the ridge."""
    for name, problem in WITH_THE_PROPERTY.items():
        left = [squared_gradient(problem, u) for u, _ in problem.points]
        right = [2 * lam(problem) * gap for gap in distance(problem)]
        yield at_least(left, right, name=name, symbol="the squared gradient")


@claim(
    "x:sec2-spl-stronger/strictly",
    kind="remark",
    says="PL does not imply strong PL: least squares on a circle through its target has PL only.",
    formula=r"\lambda_{\mathrm{PL}} = 1, \qquad \inf_u \frac{\|P_t\nabla\mathcal{L}(u_t)\|^2}"
    r"{2(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}})} = 0",
    premises=["eq:mu-PL", "eq:mu-PL_strong/corrected"],
    mutants={"an arc of it": {"at": (vector(0, 1), (vector(-1, 0),))}},
)
def the_other_property_is_weaker(*, at=OPPOSITE):
    """Opposite to the target the gradient is normal to the circle, although the loss there is the largest."""
    problem, (u, basis) = arc(1), at
    yield at_least(squared_gradient(problem, u), 2 * problem.gap(u), name="PL", symbol="‖∇L‖²")
    yield at_most(squared_projection(problem, basis, u), 0, name="not strong PL", symbol="‖P∇L‖²")
    yield at_least(problem.gap_on_class(u), 2, name="far from it", symbol="the gap")


def geodesic_modulus(distance, end):
    """The smallest second derivative of L(γ(θ)) = const - U cos θ along the arc |θ| ≤ end, at unit speed."""
    theta = np.linspace(-end, end, 2001)
    return np.min(distance * np.cos(theta))


@claim(
    "x:sec2-spl-manifold-condition",
    kind="inequality",
    says="A loss that is strongly convex along the geodesics of a submanifold has strong PL with that constant.",
    formula=r"(\mathcal{L}\circ\gamma)'' \ge \lambda \implies \|P_t\nabla\mathcal{L}(u_t)\|^2 \ge "
    r"2\lambda(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}})",
    expected="computed",
    tight="approached by short arcs",
    premises=["eq:mu-PL_strong/corrected"],
    mutants={
        "share x 1.02": {"share": 1.02},
        "the mean curvature of the loss": {"modulus": lambda U, end: U * np.sin(end) / end},
    },
)
def geodesic_convexity_implies_the_strong_property(*, modulus=geodesic_modulus, share=1.0):
    """Arcs of the unit circle, where the best constant is U (1 + cos θ₀)/2 against the modulus U cos θ₀.

    Attained in the limit of short arcs; the loss of a half circle has no modulus left, but strong PL with U/2.
    """
    for distance in (0.5, 1.0, 4.0):
        for end in (0.01, 0.5, 1.5):
            theta = np.linspace(-end, end, 401)
            u = np.stack([np.cos(theta), np.sin(theta)], axis=-1)
            tangent = np.stack([-np.sin(theta), np.cos(theta)], axis=-1)
            slope = np.sum(tangent * (u - [distance, 0.0]), axis=-1)
            loss = np.sum((u - [distance, 0.0]) ** 2, axis=-1) / 2
            right = 2 * share * modulus(distance, end) * (loss - (distance - 1) ** 2 / 2)
            name = f"U = {distance}, arc to {end}"
            yield at_least(slope**2, right, name=name, digits=12, scale=1.0, symbol="‖P∇L‖²")
            ratio = slope[-1] ** 2 / right[-1]  # (1 + cos θ₀) / (2 cos θ₀)
            yield at_least(ratio, 1.0, name=f"{name}: at its end", digits=9, symbol="of the bound")
