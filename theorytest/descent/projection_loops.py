"""Compiled steps of least squares and of the debiased projection, replica by replica.

For one replica: the basis at its points by the recurrence, the residual, normal equations, their Cholesky factor and
the update, without arrays between. Rows are contiguous, so that every innermost loop compiles to vector instructions.
A Gramian that its factor does not prove regular is left to numpy, whose eigenvalues decide (`cholesky.py`).
"""

from __future__ import annotations

import numpy as np

from theorytest.arguments import Array
from theorytest.descent.loops import Flags, _fused

_DOUBTFUL = 2e-13  # as in cholesky.py: twice the part of the trace below which eigenvalues are rounding


@_fused
def _at_points(x: Array, recurrence: Array, d: int, b: Array, t: Array) -> None:
    """b_j (d, n) at points (n,) by b_{j+1} = times_j t b_j - minus_j b_{j-1}, t = x - centre."""
    n, centre = len(x), recurrence[0, 0]
    for i in range(n):
        t[i] = x[i] - centre
        b[0, i] = 1.0
    if d > 1:
        times = recurrence[1, 0]
        for i in range(n):
            b[1, i] = times * t[i]
    for j in range(2, d):
        times, minus = recurrence[1, j - 1], recurrence[2, j - 1]
        for i in range(n):
            b[j, i] = times * t[i] * b[j - 1, i] - minus * b[j - 2, i]


@_fused
def _residual(b: Array, c: Array, u: Array, v: Array) -> None:
    """v_i = Σ_j c_j b_j(x_i) - u_i."""
    for i in range(len(u)):
        v[i] = -u[i]
    for j in range(len(c)):
        a = c[j]
        for i in range(len(u)):
            v[i] += a * b[j, i]


@_fused
def _weighted(b: Array, d: int, n: int, weighted: bool, q: Array, w: Array) -> None:
    """w_ji = w(x_i) b_j(x_i) with the weight d / Σ_j b_j², or 1."""
    for i in range(n):
        q[i] = 0.0 if weighted else 1.0
    if weighted:
        for j in range(d):
            for i in range(n):
                q[i] += b[j, i] * b[j, i]
        for i in range(n):
            q[i] = d / q[i]
    for j in range(d):
        for i in range(n):
            w[j, i] = q[i] * b[j, i]


@_fused
def _dot(a: Array, b: Array, n: int) -> float:
    total = 0.0
    for i in range(n):
        total += a[i] * b[i]
    return total


@_fused
def _solved(w: Array, b: Array, v: Array, n: int, L: Array, y: Array, z: Array) -> bool:
    """y with n Ĝ y = n η̂ by the Cholesky factor L; False where that does not prove Ĝ regular."""
    d, trace, total = len(y), 0.0, 0.0
    for j in range(d):
        for k in range(j + 1):
            L[j, k] = _dot(w[j], b[k], n)
        trace += L[j, j]
        y[j] = _dot(w[j], v, n)
    for j in range(d):
        for k in range(j):
            L[j, k] = (L[j, k] - _dot(L[j], L[k], k)) / L[k, k]
        pivot = L[j, j] - _dot(L[j], L[j], j)
        if not pivot > 0:
            return False
        L[j, j] = np.sqrt(pivot)
        y[j] = (y[j] - _dot(L[j], y, j)) / L[j, j]
        row = 1.0
        for k in range(j):
            row += abs(L[j, k]) * z[k]
        z[j] = row / L[j, j]
        total += z[j] * z[j]
    for j in range(d - 1, -1, -1):
        y[j] /= L[j, j]
        for k in range(j):
            y[k] -= L[j, k] * y[j]
    return 1 / total > _DOUBTFUL * trace


@_fused
def step(
    c: Array, x: Array, u: Array, size: float, first: int, recurrence: Array, weighted: Flags, doubtful: Flags
) -> None:
    """c - s P^n (v - u) for all replicas, in place: c (R, d), points and targets (R, n).

    The projection has the first so many points, and a quasi-projection of what it leaves the others, where there are
    any; `weighted` says of both whether their weights are d / K or 1. Doubtful replicas stay as they are.
    """
    (R, d), n = c.shape, x.shape[1]
    b, w, L = np.empty((d, n)), np.empty((d, n)), np.empty((d, d))
    t, q, v, y, z = np.empty(n), np.empty(n), np.empty(n), np.empty(d), np.empty(d)
    for r in range(R):
        near = x[r, :first]
        _at_points(near, recurrence, d, b, t)
        _residual(b, c[r], u[r, :first], v)
        _weighted(b, d, first, weighted[0], q, w)
        doubtful[r] = not _solved(w, b, v, first, L, y, z)
        if doubtful[r]:
            continue
        if n > first:
            far, m = x[r, first:], n - first
            _at_points(far, recurrence, d, b, t)
            for j in range(d):
                z[j] = c[r, j] - y[j]
            _residual(b, z, u[r, first:], v)
            _weighted(b, d, m, weighted[1], q, w)
            for j in range(d):
                y[j] += _dot(w[j], v, m) / m
        for j in range(d):
            c[r, j] -= size * y[j]
