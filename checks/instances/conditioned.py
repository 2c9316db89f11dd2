r"""The conditioned estimators of Section 5.1.3: n = 6 optimal points given S_δ, and the step 3/4.

The paper does not print the steps of Figure 5; 3/4 = n/(n + d - 1) is the best one without conditioning. On [-1, 1] the
law given S_δ is sampled. `on_six_nodes` has the six Gauss nodes of [-1, 1] in place of [-1, 1]: the same space, the
best loss to five digits and a similar P(S_δ), and all 462 samples can be enumerated, so that means are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from checks.instances.linear_experiments import Experiment, bounded_loss
from theorytest.approximation.estimators import LeastSquares, QuasiProjection
from theorytest.approximation.hull import hull
from theorytest.approximation.measures import Discrete
from theorytest.approximation.moments import enumerated
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.systems import Legendre
from theorytest.descent.losses import Quadratic
from theorytest.descent.moments import by_enumeration
from theorytest.descent.targets import TARGETS

N, DIM, STEP = 6, 3, 0.75
ESTIMATORS = {"quasi": QuasiProjection, "lsq": LeastSquares}


@dataclass(frozen=True, eq=False)
class OnNodes(Experiment):
    """An experiment whose samples are enumerated."""

    @cached_property
    def moments(self):
        """The exact ensemble."""
        return by_enumeration(self.estimator, self.loss)

    @cached_property
    def operator(self):
        """E P^n and E (P^n)ᵀP^n on all functions of the nodes."""
        return enumerated(self.estimator, hull(self.loss.space, 0))

    @property
    def bias_ratio(self):
        """c_bias2 / c_bias1, the best constants."""
        return self.operator.c_bias2 / self.operator.c_bias1

    @cached_property
    def bias(self):
        """½ ‖lim E u_t - Pu‖² in multiples of L_min,M: E e' = E e - s (A E e - b), whatever s."""
        A, b = self.moments.mean[1:].T, self.moments.mean[0]
        limit = np.linalg.solve(A, -b)
        return float(limit @ limit / 2 / self.floor)


@cache
def on_six_nodes(word, delta=0.5, conditioned=True):
    """The experiment with six nodes for [-1, 1]."""
    x, p = np.polynomial.legendre.leggauss(6)
    space = Space(Legendre(3), Discrete(x, p / 2))
    sampler = Conditioned(Optimal(space), delta) if conditioned else Optimal(space)
    return OnNodes(ESTIMATORS[word](sampler, N), Quadratic(space, TARGETS["exp"]))


@dataclass(frozen=True)
class Filtered:
    """Optimal points with |Ĝ_11 - 1| ≤ δ and |Ĝ_12| ≤ δ, which S_δ implies: given S_δ they have the same law.

    Most proposals of a small δ are then rejected before their Gramian is formed.
    """

    sampler: Optimal
    delta: float

    @property
    def space(self):
        """The space of the sampler."""
        return self.sampler.space

    def weight(self, x):
        """The weight of the sampler."""
        return self.sampler.weight(x)

    def sample(self, rng, n_replicas, n_samples):
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
def on_the_interval(word, delta=0.5):
    """The experiment itself."""
    loss = bounded_loss()
    sampler = Conditioned(Filtered(Optimal(loss.space), delta), delta)
    return Experiment(ESTIMATORS[word](sampler, N), loss)
