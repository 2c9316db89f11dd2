"""A function on an interval as a piecewise polynomial that is resolved to rounding.

Densities, their distribution functions and the critical points of Christoffel functions all come from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
import scipy
from numpy.polynomial import Chebyshev, Polynomial, chebyshev

from theorytest.arguments import Array, finite

if TYPE_CHECKING:
    from scipy.interpolate import PPoly

_DEGREE = 10
_NODES = np.cos(np.pi * (np.arange(_DEGREE, -1, -1) + 0.5) / (_DEGREE + 1))  # inside the panel: jumps at knots are fine
_TO_CHEBYSHEV = np.linalg.inv(chebyshev.chebvander(_NODES, _DEGREE))
# Chebyshev coefficients on [-1, 1] to powers of s in [0, 1], t = 2 s - 1, highest power first as PPoly wants them.
_TO_POWERS = np.zeros((_DEGREE + 1, _DEGREE + 1))
for _k in range(_DEGREE + 1):
    _TO_POWERS[_DEGREE - _k :, _k] = Chebyshev.basis(_k, domain=[0, 1]).convert(kind=Polynomial).coef[::-1]
_MAX_HALVINGS = 60
_MANY = 4_096  # so many panels that halving does not help are noise; jumps and kinks are few
_FIRST_CUT = 16  # on short panels the powers of PPoly do not cancel


def resolve(f: Callable[[Array], Array], edges: Sequence[float] | Array, *, tolerance: float = 1e-16) -> PPoly:
    """The piecewise polynomial p with Σ_panels width · max|f - p| of about `tolerance` · ∫|f| + rounding.

    Every panel between the given edges is halved until its last Chebyshev coefficients vanish and f agrees at the
    ends, behind the outermost nodes. A jump or a kink that is no edge costs about fifty halvings, and no accuracy.
    Noise of f above rounding is left as it is.
    """
    inset = 4 * np.finfo(float).eps * float(np.abs(edges).max())  # jumps at the edges themselves stay outside
    fine = np.unique(np.linspace(edges[:-1], edges[1:], _FIRST_CUT + 1))
    left, width = fine[:-1], np.diff(fine)
    done: list[tuple[Array, Array, Array]] = []
    mass = settled = 0.0
    before = np.full(len(left), np.inf)
    for halving in range(_MAX_HALVINGS):
        x = left[:, None] + width[:, None] * (1 + _NODES) / 2
        values = finite("f(x)", f(x.ravel())).reshape(x.shape)
        coefficients = values @ _TO_CHEBYSHEV.T
        mass = max(mass, settled + float(width @ np.abs(values).mean(axis=1)))
        tail = np.abs(coefficients[:, -2:]).sum(axis=1)
        tail = np.maximum(tail, _end_error(f, left, width, coefficients, np.minimum(inset, width / 4)) / 4)
        rounding = _rounding(x, width, values, coefficients)
        noise = (len(left) > _MANY) & (8 * tail > before)  # a smooth f gains a factor of 2^9
        good = (tail <= rounding) | (tail * width <= tolerance * mass) | noise
        good |= (width <= 8 * np.spacing(np.abs(left) + width)) | (halving == _MAX_HALVINGS - 1)
        done.append((left[good], width[good], coefficients[good]))
        settled += float(width[good] @ np.abs(values[good]).mean(axis=1))
        half, before = width[~good] / 2, np.tile(tail[~good], 2)
        left, width = np.concatenate([left[~good], left[~good] + half]), np.concatenate([half, half])
        if not len(left):
            break
    return _assemble(done, float(edges[-1]))


def _end_error(f: Callable[[Array], Array], left: Array, width: Array, coefficients: Array, inset: Array) -> Array:
    """The larger |f - p| at the two ends of each panel: no node sees a jump or a kink that lies close to an end."""
    x = np.array([left + inset, left + width - inset])
    T = chebyshev.chebvander(2 * (x - left) / width - 1, _DEGREE)
    f_x = finite("f(x)", f(x.ravel())).reshape(x.shape)
    error: Array = np.abs(np.sum(T * coefficients, axis=-1) - f_x).max(axis=0)
    return error


def _rounding(x: Array, width: Array, values: Array, coefficients: Array) -> Array:
    """The rounding of the values on each panel, and that of x, which a steep f far from 0 magnifies."""
    slope = 2 / width * (np.abs(coefficients) @ np.arange(_DEGREE + 1))
    noise: Array = np.finfo(float).eps * (4 * np.abs(values).max(axis=1) + np.abs(x).max(axis=1) * slope)
    return noise


def _assemble(done: list[tuple[Array, Array, Array]], high: float) -> PPoly:
    left, width, coefficients = (np.concatenate([part[j] for part in done]) for j in range(3))
    order = np.argsort(left)
    powers = _TO_POWERS @ coefficients[order].T
    return scipy.interpolate.PPoly(
        powers / width[order] ** np.arange(_DEGREE, -1, -1)[:, None], np.append(left[order], high)
    )


def critical_points(p: PPoly) -> Array:
    """The zeros of p' and all breakpoints: a continuous p attains its maximum at one of them."""
    zeros = p.derivative().roots(discontinuity=True, extrapolate=False)
    return np.unique(np.concatenate([p.x, zeros[np.isfinite(zeros)]]))
