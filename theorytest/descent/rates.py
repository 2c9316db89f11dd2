r"""The rate of an ensemble: an exponent (X_t ~ t^-r) or a contraction (X_t ~ a^t), fitted on a window that it chooses.

A window is fitted when the mean is five standard errors above zero at all of its times, and late and early slope, a
parabola or single residuals show no bend beyond the resolution and the noise. The candidates are fixed beforehand, and
the interval holds for all of them at once (Bonferroni), so that choosing among them costs nothing of its level. What is
fitted is the mean, which rare paths may carry; the median, which is the typical path; or the logs of single paths,
whose mean slope is the almost sure rate. They differ, so that each fit says which it is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from theorytest.arguments import Array, finite, fraction, positive, reals
from theorytest.fits import (
    OF,
    ROUNDING,
    centre_of,
    contrasts,
    kurtosis,
    pseudo_values,
    residual_weights,
    silence,
    slope_weights,
    studentised_quantile,
)

SHORTEST = 6  # times of a window
_QUARTERS = ((0, 4), (1, 4), (0, 3), (2, 4), (1, 3), (0, 2))  # of the grid: first and last of the candidates
_FEW, _SAFE = 10, 50  # replicas per unit of kurtosis: below, single paths carry the slope, or may do so
_SHARE = 0.1  # of the sum, that one path may have without a warning


@dataclass(frozen=True)
class Question:
    """What is fitted and what it is compared with: `tabulated` is a slope, and `resolution` is relative to it.

    Where nothing is tabulated the resolution is relative to the fitted slope.
    """

    of: str = "mean"
    exponential: bool = False
    alpha: float = 0.05
    resolution: float = 0.05
    tabulated: float | None = None

    def x(self, times: Array) -> Array:
        """What the slope is taken against: t or log t."""
        return times if self.exponential else np.log(times)


@dataclass(frozen=True, eq=False)
class Fit:
    """The slope of log X_t in a window of times, with its interval; `curve` is the fitted log curve there.

    `exact` is the slope of the exact curve in the same window; `reason` says why there is no fit, where there is none.
    """

    question: Question
    times: Array
    curve: Array
    slope: float
    low: float
    high: float
    n_replicas: int
    largest_share: float
    kurtosis: float = math.nan
    exact: float | None = None
    reason: str = ""

    @property
    def exponent(self) -> float:
        """r of t^-r."""
        return -self.slope

    @property
    def contraction(self) -> float:
        """a of a^t."""
        return math.exp(self.slope)

    @property
    def line(self) -> Array:
        """The fitted curve, exp(level + slope x)."""
        x = self.question.x(self.times)
        return np.asarray(np.exp(self.curve.mean() + self.slope * (x - x.mean())))

    @property
    def residuals(self) -> Array:
        """log curve - log line."""
        return np.asarray(self.curve - np.log(self.line))

    @property
    def local(self) -> tuple[Array, Array]:
        """Times between neighbours, and the slopes there."""
        x = self.question.x(self.times)
        middle = (x[1:] + x[:-1]) / 2
        return (middle if self.question.exponential else np.exp(middle)), np.asarray(np.diff(self.curve) / np.diff(x))

    @property
    def agrees(self) -> bool | None:
        """Whether the exact slope of the window lies in the interval; None where one of them is missing."""
        return None if self.exact is None or self.reason else self.low <= self.exact <= self.high

    @property
    def heavy(self) -> str:
        """The warning where few paths carry the mean, else nothing."""
        light = self.n_replicas >= _SAFE * self.kurtosis and self.largest_share <= _SHARE
        tailless = self.kurtosis == 1  # paths that are all the same, as those of gradient descent
        if self.question.of != "mean" or self.reason or light or tailless:
            return ""
        share = f"one path is {100 * self.largest_share:.2g} % of the sum at the last time"
        return f"heavy tails: {share}, kurtosis {self.kurtosis:.2g} over {self.n_replicas:,} replicas"

    @property
    def verdict(self) -> str:
        """The fitted rate beside the tabulated one, in words."""
        claimed = self.question.tabulated
        if self.reason or claimed is None:
            return f"undecided: {self.reason or 'nothing is tabulated'}"
        size = self.question.resolution * abs(claimed)
        if max(self.high - claimed, claimed - self.low) <= size:
            return f"consistent with the tabulated rate to {100 * self.question.resolution:g} %"
        if self.low <= claimed <= self.high:
            return f"undecided: the interval is wider than the resolution {size:.2g}, take more replicas"
        near, far = sorted([abs(self.low - claimed), abs(self.high - claimed)])
        word = "faster" if self.high < claimed else "slower"
        exactly = ", as the exact curve in this window" if self.agrees else ""
        return f"{word} by {abs(self.slope - claimed):.3g} ({near:.3g} to {far:.3g}){exactly}"

    def plain(self) -> dict[str, Any]:
        """As JSON has it; a number that does not exist is null."""
        numbers = {name: _or_none(getattr(self, name)) for name in ("slope", "low", "high", "exact")}
        return {
            "of": self.question.of,
            "exponential": self.question.exponential,
            "window": [float(self.times[0]), float(self.times[-1])],
            **numbers,
            "tabulated": self.question.tabulated,
            "verdict": self.verdict,
            "warning": self.heavy,
        }


def fit_rate(
    times: ArrayLike,
    paths: ArrayLike,
    *,
    of: str = "mean",
    exponential: bool = False,
    exact: ArrayLike | None = None,
    tabulated: float | None = None,
    alpha: float = 0.05,
    resolution: float = 0.05,
) -> Fit:
    """Fit paths (replicas, times) on the longest window that is straight; late ones first for exponents, else early.

    `exact` is the exact curve at the same times of what is fitted; `tabulated` is the exponent r of t^-r, or the
    contraction a of a^t where `exponential`.
    """
    grid, X = _checked(times, paths, of, exponential=exponential)
    curve = None if exact is None else finite("exact", exact, shape=(len(grid),))
    if curve is not None and np.any(curve <= 0):
        raise ValueError(f"exact must be greater than 0 at all times, got {curve.min():g}: its log has the slope")
    claimed = _slope(tabulated, exponential=exponential)
    question = Question(of, exponential, fraction("alpha", alpha), positive("resolution", resolution), claimed)
    if not np.all(np.isfinite(X)):
        return _failed(question, grid, X, "replicas have diverged")
    candidates, reasons = windows(len(grid), early=exponential), []
    for first, last in candidates:
        part = slice(first, last)
        known = None if curve is None else float(slope_weights(question.x(grid[part])) @ np.log(curve[part]))
        found = _in_window(question, grid[part], X[:, part], known, len(candidates))
        if not found.reason:
            return found
        reasons.append(found.reason)
    return _failed(question, grid, X, f"{reasons[0]}, and shorter windows are no better")


def windows(n_times: int, *, early: bool = False) -> list[tuple[int, int]]:
    """The candidates as ranges of indices: longest first, at least half of the grid, late ones first unless `early`."""
    edges = [(first * n_times // 4, -(-last * n_times // 4)) for first, last in _QUARTERS]
    long_enough = {edge for edge in edges if edge[1] - edge[0] >= SHORTEST}
    return sorted(long_enough, key=lambda edge: (edge[0] - edge[1], edge[0] if early else -edge[0]))


def _in_window(question: Question, times: Array, X: Array, exact: float | None, candidates: int) -> Fit:
    why = silence(X, times, question.of)
    if why:
        return _failed(question, times, X, why)
    x, alpha = question.x(times), question.alpha / 2
    values = pseudo_values(X, contrasts(x)[:1], question.of)
    slope, error = float(values.mean()), float(values.std(ddof=1) / math.sqrt(len(values)) + ROUNDING / np.ptp(x))
    if _bends(question, x, X, slope):
        return _failed(question, times, X, "the curve bends")
    tail = kurtosis(values[:, 0])
    if question.of == "mean" and len(X) < _FEW * tail:
        return _failed(question, times, X, f"few of {len(X):,} replicas carry the slope (kurtosis {tail:.2g})")
    half = float(studentised_quantile(values, alpha=alpha / candidates)[0]) * error
    interval = (slope, slope - half, slope + half)
    return Fit(question, times, centre_of(X, question.of), *interval, len(X), _largest_share(X), tail, exact)


def _bends(question: Question, x: Array, X: Array, slope: float) -> bool:
    """Whether a change of slope by more than the resolution is seen: in halves, in a parabola, or at single times."""
    width, allowed = np.ptp(x), question.resolution * abs(slope if question.tabulated is None else question.tabulated)
    rows = np.vstack([contrasts(x)[1:], residual_weights(x)])
    values = pseudo_values(X, rows, question.of)
    error = values.std(axis=0, ddof=1) / math.sqrt(len(values)) + ROUNDING
    noise = studentised_quantile(values, alpha=question.alpha / 2 / len(rows)) * error
    size = np.full(len(rows), allowed * width / 8)  # what a kink in the middle leaves at the ends, about
    size[:2] = allowed * width, allowed
    return bool(np.any(np.abs(values.mean(axis=0)) > size + noise))


def _failed(question: Question, times: Array, X: Array, reason: str) -> Fit:
    interval = (math.nan, -math.inf, math.inf)
    return Fit(question, times, np.full(len(times), np.nan), *interval, len(X), _largest_share(X), reason=reason)


def _largest_share(X: Array) -> float:
    """Of one path in the sum at the last time."""
    last = X[:, -1]
    peak = float(last.max())
    return 1 / float(np.sum(last / peak)) if 0 < peak < math.inf else math.nan


def _checked(times: ArrayLike, paths: ArrayLike, of: str, *, exponential: bool) -> tuple[Array, Array]:
    if of not in OF:
        raise ValueError(f"of must be one of {', '.join(OF)}, got {of!r}")
    grid = finite("times", times, shape=(None,))
    if len(grid) < SHORTEST or np.any(np.diff(grid) <= 0) or (not exponential and grid[0] <= 0):
        raise ValueError(f"times must be at least {SHORTEST} increasing positive numbers, got {grid}")
    X = reals("paths", paths, shape=(None, len(grid)))
    if len(X) == 0 or np.any(X < 0) or np.any(np.isnan(X)):
        raise ValueError("paths must be at least one, without negative numbers: a rate is fitted to X_t >= 0")
    return grid, X


def _slope(tabulated: float | None, *, exponential: bool) -> float | None:
    if tabulated is None:
        return None
    return math.log(fraction("tabulated", tabulated)) if exponential else -positive("tabulated", tabulated)


def _or_none(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
