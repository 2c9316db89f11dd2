r"""Problems for Theorem 4.8, with exact constants: linear spaces on four points, on the interval, and curves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from theorytest.approximation.constants import exact
from theorytest.approximation.enumeration import estimator_draws
from theorytest.approximation.hull import hull


@dataclass(frozen=True, eq=False)
class Enumerated:
    """A loss and an estimator on a linear space over finitely many points: one step is a finite sum."""

    loss: Any
    estimator: Any

    @cached_property
    def constants(self):
        """c_bias1, c_var1 and c_var2: the best c_var1 for 1.5 times the best c_var2, which need not be a pair."""
        best = exact(self.estimator, hull(self.loss.space, 0))
        c_var2 = 1.5 * best.c_var2
        return best.c_bias1, best.c_var1_with(c_var2), c_var2

    @cached_property
    def longest_step(self):
        """s̄ for C_R = 0."""
        c_bias1, c_var1, _ = self.constants
        return c_bias1 / c_var1 / self.loss.L

    @cached_property
    def draws(self):
        """All samples with their probabilities."""
        return estimator_draws(self.estimator)

    def observe(self, c):
        """Gap, ‖Pg‖² and ‖(I - P) g‖² at coefficients c."""
        state = self.loss.observe(np.array(c, dtype=float)[:, None])
        return float(state.gap[0]), float(state.tangent[0]) ** 2, float(state.normal[0]) ** 2

    def mean_gap(self, c, step):
        """E[L(u_{t+1}) | u_t] - L_min,M over all samples."""
        points, p = self.draws.points, self.draws.probability
        state = np.repeat(np.array(c, dtype=float)[:, None], len(p), axis=1)
        jets = self.loss.space.jets(points)  # (N, n, d, l)
        values = np.einsum("Nidl,d->ilN", jets, c)
        gradient = self.loss.gradient(state, values, np.moveaxis(self.loss.data(points), 0, -1))
        update = self.estimator.coefficients(points, np.moveaxis(gradient, -1, 0)[..., None])[..., 0]
        return float(p @ self.loss.observe(state - step * update.T).gap)
