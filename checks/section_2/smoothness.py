r"""Section 2 [eq:L-smooth]: restricted smoothness (LS), an upper bound along the directions of T_t only."""

from __future__ import annotations

from fractions import Fraction

from checks.instances.smooth_problems import NEARLY, axes, problems
from theorytest import at_least, at_most, claim

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


def excess(problem, u, g):
    """L(u + g) - L(u) - (∇L(u), g)."""
    return problem.loss(u + g) - problem.loss(u) - problem.inner(problem.gradient(u), g)


@claim(
    "eq:L-smooth",
    kind="definition",
    says="Along its tangent directions the loss lies below its tangent plus L/2 times the squared step.",
    formula=r"\mathcal{L}(u_t+g) \le \mathcal{L}(u_t) + (\nabla\mathcal{L}(u_t), g) + \tfrac{L}{2}\|g\|^2, "
    r"\quad g\in\mathcal{T}_t",
    mutants={
        "L x 0.98": {"L": lambda problem: 0.98 * (problem.L)},
        "every direction of H": {"steps": all_steps},
        "L/4 for L/2": {"half": Fraction(1, 4)},
    },
)
def smoothness_holds_with_the_best_constant(*, L=lambda problem: problem.L, steps=tangent_steps, half=Fraction(1, 2)):
    """In rational numbers. Each constant is attained, or approached within one per cent by a short step.

    The constant belongs to T_t: on the plane beside the minimum it is 3, in H it would be 5, and across the ridge no
    constant would do.
    """
    for name, problem in problems().items():
        pairs = list(steps(problem))
        upper = [half * L(problem) * problem.inner(g, g) for _, g in pairs]
        above = [excess(problem, u, g) for u, g in pairs]
        yield at_most(above, upper, name=name, symbol="L(u + g) - L(u) - (∇L(u), g)")
        best = max(2 * e / problem.inner(g, g) for (_, g), e in zip(pairs, above, strict=True))
        yield at_least(best, NEARLY * problem.L, name=f"{name}: best", symbol="the best L")


@claim(
    "eq:L-smooth/one-sided",
    kind="remark",
    says="(LS) bounds the loss from above only: a concave loss has it with every L and no Lipschitz gradient.",
    formula=r"\mathcal{L}(v) = -v^4: \quad \mathcal{L}(u+g) \le \mathcal{L}(u) + \mathcal{L}'(u) g "
    r"\quad\text{but}\quad |\mathcal{L}'(u+g)-\mathcal{L}'(u)| \not\le L|g|",
    mutants={"a convex loss": {"sign": 1}, "a loss with Lipschitz gradient": {"power": 2}},
)
def smoothness_is_one_sided(*, sign=-1, power=4):
    """On M = H = R; from u to 2u the gradient of -v⁴ changes by 28 u² times the step, without a bound in u."""
    points, steps = (Fraction(-2), Fraction(0), Fraction(3)), (Fraction(-5), Fraction(1, 9), Fraction(4))
    pairs = [(u, g) for u in points for g in steps]

    def tangent(u, g):
        return sign * (u**power + power * u ** (power - 1) * g)

    values, tangents = [sign * (u + g) ** power for u, g in pairs], [tangent(u, g) for u, g in pairs]
    yield at_most(values, tangents, name="below its tangents", symbol="L(u + g)")
    u = [Fraction(10) ** k for k in range(1, 7)]
    quotients = [power * abs((2 * v) ** (power - 1) - v ** (power - 1)) / v for v in u]
    yield at_least(quotients, [v**2 for v in u], name="no Lipschitz bound", symbol="|ΔL'|/|g|")
