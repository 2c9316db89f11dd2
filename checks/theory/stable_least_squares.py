r"""Lemma E.1 [lemma:QBP_bias]: the constants of least squares from points that are conditioned on S_δ, and its moments.

c_bias,1 = 1,  c_bias,2 = √k / ((1 - δ) √(p n)),  c_var,1 = q (n - 1 + k)/n,  c_var,2 = q k/n,  q = 1/((1 - δ)² p).
S_δ is that of an orthonormal basis b; ζ̂_k = (g, b_k)_n.

P(not S_δ) on equal cells.

On d equal cells of [0, 1] uniform samples are optimal, and Ĝ is diagonal with entries d N_i / n, N multinomial.
"""

import itertools
import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import comb
from typing import Any

import numpy as np

from checks.theory.finite import Finite, Sample, of_the_space
from checks.theory.forms import Array

TIES = 1e-9  # deviations closer than this are one deviation


@dataclass(frozen=True)
class Setting:
    """What the constants are made of."""

    k: Any
    n: int
    delta: Any
    p: Any


def c_var2(s: Setting) -> Any:
    """k/n / ((1 - δ)² p), which is c_bias,2² as well."""
    return s.k / ((1 - s.delta) ** 2 * s.p * s.n)


squared_bias2 = c_var2


def c_var1(s: Setting) -> Any:
    """(n - 1 + k)/n / ((1 - δ)² p)."""
    return (s.n - 1 + s.k) / ((1 - s.delta) ** 2 * s.p * s.n)


@dataclass(frozen=True, eq=False)
class Drawn:
    """One sample up to its order: its probability, Ĝ, ζ̂ for all g, and P^n."""

    probability: Any
    sample: Sample

    @cached_property
    def delta(self) -> Any:
        """‖I - Ĝ‖."""
        return self.sample.delta

    @cached_property
    def gramian(self) -> Array:
        """Ĝ."""
        return self.sample.system.empirical_gramian(self.sample.draws)

    @cached_property
    def moments(self) -> Array:
        """ζ̂ as a matrix in g, (d, N)."""
        return self.sample.system.scaled * self.sample.system.empirical(self.sample.draws)

    @cached_property
    def operator(self) -> Array:
        """P^n."""
        return self.sample.system.least_squares(self.sample.draws)


def mean(drawn: list[Drawn], matrices: list[Array]) -> Array:
    """The expectation over the samples, given that one of them occurs."""
    total = sum(each.probability for each in drawn)
    return np.asarray(sum(each.probability * A for each, A in zip(drawn, matrices, strict=True)) / total)


@dataclass(frozen=True, eq=False)
class Event:
    """One δ: the setting, and the samples in S_δ."""

    system: Finite
    setting: Setting
    chosen: list[Drawn]

    @cached_property
    def mean(self) -> Array:
        """E[P^n | S_δ]."""
        return mean(self.chosen, [each.operator for each in self.chosen])

    @cached_property
    def second_moment(self) -> Array:
        """S with gᵀ S g = E[‖P^n g‖² | S_δ]."""
        return mean(self.chosen, [each.operator.T @ each.operator for each in self.chosen])

    @property
    def bias(self) -> Array:
        """What the mean makes of g - P g."""
        return np.asarray(self.mean @ (self.system.identity - self.system.projector))


@dataclass(frozen=True, eq=False)
class Stable:
    """An orthonormal basis with n draws, and every event S_δ with δ < 1 that is possible."""

    system: Finite
    n: int
    only: float | None = None  # the δ that is looked at, where there are too many

    @cached_property
    def samples(self) -> list[Drawn]:
        """All samples, up to their order."""
        points = np.flatnonzero(self.system.mu > 0).tolist()
        found = itertools.combinations_with_replacement(points, self.n)
        return [Drawn(self._probability(draws), Sample(self.system, np.array(draws))) for draws in found]

    def _probability(self, draws: tuple[int, ...]) -> Any:
        orders = math.factorial(self.n) // math.prod(math.factorial(c) for c in Counter(draws).values())
        return math.prod(self.system.mu[list(draws)]) * orders

    @cached_property
    def stable(self) -> list[Drawn]:
        """The samples with δ < 1, by their δ; what rounding cannot tell from 1 does not count."""
        found = [each for each in self.samples if float(each.delta) < 1 - TIES]
        return sorted(found, key=lambda each: float(each.delta))

    @cached_property
    def events(self) -> list[Event]:
        """One for each δ < 1 at which S_δ grows: between two only the factors 1/(1 - δ) change, and they grow."""
        ordered = self.stable
        sizes = [float(each.delta) for each in ordered]
        if self.only is not None:
            return [self._event(self.only, ordered[: int(np.searchsorted(sizes, self.only))])]
        ends = [i for i, size in enumerate(sizes) if i + 1 == len(sizes) or sizes[i + 1] > size + TIES]
        return [self._event(ordered[i].delta, ordered[: i + 1]) for i in ends]

    def _event(self, delta: Any, chosen: list[Drawn]) -> Event:
        k = (self.system.weight * of_the_space(self.system)).max()
        p = sum(each.probability for each in chosen)
        return Event(self.system, Setting(k, self.n, delta, p), chosen)

    @property
    def possible(self) -> bool:
        """Whether some S_δ with δ < 1 has a positive probability."""
        return len(self.events) > 0


@cache
def exact_failure(d: int, n: int, delta: Fraction) -> Fraction:
    """P(max_i |d N_i / n - 1| > δ): all samples in range are counted, in integers."""
    good = [c for c in range(n + 1) if abs(Fraction(d * c, n) - 1) <= delta]
    ways = {0: 1}
    for _ in range(d):
        more: dict[int, int] = {}
        for used, count in ways.items():
            for c in good:
                if used + c <= n:
                    more[used + c] = more.get(used + c, 0) + count * comb(n - used, c)
        ways = more
    return 1 - Fraction(ways.get(n, 0), d**n)
