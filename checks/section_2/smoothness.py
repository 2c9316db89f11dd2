r"""Section 2 [eq:L-smooth]: restricted smoothness (LS), an upper bound along the directions of T_t only."""

from fractions import Fraction

from checks.instances.smooth_problems import NEARLY, axes, problems
from checks.instances.tangent_pairs import QUADRATICS
from theorytest import at_least, at_most, claim, family, threshold

LENGTHS = tuple(Fraction(n, 1000) for n in (-5000, -1, 1, 1000, 7000))


def tangent_steps(problem):
    """(u_t, g) with g ∈ T_t: along each basis direction and along the sum of all."""
    for u, basis in problem.points:
        for direction in (*basis, sum(basis)):
            yield from ((u, length * direction) for length in LENGTHS)


def all_steps(problem):
    """(u_t, g) for every coordinate direction g of H."""
    for u, _ in problem.points:
        yield from ((u, length * e) for e in axes(len(u), *range(len(u))) for length in LENGTHS)


@claim(
    "eq:L-smooth",
    kind="definition",
    says="(LS): there is L > 0 such that ℒ(u_t + g) ≤ ℒ(u_t) + (∇ℒ(u_t), g) + L‖g‖²/2 for all u_t ∈ M and g ∈ T_t.",
    formula=r"\mathcal{L}(u_t+g) \le \mathcal{L}(u_t) + (\nabla\mathcal{L}(u_t), g) + \tfrac{L}{2}\|g\|^2",
    forall={"ℒ, M": family(problems, "losses and classes of finite dimension with L known by hand", search=QUADRATICS)},
    reading="An assumption, which the named problems satisfy; the constant is attained, or approached to one per cent.",
    mutants={"every direction of H": {"steps": all_steps}, "two per cent less": {"half": Fraction(49, 100)}},
)
def smoothness_holds_with_the_best_constant(problem, *, steps=tangent_steps, half=Fraction(1, 2)):
    """On the plane beside the minimum L is 3 along T_t and 5 in H, and across the ridge no constant would do."""
    pairs = list(steps(problem))
    squares = [problem.inner(g, g) for _, g in pairs]
    above = [problem.loss(u + g) - problem.loss(u) - problem.inner(problem.gradient(u), g) for u, g in pairs]
    yield at_most(above, [half * problem.L * s for s in squares], "bound", symbol="L(u + g) - L(u) - (∇L(u), g)")
    best = max(2 * e / s for e, s in zip(above, squares, strict=True))
    yield at_least(best, threshold(NEARLY * problem.L), "best", symbol="the least L")
