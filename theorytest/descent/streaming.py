r"""Ensembles that are too large to keep: sums of powers of the loss gap at each time, whatever the number of replicas.

With c a centre that is fixed beforehand, S_k = Σ (X - c)^k for k = 1, ..., 4 tells mean, variance and kurtosis. The
sums of a part are rounded, and parts are added exactly, so that the result does not depend on their order:
    mean = c + S_1/R,    variance = (S_2 - S_1²/R) / (R - 1).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.random import Generator

from theorytest.arguments import Array, finite, whole
from theorytest.descent.scheme import Process, descend
from theorytest.descent.steps import Steps

POWERS = 4
_ROUNDING = 1e-12  # what lies as near as this is equal up to rounding
_BATCH = 2**21  # numbers that a batch of replicas may hold
_LARGEST_BATCH = 2**14  # replicas: what a cache holds, about; more are not faster


@dataclass(frozen=True, eq=False)
class PowerSums:
    """Of `count` replicas: `sums[k - 1]` = S_k (4, times), the least and the largest gap, how many have diverged."""

    count: int
    sums: Array
    least: Array
    largest: Array
    diverged: Array


@dataclass(frozen=True, eq=False)
class Streamed:
    """What is known of the loss gap at each time once the stream has ended; inf where a replica has diverged."""

    count: int
    mean: Array
    variance: Array
    kurtosis: Array
    least: Array
    largest: Array
    diverged: Array

    @property
    def stderr(self) -> Array:
        """That of the mean; 0 where all replicas are equal up to rounding."""
        with np.errstate(invalid="ignore"):
            equal = self.largest - self.least <= _ROUNDING * self.largest
            return np.where(equal, 0.0, np.sqrt(np.maximum(self.variance, 0.0) / self.count))

    def deviations(self, exact: Array) -> Array:
        """(mean - exact) / stderr, nan where nothing scatters or a mean is infinite."""
        with np.errstate(divide="ignore", invalid="ignore"):
            z = (self.mean - exact) / self.stderr
        return np.where((self.stderr > 0) & np.isfinite(z), z, np.nan)


@dataclass(frozen=True, eq=False)
class Total:
    """Parts added so far: the sums as exact fractions, None where one of them is not finite."""

    centre: Array
    count: int
    sums: tuple[tuple[Fraction | None, ...], ...]
    least: Array
    largest: Array
    diverged: Array

    def add(self, part: PowerSums) -> Total:
        """With one part more; the order of the parts does not matter."""
        rows = zip(self.sums, finite_or_none(part.sums), strict=True)
        return replace(
            self,
            count=self.count + part.count,
            sums=tuple(tuple(map(_plus, mine, more)) for mine, more in rows),
            least=np.minimum(self.least, part.least),
            largest=np.maximum(self.largest, part.largest),
            diverged=self.diverged + part.diverged,
        )

    def summary(self) -> Streamed:
        """Mean, variance and kurtosis."""
        if self.count < 2:
            raise ValueError(f"a spread needs at least 2 replicas, got {self.count}")
        columns = zip(self.centre.tolist(), *self.sums, strict=True)
        mean, variance, kurtosis = np.array([_shape(self.count, *column) for column in columns]).T
        return Streamed(self.count, mean, variance, kurtosis, self.least, self.largest, self.diverged)


def nothing(centre: Array) -> Total:
    """No part yet."""
    c = finite("centre", centre, shape=(None,))
    zeros = tuple((Fraction(0),) * len(c) for _ in range(POWERS))
    return Total(c, 0, zeros, *_extremes(len(c)), np.zeros(len(c)))


def stream(
    process: Process, steps: Steps, n_steps: int, rng: Generator, n_replicas: int, *, times: Array, centre: Array
) -> PowerSums:
    """The sums over so many replicas, run in batches that fit the memory; one generator draws them all.

    A process with a method `fresh(rng, n_replicas)` is made anew for each batch, as random initial states ask for.
    """
    total = PowerSums(0, np.zeros((POWERS, len(times))), *_extremes(len(times)), np.zeros(len(times)))
    for size in batches(process, whole("n_replicas", n_replicas), len(times)):
        batch = process.fresh(rng, size) if hasattr(process, "fresh") else process
        total = _joined(total, _power_sums(descend(batch, steps, n_steps, rng, size, times=times).gap, centre))
    return total


def batches(process: Process, n_replicas: int, n_times: int) -> Iterator[int]:
    """The sizes of the batches; they depend on the problem only."""
    most = max(1, min(_LARGEST_BATCH, _BATCH // (5 * n_times + process.numbers_per_step)))
    while n_replicas > 0:
        yield min(most, n_replicas)
        n_replicas -= most


def finite_or_none(rows: Array) -> list[list[float | None]]:
    """The numbers, None for those that are not finite."""
    return [[x if np.isfinite(x) else None for x in row] for row in rows.tolist()]


def _power_sums(gap: Array, centre: Array) -> PowerSums:
    """Of the gaps (replicas, times)."""
    with np.errstate(over="ignore", invalid="ignore"):  # divergence is a result
        x = gap - centre
        square = x * x
        sums = np.stack([each.sum(axis=0) for each in (x, square, square * x, square * square)])
    return PowerSums(len(gap), sums, gap.min(axis=0), gap.max(axis=0), np.sum(~np.isfinite(gap), axis=0).astype(float))


def _joined(a: PowerSums, b: PowerSums) -> PowerSums:
    with np.errstate(over="ignore", invalid="ignore"):
        sums = a.sums + b.sums
    least, largest = np.minimum(a.least, b.least), np.maximum(a.largest, b.largest)
    return PowerSums(a.count + b.count, sums, least, largest, a.diverged + b.diverged)


def _extremes(n_times: int) -> tuple[Array, Array]:
    return np.full(n_times, np.inf), np.full(n_times, -np.inf)


def _plus(total: Fraction | None, more: float | None) -> Fraction | None:
    return None if total is None or more is None else total + Fraction(more)


def _shape(
    count: int, centre: float, s1: Fraction | None, s2: Fraction | None, s3: Fraction | None, s4: Fraction | None
) -> tuple[float, float, float]:
    """Mean, variance and kurtosis at one time, each rounded once."""
    if s1 is None:
        return np.inf, np.inf, np.inf
    shift, mean = s1 / count, float(Fraction(centre) + s1 / count)
    if s2 is None:
        return mean, np.inf, np.inf
    second = s2 / count - shift**2
    variance = _rounded(second * count / (count - 1))
    if s3 is None or s4 is None or second <= 0:
        return mean, variance, np.inf if s4 is None else np.nan
    fourth = s4 / count - 4 * shift * s3 / count + 6 * shift**2 * s2 / count - 3 * shift**4
    return mean, variance, float(fourth / second**2)


def _rounded(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return np.inf
