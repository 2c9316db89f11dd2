"""SGD steps and quasi-projections on numbers that count what is done with them, in arrays of numpy."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partialmethod

import numpy as np

from checks.theory.forms import Array

N_SAMPLES = 4


@dataclass(frozen=True)
class Counted:
    """A number that adds one to its tally for each operation."""

    value: float
    tally: list[int]

    def _result(self, operation: Callable[..., float], *others: Counted) -> Counted:
        self.tally[0] += 1
        return Counted(operation(self.value, *(each.value for each in others)), self.tally)

    __add__ = partialmethod(_result, operator.add)
    __sub__ = partialmethod(_result, operator.sub)
    __mul__ = partialmethod(_result, operator.mul)
    __truediv__ = partialmethod(_result, operator.truediv)
    sqrt = partialmethod(_result, math.sqrt)


def counted(values: Iterable[float], tally: list[int]) -> Array:
    return np.array([Counted(float(v), tally) for v in values], dtype=object)


def monomials(x: Array, d: int) -> Array:
    """1, x, x², ... at every point."""
    powers = [counted([1.0] * len(x), x[0].tally)]
    for _ in range(d - 1):
        powers.append(powers[-1] * x)
    return np.stack(powers, axis=-1)


def sgd_step(theta: Array, x: Array, y: Array, step: Counted) -> Array:
    """θ - (s/n) Σ_i (u(x_i) - y_i) φ(x_i) for u = Σ θ_k φ_k."""
    phi = monomials(x, len(theta))
    return np.asarray(theta - (phi @ theta - y) @ phi * step)


def cholesky(H: Array) -> Array:
    """C with C Cᵀ = H on and below its diagonal."""
    C = H.copy()
    for j in range(len(C)):
        C[j:, j] /= C[j, j].sqrt()
        C[j + 1 :, j + 1 :] -= np.multiply.outer(C[j + 1 :, j], C[j + 1 :, j])
    return C


def forward(C: Array, right: Array) -> Array:
    """C⁻¹ times a matrix."""
    y = right.copy()
    for j in range(len(C)):
        y[j] /= C[j, j]
        y[j + 1 :] -= np.multiply.outer(C[j + 1 :, j], y[j])
    return y


def quasi_projection(nodes: Array, masses: Array, gradient: Array, d: int) -> tuple[Array, Array, list[int]]:
    """Gramian on the nodes, basis, Christoffel function and law at every node, then η̂ in the φ for the first draws."""
    phi = monomials(nodes, d)
    C = cholesky(phi.T @ (masses[:, None] * phi))
    b = forward(C, phi.T)
    K = np.sum(b * b, axis=0)
    chosen = list(range(0, len(nodes), max(1, len(nodes) // N_SAMPLES))[:N_SAMPLES])
    size, n = counted([d, len(chosen)], nodes[0].tally)
    eta = b[:, chosen] @ (gradient[chosen] * size / K[chosen] / n)
    return forward(C.T[::-1, ::-1], eta[::-1])[::-1], masses * K / size, chosen


def sgd_count(d: int, n: int) -> int:
    """The operations of one SGD step with n points."""
    tally = [0]
    theta, x = (counted(np.linspace(-1, 1, size), tally) for size in (d, n))
    sgd_step(theta, x, x, Counted(0.1, tally))
    return tally[0]


def discretised(d: int, n_nodes: int) -> tuple[Array, Array, Array]:
    """Nodes in [-1, 1], masses and a gradient at them."""
    x = np.cos(np.pi * (np.arange(n_nodes) + 0.5) / n_nodes)
    return x, np.full(n_nodes, 1 / n_nodes), np.sin(3 * x) + d


def by_linear_algebra(d: int, n_nodes: int, chosen: list[int]) -> tuple[Array, Array]:
    """H⁻¹ ζ̂ with ζ̂_k = (1/n) Σ w g φ_k over the chosen nodes, and the optimal law."""
    x, p, g = discretised(d, n_nodes)
    phi = np.vander(x, d, increasing=True)
    H = phi.T @ (p[:, None] * phi)
    K = np.einsum("ik,kl,il->i", phi, np.linalg.inv(H), phi)
    return np.linalg.solve(H, (g[chosen] * d / K[chosen] / len(chosen)) @ phi[chosen]), p * K / d
