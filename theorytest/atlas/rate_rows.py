"""One cell of Table 1 on one problem: exponents of mean, median and path, the exact slope, growth, drift and maxima."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from theorytest.arguments import Array
from theorytest.atlas.rate_problems import PROBLEMS, Column, Problem
from theorytest.atlas.rate_windows import explained
from theorytest.decisions import clopper_pearson
from theorytest.decisions.eprocess import log_gains, ratios
from theorytest.decisions.growth import growth_of
from theorytest.decisions.trajectories import drift_log_wealth
from theorytest.descent import TABLE_1, LinearDescent, Process, descend
from theorytest.encoding import plain
from theorytest.fits import pseudo_values, slope_weights, studentised_quantile
from theorytest.runs.seeds import Generators

ALPHA = 1e-6  # of one end of one interval, and of one drift or maximal inequality: 10^3 of them err with 10^-3 together
OF = ("mean", "median", "path")
SLOWER = "slower than printed"
_ROUNDED = 1e-24  # relative to the start: what is smaller is rounding
_PAIRS = (1, 2, 4, 16, 64, 256)  # times whose next step the drift is followed over
_EARLY = 40  # the last time of a contraction: later means are those of rare paths, and then rounding
_LEVEL = 10.0  # K of the maximal inequality
_CHUNK = 2 * 10**4  # replicas that run together
_PER_OCTAVE = 3


@dataclass(frozen=True)
class RateCell:
    """A row and column of Table 1 on a problem, with ε where the rate has one."""

    problem: str
    row: str
    column: Column
    eps: float | None = None

    def __str__(self) -> str:
        eps = "" if self.eps is None else f" ε={self.eps:g}"
        return f"row {self.row} {self.column} on {self.problem}{eps}"


@dataclass(frozen=True)
class Slope:
    """The slope of log X over a window, against log t, or against t for a contraction."""

    of: str
    value: float
    low: float
    high: float
    exact: float | None = None
    verdict: str = ""


@dataclass(frozen=True)
class RateRow:
    """What a run says about a cell; `tabulated` is the slope that is printed, None for "some a < 1"."""

    cell: RateCell
    horizon: int
    window: tuple[int, int]
    n_replicas: int
    diverged: int
    exponential: bool
    tabulated: float | None
    slopes: tuple[Slope, ...]
    growth: str = ""
    drift: str = ""
    maximal: str = ""
    refused: str = ""
    remark: str = ""  # on slopes that are less steep than printed

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        found: dict[str, Any] = plain(asdict(self))
        return found

    @classmethod
    def from_plain(cls, value: Mapping[str, Any]) -> RateRow:
        """The row back from its JSON value."""
        slopes = tuple(Slope(**{k: _number(v) if k in _NUMBERS else v for k, v in s.items()}) for s in value["slopes"])
        cell, window = RateCell(**value["cell"]), tuple(value["window"])
        return cls(**{**value, "cell": cell, "window": window, "slopes": slopes})


_NUMBERS = ("value", "low", "high", "exact")


def _number(value: Any) -> Any:
    """A float that JSON had to write as a word."""
    return float(value) if isinstance(value, str) else value


def rate_cells(epsilons: tuple[float, ...] = (0.05, 0.1, 0.2)) -> list[RateCell]:
    """Every cell on every problem whose hypotheses it meets."""
    found = []
    for problem in PROBLEMS.values():
        for cell in TABLE_1.values():
            if cell.row in problem.rows and cell.column in problem.columns:
                varied = epsilons if cell.column in ("worst", "SGD") else (None,)
                found += [RateCell(problem.name, cell.row, cell.column, eps) for eps in varied]
    return found


def measure_rate(cell: RateCell, n_replicas: int, n_steps: int, seed: int) -> RateRow:
    """Run the ensemble and read its rate; what cannot be read says why."""
    problem = PROBLEMS[cell.problem]
    table = next(c for c in TABLE_1.values() if (c.row, c.column) == (cell.row, cell.column))
    eps = 0.1 if cell.eps is None else cell.eps
    steps, times = table.rule(problem.scale, eps), _times(n_steps)
    process, gap, tangent, normal = _runs(problem, cell, steps, times, n_replicas, n_steps, seed)
    X = gap if table.row == "2" else np.minimum.accumulate(tangent**2, axis=1)
    alive = np.isfinite(X).all(axis=1)
    exponential = table.row == "2" and table.is_exponential
    claimed = None if table.exponent is None else -table.exponent(eps)
    exact = None
    if table.row == "2" and problem.linear and cell.column != "GD":
        exact = problem.exact(process).gap(steps, times)
    first, last = _window(times, X[alive], early=exponential)
    facts = (cell, n_steps, (int(times[first]), int(times[last - 1])), n_replicas, int(np.sum(~alive)), exponential)
    if last - first < 4:
        return RateRow(*facts, claimed, (), refused="fewer than four times lie above rounding")
    part = slice(first, last)
    known = None if exact is None else exact[part]
    slopes = tuple(_slope(times[part], X[alive][:, part], of, exponential, claimed, known) for of in OF)
    drift = _drift(problem, cell.column, steps, times, gap, tangent, normal)
    growth = "" if claimed is None else _growth(times, X[alive], -claimed)
    maximal, remark = _maximal(process, cell, problem, times, gap), ""
    if claimed is not None and any(slope.verdict == SLOWER for slope in slopes):
        remark = explained(process, steps, facts[2], claimed, table.row)
    return RateRow(*facts, claimed, slopes, growth, drift, maximal, remark=remark)


def _times(n_steps: int) -> Array:
    """Some in each octave, and the next one after those whose drift is followed."""
    octaves = np.arange(0, _PER_OCTAVE * math.log2(n_steps + 1) + 1e-9)
    grid = np.rint(2 ** (octaves / _PER_OCTAVE)).astype(int)
    pairs = [t for p in _PAIRS for t in (p, p + 1)]
    return np.unique([t for t in (*grid, *pairs) if t <= n_steps + 1])


def _runs(
    problem: Problem, cell: RateCell, steps: Any, times: Array, n_replicas: int, n_steps: int, seed: int
) -> tuple[Process, Array, Array, Array]:
    """Gap, ‖P g‖ and ‖(I - P) g‖ of all replicas, which run in chunks."""
    generators = Generators(seed, "atlas rates", str(cell))
    parts: list[tuple[Array, Array, Array]] = []
    for chunk, start in enumerate(range(0, n_replicas, _CHUNK)):
        size = min(_CHUNK, n_replicas - start)
        process = problem.process(cell.column, size, seed + chunk)
        run = descend(process, steps, n_steps, generators(chunk), size, times=times)
        parts.append((np.maximum(run.gap, 0.0), run.tangent, run.normal))
    gap, tangent, normal = (np.concatenate(each) for each in zip(*parts, strict=True))
    return process, gap, tangent, normal


def _window(times: Array, X: Array, *, early: bool) -> tuple[int, int]:
    """The times whose slope is read: above rounding; the later half for exponents, all of them for contractions."""
    if not len(X):
        return 0, 0
    seen = np.median(X, axis=0) > _ROUNDED * max(float(np.median(X[:, 0])), 1e-300)
    last = len(times) if seen.all() else int(np.argmin(seen))
    if early:
        return 0, int(np.searchsorted(times[:last], _EARLY, side="right"))
    return last // 2, last


def _slope(times: Array, X: Array, of: str, exponential: bool, claimed: float | None, exact: Array | None) -> Slope:
    x = times.astype(float) if exponential else np.log(times)
    positive = X[(X > 0).all(axis=1)] if of == "path" else X
    if len(positive) < 2:
        return Slope(of, math.nan, -math.inf, math.inf, verdict="undecided: no path stays above 0")
    weights = slope_weights(x)
    if np.ptp(positive, axis=0).max() <= 1e-12 * float(np.abs(positive).max()):  # gradient descent: all paths are one
        value = float(weights @ np.log(positive[0]))
        low = high = value
    else:
        values = pseudo_values(positive, weights[None], of)
        error = float(values.std(ddof=1)) / math.sqrt(len(values))
        half = float(studentised_quantile(values, alpha=ALPHA)[0]) * error
        value = float(values.mean())
        low, high = value - half, value + half
    known = float(weights @ np.log(exact)) if exact is not None and of == "mean" else None
    return Slope(of, value, low, high, known, _verdict(low, high, claimed))


def _verdict(low: float, high: float, claimed: float | None) -> str:
    """Whether an upper bound t^slope, or a^t with some a < 1, is kept over the window."""
    bound = 0.0 if claimed is None else claimed
    if not math.isfinite(low + high):
        return "undecided: no interval"
    if high <= bound:
        return "consistent"
    return SLOWER if low > bound else "undecided: the interval holds the printed rate"


def _growth(times: Array, X: Array, r: float) -> str:
    """How sup over s ≤ t of s^r times the mean grows over doublings."""
    doubling = [i for i, t in enumerate(times.tolist()) if t & (t - 1) == 0]
    scaled = np.maximum.accumulate(times**r * X.mean(axis=0))
    if len(doubling) < 9 or not np.isfinite(scaled).all():
        return "undecided: fewer than eight doublings"
    return growth_of(scaled[doubling], times[doubling].astype(float)).words


def _drift(
    problem: Problem, column: Column, steps: Any, times: Array, gap: Array, tangent: Array, normal: Array
) -> str:
    """E[gap_{t+1} | u_t] ≤ gap_t + change of Theorem 4.1, as bets over states [thm:descent_quasi_projection]."""
    if problem.smoothness is None or column not in problem.smoothness:
        return ""
    place = {int(t): i for i, t in enumerate(times)}
    L, n, d = problem.smoothness[column], problem.n_samples, problem.dim
    c_var1, c_var2 = (n - 1 + d) / n, d / n
    found = []
    for t in (t for t in _PAIRS if t in place and t + 1 in place):
        i, j, s = place[t], place[t + 1], float(steps(np.array([t]))[0])
        change = -(s - s * s * L / 2 * c_var1) * tangent[:, i] ** 2 + s * s * L / 2 * c_var2 * normal[:, i] ** 2
        bound = gap[:, i] + change
        if np.median(gap[:, i]) > _ROUNDED * np.median(gap[:, 0]) and bound.min() > 0:
            found.append(gap[:, j] / bound)
    if not found:
        return "undecided: no state is above rounding"
    ratio = np.stack(found, axis=1)
    wealth = drift_log_wealth(log_gains(np.ascontiguousarray(ratios(ratio, 1.0).T)))
    means = ratio.mean(axis=0)
    word = "refuted" if wealth >= math.log(1 / ALPHA) else "consistent"
    return f"{word}: mean ratio at most {means.max():.4f} over {len(found)} times and {len(ratio):,} states each"


def _maximal(process: Process, cell: RateCell, problem: Problem, times: Array, gap: Array) -> str:
    """P(sup_t gap_t / q^(t-1) ≥ K gap_1) ≤ 1/K with q = 1 - 2s + s² (n + d - 1)/n, where that is a supermartingale."""
    if cell.column != "best" or cell.row != "2" or not isinstance(process, LinearDescent):
        return ""
    s, n, d = problem.scale, problem.n_samples, problem.dim
    q = 1 - 2 * s + s * s * (n + d - 1) / n
    early = times <= _EARLY
    Y = gap[:, early] * q ** -(times[early] - 1.0)
    count = int(np.sum(np.max(Y, axis=1) >= _LEVEL * gap[:, 0]))
    low, high = clopper_pearson(count, len(gap), alpha=ALPHA)
    word = "refuted" if low > 1 / _LEVEL else "consistent"
    return f"{word}: P(sup ≥ {_LEVEL:g}) = {count / len(gap):.4f} in [{low:.4f}, {high:.4f}], at most {1 / _LEVEL:g}"
