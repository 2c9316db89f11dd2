"""The scheme on a linear model class: M = T_t for all t and R_t = I.

The state is the array of coefficients (d, R) in the orthonormal basis. A sample turns jets of gradients into
coefficients by a matrix that does not depend on the state, so that a block of steps is two arrays: the jets of the
basis at the points, and these matrices, which for the quasi-projection are the same jets with weights. What one step
reads lies together in memory, and ends with the axis of the replicas.
Where `kernel.py` has compiled loops for a process, they take its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.random import Generator

from theorytest.approximation.empirical import evaluated
from theorytest.approximation.estimators import Estimator, QuasiProjection
from theorytest.arguments import Array, finite, reals
from theorytest.descent.kernel import Drawn, Kernel, kernel_of
from theorytest.descent.losses import Loss, State
from theorytest.descent.scheme import one_by_one
from theorytest.signatures import checked


@dataclass(frozen=True, eq=False)
class Block:
    """For K steps: jets of the basis (K, d, n l, R), data of the loss (K, n, m, R) and P^n, in one of two ways.

    P^n g = Σ_i matrix_i w_i g_i with the jets and w / n (K, n, 1, R) for the quasi-projection; else w is None.
    """

    basis: Array
    matrix: Array
    weight: Array | None
    data: Array


@checked
@dataclass(frozen=True, eq=False)
class LinearDescent:
    """u_{t+1} = u_t - s_t P^n ∇L(u_t) on a linear space, from the coefficients `initial` (default 0).

    `path` says whether compiled loops or numpy make the steps; `compiled=False` asks for numpy. Both draw the same
    random numbers, and their coefficients agree to 1e-12.
    """

    estimator: Estimator
    loss: Loss
    initial: Any = None
    compiled: bool = True

    def __post_init__(self) -> None:
        if self.estimator.space is not self.loss.space:
            raise ValueError("estimator and loss must share one Space object, got two")
        start = np.zeros(self.loss.space.dim) if self.initial is None else self.initial
        object.__setattr__(self, "initial", finite("initial", start, shape=(self.loss.space.dim,)))

    @cached_property
    def kernel(self) -> Kernel | None:
        """Compiled loops, None where numpy makes the steps; an heir may do something else."""
        return kernel_of(self.estimator, self.loss) if self.compiled and type(self) is LinearDescent else None

    @property
    def path(self) -> str:
        """How the steps are made: "compiled" or "numpy"."""
        return "numpy" if self.kernel is None else "compiled"

    @property
    def numbers_per_step(self) -> int:
        """Basis, operator and data; compiled, the points and the target there."""
        space, n = self.loss.space, self.estimator.n_samples
        if self.kernel is not None:
            return 2 * n
        return n * space.jet_size * (2 * space.dim + 2)

    def start(self, n_replicas: int) -> Array:
        """The same coefficients for all replicas."""
        return np.repeat(self.initial[:, None], n_replicas, axis=1)

    def draw(self, rng: Generator, n_replicas: int, n_steps: int) -> Block | Drawn:
        """Points for all steps and replicas at once, and what the loop needs of them."""
        if self.kernel is not None:
            return self.kernel.draw(rng, n_replicas, n_steps)
        K, R, n, D = n_steps, n_replicas, self.estimator.n_samples, self.loss.space.ndim
        x = reals("sample(rng, n_replicas)", self.estimator.sample(rng, K * R), shape=(K * R, n, D))
        points = np.ascontiguousarray(np.swapaxes(x.reshape(K, R, n, D), 1, 2))  # (K, n, R, D)
        data = np.ascontiguousarray(np.moveaxis(self.loss.data(points), -1, 2))
        if type(self.estimator) is not QuasiProjection:  # a subclass may do something else
            basis = _by_step(self.loss.space.jets(points))
            matrix = np.moveaxis(self._matrices(x).reshape(K, R, *basis.shape[1:3]), 1, -1)
            return Block(basis, np.ascontiguousarray(matrix), None, data)
        jets, w = evaluated(self.estimator.sampler, points)
        basis = _by_step(jets)
        return Block(basis, basis, (w / n if n > 1 else w)[:, :, None], data)

    def _matrices(self, x: Array) -> Array:
        """P^n as a matrix (..., d, n l): its coefficients for the unit vectors of all jets."""
        n, d, l = x.shape[-2], self.loss.space.dim, self.loss.space.jet_size  # noqa: E741 (the paper's letter)
        unit = np.eye(n * l).reshape(n, l, n * l)
        found = self.estimator.coefficients(x, np.broadcast_to(unit, (*x.shape[:-2], *unit.shape)))
        return finite("coefficients(x, jets)", found, shape=(*x.shape[:-2], d, n * l))

    def step(self, state: Array, drawn: Block | Drawn, k: int, size: float) -> tuple[Array, float]:
        """Coefficients after one step; nothing is retracted."""
        return self._walk(state, drawn, k, np.array([size])), 0.0

    def walk(self, state: Array, drawn: Block | Drawn, first: int, sizes: Array) -> tuple[Array, float]:
        """Coefficients after several steps, from the first of the drawn ones on."""
        if type(self).step is not LinearDescent.step:  # an heir, whose steps count
            return one_by_one(self, state, drawn, first, sizes)
        return self._walk(state, drawn, first, sizes), 0.0

    def _walk(self, state: Array, drawn: Block | Drawn, first: int, sizes: Array) -> Array:
        if isinstance(drawn, Drawn):
            assert self.kernel is not None  # it has drawn them
            return self.kernel.walk(state, drawn, first, sizes)
        some = slice(first, first + len(sizes))
        factors = sizes[:, None, None, None] * (1.0 if drawn.weight is None else drawn.weight[some])
        c, move = state.copy(), np.empty_like(state)
        g = np.empty((drawn.data.shape[1], self.loss.space.jet_size, c.shape[1]))
        rows = g.reshape(-1, c.shape[1])
        for b, P, data, factor in zip(drawn.basis[some], drawn.matrix[some], drawn.data[some], factors, strict=True):
            _evaluate(b, c, rows, move)
            np.multiply(self.loss.gradient(c, g, data), factor, out=g)
            c -= _combine(P, rows, move)
        return c

    def observe(self, state: Array) -> State:
        """As the loss sees it."""
        return self.loss.observe(state)


def _by_step(jets: Array) -> Array:
    """(K, n, R, d, l) to (K, d, n l, R)."""
    K, n, R, d, l = jets.shape  # noqa: E741 (the paper's letter)
    return np.ascontiguousarray(np.transpose(jets, (0, 3, 1, 4, 2))).reshape(K, d, n * l, R)


def _evaluate(basis: Array, c: Array, out: Array, scratch: Array) -> None:
    """Σ_k c_k b_k in all rows; a single one is faster without einsum."""
    if len(out) == 1:
        np.add.reduce(np.multiply(basis[:, 0], c, out=scratch), axis=0, out=out[0])
    else:
        np.einsum("dir,dr->ir", basis, c, out=out)


def _combine(matrix: Array, g: Array, out: Array) -> Array:
    """Σ_i matrix_i g_i, (d, R)."""
    if len(g) == 1:  # nothing to sum
        return np.multiply(matrix[:, 0], g, out=out)
    return np.einsum("dir,ir->dr", matrix, g, out=out)
