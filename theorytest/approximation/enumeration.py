"""Every sample of n points of a discrete measure with its probability: expectations become finite sums.

The laws do not depend on the order of the points, so that a sample is the multiset of its points.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np
import scipy

from theorytest.approximation.estimator import Estimator
from theorytest.approximation.measures import Discrete
from theorytest.approximation.sampling import Sampler, Trace
from theorytest.approximation.stability import Conditioned, is_stable
from theorytest.approximation.volume import VolumeRescaled
from theorytest.arguments import Array, whole
from theorytest.signatures import checked

_ROUNDING = 1e-13  # relative singular values below this are those of samples with a singular Gramian
_NEARLY = 1e-5  # P'P is of the order of their inverse squares: below, fewer than six digits would be left
_MOST = 2_000_000  # samples that are enumerated before it is refused


@dataclass(frozen=True)
class Draws:
    """Samples (N, n, D) with their probabilities (N,)."""

    points: Array
    probability: Array

    @property
    def total(self) -> float:
        """Their sum: P(S_δ) before conditioning, 1 for a law."""
        return float(self.probability.sum())


@checked
def draws(sampler: Sampler, n_samples: int) -> Draws:
    """All samples of the sampler: its own method `draws` tells them, or its points are independent."""
    n = whole("n_samples", n_samples)
    own = getattr(sampler, "draws", None)
    return _independent(sampler, n) if own is None else own(n)


@checked
def stable_draws(sampler: Conditioned, n_samples: int) -> Draws:
    """The samples in S_δ with their unconditioned probabilities, whose sum is P(S_δ)."""
    every = draws(sampler.sampler, n_samples)
    stable = is_stable(sampler.sampler, every.points, sampler.delta)
    if not stable.any():
        raise ValueError(f"S_delta is empty for delta = {sampler.delta} and n_samples = {n_samples}")
    return Draws(every.points[stable], every.probability[stable])


def estimator_draws(estimator: Estimator) -> Draws:
    """All samples of an estimator; one of your own gives them by a method `draws`."""
    if hasattr(estimator, "draws"):
        own: Draws = estimator.draws()
        return own
    if not hasattr(estimator, "sampler"):
        name = type(estimator).__name__
        raise ValueError(f"estimator must have a sampler or a method draws, got a {name}: nothing to enumerate")
    return draws(estimator.sampler, estimator.n_samples)


def together(first: Draws, second: Draws) -> Draws:
    """All pairs of independent samples, the points of the first before those of the second."""
    if len(first.probability) * len(second.probability) > _MOST:
        raise ValueError(f"the two parts have more than {_MOST:,} samples together: too many to enumerate")
    i, j = (index.ravel() for index in np.indices((len(first.probability), len(second.probability))))
    x = np.concatenate([first.points[i], second.points[j]], axis=1)
    return Draws(x, first.probability[i] * second.probability[j])


def _independent(sampler: Sampler, n: int) -> Draws:
    """The multinomial law: n! Π_i μ_i^{N_i} / N_i! for the counts N_i of the points."""
    measure = sampler.space.measure
    if not isinstance(measure, Discrete):
        raise ValueError(f"only samples of a Discrete measure can be enumerated, got a {type(measure).__name__}")
    weight = sampler.weight(measure.points)
    mass = np.divide(measure.weights, weight, out=np.zeros_like(weight), where=np.isfinite(weight))
    seen = np.flatnonzero(mass > 0)
    if math.comb(len(seen) + n - 1, n) > _MOST:
        raise ValueError(
            f"n_samples = {n} of {len(seen)} points have more than {_MOST:,} samples: too many to enumerate"
        )
    chosen = np.array(list(itertools.combinations_with_replacement(seen, n)))
    counts = np.sum(chosen[:, :, None] == seen, axis=1)
    log = scipy.special.gammaln(n + 1) + np.sum(counts * np.log(mass[seen]) - scipy.special.gammaln(counts + 1), axis=1)
    return Draws(measure.points[chosen], np.exp(log))


def volume_draws(sampler: VolumeRescaled, n: int) -> Draws:
    """n^d (n-d)!/n! det Ĝ(x) times the law of independent points."""
    d, trace = sampler.space.dim, Trace(sampler.space)
    whole("n_samples", n, at_least=d, because=f"volume sampling needs at least the dimension {d}")
    every = _independent(trace, n)
    factor = math.exp(d * math.log(n) + scipy.special.gammaln(n - d + 1) - scipy.special.gammaln(n + 1))
    rows = trace.space.jets(every.points)[..., 0] * np.sqrt(trace.weight(every.points) / n)[..., None]
    values = np.linalg.svd(rows, compute_uv=False)
    keep = values[:, -1] > _ROUNDING * values[:, 0]
    if np.any(values[keep, -1] < _NEARLY * values[keep, 0]):
        raise ValueError(
            "the points must be farther apart: of some samples the Gramian is so nearly singular "
            f"(relative singular value {values[keep, -1].min():.1e}) that rounding would dominate the sum"
        )
    det = np.prod(values**2, axis=-1)
    return Draws(every.points[keep], (every.probability * factor * det)[keep])
