"""The empirical inner product (u, v)_n = 1/n Σ_i w(x_i) (L_{x_i} u)ᵀ L_{x_i} v of many replicas at once.

Arrays have the axes (replicas, points, functions, l), whatever their order in memory. For spaces of few functions that
is the order of Fortran: sums over the points of every replica then run along contiguous rows of replicas. For many
functions the points are contiguous, and the Gramian of a replica is one call of BLAS.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from theorytest.approximation.sampling import Sampler, weight_at
from theorytest.approximation.space_like import Flags, SpaceLike
from theorytest.arguments import Array

_FEW = 16  # functions; for more of them BLAS is faster than a loop over rows
_BLOCK = 2**16  # points that are computed together


def for_all(compute: Callable[..., Array], space: SpaceLike, x: Array, *others: Array) -> Array:
    """`compute` for all replicas, in blocks where they share one space."""
    return compute(x, *others) if space.moves else blockwise(compute, space.dim, x, *others)


def blockwise(compute: Callable[..., Array], dim: int, x: Array, *others: Array) -> Array:
    """`compute` for blocks of replicas, for points (..., n, D) and other arrays with the same axes (..., n).

    It takes (R, n, D) and (R, n, ...) to an array whose first axis are the replicas.
    """
    leading, n = x.shape[:-2], x.shape[-2]
    R, step = math.prod(leading), max(1, _BLOCK // (n * (1 + dim // _FEW)))
    arrays = [a.reshape(R, *a.shape[len(leading) :]) for a in (x, *others)]
    order = np.asfortranarray if dim <= _FEW else np.asarray
    blocks = [slice(start, start + step) for start in range(0, max(R, 1), step)]
    parts = [compute(*(order(a[block]) for a in arrays)) for block in blocks]
    result = np.concatenate(parts) if len(parts) > 1 else parts[0]
    return result.reshape(*leading, *result.shape[1:])


def evaluated(sampler: Sampler, x: Array, *, system: bool = False) -> tuple[Array, Array]:
    """The jets (R, n, d, l) of the basis, or of the generating system, and w (R, n) at the points (R, n, D)."""
    space: SpaceLike = sampler.space
    turned = x.flags.f_contiguous and not space.moves
    x = np.swapaxes(x, 0, 1) if turned else x
    basis, jets = space.evaluated(x, system=system)
    w = _visible(weight_at(sampler, x, basis), basis)
    return (np.swapaxes(jets, 0, 1), np.swapaxes(w, 0, 1)) if turned else (jets, w)


def _visible(w: Array, basis: Array) -> Array:
    """0 outside supp(T_t), where w is infinite and all functions vanish."""
    if w.max(initial=0.0) < np.inf:
        return w
    return np.where(np.any(basis != 0, axis=(-2, -1)), w, 0.0)


def moments(functions: Array, w: Array, jets: Array) -> Array:
    """(g, b_k)_n for all k and all g: functions (R, n, d, l), w (R, n) and jets (R, n, l, m) to (R, d, m)."""
    g = jets * w[..., None, None]
    if functions.shape[2] <= _FEW:
        return np.asarray(np.einsum("rnkc,rncm->rkm", functions, g) / w.shape[1], dtype=float)
    return np.asarray(_rows(functions) @ _columns(g) / w.shape[1], dtype=float)


def normal_equations(basis: Array, w: Array, jets: Array) -> Array:
    """n Ĝ_kj = n (b_k, b_j)_n above n η̂_mj = n (g_m, b_j)_n: an array (d + m, d, R).

    Above the diagonal Ĝ may be 0: it is symmetric.
    """
    (R, _, d, _), m = basis.shape, jets.shape[-1]
    H = np.zeros((d + m, d, R))  # not empty: what lies above the diagonal takes part in arithmetic
    if d > _FEW:
        root = np.sqrt(w)[..., None, None]
        rows = np.ascontiguousarray(_rows(basis * root))
        H[:d] = np.transpose(rows @ np.swapaxes(rows, 1, 2), (1, 2, 0))
        H[d:] = np.transpose(rows @ _columns(jets * root), (2, 1, 0))
        return H
    for k in range(d):
        b = basis[:, :, k] * w[..., None]
        np.einsum("rnjc,rnc->jr", basis[:, :, k:], b, out=H[k:d, k])
        np.einsum("rncm,rnc->mr", jets, b, out=H[d:, k])
    return H


def completed(equations: Array, absent: Flags | None, n_samples: int) -> Array:
    """The normal equations with Ĝ_kk = 1 for functions that are not there, `absent` (R, d), and 0 as coefficients."""
    if absent is not None:
        k = np.arange(equations.shape[1])
        equations[k, k] += n_samples * absent.T
    return equations


def _rows(functions: Array) -> Array:
    """(R, n, d, l) to matrices (R, d, n l)."""
    R, n, d, l = functions.shape  # noqa: E741 (the paper's letter)
    return np.swapaxes(functions, 1, 2).reshape(R, d, n * l)


def _columns(jets: Array) -> Array:
    """(R, n, l, m) to matrices (R, n l, m)."""
    R, n, l, m = jets.shape  # noqa: E741 (the paper's letter)
    return jets.reshape(R, n * l, m)


def gramians(basis: Array, w: Array, absent: Flags | None = None) -> Array:
    """Ĝ_kj = (b_k, b_j)_n, an array (R, d, d)."""
    R, n, _, l = basis.shape  # noqa: E741 (the paper's letter)
    return symmetric(completed(normal_equations(basis, w, np.empty((R, n, l, 0))), absent, n) / n)


def symmetric(lower: Array) -> Array:
    """Matrices (R, d, d) from their lower triangles (d, d, R)."""
    G = np.moveaxis(lower, -1, 0)
    return np.asarray(np.tril(G) + np.swapaxes(np.tril(G, -1), 1, 2), dtype=float)
