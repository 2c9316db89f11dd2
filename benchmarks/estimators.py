"""What a draw of P^n g costs, as a multiple of the cost of drawing its points alone with the same sampler.

One draw is the points of one replica, one gradient g = |x| there, and the coefficients of P^n g; a call makes many
replicas. The reference is `estimator.sample` of as many replicas. Spaces are the Legendre polynomials of dimension d,
with n = 2 d optimal points unless the row says otherwise; the debiased projection has 2 d points for each part.
Conditioned points have δ = 0.95; at d = 50 none of 2,000 samples of 2 d points was in S_δ, hence n = 10 d there. Their
reference is dear, as it computes all Gramians itself.

No row has a target: points alone are no limit, see `limits.py`. Six runs during the tuning (five at d = 50), on two
cores busy with other work, each the smallest cost of 40 to 150 turns at raised priority with BLAS on one thread, gave
these ranges; what is printed are medians, which scattered far more there:
    d = 3     quasi-projection 2.1 to 2.4    least squares 3.0 to 6.7
    d = 10    quasi-projection 3.2 to 6.9    least squares 6.7 to 20
    d = 50    quasi-projection 9.6 to 22     least squares 51 to 114
A pass of numpy over one number per point costs about 0.3 ns, an optimal point 11.
The quasi-projection takes 6 passes per function (4 for the recurrence, 1 for K, 1 for the sum), 18 ns at d = 10 and 90
at d = 50; the Gramian of least squares at d = 50 alone took BLAS 100 ns or more.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from growth import Growth, grow
from timing import Row, Target, Work, side_by_side

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
FEW = 20_000  # the same where growth is measured
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
    yield "quasi-projection", QuasiProjection(points, n), None
    yield "least squares", LeastSquares(points, n), None
    yield f"least squares, conditioned, n = {probable} d", LeastSquares(stable, m), None
    yield "least squares, volume-rescaled", LeastSquares(VolumeRescaled(points.space), n), None
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
    return Row(what, **costs, target=target, remark=f"{1 / costs['cost']:,.0f} per second")


def against_memory(d: int) -> Row:
    """The coefficients alone, at given points, against one copy of the d values of the basis at each point."""
    R, n = POINTS // (2 * d), 2 * d
    estimator = QuasiProjection(optimal(d), n)
    x, basis = estimator.sample(RNG, R), np.ones((R, n, d))
    costs = side_by_side(Work(lambda: project(estimator, gradient, x), R), Work(basis.copy, R), turns=TURNS)
    limit = "memory: each value of the basis is written and read once, as a copy does"
    return Row(f"Legendre {d}, coefficients of a quasi-projection, over a copy of the basis", **costs, limit=limit)


def rows() -> Iterator[Row]:
    """With its points / points alone, and without them / memory."""
    for d in DIMENSIONS:
        for what, estimator, target in estimators(d):
            yield against_points(f"Legendre {d}, {what}, over its points", estimator, target)
        yield against_memory(d)


def growths() -> Iterator[Growth]:
    """Costs along d with n = 2 d, along n with d = 10, and along the replicas with d = 10 and n = 20."""

    def at(d: int, n: int, R: int) -> dict[str, Work]:
        points = optimal(d)
        kinds = {"quasi-projection": QuasiProjection(points, n), "least squares": LeastSquares(points, n)}
        return {name: Work(partial(draw, estimator, R), R) for name, estimator in kinds.items()}

    yield grow("d, n = 2 d", [2, 5, 10, 20, 50], lambda d: at(d, 2 * d, FEW // (2 * d)))
    yield grow("n, d = 10", [20, 50, 100, 200, 500], lambda n: at(10, n, FEW // n))
    yield grow("replicas, d = 10, n = 20", [1, 10, 100, 1_000, 10_000], lambda R: at(10, 20, R))
