"""Sequential sampling: a pilot plans, batches grow geometrically, and sampling stops once the verdict is certain."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.watched import Array, Chunks, Draw, require_repeatable, watched
from theorytest.decisions.wording import count

Generators = Callable[[int], np.random.Generator]  # chunk number -> fresh generator

State = TypeVar("State")

POWER = 0.99


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

    def __post_init__(self) -> None:
        _require(0 < self.alpha < 1, "alpha", self.alpha, "lie in (0, 1): it is an error probability")
        _require(0 < self.resolution < math.inf, "resolution", self.resolution, "be positive and finite")
        _require(self.max_draws >= 1, "max_draws", self.max_draws, "be at least 1")
        _require(self.first_batch >= 1, "first_batch", self.first_batch, "be at least 1")
        _require(1 < self.growth < math.inf, "growth", self.growth, "exceed 1: batches grow geometrically")
        _require(self.largest_chunk >= 1, "largest_chunk", self.largest_chunk, "be at least 1")

    @property
    def pilot(self) -> int:
        """The draws of the first look, from which the plan is made."""
        return min(self.first_batch, self.max_draws)

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
    """Look number k = 1, 2, ... after `draws` draws; `chunks` are the sizes asked for since the look before."""

    number: int
    draws: int
    chunks: tuple[int, ...]
    last: bool


def looks(plan: Plan) -> Iterator[Look]:
    """The looks of a plan, fixed before anything is drawn."""
    before, number, total = 0, 1, plan.pilot
    while True:
        yield Look(number, total, _chunks(total - before, plan.largest_chunk), last=total == plan.max_draws)
        if total == plan.max_draws:
            return
        before, number = total, number + 1
        total = min(max(math.ceil(total * plan.growth), total + 1), plan.max_draws)


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
) -> Decision:
    """Fold chunks into the state, judge at every look, and return the first decision that is not undecided."""
    require_repeatable(draw, generators, plan.pilot)
    state, chunk, chunks = start, 0, Chunks()
    for look in looks(plan):
        for size, values in zip(look.chunks, drawn(draw, generators, chunk, look.chunks), strict=True):
            try:
                draws = finite(shaped(values, size=size, entry=entry), chunk=chunk)
            except NonFiniteDrawsError as problem:
                return _not_finite(name, plan, str(problem), look.draws)
            chunks.require_new(draws, chunk)
            state, chunk = absorb(state, draws), chunk + 1
        decision = judge(state, look)
        if decision.verdict is not Verdict.UNDECIDED:
            break
    return decision


def drawn(draw: Draw, generators: Generators, first: int, sizes: Sequence[int]) -> Iterator[ArrayLike]:
    """The chunks from number `first` on, in order; in several processes where the generators come with workers."""
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
    return f"the budget of {count(plan.max_draws)} draws ended; about {count(planned)} are needed"


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
