"""The scheme u_{t+1} = R_t(u_t - s_t P_t^n g_t) for many replicas at once [eq:descent_scheme].

A process makes one step of the scheme out of a model class, a loss and an estimator. The randomness of a block of steps
is drawn ahead, so that the loop over steps moves only the state; a block has a fixed size in numbers, so that memory
does not grow with the number of steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.random import Generator

from theorytest.arguments import Array, instance, shortly, whole
from theorytest.descent.losses import State
from theorytest.descent.steps import Steps
from theorytest.signatures import checked

_LARGEST_BLOCK = 256  # steps
_MOST = 2**31  # numbers that are kept
_LONGEST = 2**53  # steps: beyond, times are no longer told apart
_NUMBERS = 2**19  # that a block holds, unless one step of all replicas is more: what a cache holds, about
# glibc gives freed arrays back to the system, and the next block waits for its pages anew (half of the time of a run),
# unless a larger array was freed before: so one is, without ever being touched.
_FREED = 2**21  # numbers


class Process(Protocol):
    """One step of the scheme for all replicas; the last axis of every array is that of the replicas.

    A further method `walk(state, drawn, first, sizes)` may make several steps in one go, as `one_by_one` does.
    What else is worth seeing of a state, a process may tell by a method `remarks(state)`: numbers (R,) by name.
    """

    def start(self, n_replicas: int) -> Array:
        """u_1, an array (..., R)."""
        ...

    def draw(self, rng: Generator, n_replicas: int, n_steps: int) -> Any:
        """The randomness of a block of steps: what `step` gets one entry of, by index."""
        ...

    def step(self, state: Array, drawn: Any, k: int, size: float) -> tuple[Array, Array | float]:
        """u_{t+1} and the retraction error ‖u_{t+1} - ū_{t+1}‖, from u_t, the k-th of the drawn steps and s_t."""
        ...

    def observe(self, state: Array) -> State:
        """The loss gap and the norms of both parts of the gradient."""
        ...

    @property
    def numbers_per_step(self) -> int:
        """How many numbers a step of one replica draws and keeps, for the size of a block."""
        ...


@dataclass(frozen=True, eq=False)
class Trajectories:
    """What a run leaves behind: arrays of shape (replicas, times); `times` counts from u_1."""

    times: Array
    gap: Array
    tangent: Array
    normal: Array
    retraction_error: Array
    smallest_tangent: Array
    steps: Array
    diverged: Array
    kept: Array
    remarks: dict[str, Array] = field(default_factory=dict)

    @property
    def kappa(self) -> Array:
        """κ_t."""
        return State(self.gap, self.tangent, self.normal).kappa

    @property
    def n_replicas(self) -> int:
        """R."""
        return len(self.gap)


@checked
def geometric_times(n_steps: int, per_decade: int = 12) -> Array:
    """1 = the start, then about `per_decade` times in each decade, and the last, n_steps + 1."""
    last = whole("n_steps", n_steps, at_least=0, at_most=_LONGEST) + 1
    whole("per_decade", per_decade, at_most=10**6)
    grid = np.geomspace(1, last, max(2, int(per_decade * np.log10(last)) + 1))
    return np.unique(np.concatenate([[1], np.rint(grid), [last]])).astype(int)


def block_size(process: Process, n_replicas: int) -> int:
    """The number of steps that are drawn together."""
    return max(1, min(_LARGEST_BLOCK, _NUMBERS // (n_replicas * process.numbers_per_step)))


def descend(
    process: Process,
    steps: Steps,
    n_steps: int,
    rng: Generator,
    n_replicas: int,
    *,
    times: Sequence[int] | Array | None = None,
    minima: bool = False,
    keep: int = 0,
) -> Trajectories:
    """Run the scheme from u_1 for `n_steps` steps, s_t being the step from u_t to u_{t+1}.

    Observed at `times` (default: a geometric grid). `smallest_tangent` is min_{t ≤ τ} ‖P_t g_t‖ over all steps with
    `minima`, else over the observed ones; the first `keep` replicas leave their loss gaps at every step. A replica that
    is no longer finite has diverged: its numbers are inf from then on, and `diverged` holds the first observed time of
    it, 0 for those that have not.
    The same generator gives the same numbers. Another number of replicas gives others, as the replicas of a step draw
    one after the other; so may another number of steps where points are rejected, since a block draws as one.
    """
    instance("rng", rng, Generator)
    if isinstance(process, type) or not all(hasattr(process, name) for name in ("start", "draw", "step", "observe")):
        raise ValueError(f"process must be a Process such as LinearDescent(estimator, loss), got {shortly(process)}")
    usable_steps(steps)
    R = whole("n_replicas", n_replicas, at_most=_MOST)
    T = whole("n_steps", n_steps, at_least=0, at_most=_LONGEST)
    if min(R, whole("keep", keep, at_least=0)) * T > _MOST:
        raise ValueError(f"keep times n_steps must be at most {_MOST:,}, got {keep} and {T:,}: no memory holds more")
    grid = geometric_times(T) if times is None else checked_times(times, T)
    run = _Run(process, grid, process.start(R), minima=minima, keep=min(whole("keep", keep, at_least=0), R), n_steps=T)
    block, walk = block_size(process, R), getattr(process, "walk", partial(one_by_one, process))
    np.empty(_FREED)
    with np.errstate(over="ignore", invalid="ignore"):  # divergence is a result
        if run.always or run.due == 1:
            run.look(1, 0.0)
        for first in range(1, T + 1, block):
            count = min(block, T + 1 - first)
            drawn, sizes = process.draw(rng, R, count), steps(np.arange(first, first + count))
            k = 0
            while k < count:
                ahead = sizes[k : k + run.unseen(first + k)]
                run.state, error = walk(run.state, drawn, k, ahead)
                k += len(ahead)
                if run.always or first + k == run.due:
                    run.look(first + k, error)
            drawn = None  # the next block takes its place in the cache
    return run.trajectories(steps)


def one_by_one(process: Process, state: Array, drawn: Any, first: int, sizes: Array) -> tuple[Array, Any]:
    """The state after as many steps as there are sizes, from the first of the drawn ones on, and the last error."""
    error: Array | float = 0.0
    for k, size in enumerate(sizes.tolist(), first):
        state, error = process.step(state, drawn, k, size)
    return state, error


class _Run:
    """The state of a run and what has been seen of it."""

    def __init__(self, process: Process, grid: Array, state: Array, *, minima: bool, keep: int, n_steps: int) -> None:
        R = state.shape[-1]
        self.process, self.grid, self.state, self.minima = process, grid, state, minima
        self.seen = np.empty((5, len(grid), R))  # gap, tangent, normal, retraction error, smallest tangent
        self.smallest, self.column = np.full(R, np.inf), 0
        self.kept, self.remarks = np.full((keep, n_steps + 1), np.inf), list[dict[str, Array]]()
        self.always, self.due, self.n_steps = minima or keep > 0, int(grid[0]), n_steps

    def unseen(self, t: int) -> int:
        """How many steps from u_t on lead to the next state that is looked at; many where there is none."""
        return 1 if self.always else self.due - t if self.due else self.n_steps

    def look(self, t: int, error: Array | float) -> None:
        """Observe u_t, all of it where it is due."""
        due = t == self.due
        if not (due or self.minima):
            keep = len(self.kept)
            self.kept[:, t - 1] = self.process.observe(self.state[..., :keep]).gap
            return
        found = self.process.observe(self.state)
        self.smallest = np.fmin(self.smallest, found.tangent)
        self.kept[:, t - 1] = found.gap[: len(self.kept)]
        if due:
            for row, values in enumerate((found.gap, found.tangent, found.normal, error, self.smallest)):
                self.seen[row, self.column] = values
            if hasattr(self.process, "remarks"):
                self.remarks.append(self.process.remarks(self.state))
            self.column += 1
            self.due = int(self.grid[self.column]) if self.column < len(self.grid) else 0

    def trajectories(self, steps: Steps) -> Trajectories:
        """What was seen, with inf for what is not finite."""
        lost = np.logical_or.accumulate(~np.isfinite(self.seen[:3]).all(axis=0), axis=0)
        np.copyto(self.seen[:4], np.inf, where=lost)
        first = np.where(lost.any(axis=0), self.grid[np.argmax(lost, axis=0)], 0)
        gap, tangent, normal, error, smallest = np.swapaxes(self.seen, 1, 2)
        sizes = steps(self.grid)
        kept = np.where(np.isfinite(self.kept), self.kept, np.inf)
        names = self.remarks[0] if self.remarks else ()
        remarks = {name: np.stack([each[name] for each in self.remarks], axis=1) for name in names}
        return Trajectories(self.grid, gap, tangent, normal, error, smallest, sizes, first, kept, remarks)


def usable_steps(steps: Steps) -> Steps:
    """A rule of steps."""
    if not callable(steps) or isinstance(steps, type):
        raise ValueError(f"steps must be a rule such as Constant(0.1), got {shortly(steps)}")
    return steps


def checked_times(times: Sequence[int] | Array, n_steps: int | None = None) -> Array:
    """Increasing integers from 1 on, to n_steps + 1 where that is given."""
    try:
        grid = np.asarray(times)
    except ValueError:  # ragged
        raise ValueError(f"times must be increasing integers, got {shortly(times)}") from None
    if grid.ndim != 1 or len(grid) == 0 or grid.dtype.kind not in "iu" or np.any(np.diff(grid) <= 0):
        raise ValueError(f"times must be increasing integers, got {times!r}")
    if grid[0] < 1:
        raise ValueError(f"times must be at least 1, got {grid[0]}: the start has the time 1")
    if n_steps is not None and grid[-1] > n_steps + 1:
        raise ValueError(f"times must not exceed n_steps + 1 = {n_steps + 1}, got {grid[-1]}")
    return grid
