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
_NUDGE = 1.009  # two lengths that a good guess lies between differ by its square, which is less
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
        """ε(s) (R,), where what is linear in θ has cancelled neuron by neuron: A' (σ(z - sζ) - σ(z)) + s A σ'(z) ζ."""
        moved, along = self.moved(s), from_theta(self.network.activation, self.direction, self.network.ndim)
        x, w = self.measure.nodes(self.network, moved)
        z, turn, sigma = self.network.arguments(x), along.arguments(x), self.network.activation
        turn *= s[:, None, None]
        change, slope = sigma.value(z - turn) - sigma.value(z), sigma.slope(z) * turn
        gap = change @ moved.outer[..., None] + slope @ self.network.outer[..., None]
        return np.asarray(np.sqrt(np.sum(w * gap[..., 0] ** 2, axis=-1)))

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
        ε ~ s², until one is allowed; then those that a power of s between the allowed and the forbidden one suggests.
        """
        s, todo = longest.copy(), np.arange(len(longest))
        low, high, below, above = np.zeros_like(s), s.copy(), np.full_like(s, np.nan), np.full_like(s, np.nan)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            for _ in range(_MOST):
                move = self.take(todo)
                beta = move.beta(s[todo])
                good, excess = beta <= bound[todo], move._excess(s[todo], beta, bound[todo])  # a NaN is not good
                yes, no = todo[good], todo[~good]
                low[yes], below[yes], high[no], above[no] = s[yes], excess[good], s[no], excess[~good]
                todo = todo[(high[todo] > _RATIO * low[todo]) & (high[todo] > _SMALLEST * longest[todo])]
                if not len(todo):
                    break
                s[todo] = _guess(*(each[todo] for each in (low, high, below, above)), up=s[todo] == low[todo])
        return low

    def _excess(self, s: Array, beta: Array, bound: Array) -> Array:
        """ε(s) over the largest ε with β(s) ≤ bound: closer to a power of s, between 2 and 3, than β itself."""
        a = np.sqrt(2 * self.loss) + s * self.norm
        return np.asarray(beta / bound * (a + np.sqrt(a**2 + 4 * bound)) / (a + np.sqrt(a**2 + 4 * beta)))


def _guess(low: Array, high: Array, below: Array, above: Array, *, up: Array) -> Array:
    """A length between, near where the excess should be 1: a little more or less, to have that between two."""
    factor = 1 / (_NUDGE * np.sqrt(above))
    shorter = high * np.clip(np.where(np.isnan(factor), _SHORTEST, factor), _SHORTEST, 1 / np.sqrt(_RATIO))
    gap, crossing = np.log(high / low), np.log(below) / (np.log(below) - np.log(above))
    crossing = np.where(np.isnan(crossing), 0.5, crossing) * gap
    inside = np.clip(crossing + np.where(up, 1, -1) * np.log(_NUDGE), 0.1 * gap, 0.9 * gap)
    return np.asarray(np.where(low > 0, low * np.exp(inside), shorter))
