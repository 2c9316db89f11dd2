r"""The conditioned estimators of Section 5.1.3: n = 6 optimal points on [-1, 1] given S_δ, and the step 3/4.

The paper does not print the steps of Figure 5; 3/4 = n/(n + d - 1) is the best one without conditioning.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.instances.linear_experiments import Experiment, bounded_loss
from theorytest.approximation import Conditioned, LeastSquares, Optimal, QuasiProjection

Array = NDArray[np.float64]
N, DIM, STEP = 6, 3, 0.75
ESTIMATORS = {"quasi": QuasiProjection, "lsq": LeastSquares}


def legendre(x: Array, degree: int) -> Array:
    """The normalised Legendre polynomials up to a degree, an array (..., degree + 1)."""
    return np.asarray(np.polynomial.legendre.legvander(x, degree) * np.sqrt(2 * np.arange(degree + 1) + 1))


@dataclass(frozen=True)
class Filtered:
    """Optimal points with |Ĝ_11 - 1| ≤ δ and |Ĝ_12| ≤ δ, which S_δ implies: given S_δ they have the same law.

    Most proposals of a small δ are then rejected before their Gramian is formed.
    """

    sampler: Optimal
    delta: float

    @property
    def space(self) -> Any:
        """The space of the sampler."""
        return self.sampler.space

    def weight(self, x: Array) -> Array:
        """The weight of the sampler."""
        return np.asarray(self.sampler.weight(x))

    def sample(self, rng: np.random.Generator, n_replicas: int, n_samples: int) -> Array:
        """Filtered draws, an array (n_replicas, n_samples, 1)."""
        kept, have, tries = [], 0, 4 * n_replicas + 1024
        while have < n_replicas:
            x = self.sampler.sample(rng, min(tries, 2**19), n_samples)
            w, b = self.weight(x), np.sqrt(3) * x[..., 0]
            limit = (self.delta + 1e-9) * n_samples
            good = (np.abs(w.sum(axis=1) - n_samples) <= limit) & (np.abs((w * b).sum(axis=1)) <= limit)
            kept.append(x[good])
            have += int(good.sum())
        return np.concatenate(kept)[:n_replicas]


@cache
def on_the_interval(word: str, delta: float = 0.5) -> Experiment:
    """The experiment itself."""
    loss = bounded_loss()
    sampler = Conditioned(Filtered(Optimal(loss.space), delta), delta)
    return Experiment(ESTIMATORS[word](sampler, N), loss)


def stable_points(rng: np.random.Generator, size: int, delta: float) -> Array:
    """Six optimal points on [-1, 1] given S_δ, an array (size, 6); all samples where δ is infinite."""
    points: Any = Optimal(bounded_loss().space)
    given = Conditioned(Filtered(points, delta), delta) if np.isfinite(delta) else points
    return np.asarray(given.sample(rng, size, N)[..., 0])
