r"""The retraction in parameter space, its error and the adaptive step [x:sec5.3-retraction, x:sec-retraction-error].

R_t(u_t - s P^n g) = Φ_{θ - sϑ} where P^n g = Σ ϑ_k ∂_k Φ_θ. The error ε(s) = ‖Φ_{θ - sϑ} - (Φ_θ - s Σ ϑ_k ∂_k Φ_θ)‖ is
an integral over the pieces between the knots of both networks, which move with s. For least squares

    |L(u_{t+1}) - L(ū_{t+1})| ≤ (‖∇L(u_t)‖ + ε(s) + s ‖P^n g‖) ε(s),

which the scheme takes as β_t(s), with √(2 λ_t) for the norm of the gradient. (The paper prints Lip_t of the bracket in
place of the bracket; Lip_t(r) ≤ √(2 λ_t) + r would count √(2 λ_t) twice.)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from theorytest.arguments import Array
from theorytest.descent.models.shallow.network import Network, from_theta
from theorytest.descent.models.shallow.tangent import NetworkMeasure, Rows

_RATIO = 1.02  # the step that is found and one that is too long differ by this factor at most
_MOST = 200  # rounds
_SMALLEST = 1e-30  # relative to the longest: below, there is no step
_SHORTEST = 0.05  # factor that one round may shorten a step by


def derivative(network: Network, direction: Network, x: Array) -> Array:
    """Σ_k ϑ_k ∂_k Φ_θ at points (..., n, D), for ϑ in the form of a network: an array (..., n)."""
    z, turned = network.arguments(x), direction.arguments(x)
    slopes = network.activation.slope(z) * turned
    values = np.einsum("...nm,...m->...n", network.activation.value(z), direction.outer)
    return np.asarray(values + np.einsum("...nm,...m->...n", slopes, network.outer) + direction.shift[..., None])


@dataclass(frozen=True, eq=False)
class Retraction:
    """What a step of each replica would do: θ, ϑ, ‖P^n g‖ and λ_t, for a batch."""

    measure: NetworkMeasure
    network: Network
    direction: Array  # ϑ (R, p)
    norm: Array  # ‖P^n g‖ (R,)
    loss: Array  # λ_t (R,)

    def moved(self, s: Array) -> Network:
        """Φ_{θ - sϑ}."""
        theta = self.network.theta - s[:, None] * self.direction
        return from_theta(self.network.activation, theta, self.network.ndim)

    def error(self, s: Array) -> Array:
        """ε(s) (R,)."""
        moved, along = self.moved(s), from_theta(self.network.activation, self.direction, self.network.ndim)
        x, w = self.measure.nodes(self.network, moved)
        gap = moved(x) - self.network(x) + s[:, None] * derivative(self.network, along, x)
        return np.asarray(np.sqrt(np.sum(w * gap**2, axis=-1)))

    def beta(self, s: Array) -> Array:
        """β_t(s) = (√(2 λ_t) + ε + s ‖P^n g‖) ε (R,)."""
        error = self.error(s)
        return np.asarray((np.sqrt(2 * self.loss) + error + s * self.norm) * error)

    def take(self, rows: Rows) -> Retraction:
        """Those of some replicas."""
        network = from_theta(self.network.activation, self.network.theta[rows], self.network.ndim)
        return Retraction(self.measure, network, self.direction[rows], self.norm[rows], self.loss[rows])

    def longest(self, bound: Array, longest: Array) -> Array:
        """A step s ≤ `longest` with β(s) ≤ `bound` such that some step at most 2 % longer is too long.

        It maximises the descent factor under the bound where β grows with s. Lengths are tried from above, guessed by
        β ~ s², until one is allowed; then the ratio between the allowed and the forbidden one is halved.
        """
        s, low, high = longest.copy(), np.zeros_like(longest), longest.copy()
        todo = np.arange(len(s))
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            for _ in range(_MOST):
                beta = self.take(todo).beta(s[todo])
                good = beta <= bound[todo]  # a NaN is not
                low[todo], high[todo] = np.where(good, s[todo], low[todo]), np.where(good, high[todo], s[todo])
                shorter = np.clip(np.sqrt(bound[todo] / beta), _SHORTEST, 1 / np.sqrt(_RATIO))
                guess = s[todo] * np.nan_to_num(shorter, nan=_SHORTEST)
                between = np.sqrt(low[todo] * high[todo])
                s[todo] = np.where(low[todo] > 0, between, guess)
                todo = todo[(high[todo] > _RATIO * low[todo]) & (high[todo] > _SMALLEST * longest[todo])]
                if not len(todo):
                    break
        return low
