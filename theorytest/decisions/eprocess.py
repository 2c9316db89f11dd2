r"""Betting e-processes: evidence against E X ≤ B for X ≥ 0 that stays valid however long one looks.

The wealth W_n = mean over λ of Π_s (1 + λ (X_s/B - 1)), λ in [0, 1), is a nonnegative supermartingale with W_0 = 1
whenever E[X_s | past] ≤ B, so P(sup_n W_n ≥ 1/α) ≤ α (Ville). No moments are needed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from theorytest.decisions.intervals import Evidence, endpoint, interval, log_mean_exp
from theorytest.decisions.watched import Array

# A violation δ with coefficient of variation CV is best bet on with λ = δ/CV²: from 1e-4 to nearly 1 by factors of 2.
LAMBDAS: Array = 0.99 * 2.0 ** -np.arange(14.0)

# Lowering X keeps a supermartingale, so huge ratios may be cut; wealth then stays finite and can be stored.
_LARGEST_RATIO = 1e250

_PREFIX = {+1: "", -1: "below_"}
_SAME = 1e-12  # relative: 10^9 draws would move the log of the wealth by 10^-3

_GROUP, _LARGEST_FACTOR = 16, 1e15
_BLOCK = 256  # keeps the products of draws and λ in the processor's cache


@dataclass(frozen=True)
class EProcess:
    """The state of the bets against E X ≤ bound: enough to store, add to a record, and carry on with fresh draws."""

    bound: float
    log_wealths: tuple[float, ...] = (0.0,) * len(LAMBDAS)
    n: int = 0
    log_peak: float = 0.0
    runs: int = 1  # whose draws it has seen

    @property
    def log_wealth(self) -> float:
        """The log of W_n, the mixture over λ."""
        return log_mean_exp(self.log_wealths)

    def update(self, draws: Array) -> EProcess:
        """The state after these draws as well; the order of draws and of chunks does not matter for the wealth."""
        gains = log_gains(ratios(draws, self.bound))
        wealths = tuple(float(w + g) for w, g in zip(self.log_wealths, gains, strict=True))
        peak = max(self.log_peak, log_mean_exp(wealths))
        return replace(self, log_wealths=wealths, n=self.n + len(draws), log_peak=peak)

    def joined(self, later: EProcess) -> EProcess:
        """The state after the draws of a later run as well, which bet from the start: wealths multiply for each λ."""
        if not self.matches(later.bound):
            raise ValueError(f"one e-process bets against {self.bound}, the other against {later.bound}")
        wealths = tuple(a + b for a, b in zip(self.log_wealths, later.log_wealths, strict=True))
        peak = max(self.log_peak, log_mean_exp(wealths))
        return EProcess(later.bound, wealths, self.n + later.n, peak, self.runs + later.runs)

    def matches(self, bound: float) -> bool:
        """Whether the bound is the same up to the rounding of another machine."""
        return math.isclose(self.bound, bound, rel_tol=_SAME, abs_tol=0.0)

    def rejects(self, alpha: float) -> bool:
        """Whether wealth ever reached 1/α at a look."""
        return self.log_peak >= math.log(1 / alpha)

    def to_numbers(self, side: int = +1) -> dict[str, float]:
        """The state as plain numbers; bets on a mean below the bound, on the side -1, have names of their own."""
        bets = {f"log_wealth_{k}": w for k, w in enumerate(self.log_wealths)}
        state = {"e_bound": self.bound, "e_draws": float(self.n), "e_runs": float(self.runs), "log_peak": self.log_peak}
        return {f"{_PREFIX[side]}{name}": value for name, value in (state | bets).items()}

    @classmethod
    def from_numbers(cls, numbers: Mapping[str, float], side: int = +1) -> EProcess:
        """The state that `to_numbers` wrote; other entries of the mapping are ignored."""
        prefix = _PREFIX[side]
        names = ("e_bound", "e_draws", "log_peak", *(f"log_wealth_{k}" for k in range(len(LAMBDAS))))
        missing = {f"{prefix}{name}" for name in names} - set(numbers)
        if missing:
            raise ValueError(f"numbers must hold a stored e-process, but {sorted(missing)} are missing")
        found = {name: numbers[f"{prefix}{name}"] for name in names}
        found["e_runs"] = numbers.get(f"{prefix}e_runs", 1)
        for name, x in found.items():
            if isinstance(x, bool) or not isinstance(x, (int, float)) or not math.isfinite(x):
                raise ValueError(f"numbers must hold a stored e-process, but {prefix}{name} is {x!r}")
        bound, n, peak, *wealths = (float(found[name]) for name in names)
        process = cls(bound, tuple(wealths), int(n), peak, int(found["e_runs"]))
        if n < 0 or process.runs < 1 or peak < max(0.0, process.log_wealth - _SAME * max(map(abs, wealths))):
            raise ValueError("numbers must hold a stored e-process, but no bets lead to these")
        return process


def stored_processes(stored: Mapping[str, float | str]) -> dict[int, EProcess]:
    """The e-processes that the statistics of a decision hold, by the side on which they refute it."""
    numbers = {name: float(x) for name, x in stored.items()}
    return {side: EProcess.from_numbers(numbers, side) for side in _PREFIX if f"{_PREFIX[side]}e_bound" in numbers}


def counted(successes: int, n: int, p: float, side: int) -> EProcess:
    """The e-process of n draws of an event: against P(A) ≤ p on the side +1, against P(A) ≥ p on the side -1."""
    hits, bound = (successes, p) if side > 0 else (n - successes, 1 - p)
    hit, miss = (log_gains(ratios(np.array([x]), bound)) for x in (1.0, 0.0))
    wealths = tuple((hits * hit + (n - hits) * miss).tolist())
    return EProcess(bound, wealths, n, max(0.0, log_mean_exp(wealths)))


def ratios(draws: Array, bound: float) -> Array:
    """X/B; for B ≤ 0 the claim E X ≤ B fails at any X > B, and the ratio says so."""
    if len(draws) and draws.min() < 0:
        raise ValueError(f"an e-process for E X <= B needs draws X >= 0, got {draws.min()}")
    if bound <= 0:
        return np.where(draws > bound, _LARGEST_RATIO, 1.0)
    with np.errstate(over="ignore"):
        return np.minimum(draws / bound, _LARGEST_RATIO)


def log_gains(ratio: Array) -> Array:
    """Σ_s log(1 + λ (R_s - 1)) over the last axis, one row per λ."""
    rows = (ratio - 1).reshape(math.prod(ratio.shape[:-1]), ratio.shape[-1])
    return np.stack([_log_gains(row) for row in rows], axis=-1).reshape(len(LAMBDAS), *ratio.shape[:-1])


def _log_gains(excess: Array) -> Array:
    """Sixteen factors, each between 0.01 and 1e15, are multiplied before their log is taken: logs are what costs."""
    if len(excess) and excess.max() > _LARGEST_FACTOR:
        return np.array([np.log1p(lam * excess).sum() for lam in LAMBDAS])
    padded = np.zeros((_GROUP, -(-len(excess) // _GROUP)))  # a bet on X = B changes nothing
    padded.ravel()[: len(excess)] = excess
    total: Array = np.zeros(len(LAMBDAS))
    for i in range(0, padded.shape[1], _BLOCK):
        factors = np.multiply.outer(LAMBDAS, padded[:, i : i + _BLOCK])
        factors += 1
        total += np.log(factors.prod(axis=1)).sum(axis=-1)
    return total


def betting_evidence(draws: Array, support: tuple[float, float]) -> Evidence:
    """Log evidence about the mean of X in [low, high]: bets on X - low for "above", on high - X for "below"."""
    low, high = support

    def evidence(m: float, side: int) -> float:
        end = low if side > 0 else high
        if not math.isfinite(end):
            return -math.inf
        return log_mean_exp(log_gains(ratios(np.maximum(side * (draws - end), 0.0), side * (m - end))))

    return evidence


def lower_bound(draws: Array, *, alpha: float) -> float:
    """An anytime-valid lower confidence bound for the mean of X ≥ 0: the least B that wealth < 1/α leaves."""
    ratios(draws, 1.0)
    low = endpoint(betting_evidence(draws, (0.0, math.inf)), +1, centre=draws.mean(), step=_step(draws), alpha=alpha)
    return max(low, 0.0)


def betting_interval(draws: Array, *, support: tuple[float, float], alpha: float) -> tuple[float, float]:
    """A two-sided betting confidence sequence for the mean of X in [low, high], α/2 to each side."""
    check_support(draws, support)
    evidence = betting_evidence(draws, support)
    low, high = interval(evidence, centre=draws.mean(), step=_step(draws), alphas=(alpha / 2, alpha / 2))
    return max(low, support[0]), min(high, support[1])


def check_support(draws: Array, support: tuple[float, float]) -> None:
    """Draws outside the stated support contradict the assumption that the decision rests on."""
    low, high = support
    if not low < high:
        raise ValueError(f"support must be an interval (low, high) with low < high, got {support}")
    if len(draws) and (draws.min() < low or draws.max() > high):
        worst = draws.min() if draws.min() < low else draws.max()
        stated = (
            "X >= 0 holds unless a support is stated"
            if support == (0, math.inf)
            else f"support is stated as [{low}, {high}]"
        )
        raise ValueError(f"{stated}, but {worst} was drawn: widen it or correct the draw")


def _step(draws: Array) -> float:
    """A search width: the standard error, or rounding when all draws are equal."""
    return max(float(draws.std()) / math.sqrt(len(draws)), 1e-12 * float(np.abs(draws).max()), 1e-300)
