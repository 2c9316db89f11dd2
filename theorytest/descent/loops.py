"""The loops that are worth compiling: plain functions of arrays, machine code where numba is installed.

Replicas are taken in tiles that stay in the fastest cache for all steps of a block; the innermost loop runs along a
tile, so that it compiles to vector instructions. Without numba the same functions are Python, far too slow for anything
but a test; `kernel.py` decides who calls them. A module of its own, since to import numba takes a third of a second.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theorytest.arguments import Array

numba: Any = None
with suppress(ImportError):  # missing, or not made for this numpy
    numba = import_module("numba")

_TILE = 128  # replicas: that many numbers for each function of a small space are what the first cache holds
Flags = NDArray[np.bool_]


def _jit(**options: Any) -> Callable[[Any], Any]:
    """Compiled at the first call, and kept on disk for the next process where there is a place to keep it."""
    if numba is None:
        return lambda function: function

    def compiled(function: Any) -> Any:
        try:
            return numba.njit(cache=True, error_model="numpy", **options)(function)
        except RuntimeError:  # no directory that numba could write to
            return numba.njit(error_model="numpy", **options)(function)

    return compiled


_fused = _jit(fastmath={"contract", "reassoc"})  # multiply-adds, sums in any order; infinite and NaN mean what they do


@_fused
def quintics(x: Array, low: float, scale: float, coefficients: Array, y: Array) -> None:
    """y_i = Σ_k c_k t^k, in place, with t the place of x_i in its panel: panel j begins at low + j / scale."""
    c = coefficients
    last = np.int32(coefficients.shape[1] - 1)
    for i in range(len(x)):
        t = (x[i] - low) * scale
        j = max(min(np.int32(t), last), np.int32(0))
        t -= j
        y[i] = ((((c[5, j] * t + c[4, j]) * t + c[3, j]) * t + c[2, j]) * t + c[1, j]) * t + c[0, j]


@_fused
def refined(u: Array, steep: Flags, edges: Array, coefficients: Array, high: float, y: Array) -> None:
    """Replace y_i where the panel of u_i is steep: there finer panels, of any width, have the quintics."""
    N = len(steep)
    for i in range(len(u)):
        if steep[min(int(u[i] * N), N - 1)]:
            j = np.searchsorted(edges, u[i], side="right") - 1
            t = (u[i] - edges[j]) / (edges[j + 1] - edges[j])
            x = coefficients[5, j]
            for k in range(4, -1, -1):
                x = x * t + coefficients[k, j]
            y[i] = min(x, high)


@_fused
def _residual(
    x: Array, u: Array, k: int, first: int, m: int, recurrence: Array, c: Array, b: Array, t: Array, v: Array, q: Array
) -> None:
    """On a tile: b_{j+1} = times_j t b_j - minus_j b_{j-1} with t = x - centre, the residual v - u and q = Σ_j b_j²."""
    centre, times = recurrence[0, 0], recurrence[1, 0]
    for r in range(m):
        t[r] = x[k, first + r] - centre
        y = times * t[r]
        b[0, r] = 1.0
        b[1, r] = y
        v[r] = c[0, r] + c[1, r] * y - u[k, first + r]
        q[r] = 1.0 + y * y
    for j in range(2, recurrence.shape[1]):
        times, minus = recurrence[1, j - 1], recurrence[2, j - 1]
        for r in range(m):
            y = times * t[r] * b[j - 1, r] - minus * b[j - 2, r]
            b[j, r] = y
            v[r] += c[j, r] * y
            q[r] += y * y


@_fused
def _divide(v: Array, q: Array, m: int) -> None:
    for r in range(m):
        v[r] /= q[r]


@_fused
def _add(c: Array, m: int, factor: float, v: Array, b: Array) -> None:
    """Add factor v b_j to c_j for all j."""
    for j in range(len(b)):
        for r in range(m):
            c[j, r] += factor * v[r] * b[j, r]


@_fused
def _copy(source: Array, begin: int, m: int, into: Array, at: int) -> None:
    for j in range(len(source)):
        for r in range(m):
            into[j, at + r] = source[j, begin + r]


@_fused
def walk(state: Array, x: Array, u: Array, sizes: Array, n: int, recurrence: Array, weighted: bool) -> None:
    """c_j - s_t Σ_i w(x_i) (v - u)(x_i) b_j(x_i) for all steps, in place in the state, with w = 1 / Σ_j b_j² or 1.

    The state is (d, R), x and u are (K n, R); `recurrence` has the rows centre, times, minus, and at least two columns.
    """
    (d, R), ones = state.shape, np.ones(_TILE)
    b, c, sums = np.empty((d, _TILE)), np.empty((d, _TILE)), np.empty((d, _TILE))
    t, v, q = np.empty(_TILE), np.empty(_TILE), np.empty(_TILE)
    for first in range(0, R, _TILE):
        m = min(_TILE, R - first)
        _copy(state, first, m, c, 0)
        for k in range(len(x)):
            _residual(x, u, k, first, m, recurrence, c, b, t, v, q)
            if weighted:
                _divide(v, q, m)
            if n == 1:
                _add(c, m, -sizes[k], v, b)
                continue
            if k % n == 0:
                sums[:] = 0.0
            _add(sums, m, 1.0, v, b)
            if k % n == n - 1:
                _add(c, m, -sizes[k // n], ones, sums)
        _copy(c, 0, m, state, first)
