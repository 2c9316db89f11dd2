r"""Section 1.2: optimal sampling makes convergence faster and more monotone, as in the experiment of Section 5.2.

All means are exact. The source has no picture of Figure 7: the text is what is tested, and all numbers are ours.
"""

import numpy as np

from checks.hypotheses import (
    full_support,
    late_steps,
    least_squares_loss,
    linear_class,
    no_retraction,
    quasi_projection,
    scalar_jets,
)
from checks.instances.gaussian_experiment import STEPS, experiment, first_step_of_plain_points
from checks.instances.spaces import FOUR_POINTS
from checks.theory.best_steps import Problem, Sequence
from theorytest import at_least, at_most, claim, equal, family, finite, horizon, less_than, threshold
from theorytest.approximation import Functions, Monomials, Optimal, Plain, Space
from theorytest.descent import scalar_gap

LATE, FAR = Sequence(lambda t: 1 / (t + 20)), 20_000


@claim(
    "x:sec1.2-faster-monotone",
    kind="figure",
    says="In the Gaussian experiment, optimal sampling results in faster and more monotone convergence.",
    formula=r"X_{t+1}^{\mathrm{optimal}} \le X_t^{\mathrm{optimal}}, \quad X_2^{\mathrm{plain}} > X_1^{\mathrm{plain}}",
    forall={"n": finite((1, 21, 70), "the numbers of plain points of Figure 7"), "t": horizon},
    reading="Mean losses from u_1 = 0 with steps 2/9 t^(-0.9): with one optimal point they fall in each of 1000 steps; "
    "with n plain points the first step rises, and the last loss is a million times larger.",
    mutants={"plain points for both": {"better": Plain}, "optimal points for both": {"worse": Optimal}},
)
def optimal_points_are_faster_and_monotone(n, *, better=Optimal, worse=Plain):
    """The means under plain points are those of rare paths. References apart from the moments: a recursion, and the
    first step of plain points in closed form.
    """
    loss, plain = (
        experiment(better, 1).errors(STEPS, np.arange(1, 1001)),
        experiment(worse, n).errors(STEPS, [1, 2, 1000]),
    )
    one = experiment(Optimal, 1)
    recursion = 2 * scalar_gap(one.loss, 1, STEPS, 999, one.start)
    yield equal(loss, recursion, "optimal: recursion", digits=9, until=1000, symbol="X_t")
    yield at_most(np.diff(loss), 0.0, "optimal: falling", digits=None, until=1000, symbol="a change of X_t")
    yield equal(plain[1], first_step_of_plain_points(n, 2 / 9), "plain: first step", digits=9, symbol="X_2")
    yield at_least(plain[1], plain[0], "plain: rising", digits=None, symbol="X_2")
    yield at_least(plain[2] / loss[-1], threshold(1e6), "faster", digits=None, until=1000, symbol="plain / optimal")


def spaces():
    """Lines, parabolas, and a space whose functions all vanish at 0."""
    vanishing = Space(Functions((lambda x: x[..., 0], lambda x: x[..., 0] ** 2)), FOUR_POINTS)
    return {f"polynomials, d = {d}": Space(Monomials(d), FOUR_POINTS) for d in (2, 3)} | {"x and x²": vanishing}


def residual_where_k_is_small(space):
    """The unit target outside T that plain points see with the least noise ∫ K r² dρ, and that noise."""
    root, b = np.sqrt(FOUR_POINTS.weights), space.jets(FOUR_POINTS.points)[..., 0]
    outside = np.linalg.svd((root[:, None] * b).T)[2][space.dim :]
    values, vectors = np.linalg.eigh(outside @ np.diag(np.sum(b**2, axis=1)) @ outside.T)
    r = vectors[:, 0] @ outside / root
    return values[0], lambda x: r[np.searchsorted(FOUR_POINTS.points[:, 0], x[..., 0])]


@claim(
    "x:sec1.2-faster-monotone/not-always",
    label="x:sec1.2-faster-monotone",
    voice="ours",
    says="If ∫K|r|² dρ < d‖r‖² for r = u* - Pu*, plain points have the smaller mean squared error in the limit.",
    forall={"T": family(spaces, "spaces on four points, with the residual of least noise"), "t": horizon},
    given=[least_squares_loss, linear_class, no_retraction, quasi_projection, late_steps, scalar_jets, full_support],
    mutants={
        "equally fast": {"limit": lambda noise, d: 1.0 + 0 * noise * d},
        "the dimension less one": {"limit": lambda noise, d: noise / (d - 1)},
    },
)
def plain_points_can_be_faster(space, *, limit=lambda noise, d: noise / d):
    noise, target = residual_where_k_is_small(space)
    plain, optimal = (Problem(space, target, 1, sampler).errors(LATE, [FAR]) for sampler in (Plain, Optimal))
    yield equal(
        plain / optimal, limit(noise, space.dim), "limit", digits=3, scale=1.0, until=FAR, symbol="plain / optimal"
    )
    yield less_than(plain / optimal, 1.0, "ahead", until=FAR, symbol="plain / optimal")
