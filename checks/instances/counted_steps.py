"""SGD steps and quasi-projections on numbers that count what is done with them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from checks.theory.forms import Array

N_SAMPLES = 4
Numbers = Sequence["Counted"]


@dataclass(frozen=True)
class Counted:
    """A number that adds one to its tally for each operation."""

    value: float
    tally: list[int]

    def _result(self, value: float) -> Counted:
        self.tally.append(1)
        return Counted(value, self.tally)

    def __add__(self, other: Counted) -> Counted:
        return self._result(self.value + other.value)

    def __sub__(self, other: Counted) -> Counted:
        return self._result(self.value - other.value)

    def __mul__(self, other: Counted) -> Counted:
        return self._result(self.value * other.value)

    def __truediv__(self, other: Counted) -> Counted:
        return self._result(self.value / other.value)

    def root(self) -> Counted:
        return self._result(math.sqrt(self.value))


def dot(a: Numbers, b: Numbers) -> Counted:
    """Σ a_i b_i for vectors of at least one entry."""
    first, *rest = (x * y for x, y in zip(a, b, strict=True))
    for each in rest:
        first = first + each
    return first


def monomials(x: Counted, d: int) -> list[Counted]:
    """1, x, x², ..."""
    powers = [Counted(1.0, x.tally)]
    for _ in range(d - 1):
        powers.append(powers[-1] * x)
    return powers


def sgd_step(theta: Numbers, points: Numbers, targets: Numbers, step: Counted) -> list[Counted]:
    """θ - (s/n) Σ_i (u(x_i) - y_i) φ(x_i) for u = Σ θ_k φ_k."""
    gradient: list[Counted] = []
    for x, y in zip(points, targets, strict=True):
        phi = monomials(x, len(theta))
        residual = dot(theta, phi) - y
        part = [residual * p for p in phi]
        gradient = [a + b for a, b in zip(gradient, part, strict=True)] if gradient else part
    return [t - step * g for t, g in zip(theta, gradient, strict=True)]


def cholesky(H: Sequence[Numbers]) -> list[list[Counted]]:
    """The lower triangular C with C Cᵀ = H."""
    C: list[list[Counted]] = []
    for i, row in enumerate(H):
        C.append([])
        for j in range(i):
            rest = row[j] - dot(C[i][:j], C[j][:j]) if j else row[j]
            C[i].append(rest / C[j][j])
        C[i].append((row[i] - dot(C[i], C[i]) if i else row[i]).root())
    return C


def forward(C: Sequence[Numbers], r: Numbers) -> list[Counted]:
    """C⁻¹ r."""
    y: list[Counted] = []
    for i, row in enumerate(C):
        y.append((r[i] - dot(row[:i], y) if i else r[i]) / row[i])
    return y


def backward(C: Sequence[Numbers], r: Numbers) -> list[Counted]:
    """C⁻ᵀ r."""
    flipped = [[C[len(C) - 1 - j][len(C) - 1 - i] for j in range(i + 1)] for i in range(len(C))]
    return forward(flipped, r[::-1])[::-1]


def quasi_projection(
    nodes: Numbers, masses: Numbers, gradient: Numbers, d: int, tally: list[int]
) -> tuple[list[Counted], list[Counted], list[int]]:
    """Gramian on the nodes, basis, Christoffel function and law at every node, then η̂ in the φ for the first draws."""
    phi = [monomials(x, d) for x in nodes]
    weighted = [[p * v for v in row] for p, row in zip(masses, phi, strict=True)]
    columns, weighted_columns = list(zip(*phi, strict=True)), list(zip(*weighted, strict=True))
    C = cholesky([[dot(columns[i], weighted_columns[j]) for j in range(i + 1)] for i in range(d)])
    b = [forward(C, row) for row in phi]
    size = Counted(float(d), tally)
    K = [dot(row, row) for row in b]
    law = [p * k / size for p, k in zip(masses, K, strict=True)]
    chosen = range(0, len(nodes), max(1, len(nodes) // N_SAMPLES))[:N_SAMPLES]
    scaled = [gradient[i] * size / K[i] / Counted(float(len(chosen)), tally) for i in chosen]
    eta = [dot(scaled, [b[i][k] for i in chosen]) for k in range(d)]
    return backward(C, eta), law, list(chosen)


def counted(values: Iterable[float], tally: list[int]) -> list[Counted]:
    return [Counted(float(v), tally) for v in values]


def sgd_count(d: int, n: int) -> int:
    """The operations of one SGD step with n points."""
    tally: list[int] = []
    numbers = np.linspace(0.1, 0.9, max(d, n))
    sgd_step(counted(numbers[:d], tally), counted(numbers[:n], tally), counted(numbers[:n], tally), Counted(0.1, tally))
    return len(tally)


def discretised(d: int, n_nodes: int) -> tuple[Array, Array, Array]:
    """Nodes in [-1, 1], masses and a gradient at them."""
    x = np.cos(np.pi * (np.arange(n_nodes) + 0.5) / n_nodes)
    return x, np.full(n_nodes, 1 / n_nodes), np.sin(3 * x) + d


def quasi_projection_count(d: int, n_nodes: int) -> int:
    """The operations of one quasi-projection with optimal points."""
    tally: list[int] = []
    nodes, masses, gradient = (counted(row, tally) for row in discretised(d, n_nodes))
    quasi_projection(nodes, masses, gradient, d, tally)
    return len(tally)


def by_linear_algebra(d: int, n_nodes: int, chosen: list[int]) -> tuple[Array, Array]:
    """H⁻¹ ζ̂ with ζ̂_k = (1/n) Σ w g φ_k over the chosen nodes, and the optimal law."""
    x, p, g = discretised(d, n_nodes)
    phi = np.vander(x, d, increasing=True)
    H = phi.T @ (p[:, None] * phi)
    K = np.einsum("ik,kl,il->i", phi, np.linalg.inv(H), phi)
    return np.linalg.solve(H, (g[chosen] * d / K[chosen] / len(chosen)) @ phi[chosen]), p * K / d
