r"""Section 1.2: optimal sampling makes convergence faster and more monotone, as in the experiment of Section 5.2.

All means are exact. The source has no picture of Figure 7: the text is what is tested, and all numbers are ours.
"""

import numpy as np

from checks.instances.linear_experiments import STEPS, experiment, first_step_of_plain_points
from theorytest import at_least, at_most, claim, equal, finite, horizon, threshold
from theorytest.approximation import Optimal, Plain
from theorytest.descent import scalar_gap


@claim(
    "x:sec1.2-faster-monotone",
    kind="figure",
    says="In the Gaussian experiment, from u_1 = 0, optimal sampling results in faster and more monotone convergence.",
    formula=r"X_{t+1}^{\mathrm{optimal}} \le X_t^{\mathrm{optimal}}, \quad X_2^{\mathrm{plain}} > X_1^{\mathrm{plain}}",
    forall={"n": finite((1, 21, 70), "the numbers of plain points of Figure 7"), "t": horizon},
    reading="Mean losses with steps 2/9 t^(-0.9), from a start of ours: with one optimal point they fall in each of "
    "1000 steps; with n plain points the first step rises, and the last loss is a million times larger.",
    mutants={"plain points for both": {"better": Plain}},
)
def optimal_points_are_faster_and_monotone(n, *, better=Optimal):
    """The means under plain points are those of rare paths. References apart from the moments: a recursion, and the
    first step of plain points in closed form.
    """
    loss, plain = (
        experiment(better, 1).errors(STEPS, np.arange(1, 1001)),
        experiment(Plain, n).errors(STEPS, [1, 2, 1000]),
    )
    one = experiment(Optimal, 1)
    recursion = 2 * scalar_gap(one.loss, 1, STEPS, 999, one.start)
    yield equal(loss, recursion, "optimal: recursion", digits=9, until=1000, symbol="X_t")
    yield at_most(np.diff(loss), 0.0, "optimal: falling", digits=None, until=1000, symbol="a change of X_t")
    yield equal(plain[1], first_step_of_plain_points(n, 2 / 9), "plain: first step", digits=9, symbol="X_2")
    yield at_least(plain[1], plain[0], "plain: rising", digits=None, symbol="X_2")
    yield at_least(plain[2] / loss[-1], threshold(1e6), "faster", digits=None, until=1000, symbol="plain / optimal")
