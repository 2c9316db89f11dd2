"""The scheme on a linear model class: M = T_t for all t and R_t = I.

The state is the array of coefficients (d, R) in the orthonormal basis. A sample turns jets of gradients into
coefficients by a matrix that does not depend on the state, so that a block of steps is two arrays: the jets of the
basis at the points, and these matrices.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator

from theorytest.approximation.estimators import Estimator, QuasiProjection
from theorytest.arguments import Array, finite, reals
from theorytest.descent.losses import Loss, State


@dataclass(frozen=True, eq=False)
class Block:
    """The basis (K, n l, d, R), the matrices of P^n (K, d, n l, R) and the data of the loss (K, n, m, R)."""

    basis: Array
    operator: Array
    data: Array


@dataclass(frozen=True, eq=False)
class LinearDescent:
    """u_{t+1} = u_t - s_t P^n ∇L(u_t) on a linear space, from the coefficients `initial` (default 0)."""

    estimator: Estimator
    loss: Loss
    initial: Any = None

    def __post_init__(self) -> None:
        if self.estimator.space is not self.loss.space:
            raise ValueError("estimator and loss must share one Space object, got two")
        start = np.zeros(self.loss.space.dim) if self.initial is None else self.initial
        object.__setattr__(self, "initial", finite("initial", start, shape=(self.loss.space.dim,)))

    @property
    def numbers_per_step(self) -> int:
        """Basis, operator and data."""
        space, n = self.loss.space, self.estimator.n_samples
        return n * space.jet_size * (2 * space.dim + 2)

    def start(self, n_replicas: int) -> Array:
        """The same coefficients for all replicas."""
        return np.repeat(self.initial[:, None], n_replicas, axis=1)

    def draw(self, rng: Generator, n_replicas: int, n_steps: int) -> Block:
        """Points for all steps and replicas at once, and what the loop needs of them."""
        K, R, n = n_steps, n_replicas, self.estimator.n_samples
        space = self.loss.space
        x = reals("sample(rng, n_replicas)", self.estimator.sample(rng, K * R), shape=(K * R, n, space.ndim))
        jets = space.jets(x)  # (K R, n, d, l)
        rows = np.swapaxes(jets, -1, -2).reshape(K, R, n * space.jet_size, space.dim)
        operator = self._operator(x, jets).reshape(K, R, space.dim, n * space.jet_size)
        data = self.loss.data(x).reshape(K, R, n, -1)
        return Block(*(np.ascontiguousarray(np.moveaxis(a, 1, -1)) for a in (rows, operator, data)))

    def _operator(self, x: Array, jets: Array) -> Array:
        """P^n as a matrix (..., d, n l); that of the quasi-projection is its weighted basis."""
        n, l = x.shape[-2], jets.shape[-1]  # noqa: E741 (the paper's letter)
        if type(self.estimator) is QuasiProjection:  # a subclass may do something else
            w = self.estimator.sampler.weight(x) / n
            weighted = np.multiply(jets, w[..., None, None], out=np.zeros_like(jets), where=jets != 0)
            return np.asarray(np.moveaxis(weighted, -2, -3)).reshape(*x.shape[:-2], jets.shape[-2], n * l)
        unit = np.eye(n * l).reshape(n, l, n * l)
        matrix = self.estimator.coefficients(x, np.broadcast_to(unit, (*x.shape[:-2], *unit.shape)))
        return finite("coefficients(x, jets)", matrix, shape=(*x.shape[:-2], jets.shape[-2], n * l))

    def step(self, state: Array, drawn: Block, k: int, size: float) -> tuple[Array, float]:
        """Coefficients after one step; nothing is retracted."""
        values = np.sum(drawn.basis[k] * state, axis=1)
        n = drawn.data.shape[1]
        g = self.loss.gradient(state, values.reshape(n, -1, values.shape[-1]), drawn.data[k])
        update = np.sum(drawn.operator[k] * g.reshape(1, -1, values.shape[-1]), axis=1)
        return state - size * update, 0.0

    def observe(self, state: Array) -> State:
        """As the loss sees it."""
        return self.loss.observe(state)
