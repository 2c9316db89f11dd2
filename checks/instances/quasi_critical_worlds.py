r"""Where Theorem 4.21 is tried: classes and biased estimates with known c = c_bias2 / c_bias1 and known limits."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from scipy.optimize import brentq

from checks.section_4.biased_limits import target_with, worlds
from theorytest.approximation.moments import enumerated
from theorytest.descent.losses import Quadratic
from theorytest.descent.moments import by_enumeration
from theorytest.descent.steps import Power

F = Fraction
HORIZON = 20_000
SLOW = Power(0.2, 0.75)  # square-summable, not summable


def hill(x):
    """The slope of L(x) = 1 / (1 + x²) on H = M = T = R: the only critical point is the maximum at 0."""
    return -2 * x / (1 + x**2) ** 2


def run_away(n_steps, x=1.0):
    """x_t and |g_t| for exact steps s_t = 1/t down the hill: x_t increases for ever."""
    found = []
    for t in range(1, n_steps + 1):
        found.append((x, abs(hill(x))))
        x -= hill(x) / t
    return np.array(found)


def half_open(n_steps):
    """M = (0, 1] in R, L = ½x²: exact steps s_t = 1/(t + 1) give x_t = 1/t, which leaves M only in the limit."""
    x, found = F(1), []
    for t in range(1, n_steps + 1):
        found.append(x)
        x -= F(1, t + 1) * x
    return found


@dataclass(frozen=True)
class Circle:
    """The unit circle seen from (U, 0), and P g = (t + q c) τ for the parts t = U sin θ and c = 1 - U cos θ of g.

    c_bias1 = 1, c_bias2 = q; the scheme comes to rest where |t| = q |c|. The distance is that of points of R².
    """

    distance: float = 4.0
    q: float = 0.3
    start: float = 2.5

    def parts(self, theta):
        """t and c."""
        return self.distance * np.sin(theta), 1 - self.distance * np.cos(theta)

    @lru_cache  # noqa: B019 (a handful of frozen circles)
    def angles(self, steps, n_steps=HORIZON):
        """θ_1, θ_2, ..., moved along the tangent and projected back."""
        theta, found = self.start, []
        for s in steps(np.arange(1, n_steps + 1)).tolist():
            found.append(theta)
            t, c = self.parts(theta)
            theta -= np.arctan(s * (t + self.q * c))
        return np.array(found)

    def noisy(self, rng, n_replicas, n_steps, noise=0.5):
        """θ for P g = (t + (q ± noise) c) τ with a fair sign: the same bias, an array (n_replicas, n_steps)."""
        theta, found = np.full(n_replicas, self.start), []
        for s in SLOW(np.arange(1, n_steps + 1)).tolist():
            t, c = self.parts(theta)
            theta = theta - np.arctan(s * (t + (self.q + noise * rng.choice((-1, 1), n_replicas)) * c))
            found.append(theta)
        return np.stack(found, axis=1)

    def boundary(self, c):
        """The end θ > 0 of the c-quasi-critical points around (1, 0)."""
        most = np.arccos(1 / self.distance)

        def excess(theta):
            t, normal = self.parts(theta)
            return t + c * normal  # c < 0 there

        return brentq(excess, 0.0, most, xtol=1e-15)

    def distances(self, c, steps):
        """d(u_t, A) for the set A of c-quasi-critical points; the path comes from above."""
        return 2 * np.sin(np.maximum(self.angles(steps) - self.boundary(c), 0) / 2)


@lru_cache
def least_squares_limit(steps):
    """c, ‖b‖ and the root of E‖e_T - b‖² for the residual of norm 1 that feels the bias most; b = E P^n r."""
    estimator, E, A12, residuals = worlds()
    moments, r = enumerated(estimator, E), residuals["worst"]
    exact = by_enumeration(estimator, Quadratic(estimator.space, target_with(E, r)))
    Z, b = exact.second_moments(steps, [HORIZON])[0], A12 @ r
    square = np.trace(Z[1:, 1:]) - 2 * b @ Z[0, 1:] + b @ b
    return moments.c_bias2 / moments.c_bias1, float(np.linalg.norm(b)), float(np.sqrt(max(square, 0.0)))
