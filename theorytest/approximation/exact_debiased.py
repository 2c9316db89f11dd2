"""The constants of a debiased oblique projection in L² with all of the complement [lem:debiased_P_bounded].

A function g = u + o has a part u in E and a part o that is orthogonal to E, where P̃ vanishes: with R = I - P̃ on E,
    E‖P̄ g‖² = uᵀ S u + 1/n ∫ h ((R u + o)² - (R u)²) dρ,        h = w bᵀM²b as for the correction Q.
For c_var2 > sup h / n and W = ∫ e eᵀ / (c_var2 - h/n) dρ with the basis e of E, the worst o leaves the matrix on E
    S - Rᵀ ∫ h e eᵀ dρ R / n + Rᵀ (c_var2 - W⁻¹) R,
which decreases in c_var2 to S: what E alone says is a lower bound, and exact where h is constant.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy

from theorytest.approximation.debiased import Debiased
from theorytest.approximation.exact_moments import TOUCH, IndependentPoints, knots_of, on_all, on_hull
from theorytest.approximation.gramian_integrals import integrate_gramian
from theorytest.approximation.hull import Hull
from theorytest.approximation.moments import Moments
from theorytest.arguments import Array, instance, real


@dataclass(frozen=True, eq=False)
class DebiasedPoints:
    """The moments on E, the matrix P̃ on E, and the correction on all of H."""

    hull: Hull
    moments: Moments
    projection: Array
    correction: IndependentPoints

    @property
    def c_bias1(self) -> float:
        """That on E, which contains T_t."""
        return self.moments.c_bias1

    @property
    def c_bias2(self) -> float:
        """That on E: what is orthogonal to E has mean 0."""
        return self.moments.c_bias2

    @property
    def c_var1(self) -> float:
        """That on E."""
        return self.moments.c_var1

    @cached_property
    def c_var2(self) -> float:
        """The smallest c_var2 ≥ sup h / n that its own worst o leaves above λ_max on the complement in E."""
        low = self.correction.c_var2
        if low == np.inf:
            return low
        start = low * (1 + TOUCH)
        if self._excess(start) <= 0:
            return max(low, self.moments.c_var2)
        high = 2 * start
        while self._excess(high) > 0:
            high *= 2
        return float(scipy.optimize.brentq(self._excess, start, high, rtol=1e-12))

    def c_var1_with(self, c_var2: float) -> float:
        """The Schur complement in E of the matrix above; inf where c_var2 is too small."""
        if c_var2 == np.inf:
            return self.c_var1
        if real("c_var2", c_var2) < self.c_var2 * (1 - TOUCH):
            return float("inf")
        c2 = max(c_var2, self.c_var2 * (1 + TOUCH))
        return self._worst(c2).c_var1_with(c2)

    def _excess(self, c_var2: float) -> float:
        return self._worst(c_var2).c_var2 - c_var2

    def _worst(self, c_var2: float) -> Moments:
        if self.correction.is_flat:  # then c_var2 - W⁻¹ = h/n
            return self.moments
        n, R = self.correction.n_samples, np.eye(self.hull.dim)
        R[: len(self.projection)] -= self.projection
        W = self._integral(lambda x: 1 / (c_var2 - self.correction.h(x) / n))
        worst = R.T @ (c_var2 * np.eye(len(R)) - np.linalg.inv(W) - self._h / n) @ R
        return Moments(self.moments.A, self.moments.S + (worst + worst.T) / 2)

    @cached_property
    def _h(self) -> Array:
        return self._integral(self.correction.h)

    def _integral(self, factor: Callable[[Array], Array]) -> Array:
        """∫ f e eᵀ dρ."""
        hull = self.hull
        found = integrate_gramian(
            lambda x: (hull.jets(x), factor(x)), hull.space.measure, knots=knots_of(hull), rtol=1e-9
        )
        return np.asarray(found.value, dtype=float)


def debiased_on_all(estimator: Debiased, hull: Hull) -> DebiasedPoints | Moments:
    """The constants with all of the complement; on E for given points, where functions outside E have no values."""
    projection = instance("estimator", estimator, Debiased).projection
    E = getattr(projection, "hull", None)  # that an oblique projection lives on
    if E is None:
        return on_hull(estimator, hull)
    P = np.concatenate([np.eye(E.space.dim), projection.tilt], axis=1)  # type: ignore[attr-defined]
    return DebiasedPoints(E, on_hull(estimator, E), P, on_all(estimator.correction))
