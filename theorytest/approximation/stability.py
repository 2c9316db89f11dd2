"""The stability event S_δ = {‖I - Ĝ‖ ≤ δ} [eq:stability] and samples that are conditioned on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy import linalg
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from theorytest.approximation.empirical import evaluated, for_all, gramians
from theorytest.approximation.sampling import Sampler, k_of, weight_at
from theorytest.approximation.spaces import Space
from theorytest.approximation.suprema import Supremum
from theorytest.arguments import Array, finite, fraction, points, real, whole
from theorytest.signatures import checked

if TYPE_CHECKING:
    from theorytest.approximation.enumeration import Draws

Indices = NDArray[np.intp]
_CERTAINTY = 1e-9  # the probability that a batch is given up although the event is more likely than the floor
_BATCH = 2**22  # numbers in one batch of proposals
_FLOOR = 1e-3
_MOST_TRIES = 2000  # of one replica on a space that moves, after which S_delta is called too rare
_LONGEST = 2e10  # multiplications for one conditioned sample, about a second


@checked
def empirical_gramian(sampler: Sampler, x: ArrayLike) -> Array:
    """Ĝ_kl = 1/n Σ_i w(x_i) (L_{x_i} b_k)ᵀ (L_{x_i} b_l) for points (..., n, D): an array of shape (..., d, d)."""
    x, space = points("x", x, sampler.space.ndim), sampler.space
    return for_all(lambda x: gramians(*evaluated(sampler, x), space.absent), space, x)


@checked
def deviation(sampler: Sampler, x: ArrayLike) -> Array:
    """‖I - Ĝ‖ in the spectral norm, an array of shape (...) for points (..., n, D)."""
    return _deviation(empirical_gramian(sampler, x))


def _deviation(G: Array) -> Array:
    return np.asarray(np.abs(linalg.eigvalsh(G) - 1).max(axis=-1), dtype=float)


@checked
def is_stable(sampler: Sampler, x: ArrayLike, delta: float) -> NDArray[np.bool_]:
    """Whether ‖I - Ĝ‖ ≤ δ; a deviation that equals δ up to rounding is in, as the closed event says."""
    d, G, delta = sampler.space.dim, empirical_gramian(sampler, x), real("delta", delta)
    most = delta + 16 * d * np.finfo(float).eps
    near = np.asarray(finite("‖I - Ĝ‖", linalg.norm(G - np.eye(d), axis=(-2, -1))) <= 1.001 * np.sqrt(d) * most)
    near[near] = _deviation(G[near]) <= most  # eigenvalues are dear, and ‖I - Ĝ‖ ≥ ‖I - Ĝ‖_F / √d settles most cases
    return near


def work(space: Space, n: int) -> float:
    """Multiplications that decide whether n points are in S_δ: for the Gramian, and for its eigenvalues."""
    return float(n * space.jet_size * space.dim**2 + 2.5 * space.dim**3)


@dataclass(frozen=True)
class Acceptance:
    """How often the event occurred among independent proposals."""

    accepted: int
    proposed: int

    @property
    def estimate(self) -> float:
        """The relative frequency."""
        return self.accepted / self.proposed

    def interval(self, *, alpha: float) -> tuple[float, float]:
        """The Clopper-Pearson interval for P(S_δ), of coverage at least 1 - alpha for a fixed number of proposals."""
        from scipy import special  # slow to import

        half, hits, misses = fraction("alpha", alpha) / 2, self.accepted, self.proposed - self.accepted
        low = special.betaincinv(hits, misses + 1, half) if hits else 0.0
        high = special.betainccinv(hits + 1, misses, half) if misses else 1.0
        return float(low), float(high)


@dataclass(frozen=True)
class Batch:
    """Conditioned points (replicas, samples, D) and how often they were accepted."""

    points: Array
    acceptance: Acceptance
    deviation: Array | None = None  # ‖I - Ĝ‖ (R,), where each replica has its own space
    tries: Indices | None = None  # and how many draws it took (R,)


@dataclass(frozen=True)
class Conditioned:
    """Independent samples of another sampler, conditioned on S_δ by rejection.

    Gives up, naming the estimated probability, when P(S_δ) is certainly below `floor`; without one, below 0.001 or so
    small that one sample would take more than 2·10^10 multiplications. On spaces that move each replica waits for its
    own event, for 2000 draws at most. With `tries` it takes the most stable of so many draws where none is in S_δ.
    """

    independent: ClassVar[bool] = False
    sampler: Any  # a Sampler; its weight is kept
    delta: float
    floor: float | None = None
    tries: int | None = None

    def __post_init__(self) -> None:
        if not hasattr(self.sampler, "weight") or not hasattr(self.sampler, "sample"):
            raise ValueError(f"sampler must be a sampler such as Optimal(space), got {self.sampler!r}")
        fraction("delta", self.delta, because="S_delta is empty or trivial outside")
        if self.floor is not None:
            fraction("floor", self.floor)
        if self.tries is not None:
            whole("tries", self.tries)

    @property
    def space(self) -> Space:
        """The space of the sampler."""
        return self.sampler.space  # type: ignore[no-any-return]

    def weight(self, x: ArrayLike) -> Array:
        """The weight of the unconditioned sampler."""
        return self.sampler.weight(x)  # type: ignore[no-any-return]

    def weight_of(self, x: Array, jets: Array) -> Array:
        """The same from the jets of the basis."""
        return weight_at(self.sampler, x, jets)

    @property
    def least_squares_row(self) -> str | None:
        """The row of Table 2 for least squares with these points; volume-rescaled ones have none."""
        return None if getattr(self.sampler, "least_squares_row", None) else "lsq"

    def k(self) -> Supremum:
        """That of the unconditioned sampler."""
        return k_of(self.sampler)

    def draws(self, n_samples: int) -> Draws:
        """All samples of a discrete measure in S_δ, with their conditional probabilities."""
        from theorytest.approximation.enumeration import Draws, stable_draws  # which is built on samplers

        stable = stable_draws(self, n_samples)
        return Draws(stable.points, stable.probability / stable.total)

    def sample(self, rng: Generator, n_replicas: int, n_samples: int) -> Array:
        """Conditioned draws, an array of shape (n_replicas, n_samples, D)."""
        return self.batch(rng, n_replicas, n_samples).points

    def batch(self, rng: Generator, n_replicas: int, n_samples: int) -> Batch:
        """Conditioned draws together with their acceptance."""
        R, n = whole("n_replicas", n_replicas), whole("n_samples", n_samples)
        if self.tries is not None or self.space.moves:
            return self._row_by_row(rng, R, n)
        self.refuse_impossible(n)
        largest = max(1, _BATCH // (n * self.space.dim * self.space.jet_size))
        kept, accepted, proposed = [np.empty((0, n, self.space.ndim))], 0, 0
        while accepted < R:
            rate = (accepted + 1) / (proposed + 2)
            tries = min(largest, int(1.1 * (R - accepted) / rate) + 16)
            x = self.sampler.sample(rng, tries, n)
            good = x[is_stable(self.sampler, x, self.delta)]
            kept, accepted, proposed = [*kept, good], accepted + len(good), proposed + tries
            self.refuse_hopeless(Acceptance(accepted, proposed), n)
        return Batch(np.concatenate(kept)[:R], Acceptance(accepted, proposed))

    def _row_by_row(self, rng: Generator, R: int, n: int) -> Batch:
        """Each replica draws again until it is stable, and keeps the most stable of its draws."""
        x = self.sampler.sample(rng, R, n)
        found, tries = deviation(self.sampler, x), np.ones(R, dtype=np.intp)
        waiting, most = np.flatnonzero(found > self.delta), _MOST_TRIES if self.tries is None else self.tries
        for attempt in range(2, most + 1):
            if not len(waiting):
                break
            tries[waiting] = attempt
            sampler = self.sampler.take(waiting)
            other = sampler.sample(rng, len(waiting), n)
            off = deviation(sampler, other)
            better = off < found[waiting]
            x = x.copy()  # spaces may remember the values at the points of an array
            x[waiting[better]], found[waiting[better]] = other[better], off[better]
            waiting = waiting[found[waiting] > self.delta]
        if self.tries is None and len(waiting):
            raise ValueError(
                f"P(S_delta) is too small for delta = {self.delta} and n_samples = {n} in dimension {self.space.dim}: "
                "take more samples or a larger delta"
            )
        return Batch(x, Acceptance(R - len(waiting), int(tries.sum())), found, tries)

    def refuse_impossible(self, n: int) -> None:
        """S_δ has probability 0 where the Gramian must be singular."""
        if self.tries is not None:  # the most stable draw counts
            return
        d, least = self.space.dim, -(-self.space.dim // self.space.jet_size)
        whole(
            "n_samples",
            n,
            at_least=least,
            because=f"P(S_delta) = 0 below, where the Gramian of dimension {d} is singular",
        )

    def least(self, n: int) -> float:
        """The probability below which it gives up."""
        return max(_FLOOR, self._dear(n)) if self.floor is None else self.floor

    def _dear(self, n: int) -> float:
        """The probability at which one sample takes all multiplications that it may; one in two is worth any."""
        return min(0.5, work(self.space, n) / _LONGEST)

    def refuse_hopeless(self, acceptance: Acceptance, n: int) -> None:
        """S_δ that occurs too seldom, as far as proposals show."""
        _, high = acceptance.interval(alpha=2 * _CERTAINTY)
        floor = self.least(n)
        if high < floor:
            why = f", where one sample takes {_LONGEST:.0e} multiplications" if floor == self._dear(n) else ""
            raise ValueError(
                f"P(S_delta) is about {acceptance.estimate:.2g} and below the floor {floor:.2g}{why} "
                f"({acceptance.accepted} of {acceptance.proposed} proposals, delta = {self.delta}, n_samples = {n}): "
                "take more samples or a larger delta"
            )
