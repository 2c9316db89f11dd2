"""Exact mean and second moment of the scheme for a quadratic loss on a linear space: no sampling.

With e = c - c* the gradient is g = ψ_0 + Σ_k e_k ψ_k for the functions ψ_0 = a (v* - u) and ψ_k = a b_k, so that
    e' = e - s Σ_i ẽ_i P^n ψ_i        with ẽ = (1, e),
and Z = E[ẽ ẽᵀ] moves by a linear map I + s A₁ + s² A₂ whose entries are E[P^n ψ_i] and E[(P^n ψ_i)(P^n ψ_j)ᵀ].
For optimal sampling and least squares its trace is the scalar recursion of `scalar_gap`.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from theorytest.approximation.enumeration import estimator_draws
from theorytest.approximation.estimators import Estimator
from theorytest.approximation.exact_moments import is_computable, operator_matrix
from theorytest.approximation.measures import Discrete
from theorytest.arguments import Array, finite, positive, real, whole
from theorytest.descent.losses import Quadratic
from theorytest.descent.scheme import checked_times, usable_steps
from theorytest.descent.steps import Steps
from theorytest.fits import slope_weights
from theorytest.signatures import checked

_MOST_STEPS = 10**8  # of a recursion that keeps all of them
_BLOCK = 512  # steps whose sizes are computed together
_SMALL = 28  # entries of z up to which the maps of a block are made together: five times as fast as one after the other


@checked
@dataclass(frozen=True, eq=False)
class ExactDescent:
    """The exact ensemble: `mean[i]` = E[P^n ψ_i] (d+1, d) and `second[i, :, j, :]` = E[(P^n ψ_i)(P^n ψ_j)ᵀ]."""

    loss: Quadratic
    mean: Array
    second: Array

    def __post_init__(self) -> None:
        d = self.loss.space.dim
        object.__setattr__(self, "mean", finite("mean", self.mean, shape=(d + 1, d)))
        object.__setattr__(self, "second", finite("second", self.second, shape=(d + 1, d, d + 1, d)))

    @cached_property
    def maps(self) -> tuple[Array, Array]:
        """A₁ and A₂ on vec Z, matrices of size (d+1)²."""
        m = self.loss.space.dim + 1
        first, second = np.zeros((m, m, m, m)), np.zeros((m, m, m, m))  # [new row, new column, old row, old column]
        for i in range(m):
            for k in range(m):
                first[1:, k, i, k] -= self.mean[i]
                first[k, 1:, k, i] -= self.mean[i]
        second[1:, 1:] = np.moveaxis(self.second, (0, 1, 2, 3), (2, 0, 3, 1))
        return first.reshape(m * m, m * m), second.reshape(m * m, m * m)

    def second_moments(self, steps: Steps, times: Sequence[int] | Array, initial: Array | None = None) -> Array:
        """Z at the given times, an array (times, d+1, d+1), from the coefficients `initial` (default 0) at time 1."""
        m = self.loss.space.dim + 1
        i, j = np.triu_indices(m)
        grid = checked_times(times)
        usable_steps(steps)
        start = np.zeros(m - 1) if initial is None else finite("initial", initial, shape=(m - 1,))
        e = np.concatenate([[1.0], start - self.loss.best])
        Z = np.empty((len(grid), m, m))
        Z[:, i, j] = Z[:, j, i] = _moved(self._move, np.outer(e, e)[i, j], steps, grid)
        return Z

    @cached_property
    def _move(self) -> Array:
        """(I, A₁, A₂) on the upper triangle of Z, an array (N, 3 N) with N = m (m + 1) / 2."""
        m = self.loss.space.dim + 1
        i, j = np.triu_indices(m)
        rows = [A.reshape(m, m, m, m)[i, j] for A in (np.eye(m * m), *self.maps)]
        return np.hstack([A[:, i, j] + np.where(i == j, 0.0, A[:, j, i]) for A in rows])

    def gap(self, steps: Steps, times: Sequence[int] | Array, initial: Array | None = None) -> Array:
        """E[L(u_t)] - L_min,M at the given times."""
        return self.gap_of(self.second_moments(steps, times, initial))

    def gap_of(self, Z: Array) -> Array:
        """1/2 trace(H E[e eᵀ]), inf where it is too large for a number."""
        with np.errstate(invalid="ignore", over="ignore"):
            gap = 0.5 * np.einsum("ij,tij->t", self.loss.hessian, Z[:, 1:, 1:])
        return np.where(np.isfinite(gap), gap, np.inf)

    def stationary(self, step: float) -> Array:
        """Z that a constant step leaves as it is; an error where the second moments grow without bound."""
        s, m = positive("step", step), self.loss.space.dim + 1
        move = (np.eye(m * m) + s * self.maps[0] + s**2 * self.maps[1])[1:]  # the entry Z_00 = 1 never moves
        growth = np.abs(np.linalg.eigvals(move[:, 1:])).max()
        if growth >= 1:
            raise ValueError(
                f"step = {step} multiplies the second moments by {growth:.6g}: there is no stationary level"
            )
        rest = np.linalg.solve(np.eye(m * m - 1) - move[:, 1:], move[:, 0])
        return np.concatenate([[1.0], rest]).reshape(m, m)


@checked
def by_quadrature(estimator: Estimator, loss: Quadratic) -> ExactDescent:
    """For independent points: E[(P ψ)(P ψ')ᵀ] = (1 - 1/n) M (ψ, b)(ψ', b)ᵀ M + 1/n M ∫ w (Bᵀ Lψ)(Bᵀ Lψ')ᵀ dρ M."""
    _same_space(estimator, loss)
    if not is_computable(estimator):
        raise ValueError(f"no quadrature reaches {type(estimator).__name__}: take by_enumeration on a discrete measure")
    n, M, m = estimator.n_samples, operator_matrix(estimator), loss.space.dim + 1

    def rows(x: Array) -> tuple[Array, Array]:
        """All entries of M Bᵀ Lψ as functions of x, with w, which is infinite where they vanish."""
        entries = (np.swapaxes(loss.space.jets(x) @ _gradients(loss, x), -1, -2) @ M).reshape(len(x), -1, 1)
        w = estimator.sampler.weight(x)  # type: ignore[attr-defined]
        return entries, np.where(np.any(entries != 0, axis=(1, 2)), w, 0.0)

    mean = loss.integrate(lambda x: np.swapaxes(loss.space.jets(x) @ _gradients(loss, x), -1, -2)) @ M
    spread = loss.integrate_gramian(rows).reshape(m, m - 1, m, m - 1)
    return ExactDescent(loss, mean, (1 - 1 / n) * np.einsum("ia,jb->iajb", mean, mean) + spread / n)


@checked
def by_enumeration(estimator: Estimator, loss: Quadratic) -> ExactDescent:
    """For any estimator on a discrete measure: finite sums over all samples."""
    _same_space(estimator, loss)
    if not isinstance(loss.space.measure, Discrete):
        raise ValueError(f"only a Discrete measure can be enumerated, got a {type(loss.space.measure).__name__}")
    every = estimator_draws(estimator)
    flat = every.points.reshape(-1, every.points.shape[-1])
    jets = _gradients(loss, flat).reshape(*every.points.shape[:2], loss.space.jet_size, -1)
    P = np.swapaxes(estimator.coefficients(every.points, jets), -1, -2)  # (N, d+1, d)
    mean = np.einsum("r,ria->ia", every.probability, P)
    return ExactDescent(loss, mean, np.einsum("r,ria,rjb->iajb", every.probability, P, P, optimize=True))


@checked
def scalar_gap(loss: Quadratic, n_samples: int, steps: Steps, n_steps: int, initial_square: float) -> Array:
    """1/2 E_t for t = 1 ... n_steps + 1 with E_{t+1} = q E_t + s² (d/n) ‖u - Pu‖², q = 1 - 2s + s² (n + d - 1)/n.

    Quasi-projection with optimal points and least squares in L²; E_1 = ‖u_1 - Pu‖².
    """
    n, d = whole("n_samples", n_samples, at_most=2**53), loss.space.dim
    s = steps(np.arange(1, whole("n_steps", n_steps, at_most=_MOST_STEPS) + 1))
    q, noise = 1 - 2 * s + s**2 * (n + d - 1) / n, s**2 * d / n * 2 * (loss.floor - loss.offset)
    E = [real("initial_square", initial_square)]
    for factor, added in zip(q.tolist(), noise.tolist(), strict=True):
        E.append(factor * E[-1] + added)
    return 0.5 * np.array(E)


@checked
def window_slope(times: Array, curve: Array) -> float:
    """The least-squares slope of log curve against log t."""
    values = finite("curve", curve, shape=(None,))
    x = finite("times", times, shape=values.shape)
    if len(x) < 2 or not (x.min() > 0 and values.min() > 0 and x.max() > x.min()):
        raise ValueError(f"times and curve must be positive with two different times at least, got {x} and {values}")
    return float(slope_weights(np.log(x)) @ np.log(values))


def _moved(move: Array, z: Array, steps: Steps, grid: Array) -> Array:
    """z at the given times under z' = (I + s A₁ + s² A₂) z, one matrix-vector product per step."""
    found, through = np.empty((len(grid), len(z))), _through_few if len(z) <= _SMALL else _through_many
    with np.errstate(over="ignore", invalid="ignore"):
        for row, (first, last) in enumerate(itertools.pairwise([1, *grid.tolist()])):
            for start in range(first, last, _BLOCK):
                s = steps(np.arange(start, min(start + _BLOCK, last)))
                z = through(move, z, np.stack([np.ones_like(s), s, s**2], axis=1))
            found[row] = z
    return found


def _through_few(move: Array, z: Array, powers: Array) -> Array:
    """A block of steps whose maps are small enough to be made together."""
    n = len(z)
    parts = move.reshape(n, 3, n).swapaxes(0, 1).reshape(3, n * n)
    for step in (powers @ parts).reshape(-1, n, n):
        z = step.dot(z)
    return z


def _through_many(move: Array, z: Array, powers: Array) -> Array:
    """A block of steps, each map applied without being made."""
    scaled = np.empty((3, len(z)))
    for column in powers[:, :, None]:
        np.multiply(column, z, out=scaled)
        z = move @ scaled.ravel()
    return z


def _gradients(loss: Quadratic, x: Array) -> Array:
    """The jets of ψ_0, ..., ψ_d at points (N, D): an array (N, l, d+1)."""
    basis = np.swapaxes(loss.space.jets(x), -1, -2)
    rest = basis @ loss.best - loss.target_jets(x)
    return np.asarray(loss.weight_values(x)[:, None, None] * np.concatenate([rest[..., None], basis], axis=-1))


def _same_space(estimator: Estimator, loss: Quadratic) -> None:
    if estimator.space is not loss.space:
        raise ValueError("estimator and loss must share one Space object, got two")
