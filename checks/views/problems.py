"""Least squares for |x| by polynomials on [-1, 1]: the problem behind most of the pictures, with exact means."""

from functools import cache
from typing import Any

import numpy as np

from theorytest.approximation import Legendre, Optimal, Plain, QuasiProjection, Space, Uniform
from theorytest.claims.plots import Series
from theorytest.descent import TARGETS, ExactDescent, LinearDescent, Quadratic, by_quadrature

SAMPLERS = {"uniform": Plain, "optimal": Optimal}
PATHS = 3


@cache
def kinked(d: int) -> Quadratic:
    """|x|, which no polynomial is: a part of the gradient stays outside of the space."""
    return Quadratic(Space(Legendre(d), Uniform()), TARGETS["abs"], knots=(0.0,))


@cache
def contained(d: int) -> Quadratic:
    """A target in the space: nothing stays outside."""
    space = Space(Legendre(d), Uniform())

    def target(x: Any) -> Any:
        return np.sum(np.asarray(space.jets(x))[..., 0], axis=-1)

    return Quadratic(space, target)


@cache
def descent(loss: Quadratic, points: str, n: int) -> tuple[LinearDescent, ExactDescent]:
    """The quasi-projection with n points from u_1 = 0, and its exact moments."""
    estimator = QuasiProjection(SAMPLERS[points](loss.space), n)
    return LinearDescent(estimator, loss), by_quadrature(estimator, loss)


def ensemble(t: Any, paths: Any) -> list[Series]:
    """Spread, median and three of the paths (replicas, times); infinite values leave the picture."""
    low, middle, high = np.quantile(paths, [0.1, 0.5, 0.9], axis=0, method="inverted_cdf")
    return [
        Series(f"10 to 90 % of {len(paths)} paths (spread)", "band", t, low, high),
        Series("median path", "line", t, middle),
        *(Series(f"path {i + 1}", "path", t, paths[i]) for i in range(PATHS)),
    ]
