"""The scheme on a linear model class: M = T_t for all t and R_t = I.

The state is the array of coefficients (d, R) in the orthonormal basis. A sample turns jets of gradients into
coefficients by a matrix that does not depend on the state, so that a block of steps is two arrays: the jets of the
basis at the points, and these matrices, which for the quasi-projection are the same jets with weights. What one step
reads lies together in memory, and ends with the axis of the replicas.
Where `kernel.py` has compiled loops for a process, they take its place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.random import Generator

from theorytest.approximation.cholesky import inverses
from theorytest.approximation.empirical import blockwise, evaluated, normal_equations
from theorytest.approximation.estimators import Debiased, Estimator, LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.sampling import Sampler
from theorytest.arguments import Array, finite, reals
from theorytest.descent.kernel import AnyKernel, Drawn, Kernel, kernel_of
from theorytest.descent.losses import Loss, State
from theorytest.descent.scheme import one_by_one
from theorytest.signatures import checked


@dataclass(frozen=True, eq=False)
class Block:
    """For K steps: jets of the basis (K, d, n l, R), data of the loss (K, n, m, R) and P^n, in one of three ways.

    P^n g = Σ_i matrix_i w_i g_i with the jets and w / n (K, n, 1, R) for the quasi-projection, the same times a
    `solver` (K, d, d, R), Ĝ⁺ for least squares and Φ Φᵀ for the non-projection, and a matrix of its own, without w, for
    other estimators.
    A second block corrects what the first leaves of g.
    """

    basis: Array
    matrix: Array
    weight: Array | None
    data: Array
    solver: Array | None = None
    correction: Block | None = None


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
    def kernel(self) -> AnyKernel | None:
        """Compiled loops, None where numpy makes the steps; an heir may do something else."""
        return kernel_of(self.estimator, self.loss) if self.compiled and type(self) is LinearDescent else None

    @property
    def path(self) -> str:
        """How the steps are made: "compiled" or "numpy"."""
        return "numpy" if self.kernel is None else "compiled"

    @property
    def numbers_per_step(self) -> int:
        """Basis, operator and data; compiled, the points and the target there.

        Where points may be rejected, as those of projections, both ways draw the same blocks: those of numpy.
        """
        space, n = self.loss.space, self.estimator.n_samples
        if isinstance(self.kernel, Kernel) and getattr(self.kernel.sampler, "independent", True):
            return 2 * n
        solver = space.dim**2 if type(self.estimator) in (LeastSquares, Debiased) else 0
        return n * space.jet_size * (2 * space.dim + 2) + solver

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
        found = self._known(self.estimator, points, data)
        if found is not None:
            return found
        basis = _by_step(self.loss.space.jets(points))
        matrix = np.moveaxis(self._matrices(x).reshape(K, R, *basis.shape[1:3]), 1, -1)
        return Block(basis, np.ascontiguousarray(matrix), None, data)

    def _known(self, estimator: Estimator, points: Array, data: Array) -> Block | None:
        """The block of the quasi-projection, of least squares and of both, debiased; a subclass may do other things."""
        if type(estimator) is Debiased:
            first = estimator.projection.n_samples
            parts = (estimator.projection, slice(first)), (estimator.correction, slice(first, None))
            made = [self._known(part, points[:, some], data[:, some]) for part, some in parts]
            return replace(made[0], correction=made[1]) if made[0] is not None and made[1] is not None else None
        if type(estimator) not in (NonProjection, QuasiProjection, LeastSquares):
            return None
        sampler, n = estimator.sampler, points.shape[1]  # type: ignore[attr-defined]
        jets, w = evaluated(sampler, points)
        basis = _by_step(jets)
        block = Block(basis, basis, (w / n if n > 1 else w)[:, :, None], data)
        if type(estimator) is LeastSquares:
            return replace(block, solver=self._inverses(sampler, points))
        if type(estimator) is QuasiProjection or self.loss.space.is_own_basis:
            return block
        M = self.loss.space.system_in_basis @ self.loss.space.system_in_basis.T
        return replace(block, solver=np.broadcast_to(M[:, :, None], (len(points), *M.shape, points.shape[2])))

    def _inverses(self, sampler: Sampler, points: Array) -> Array:
        """Ĝ⁺ (K, d, d, R) at points (K, n, R, D)."""
        (K, n, R, D), l, d = points.shape, self.loss.space.jet_size, self.loss.space.dim  # noqa: E741

        def inverse(x: Array) -> Array:
            none = np.empty((len(x), n, l, 0))
            return inverses(normal_equations(*evaluated(sampler, x), none) / n)

        found = blockwise(inverse, d, np.swapaxes(points, 1, 2).reshape(K * R, n, D))
        return np.ascontiguousarray(np.moveaxis(found.reshape(K, R, d, d), 1, -1))

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
        if drawn.solver is not None or drawn.correction is not None:
            return self._solved(state, drawn, first, sizes)
        factors = sizes[:, None, None, None] * (1.0 if drawn.weight is None else drawn.weight[some])
        c, move = state.copy(), np.empty_like(state)
        g = np.empty((drawn.data.shape[1], self.loss.space.jet_size, c.shape[1]))
        rows = g.reshape(-1, c.shape[1])
        for b, P, data, factor in zip(drawn.basis[some], drawn.matrix[some], drawn.data[some], factors, strict=True):
            _evaluate(b, c, rows, move)
            np.multiply(self.loss.gradient(c, g, data), factor, out=g)
            c -= _combine(P, rows, move)
        return c

    def _solved(self, state: Array, drawn: Block, first: int, sizes: Array) -> Array:
        """Steps whose estimate has two stages."""
        c: Array = state.copy()
        for k, size in enumerate(sizes.tolist(), first):
            c -= size * self._estimate(drawn, k, c)
        return c

    def _estimate(self, drawn: Block, k: int, c: Array, less: Array | None = None) -> Array:
        """P^n applied to the gradient at c, less a function of the space with the coefficients `less`."""
        data, R = drawn.data[k], c.shape[1]
        rows = np.einsum("dir,dr->ir", drawn.basis[k], c)
        g = self.loss.gradient(c, rows.reshape(len(data), self.loss.space.jet_size, R), data)
        if less is not None:
            g = g - np.einsum("dir,dr->ir", drawn.basis[k], less).reshape(g.shape)
        assert drawn.weight is not None  # of a known estimator
        found = np.einsum("dir,ir->dr", drawn.matrix[k], (g * drawn.weight[k]).reshape(-1, R))
        if drawn.solver is not None:
            found = np.einsum("jkr,kr->jr", drawn.solver[k], found)
        if drawn.correction is not None:
            found = found + self._estimate(drawn.correction, k, c, found)
        return np.asarray(found)

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
