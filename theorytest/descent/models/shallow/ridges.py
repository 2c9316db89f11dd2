r"""Inner products of ridge functions σ(α'x + β) in L²(ρ) for the standard Gaussian ρ in any dimension (Appendix K.2).

Only the plane of two inner weights counts: with the orthonormal q_1 ∝ α, q_2 ∝ α' - (α', q_1) q_1 the arguments are
‖α‖ x_1 + β and γ_1 x_1 + γ_2 x_2 + β'. Parallel weights have γ_2 = 0. RePU products are closed formulas, those of
analytic activations a trapezoidal rule in the plane. Gaussian integration by parts [x:appK.3-gaussian-parts] reduces
every product of tangents, E x_j f = E ∂_j f, to the table of E σ^(a)(z_k) σ^(b)(z_l).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial

import numpy as np

from theorytest.arguments import Array
from theorytest.descent.models.shallow.activations import Activation, RePU
from theorytest.descent.models.shallow.network import Network
from theorytest.descent.models.shallow.smooth import POLES, derivatives, step_size, trapezoid
from theorytest.descent.models.shallow.truncated import Pair, line_moments
from theorytest.signatures import checked

ACCURACY = 1e-15
_PARALLEL = 8 * np.finfo(float).eps


@checked
@dataclass(frozen=True, eq=False)
class Ridges:
    """The functions σ(α_k'x + β_k) with `inner` α (..., m, D) and `bias` β (..., m)."""

    activation: Activation
    inner: Array
    bias: Array

    def __post_init__(self) -> None:
        if not isinstance(self.activation, RePU) and type(self.activation) not in POLES:
            raise ValueError(f"Gaussian integrals are known for RePU, Logistic and Tanh, got {self.activation}")

    def gramian(self) -> Array:
        """The Gramian (..., m + 1, m + 1) of the ridge functions and, last, the constant 1."""
        return _bordered(self.products(0)[0, 0], self.means(0)[0])

    def means(self, order: int) -> Array:
        """E σ^(a)(z_k) for a = 0, ..., order in front: the one-dimensional integrals."""
        s = np.linalg.norm(self.inner, axis=-1)
        if isinstance(self.activation, RePU):
            p = self.activation.power
            return factorial(p) * line_moments(self.bias, s, p)[p + 1 - np.arange(order + 1)]
        x, w = self._rule()
        z = s[..., None] * x + self.bias[..., None]
        return np.stack([value @ w for value in derivatives(self.activation, z, order)])

    def products(self, order: int) -> Array:
        """E σ^(a)(z_k) σ^(b)(z_l) for a, b = 0, ..., order in front; entries with a + b > 4 may be left out, as 0.

        For RePU(2) the third derivative is 2 δ_0.
        """
        if not isinstance(self.activation, RePU):
            return np.stack([self._row(k, order) for k in range(self.bias.shape[-1])], axis=-2)
        p = self.activation.power
        table = self.pairs().moments(p)
        down = p + 1 - np.arange(order + 1)
        return factorial(p) ** 2 * table[np.ix_(down, down)]

    def pairs(self) -> Pair:
        """The arguments of all pairs (k, l) in their planes."""
        s = np.linalg.norm(self.inner, axis=-1)
        along, across = planes(self.inner)
        shape = along.shape
        means = np.broadcast_to(self.bias[..., :, None], shape), np.broadcast_to(self.bias[..., None, :], shape)
        return Pair(*means, np.broadcast_to(s[..., :, None], shape), along, across)

    def _row(self, k: int, order: int) -> Array:
        """The products of one ridge function with all, by the trapezoidal rule in their planes."""
        pairs, (x, w) = self.pairs(), self._rule()
        z = pairs.s[..., k, 0, None] * x + self.bias[..., k, None]
        first = np.stack(derivatives(self.activation, z, order))  # (a, ..., x_1)
        at = (pairs.gamma1[..., k, :, None] * x + self.bias[..., None])[..., None]
        second = derivatives(self.activation, at + pairs.gamma2[..., k, :, None, None] * x, order)
        inner = np.stack([value @ w for value in second])  # (b, ..., l, x_1)
        return np.asarray(np.einsum("a...x,b...lx,x->ab...l", first, inner, w))

    def _rule(self) -> tuple[Array, Array]:
        steepness = float(np.linalg.norm(self.inner, axis=-1).max())
        return trapezoid(step_size(self.activation, steepness, ACCURACY), ACCURACY)


def planes(inner: Array) -> tuple[Array, Array]:
    """γ_1 and γ_2 of all pairs (k, l): the lengths of α_l along and across α_k, arrays (..., m, m)."""
    s = np.linalg.norm(inner, axis=-1, keepdims=True)
    q = np.divide(inner, s, out=np.zeros_like(inner), where=s > 0)
    along = q @ np.swapaxes(inner, -1, -2)
    rest = inner[..., None, :, :] - along[..., None] * q[..., :, None, :]
    rest = rest - np.sum(rest * q[..., :, None, :], axis=-1, keepdims=True) * q[..., :, None, :]
    across = np.linalg.norm(rest, axis=-1)
    return along, np.where(across <= _PARALLEL * np.swapaxes(s, -1, -2), 0.0, across)


@checked
def tangent_gramian(network: Network) -> Array:
    """The Gramian (..., p, p) of the tangents ∂_θ Φ_θ in the order of θ; no quadrature for RePU."""
    ridges = Ridges(network.activation, network.inner, network.bias)
    E, e = ridges.products(3), ridges.means(2)
    VX, SX, XX = (_flat(block, network) for block in _with_coordinates(network.inner, E))
    x = (network.inner * e[2][..., None]).reshape(*e.shape[1:-1], -1)
    rows = [[E[0, 0], VX, E[0, 1]], [_t(VX), XX, _t(SX)], [_t(E[0, 1]), SX, E[1, 1]]]
    G = np.concatenate([np.concatenate(row, axis=-1) for row in rows], axis=-2)
    G = _bordered(G, np.concatenate([e[0], x, e[1]], axis=-1))
    m, D, p = network.width, network.ndim, network.n_parameters
    order = np.insert(np.arange(p - 1), m, p - 1)  # the constant stands after the outer weights
    ones = np.ones((*network.shift.shape, m + 1))
    scale = np.concatenate([ones, np.repeat(network.outer, D, axis=-1), network.outer], axis=-1)
    return np.asarray(G[..., order[:, None], order] * scale[..., :, None] * scale[..., None, :])


def _flat(block: Array, network: Network) -> Array:
    """A block with the axes (k, i, l, j) or (k, l, j) as a matrix."""
    batch, rows = network.shift.shape, network.width * (network.ndim if block.ndim - network.shift.ndim == 4 else 1)
    return block.reshape(*batch, rows, network.width * network.ndim)


def _bordered(G: Array, border: Array) -> Array:
    """G with the inner products with 1, and (1, 1) = 1, in a last row and column."""
    column = np.concatenate([border, np.ones((*border.shape[:-1], 1))], axis=-1)[..., None]
    rows = np.concatenate([G, border[..., None, :]], axis=-2)
    return np.concatenate([rows, column], axis=-1)


def _t(block: Array) -> Array:
    return np.swapaxes(block, -1, -2)


def _with_coordinates(alpha: Array, E: Array) -> tuple[Array, Array, Array]:
    """σ_k x_j σ_l', σ_k' x_j σ_l' and x_i σ_k' x_j σ_l', the coordinates integrated by parts once and twice."""
    k, other = alpha[..., :, None, :], alpha[..., None, :, :]
    VX = k * E[1, 1][..., None] + other * E[0, 2][..., None]
    SX = k * E[2, 1][..., None] + other * E[1, 2][..., None]
    kk, ll = k[..., :, None] * k[..., None, :], other[..., :, None] * other[..., None, :]
    kl = k[..., :, None] * other[..., None, :]
    mixed = kl + np.swapaxes(kl, -1, -2)
    terms = ((np.eye(alpha.shape[-1]), E[1, 1]), (kk, E[3, 1]), (mixed, E[2, 2]), (ll, E[1, 3]))
    XX = sum(matrix * value[..., None, None] for matrix, value in terms)
    return VX, SX, np.swapaxes(XX, -3, -2)  # (k, i, l, j)
