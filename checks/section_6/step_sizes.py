r"""Section 6 [x:sec6-step-sizes-like-deterministic]: steps that the scheme and exact gradient descent allow.

For least squares, L = 1, exact descent on T multiplies ‖e‖² by (1 - s)², below one for s < 2. With an estimate and a
target in T the factor E‖e - s P^n e‖²/‖e‖² is a parabola in s that is 1 at 0 and at the longest step.
"""

from fractions import Fraction

from checks.hypotheses import LINEAR_LEAST_SQUARES, no_orthogonal_part, optimal_points, scalar_jets
from checks.instances.three_nodes import ON_THREE_NODES
from theorytest import claim, equal, family, finite, vectors


def longest_step(world, word):
    """2 for projections, and 2n/(n - 1 + d) for quasi-projections."""
    return Fraction(2) if word == "lsq" else Fraction(2 * world.n, world.n - 1 + world.dim)


@claim(
    "x:sec6-step-sizes-like-deterministic",
    says="In many cases the requirements on the step sizes are similar to those of deterministic descent.",
    formula=r"\sup_{u_t\in\mathcal{T}}\frac{\mathbb{E}\|u_{t+1}-u\|^2}{\|u_t-u\|^2} < 1 \iff 0 < s < 2, "
    r"\qquad 0 < s < \tfrac{2n}{n-1+d}",
    forall={
        "T, n, δ": ON_THREE_NODES,
        "Pⁿ": finite({"quasi-projection": "quasi", "stable least squares": "lsq"}),
        "u_t - u": family({"1": (1, 0), "x": (0, 1), "1 - 2x": (1, -2)}, "elements of T", search=vectors([2], -5, 5)),
    },
    given=[*LINEAR_LEAST_SQUARES, no_orthogonal_part, optimal_points, scalar_jets.stated],
    reading="Least squares, a target in T and constant steps: E‖u_t - u‖² contracts exactly for s < 2 with stable "
    "projections, like exact descent, and for s < 2n/(n-1+d) with optimal quasi-projections. Otherwise the scheme "
    "needs decreasing steps, and exact descent does not.",
    tight="attained: longer steps do not contract",
    premises=["x:sec4.2.1-constant-step"],
    mutants={
        "the same for quasi-projections": {"longest": lambda *_: Fraction(2)},
        "2n/(n + d)": {"longest": lambda world, _: Fraction(2 * world.n, world.n + world.dim)},
        "two per cent longer": {"longest": lambda *case: Fraction(51, 50) * longest_step(*case)},
    },
)
def constant_steps_as_for_exact_descent(world, word, e, *, longest=longest_step):
    """All samples, those in S_δ for least squares; a parabola that is 1 at two places is below 1 between them only."""
    error, s = e[: world.dim], longest(world, word)
    values, after = world.values(error), Fraction(0)
    for sample, p in world.law(world.delta if word == "lsq" else None):
        moved = zip(error, world.estimate(word, sample, values), strict=True)
        after += p * world.square([c - s * found for c, found in moved])
    return equal(after, world.square(error), symbol="E‖u_{t+1} - u‖² for the longest step")
