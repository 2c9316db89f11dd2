"""Worlds with known truth: laws of mean 1 with light and heavy tails, trajectories with a known rate, matrices."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from theorytest.decisions.watched import Array, Draw


@dataclass(frozen=True)
class World:
    """A law of a nonnegative X with E X = 1, its standard deviation, its end, and its kurtosis (inf: infinite)."""

    name: str
    sample: Draw
    deviation: float
    upper: float = math.inf
    kurtosis: float = math.inf


def _light(rng: np.random.Generator, size: int) -> Array:
    return rng.gamma(4.0, 0.25, size)


def _skewed(rng: np.random.Generator, size: int) -> Array:
    return rng.standard_normal(size) ** 2


def _pareto(rng: np.random.Generator, size: int) -> Array:
    return (1 + rng.pareto(1.5, size)) / 3.0


def _bounded(rng: np.random.Generator, size: int) -> Array:
    return np.where(rng.random(size) < 0.2, 5.0, 0.0)


_CUT = 100.0  # of a Pareto(1.5) with E min(X, c) = 3 - 2/sqrt(c) = 2.8 and E min(X, c)^2 = 4 sqrt(c) - 3 = 37


def _cut(rng: np.random.Generator, size: int) -> Array:
    return np.minimum(1 + rng.pareto(1.5, size), _CUT) / 2.8


def event(p: float) -> World:
    """Whether something of probability p happens; its deviation is relative to p."""

    def happens(rng: np.random.Generator, size: int) -> Array:
        return (rng.random(size) < p).astype(float)

    return World(f"Bernoulli({p:g})", happens, math.sqrt((1 - p) / p))


LIGHT = World("light: gamma(4)", _light, 0.5, kurtosis=4.5)
SKEWED = World("skewed: squared Gaussian", _skewed, math.sqrt(2), kurtosis=15.0)
PARETO = World("heavy: Pareto(1.5)", _pareto, math.inf)
BOUNDED = World("bounded: 5 Bernoulli(0.2)", _bounded, 2.0, upper=5.0, kurtosis=3.25)

CUT = World("heavy: Pareto(1.5), cut", _cut, math.sqrt(37 - 2.8**2) / 2.8, upper=_CUT / 2.8)

TIMES: Array = np.geomspace(10.0, 1000.0, 10)
CORRELATED = "X_t = exp(Brownian motion in log t) / t"
HEAVY = "X_t = Pareto(1.5) / t"
MARTINGALE = "double or nothing"
SPHERE = "5 x x', x on the sphere of R^5"
DRIFT = "squared Gaussians with memory"
_STEP = 0.15  # the deviation of log W over one step of the grid
PATH_SLOPE = -1 - _STEP**2 / 2 / math.log(TIMES[1] / TIMES[0])  # of log X_t along a path of `correlated_paths`


def correlated_paths(rng: np.random.Generator, size: int) -> Array:
    """X_t = W_t / t with E W_t = 1, log W a Brownian motion in log t: E X_t has the exponent -1, its errors persist."""
    increments = _STEP * rng.standard_normal((size, len(TIMES))) - _STEP**2 / 2
    return np.asarray(np.exp(np.cumsum(increments, axis=1)) / TIMES)


def heavy_paths(rng: np.random.Generator, size: int) -> Array:
    """X_t = W_t / t with independent W_t of the law Pareto(1.5), E W_t = 1: no variance at any time."""
    return np.asarray(_pareto(rng, size * len(TIMES)).reshape(size, len(TIMES)) / TIMES)


def doubling_paths(rng: np.random.Generator, size: int) -> Array:
    """Double or nothing, Y_t in {0, 2^t}, P(Y_t = 2^t) = 2^-t: P(sup Y ≥ 2^k) = 2^-k, so Ville's bound is attained."""
    survived = np.cumprod(rng.random((size, 6)) < 0.5, axis=1)
    return np.asarray(survived * 2.0 ** np.arange(1, 7))


def sphere_matrices(rng: np.random.Generator, size: int) -> Array:
    """5 x x' with x uniform on the sphere of R^5: the mean is the identity, the norm is 5."""
    x = rng.standard_normal((size, 5))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    return np.asarray(5 * x[:, :, None] * x[:, None, :])


def drift_ratios(rng: np.random.Generator, size: int) -> Array:
    """Ratios with conditional mean 1: squared Gaussians, mixed with 1 by a share that the step before decides."""
    noise = rng.standard_normal((size, 5)) ** 2
    share = np.ones((size, 5))
    share[:, 1:] = noise[:, :-1] / (1 + noise[:, :-1])  # predictable, in [0, 1)
    return np.asarray(1 + share * (noise - 1))


MATRICES = World(SPHERE, sphere_matrices, 2.0)
# Twice its deviation: a rate needs 50 replicas per kurtosis, which is 8.3 for the difference of the ends. At the last
# of ten times it is 8.1, and a sample shows more than 1.5 · 10 once in a while: curves state 15.
PATHS = World(CORRELATED, correlated_paths, 0.5, kurtosis=10.0)
HEAVY_PATHS = World(HEAVY, heavy_paths, 3.0)
DOUBLING = World(MARTINGALE, doubling_paths, 1.8)
DRIFTING = World(DRIFT, drift_ratios, 2.5)
