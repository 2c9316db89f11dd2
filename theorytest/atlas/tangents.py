"""Tangent spaces along a run as worlds of the atlas: of a circle, of matrices of rank one, and of a shallow network.

`step t` is the space at u_t of gradient descent with exact projections, towards a target outside the class. Functions
on N points of mass 1/N are vectors y of R^N with values √N y; those of a network live on [-1, 1].
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from theorytest.approximation import (
    Combinations,
    Discrete,
    Indicators,
    Legendre,
    Measure,
    Quadrature,
    Space,
    System,
    Uniform,
)
from theorytest.arguments import Array, points
from theorytest.descent import LowRank, ModelClass, Sphere
from theorytest.descent.models.shallow import Network, Tanh, from_theta

MODELS = {"circle": (1,), "low-rank": (3, 10, 30), "network": (10,)}  # with the dimensions that they have
STEPS = ("step 0", "step 20")
_SIZE = 0.3  # of a step


@dataclass(frozen=True, eq=False)
class Tangent:
    """∂_θ Φ of one network as a generating system, followed by the first polynomials where E is meant."""

    network: Network
    polynomials: int = 0

    ndim = 1
    knots = ((),)

    @property
    def size(self) -> int:
        """All of them."""
        return self.network.n_parameters + self.polynomials

    def values(self, x: Array) -> Array:
        """Derivatives, then polynomials, an array (..., size)."""
        flat = points("x", x, 1).reshape(1, -1, 1)
        found = self.network.tangents(flat)[0]
        if self.polynomials:
            found = np.concatenate([found, Legendre(self.polynomials).values(flat[0])], axis=-1)
        return np.asarray(found.reshape(*x.shape[:-1], self.size))

    def gradients(self, x: Array) -> Array:  # noqa: ARG002 (the protocol's signature)
        """Refused: the network is measured in L²."""
        raise ValueError("tangents of a network are measured in L2")

    def rule(self, measure: Measure) -> Quadrature | None:
        """Gauss nodes that resolve tanh to rounding."""
        return measure.quadrature(400)


def spaces(model: str, step: str, d: int) -> tuple[Space, Space]:
    """T_t and a larger space E."""
    if step not in STEPS or d not in MODELS[model]:
        raise ValueError(f"a {model} has {', '.join(STEPS)} with d in {MODELS[model]}, got {step!r} with d = {d}")
    t = int(step.split()[1])
    if model == "network":
        network, interval = _network(t), Uniform()
        return Space(Tangent(network), interval), Space(Tangent(network, 6), interval, rank_tolerance=1e-7)
    basis = _basis(model, t, d)
    measure = Discrete(np.arange(float(len(basis))), np.full(len(basis), 1 / len(basis)))
    everything = Indicators(measure)
    system: System = Combinations(everything, np.sqrt(len(basis)) * basis)
    return Space(system, measure), Space(everything, measure)


@lru_cache(maxsize=16)
def _basis(model: str, t: int, d: int) -> Array:
    """The orthonormal basis (N, d) of T_t."""
    rng = np.random.default_rng(d)
    one: ModelClass
    if model == "circle":
        one, y, target = Sphere(2), np.array([[0.6, 0.8]]), np.array([1.5, 0.2])
    else:
        rows = (d + 1) // 2
        one, columns = LowRank(rows, d + 1 - rows, 1), d + 1 - rows
        y = np.outer(rng.uniform(0.5, 1.5, rows), rng.uniform(0.5, 1.5, columns)).reshape(1, -1)
        target = y[0] + rng.normal(0, 0.3, y.shape[1])
    for _ in range(t):
        B = one.basis(y)
        along = np.einsum("rnd,rd->rn", B, np.einsum("rnd,rn->rd", B, y - target))
        y = one.retract(y, y - _SIZE * along)
    return np.asarray(one.basis(y)[0])


@lru_cache(maxsize=4)
def _network(t: int) -> Network:
    """Three neurons after t steps towards sin 2πx, each along the tangent of least squares on a grid."""
    inner, bias = np.array([[2.0], [3.0], [-2.5]]), np.array([0.5, -1.0, -0.8])
    network = Network(Tanh(), np.array([0.8, -0.6, 0.7]), np.array(0.1), inner, bias)
    x = np.linspace(-1, 1, 201)[:, None]
    for _ in range(t):
        rest = network(x) - np.sin(2 * np.pi * x[:, 0])
        move = np.linalg.lstsq(network.tangents(x), rest, rcond=1e-6)[0]
        network = from_theta(Tanh(), network.theta - 0.02 * move)
    return network
