r"""Lemma E.1 [lemma:QBP_bias]: the constants of least squares from points that are conditioned on S_δ, and its moments.

c_bias,1 = 1,  c_bias,2 = √k / ((1 - δ) √(p n)),  c_var,1 = q (n - 1 + k)/n,  c_var,2 = q k/n,  q = 1/((1 - δ)² p).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from checks.theory.least_squares import (
    Finite,
    almost_singular,
    every_multiset,
    every_sample,
    finite_problems,
    levels,
    mean,
    problems,
    rarely_stable,
    tabulated,
)
from theorytest import family
from theorytest.approximation import Moments


@dataclass(frozen=True)
class Setting:
    """What the constants are made of."""

    k: float
    n: int
    delta: float
    p: float


def c_bias2(s):
    """√k / ((1 - δ) √(p n))."""
    return np.sqrt(s.k / (s.p * s.n)) / (1 - s.delta)


def c_var1(s):
    """(n - 1 + k)/n / ((1 - δ)² p)."""
    return (s.n - 1 + s.k) / s.n / ((1 - s.delta) ** 2 * s.p)


def c_var2(s):
    """k/n / ((1 - δ)² p)."""
    return s.k / s.n / ((1 - s.delta) ** 2 * s.p)


def conditioned_moments(k, n, samples, deviations, deltas):
    """For every δ: the setting, A = E[P^n | deviation ≤ δ] and S = E[(P^n)ᵀ P^n | deviation ≤ δ]."""
    found = []
    for delta in deltas:
        chosen = samples.where(deviations <= delta)
        P = chosen.operators
        setting = Setting(k, n, float(delta), float(chosen.probability.sum()))
        moments = Moments(mean(chosen.probability, P), mean(chosen.probability, np.swapaxes(P, -1, -2) @ P))
        found.append((setting, moments))
    return tuple(found)


@cache
def settings(problem, n):
    """The same for the event S_δ and every δ < 1 at which it grows."""
    samples = every_sample(problem, n)
    return conditioned_moments(problem.k, n, samples, samples.deviation, levels(samples.deviation))


@dataclass(frozen=True, eq=False)
class Situation:
    """One δ: the setting, all samples, and those in S_δ."""

    problem: Finite
    setting: Setting
    samples: object
    chosen: object


@dataclass(frozen=True, eq=False)
class Stable:
    """A problem with n draws and every event S_δ that is possible."""

    name: str
    problem: Finite
    n: int
    few: float | None = None  # the only δ that is looked at, where there are too many samples to keep their order

    @cached_property
    def settings(self):
        """The settings and the moments, one for each δ."""
        if self.few is None:
            return settings(self.problem, self.n)
        samples = every_multiset(self.problem, self.n)
        return conditioned_moments(self.problem.k, self.n, samples, samples.deviation, (self.few,))

    @property
    def possible(self):
        """Whether some S_δ with δ < 1 has a positive probability."""
        return len(self.settings) > 0

    @cached_property
    def situations(self):
        """Everything about each δ."""
        samples = every_sample(self.problem, self.n)
        return [Situation(self.problem, s, samples, samples.stable(s.delta)) for s, _ in self.settings]


@cache
def extreme_problems():
    """Problems that attain the constants in a limit, or show that they need n, k and δ."""
    return {
        "stable with probability 1/2": (rarely_stable(0.5), 1),
        "stable with probability 1e-5": (rarely_stable(1e-5), 1),
        "four points": (rarely_stable(1e-5, first=1 + 3e-7, far=1 + 1e-5), 4),
        "k = 3": (rarely_stable(1e-5, first=3, far=3 - 1e-6, base=0), 3),
        "delta = 1/2": (rarely_stable(1e-5, first=0.5, far=1.51, base=0.49), 1),
        "almost singular": (almost_singular(), 2),
    }


@cache
def stable_problems():
    """Those and small spaces in L² and H¹, by name; with too few points nothing is stable."""
    zero = Finite(tabulated((0.5, 0.25, 0.25), np.sqrt([1.0, 2.0, 0.0])), plain=True)
    more = {"a function with a zero, n = 2": (zero, 2), "lines, n = 1": (finite_problems()["lines"][0], 1)}
    every = {name: Stable(name, *each) for name, each in (extreme_problems() | problems() | more).items()}
    lines = Stable("lines, n = 100", finite_problems()["lines"][0], 100, few=0.2)  # S_δ is almost certain
    return every | {lines.name: lines}


def few_samples():
    """Those with no more than a hundred samples."""
    every = stable_problems().items()
    return {
        name: each for name, each in every if len(each.problem.space.measure.points) ** each.n <= 100 and not each.few
    }


GROWS = "0 < δ < 1, here all at which S_δ grows"
STABLE = family(
    stable_problems,
    f"spaces T in L² and H¹, laws of the draws and n, on finitely many points, and all g; {GROWS}, for n = 100 at 0.2",
)
FEW_SAMPLES = family(
    few_samples,
    f"spaces T in L² and H¹, laws of the draws and n, on points with at most 100 samples, and all g; {GROWS}",
)
