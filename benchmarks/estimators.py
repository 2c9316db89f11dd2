"""What a draw of P^n g costs, as a multiple of the cost of drawing its points alone with the same sampler.

One draw is the points of one replica, one gradient g = |x| there, and the coefficients of P^n g; a call makes many
replicas. The reference is `estimator.sample` of as many replicas. Spaces are the Legendre polynomials of dimension d,
with n = 2 d optimal points unless the row says otherwise; the debiased projection has 2 d points for each part.
Conditioned points have δ = 0.95; at d = 50 none of 2,000 samples of 2 d points was in S_δ, hence n = 10 d there. Their
reference is dear, as it computes all Gramians itself.

The targets are 2 for the quasi-projection and 5 for least squares. Six runs during the tuning (five at d = 50), on two
cores busy with other work, each the smallest cost of 40 to 150 turns at raised priority with BLAS on one thread, gave
these ranges; what is printed are medians, which scattered far more there:
    d = 3     quasi-projection 2.1 to 2.4    least squares 3.0 to 6.7
    d = 10    quasi-projection 3.2 to 6.9    least squares 6.7 to 20
    d = 50    quasi-projection 9.6 to 22     least squares 51 to 114
None is below its target in all runs. A pass of numpy over one number per point costs about 0.3 ns, an optimal point 11.
The quasi-projection takes 6 passes per function (4 for the recurrence, 1 for K, 1 for the sum), 18 ns at d = 10 and 90
at d = 50: 2 is out of reach there. So is 5 for least squares at d = 50, whose Gramian alone took BLAS 100 ns or more.
At d = 3, and for least squares at d = 10, where the passes add up to about 4.5, no such count excludes the target.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
from growth import growth_figure
from timing import Row, Target, Work, side_by_side, table

from theorytest.approximation.estimators import (
    Debiased,
    Estimator,
    LeastSquares,
    NonProjection,
    QuasiProjection,
    project,
)
from theorytest.approximation.measures import Uniform
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.systems import Legendre
from theorytest.approximation.volume import VolumeRescaled

DIMENSIONS, DELTA, TURNS = (3, 10, 50), 0.95, 15
POINTS = 120_000  # that one call draws
PLOT = Path(__file__).with_name("estimators.svg")
RNG = np.random.default_rng()


def optimal(d: int) -> Optimal:
    return Optimal(Space(Legendre(d), Uniform()))


def gradient(x: np.ndarray) -> np.ndarray:
    """|x|, which lies in no space of polynomials and costs next to nothing."""
    return np.abs(x[..., 0])


def estimators(d: int) -> Iterator[tuple[str, Estimator, Target | None]]:
    """The rows of one dimension."""
    points, n = optimal(d), 2 * d
    probable = 10 if d == 50 else 2
    stable, m = Conditioned(points, DELTA), probable * d
    yield "non-projection", NonProjection(points, n), None
    yield "quasi-projection", QuasiProjection(points, n), Target("at most", 2)
    yield "least squares", LeastSquares(points, n), Target("at most", 5)
    yield f"  conditioned, n = {probable} d", LeastSquares(stable, m), None
    yield "  volume-rescaled", LeastSquares(VolumeRescaled(points.space), n), None
    yield "debiased", Debiased(LeastSquares(points, n), QuasiProjection(points, n)), None
    yield f"conditioned quasi-projection, n = {probable} d", QuasiProjection(stable, m), None


def draw(estimator: Estimator, n_replicas: int) -> np.ndarray:
    return project(estimator, gradient, estimator.sample(RNG, n_replicas))


def works(estimator: Estimator, n_replicas: int) -> tuple[Work, Work]:
    """Draws of P^n g, and of their points alone."""
    points = partial(estimator.sample, RNG, n_replicas)
    return Work(partial(draw, estimator, n_replicas), n_replicas), Work(points, n_replicas)


def against_points(what: str, estimator: Estimator, target: Target | None) -> Row:
    dear = isinstance(getattr(estimator, "sampler", None), Conditioned | VolumeRescaled)
    R = max(1, POINTS // estimator.n_samples // (10 if dear else 1))
    costs = side_by_side(*works(estimator, R), turns=TURNS)
    return Row(what, **costs, target=target, remark=f"{1 / costs['cost']:,.0f}")


def smallest_costs(estimator: Estimator, n_replicas: int) -> tuple[float, float]:
    """Seconds per draw of P^n g and of its points: the smallest of a few turns, after a warm-up."""
    measured = [[work.cost() for work in works(estimator, n_replicas)] for _ in range(11)]
    ours, points = np.min(measured[1:], axis=0).tolist()
    return ours, points


def growth() -> dict[str, tuple[list[int], list[dict[str, float]]]]:
    """Costs along d with n = 2 d, along n with d = 10, and along the replicas with d = 10 and n = 20."""

    def at(d: int, n: int, R: int) -> dict[str, float]:
        points = optimal(d)
        quasi, alone = smallest_costs(QuasiProjection(points, n), R)
        least, _ = smallest_costs(LeastSquares(points, n), R)
        return {"points alone": alone, "quasi-projection": quasi, "least squares": least}

    d, n, R = [2, 3, 5, 10, 20, 50], [20, 50, 100, 200, 500], [1, 10, 100, 1000, 10_000]
    return {
        "dimension d, n = 2 d": (d, [at(k, 2 * k, POINTS // (2 * k)) for k in d]),
        "samples n, d = 10": (n, [at(10, k, POINTS // k) for k in n]),
        "replicas in one call, d = 10, n = 20": (R, [at(10, 20, k) for k in R]),
    }


def main() -> None:
    """Print the table, and write the plot beside this file."""
    print(f"cost of one draw of P^n g, median of {TURNS} turns side by side; ratio: with its points / points alone")
    print(f"Python {platform.python_version()}, numpy {np.__version__}, {os.cpu_count()} processors\n")
    rows = [against_points(f"Legendre {d}, {what}", e, target) for d in DIMENSIONS for what, e, target in estimators(d)]
    print(table(rows, "draws per second"))
    growth_figure(growth(), 1e6, "µs per draw of $P^n g$").savefig(PLOT)
    print(f"\nhow the costs grow with d, n and the replicas: {PLOT}")


if __name__ == "__main__":
    main()
