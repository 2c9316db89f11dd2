"""The constants of (BBV) measured from draws of P^n on E, each with an interval.

For the fixed, unknown maximiser v of vᵀ E[M] v the sample mean of vᵀ M v is at most λ_max of the mean matrix, so that
λ_max plus a one-sided Student quantile is an upper bound, without a factor for the dimension. A direction that some of
the draws choose is independent of the others, where its mean estimates at most the supremum: less a quantile it is a
lower bound. (To exchange both roles and average would not halve the variance: the two means are correlated.) Both are
asymptotic in the number of draws: heavy tails need many.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy
from numpy.random import Generator

from theorytest.approximation.estimator import Estimator
from theorytest.approximation.hull import Hull
from theorytest.approximation.moments import Moments, matrices
from theorytest.arguments import Array, finite, fraction, instance, whole

MOST = 2**26  # numbers in the matrices of all replicas, half a gigabyte
_ROUNDING = 1e-12
BLOCK = 2**24  # numbers in the points that are drawn together, and in the jets at the points of one replica


@dataclass(frozen=True)
class Interval:
    """An estimate between bounds."""

    value: float
    low: float
    high: float
    heaviest: float = 0.0  # the part of a mean of non-negative draws that one of them makes up

    def plain(self) -> dict[str, float]:
        """As a mapping."""
        return {"value": self.value, "low": self.low, "high": self.high}


@dataclass(frozen=True, eq=False)
class Measured:
    """The four constants on E with intervals of coverage 1 - alpha each, and the mean matrices they come from."""

    c_bias1: Interval
    c_bias2: Interval
    c_var1: Interval
    c_var2: Interval
    moments: Moments
    n_replicas: int
    complement_dim: int
    alpha: float


def measured(estimator: Estimator, hull: Hull, rng: Generator, n_replicas: int, *, alpha: float = 0.01) -> Measured:
    """Draw P^n on E `n_replicas` times and bound each constant."""
    instance("rng", rng, Generator)
    R = whole("n_replicas", n_replicas, at_least=20, because="some choose directions and the others test them")
    z, d = fraction("alpha", alpha), hull.space.dim
    P = _draws(estimator, hull, rng, R)
    return Measured(
        _smallest(P[..., :d], z),
        _coupling(P[..., d:], z),
        _largest(P[..., :d], z),
        _largest(P[..., d:], z),
        moments=Moments(P.mean(axis=0), np.einsum("rki,rkj->ij", P, P, optimize=True) / R),
        n_replicas=R,
        complement_dim=hull.complement_dim,
        alpha=z,
    )


def _draws(estimator: Estimator, hull: Hull, rng: Generator, R: int) -> Array:
    """P^n on E for each replica, (R, d, e); the points are drawn in blocks where all of them would fill the memory."""
    d, e, n = hull.space.dim, hull.dim, estimator.n_samples
    _refuse_more("n_replicas", R, MOST // (d * e), f"P^n on E is a {d} x {e} matrix for each of them")
    _refuse_more("n_samples", n, BLOCK // (e * hull.space.jet_size), f"each of them has the jets of {e} functions")
    size = max(1, BLOCK // (n * hull.space.ndim))
    P = np.empty((R, d, e))
    for block in np.split(P, range(size, R, size)):
        drawn = estimator.sample(rng, len(block))
        x = finite("sample(rng, n_replicas)", drawn, shape=(len(block), n, hull.space.ndim))
        block[:] = finite("coefficients(x, jets)", matrices(estimator, hull, x), shape=block.shape)
    return P


def _refuse_more(name: str, value: int, most: int, reason: str) -> None:
    if value > most:
        raise ValueError(f"{name} must be at most {most:,}, got {value:,}: {reason}, too much for the memory")


def _largest(block: Array, alpha: float) -> Interval:
    """λ_max of E[P'P] on a block: the draws along v are ‖P v‖²."""
    if block.shape[-1] == 0:
        return Interval(0.0, 0.0, 0.0)

    def direction(P: Array) -> tuple[Array, float]:
        values, vectors = np.linalg.eigh(np.einsum("rki,rkj->ij", P, P, optimize=True) / len(P))
        return vectors[:, -1], float(values[-1])

    def along(P: Array, v: Array) -> Array:
        return np.asarray(np.sum((P @ v) ** 2, axis=-1), dtype=float)

    found = _supremum(block, direction, along, alpha)
    largest = along(block, direction(block)[0])
    heaviest = float(largest.max() / largest.sum()) if largest.any() else 0.0
    return Interval(found.value, max(found.low, 0.0), found.high, heaviest)


def _smallest(block: Array, alpha: float) -> Interval:
    """λ_min of sym E[P₁₁], as minus a largest eigenvalue."""

    def direction(P: Array) -> tuple[Array, float]:
        mean = P.mean(axis=0)
        values, vectors = np.linalg.eigh(-(mean + mean.T) / 2)
        return vectors[:, -1], float(values[-1])

    def along(P: Array, v: Array) -> Array:
        return np.asarray(-np.einsum("i,rij,j->r", v, P, v), dtype=float)

    found = _supremum(block, direction, along, alpha)
    return Interval(-found.value, -found.high, -found.low)


def _coupling(block: Array, alpha: float) -> Interval:
    """‖E P₁₂‖, with the singular vectors as the direction; never below 0."""
    if block.shape[-1] == 0:
        return Interval(0.0, 0.0, 0.0)

    def direction(P: Array) -> tuple[tuple[Array, Array], float]:
        U, s, Vt = np.linalg.svd(P.mean(axis=0))
        return (U[:, 0], Vt[0]), float(s[0])

    def along(P: Array, pair: tuple[Array, Array]) -> Array:
        return np.asarray(np.einsum("i,rij,j->r", pair[0], P, pair[1], optimize=True), dtype=float)

    found = _supremum(block, direction, along, alpha)
    return Interval(max(found.value, 0.0), max(found.low, 0.0), found.high)


def _supremum(every, direction, along, alpha: float) -> Interval:  # type: ignore[no-untyped-def]
    """sup over directions of a mean: a third chooses a direction, the others test it, all bound from above."""
    first = len(every) // 3
    tested = along(every[first:], direction(every[:first])[0])
    best, plug_in = direction(every)
    spread = along(every, best)
    high = plug_in + _error(spread, alpha)
    value = min(float(tested.mean()), high)
    return Interval(value, min(float(tested.mean()) - _error(tested, alpha), value), high)


def _error(sample: Array, alpha: float) -> float:
    """A quantile of the error of the mean, and rounding, which is all where nothing is random."""
    quantile = scipy.special.stdtrit(len(sample) - 1, 1 - alpha / 2)
    return float(quantile * sample.std(ddof=1) / np.sqrt(len(sample)) + _ROUNDING * np.abs(sample).max())
