"""Gradients along which the draws of a cell are taken: fixed by exact moments or by a pilot, before any draw counts.

In the adapted basis of E a gradient is a vector whose first d entries are those of T_t. Taken are top eigenvectors of
S on T_t, on C, and relative to the printed pair diag(c_var1, c_var2); the bottom ones of sym A on T_t; and pairs of
singular vectors of A on C, and of A - P on E. Where an eigenvalue is multiple, as for optimal sampling, several of its
eigenvectors are taken at the same points: a weighted mean over them has the same expectation and a smaller variance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from theorytest.approximation import Constants, Moments
from theorytest.arguments import Array

GROUPS = ("c_var1", "c_var2", "pair", "c_bias1", "c_bias2", "unbiased")
_MOST = 4  # eigenvectors of one eigenvalue
_LITTLE = 0.03  # of the largest weight: less is left out
_RIDGE = 1e-2  # of the variances: a pilot's covariances are uncertain
_MULTIPLE = 1e-6  # relative distance of eigenvalues that count as one
_VISIBLE = 1e-3  # what a coordinate must add to the eigenspace to count
_NONE = 1e-9  # a bias that is 0 to rounding


@dataclass(frozen=True, eq=False)
class Directions:
    """Gradients as columns (e, m), the vectors (d, m) that P^n g is tested with, and the columns of each quantity."""

    gradients: Array
    tests: Array
    columns: Mapping[str, slice]
    step: float  # of the descent inequality
    weights: Mapping[str, Array]  # of the columns of each quantity, whose sum is 1

    def group(self, name: str) -> tuple[Array, Array]:
        """The gradients and the test vectors of one quantity."""
        return self.gradients[:, self.columns[name]], self.tests[:, self.columns[name]]


def directions(known: Moments, drawn: Moments, printed: Constants | None) -> Directions:
    """From the moments that are known, exactly or by the pilot; biases that are exactly 0 are looked for in `drawn`."""
    d, e = known.A.shape
    scattered = np.ptp(np.linalg.eigvalsh(_symmetric(known.A[:, :d]))) > _NONE or known is drawn
    u2, c2 = _coupling((drawn if np.abs(known.A[:, d:]).max(initial=0.0) < _NONE else known).A, d)
    u, v = _singular(drawn.A - np.eye(d, e))
    gradients = {
        "c_var1": _padded(_top(known.S[:d, :d]), 0, e),
        "c_var2": _padded(_top(known.S[d:, d:]), d, e) if e > d else np.zeros((e, 1)),
        "pair": _pair(known, printed),
        "c_bias1": _padded(_top(-_symmetric(known.A[:, :d])) if scattered else np.eye(d)[:, :_MOST], 0, e),
        "c_bias2": c2[:, None],
        "unbiased": v[:, None],
    }
    tests = {name: g[:d] for name, g in gradients.items()} | {"c_bias2": u2[:, None], "unbiased": u[:, None]}
    ends = np.cumsum([0, *(gradients[name].shape[1] for name in GROUPS)]).tolist()
    columns = {name: slice(ends[i], ends[i + 1]) for i, name in enumerate(GROUPS)}
    joined = [np.concatenate([part[name] for name in GROUPS], axis=1) for part in (gradients, tests)]
    weights = {name: np.full(ends[i + 1] - ends[i], 1 / (ends[i + 1] - ends[i])) for i, name in enumerate(GROUPS)}
    return Directions(joined[0], joined[1], columns, _step(known, printed), weights)


def weighted(chosen: Directions, draws: Mapping[str, Array]) -> Directions:
    """The directions with the weights that make the variance of each quantity smallest, from a pilot's draws (N, m).

    All directions of a group have one mean, so that the weights change the variance alone. Columns whose weight would
    be negative or next to nothing are left out.
    """
    kept = {name: _smallest(draws[name]) if name in draws else weights for name, weights in chosen.weights.items()}
    names = {name: np.flatnonzero(weights) for name, weights in kept.items()}
    columns = [chosen.columns[name].start + names[name] for name in GROUPS]
    ends = np.cumsum([0, *map(len, columns)]).tolist()
    slices = {name: slice(ends[i], ends[i + 1]) for i, name in enumerate(GROUPS)}
    taken = np.concatenate(columns)
    weights = {name: kept[name][names[name]] / kept[name].sum() for name in GROUPS}
    return Directions(chosen.gradients[:, taken], chosen.tests[:, taken], slices, chosen.step, weights)


def _smallest(draws: Array) -> Array:
    """Weights a ≥ 0 with sum 1 that make aᵀ Σ a smallest for the covariance Σ, by leaving columns out."""
    n = draws.shape[1]
    covariance = np.atleast_2d(np.cov(draws, rowvar=False))
    weights, left = np.full(n, 1 / n), np.arange(n)
    if not np.isfinite(covariance).all() or np.diag(covariance).min() <= _NONE * np.diag(covariance).max():
        return weights
    while len(left):
        Sigma = covariance[np.ix_(left, left)]
        a = np.linalg.solve(Sigma + _RIDGE * np.diag(np.diag(Sigma)), np.ones(len(left)))
        if a.min() >= _LITTLE * a.max():
            weights = np.zeros(n)
            weights[left] = a / a.sum()
            return weights
        left = np.delete(left, a.argmin())
    return weights


def _symmetric(A: Array) -> Array:
    return np.asarray((A + A.T) / 2)


def _top(S: Array) -> Array:
    """Orthonormal eigenvectors of the largest eigenvalue as columns; of a multiple one those of lowest degree."""
    values, vectors = np.linalg.eigh(S)
    count = int(np.sum(values >= values[-1] - _MULTIPLE * abs(values[-1])))
    if count == 1:
        return np.asarray(vectors[:, -1:])
    projector = vectors[:, -count:] @ vectors[:, -count:].T
    chosen: list[Array] = []
    for column in projector.T:  # the first coordinates, orthogonalised: high degrees have heavy tails
        rest = column - sum((v * (v @ column) for v in chosen), np.zeros(len(S)))
        if len(chosen) < _MOST and np.linalg.norm(rest) > _VISIBLE:
            chosen.append(rest / np.linalg.norm(rest))
    return np.stack(chosen, axis=1)


def _padded(vectors: Array, before: int, size: int) -> Array:
    """The vectors of a block as vectors on E."""
    return np.pad(vectors, ((before, size - before - len(vectors)), (0, 0)))


def _singular(B: Array) -> tuple[Array, Array]:
    U, _, Vt = np.linalg.svd(B, full_matrices=False)
    return U[:, 0], Vt[0]


def _coupling(A: Array, d: int) -> tuple[Array, Array]:
    """The singular pair of A on C."""
    c = np.zeros(A.shape[1])
    if A.shape[1] == d:
        return np.zeros(d), c
    u, c[d:] = _singular(A[:, d:])
    return u, c


def _pair(known: Moments, printed: Constants | None) -> Array:
    """Where the variance comes closest to the printed pair, each of norm 1; to the known one where none is finite."""
    d, e = known.A.shape
    finite = printed is not None and np.isfinite([printed.c_var1, printed.c_var2]).all() and printed.c_var2 > 0
    c1, c2 = (printed.c_var1, printed.c_var2) if finite and printed else (known.c_var1, max(known.c_var2, 1e-300))
    root = np.sqrt(np.where(np.arange(e) < d, c1, c2))
    g = _top(known.S / np.outer(root, root)) / root[:, None]
    return np.asarray(g / np.linalg.norm(g, axis=0))


def _step(known: Moments, printed: Constants | None) -> float:
    """The largest step of Theorem 4.2 for L = 1 and C_R = 0: c_bias1 / c_var1, as printed where that is positive."""
    if printed is not None and 0 < printed.c_bias1 < np.inf and printed.c_var1 < np.inf:
        return printed.c_bias1 / printed.c_var1
    return max(known.c_bias1, 0.0) / known.c_var1
