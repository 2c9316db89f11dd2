"""Gradients along which the draws of a cell are taken: fixed by exact moments or by a pilot, before any draw counts.

In the adapted basis of E a gradient is a vector whose first d entries are those of T_t. Taken are top eigenvectors of
S on T_t, on C, and relative to the printed pair diag(c_var1, c_var2); the bottom ones of sym A on T_t; and pairs of
singular vectors of A on C, and of A - P on E. Where an eigenvalue is multiple, as for optimal sampling, several of its
eigenvectors are taken at the same points: the mean over them has the same expectation and a smaller variance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from theorytest.approximation import Constants, Estimator, Hull, Moments, matrices
from theorytest.arguments import Array

GROUPS = ("c_var1", "c_var2", "pair", "c_bias1", "c_bias2", "unbiased")
_MOST = 4  # eigenvectors of one eigenvalue
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
    return Directions(joined[0], joined[1], columns, _step(known, printed))


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


@dataclass(frozen=True, eq=False)
class Draws:
    """P^n of an estimator, along gradients or on all of E."""

    estimator: Estimator
    hull: Hull

    def matrices(self, rng: Generator, n_replicas: int) -> tuple[Array, Array]:
        """P^n on E for each replica, (R, d, e), and the points."""
        x = self.estimator.sample(rng, n_replicas)
        return matrices(self.estimator, self.hull, x), x

    def along(self, rng: Generator, n_replicas: int, gradients: Array) -> Array:
        """P^n g for the columns g of `gradients`, an array (R, d, m)."""
        x = self.estimator.sample(rng, n_replicas)
        larger = self.hull.larger
        combination = larger.coefficients @ self.hull.in_larger @ gradients
        jets = np.tensordot(combination, larger.system_jets(x), axes=(0, -2))  # (m, R, n, l)
        return self.estimator.coefficients(x, np.moveaxis(jets, 0, -1))
