"""Sequential sampling: a pilot plans, batches grow geometrically, and sampling stops once the verdict is certain."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.gauges import Gauge
from theorytest.decisions.watched import Array, Chunks, Draw, require_repeatable, watched
from theorytest.decisions.wording import count

Generators = Callable[[int], np.random.Generator]  # chunk number -> fresh generator

State = TypeVar("State")

POWER = 0.99
_TO_A_DOUBLING = 8  # frequent looks
_FIRST_LOOK = 32  # draws at least: fewer do not show how far a law spreads


class NonFiniteDrawsError(ValueError):
    """A sampler returned nan or inf; the message says in which chunk, how many, and where first."""


@dataclass(frozen=True)
class Plan:
    """How long to look and how sure to be.

    `alpha` bounds the probability of refuting a true claim over all looks together. `resolution` is the smallest
    violation worth catching, in units of the scale that each decision states (relative to the claimed value unless
    another scale is given). Looks are taken after first_batch · growth^k draws and at `max_draws`; between looks,
    draws are asked for in chunks of at most `largest_chunk`.
    """

    alpha: float
    resolution: float
    max_draws: int
    first_batch: int = 1000
    growth: float = 2.0
    largest_chunk: int = 65_536
    drift: float = 0.0  # relative: draws go on after the verdict until two runs would show it; 0 for no such thing

    def __post_init__(self) -> None:
        _require(0 < self.alpha < 1, "alpha", self.alpha, "lie in (0, 1): it is an error probability")
        _require(0 < self.resolution < math.inf, "resolution", self.resolution, "be positive and finite")
        _require(self.max_draws >= 1, "max_draws", self.max_draws, "be at least 1")
        _require(self.first_batch >= 1, "first_batch", self.first_batch, "be at least 1")
        _require(1 < self.growth < math.inf, "growth", self.growth, "exceed 1: batches grow geometrically")
        _require(self.largest_chunk >= 1, "largest_chunk", self.largest_chunk, "be at least 1")
        _require(0 <= self.drift < math.inf, "drift", self.drift, "be at least 0 and finite")

    @property
    def pilot(self) -> int:
        """The draws of the first look, from which the plan is made."""
        return min(self.first_batch, self.max_draws)

    @property
    def first_look(self) -> int:
        """The draws of the first of the frequent looks, which show how far a law spreads."""
        return min(max(self.pilot // _TO_A_DOUBLING, _FIRST_LOOK), self.pilot, self.largest_chunk)

    def spend(self, look: int) -> float:
        """The share α / (k (k + 1)) of look k = 1, 2, ...; the shares of all looks together are α."""
        return self.alpha / (look * (look + 1))

    def needed(self, variation: float) -> int:
        """The n = (z_α + z_β)² (CV/δ)² that sees a violation δ with probability 0.99; CV in units of the scale."""
        from scipy.special import ndtri  # slow to import, and most checks sample nothing

        z = float(ndtri(POWER) - ndtri(self.alpha))
        return math.ceil(min((z * variation / self.resolution) ** 2, 1e18))


@dataclass(frozen=True)
class Look:
    """A look after `draws` draws; `chunks` are the sizes asked for since the look before.

    `number` counts the looks that may spend a part of alpha: 1, 2, ...; at a look between them it is that of the last
    one that did, 0 before the first. `spent` are the draws at the last two looks that spent.
    """

    number: int
    draws: int
    chunks: tuple[int, ...]
    last: bool
    spent: tuple[int, int] = (0, 0)


def looks(plan: Plan) -> Iterator[Look]:
    """The looks of a plan, fixed before anything is drawn."""
    before, number, total = 0, 1, plan.pilot
    while True:
        last, chunks = total == plan.max_draws, _chunks(total - before, plan.largest_chunk)
        yield Look(number, total, chunks, last, spent=(before, total))
        if total == plan.max_draws:
            return
        before, number = total, number + 1
        total = min(max(math.ceil(total * plan.growth), total + 1), plan.max_draws)


def frequent_looks(plan: Plan) -> Iterator[Look]:
    """Looks for what stays valid however often one looks: from an eighth of the first batch on, eight to a doubling.

    The looks of the plan are among them, and only these spend.
    """
    before, spent = 0, Look(0, 0, (), last=False)
    spending = {look.draws: look for look in looks(plan)}
    for total in sorted({*_frequent(plan), *spending}):
        spent = spending.get(total, spent)
        yield replace(spent, draws=total, chunks=_chunks(total - before, plan.largest_chunk))
        before = total


def regular_looks(plan: Plan) -> Iterator[Look]:
    """Looks that share alpha alike: four to a doubling, from the first batch on; `number` counts them."""
    yield from looks(replace(plan, growth=plan.growth**0.25))


def _frequent(plan: Plan) -> Iterator[int]:
    """Counts of draws; no step is smaller than a sixteenth of the first batch, since every chunk has its costs."""
    total, least = plan.first_look, max(1, plan.pilot // 16)
    while total < plan.max_draws:
        yield total
        total += max(least, math.ceil(total * (2 ** (1 / _TO_A_DOUBLING) - 1)))


def decide(
    draw: Draw,
    generators: Generators,
    plan: Plan,
    *,
    name: str,
    start: State,
    absorb: Callable[[State, Array], State],
    judge: Callable[[State, Look], Decision],
    entry: tuple[int | None, ...] = (),
    schedule: Callable[[Plan], Iterator[Look]] = looks,
) -> Decision:
    """Fold chunks into the state, judge at every look, and return the first decision that is not undecided."""
    chunks = Chunks.after(require_repeatable(draw, generators, plan.pilot), draw)
    state, chunk, gauge = start, 0, Gauge()
    for look in schedule(plan):
        before = look.draws - sum(look.chunks)
        for size, values in zip(look.chunks, drawn(draw, generators, chunk, look.chunks, before), strict=True):
            try:
                draws = finite(shaped(values, size=size, entry=entry), chunk=chunk)
            except NonFiniteDrawsError as problem:
                return _not_finite(name, plan, str(problem), look.draws)
            chunks.require_new(draws, chunk)
            state, chunk = absorb(state, draws), chunk + 1
            gauge = gauge.update(draws) if plan.drift else gauge
        decision = judge(state, look)
        if decision.verdict is not Verdict.UNDECIDED:
            chunks.compare(draw, generators, plan.pilot)
            break
    return _gauged(decision, gauge, plan, draw, generators, chunk) if plan.drift and not entry else decision


def _gauged(decision: Decision, gauge: Gauge, plan: Plan, draw: Draw, generators: Generators, chunk: int) -> Decision:
    """The same decision, with the statistics of as many draws as two runs need to show the drift, or of all allowed.

    How many these are depends on the spread so far and not on where the mean lies.
    """
    wanted = min(gauge.needed(plan.drift), plan.max_draws) - gauge.n
    for number, size in enumerate(_chunks(max(wanted, 0), plan.largest_chunk), start=chunk):
        [values] = drawn(draw, generators, number, (size,), gauge.n)
        gauge = gauge.update(finite(shaped(values, size=size), chunk=number))
    return replace(decision, statistics={**decision.statistics, **gauge.statistics()})


def drawn(draw: Draw, generators: Generators, first: int, sizes: Sequence[int], before: int = 0) -> Iterator[ArrayLike]:
    """The chunks from number `first` on, in order; in several processes where the generators come with workers.

    `before` are the draws so far: an ensemble hands out the members after them.
    """
    if getattr(draw, "shared", False):
        return _handed_out(draw, generators(first), sizes, before)
    calls = [(generators(first + i), size) for i, size in enumerate(sizes)]
    workers = min(getattr(generators, "workers", 1), len(sizes))
    if workers <= 1:
        return (watched(draw, rng, size) for rng, size in calls)
    from joblib import Parallel, delayed, parallel_config

    with parallel_config(backend="loky", inner_max_num_threads=1):
        stream: Iterator[ArrayLike] = Parallel(n_jobs=workers, return_as="generator")(
            delayed(watched)(draw, rng, size) for rng, size in calls
        )
    return stream


def _handed_out(draw: Draw, rng: np.random.Generator, sizes: Sequence[int], before: int) -> Iterator[ArrayLike]:
    """Each member of an ensemble once."""
    members = np.asarray(watched(draw, rng, before + sum(sizes)))
    for size in sizes:
        yield members[before : before + size]
        before += size


def shaped(values: ArrayLike, *, size: int, entry: tuple[int | None, ...] = ()) -> Array:
    """The draws as floats of shape (size, *entry); None in `entry` admits any length."""
    draws = np.asarray(values, dtype=float)
    expected = (size, *entry)
    fits = draws.ndim == len(expected) and all(e in (None, s) for e, s in zip(expected, draws.shape, strict=True))
    if not fits:
        shape = str(expected).replace("None", "any")
        raise ValueError(f"draw(rng, {size}) must return an array of shape {shape}, got {draws.shape}")
    return draws


def finite(draws: Array, *, chunk: int) -> Array:
    """The draws, if all of them are finite."""
    bad = np.argwhere(~np.isfinite(draws))
    if len(bad):
        first = tuple(int(i) for i in bad[0])
        raise NonFiniteDrawsError(
            f"chunk {chunk} has {count(len(bad))} non-finite values, the first is {draws[first]} at index {first}"
        )
    return draws


def shortfall(plan: Plan, look: Look, planned: int) -> str:
    """Why a decision is still open: the budget ended, and what the plan asks for."""
    if not look.last:
        return "more draws may decide"
    ended = f"the budget of {count(plan.max_draws)} draws ended"
    if planned > plan.max_draws:
        return f"{ended}; about {count(planned)} are needed"
    return f"{ended}; their spread would need about {count(planned)}, what is known of their tail more"


def pending(name: str) -> Decision:
    """A look that decides nothing, with more to come: nobody reads what it measured."""
    return Decision(
        name=name, method="sampling", verdict=Verdict.UNDECIDED, sentence="undecided: more draws may decide"
    )


def _require(holds: bool, argument: str, value: float, allowed: str) -> None:
    if not holds:
        raise ValueError(f"{argument} must {allowed}, got {value}")


def _chunks(size: int, largest: int) -> tuple[int, ...]:
    full, rest = divmod(size, largest)
    return (largest,) * full + ((rest,) if rest else ())


def _not_finite(name: str, plan: Plan, problem: str, draws: int) -> Decision:
    return Decision(
        name=name,
        method="sampling",
        verdict=Verdict.UNDECIDED,
        sentence=f"undecided: {problem}; no mean, probability or rate is taken over such draws",
        alpha=plan.alpha,
        resolution=plan.resolution,
        draws=draws,
        witness={"problem": problem},
    )
