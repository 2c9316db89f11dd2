"""Integrals of Gramians over ρ: the sums over the nodes of a panel are products of matrices.

As an array of functions a Gramian of d functions would be d² integrals, each with an accuracy of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from theorytest.approximation.integrals import Integral, integrate
from theorytest.approximation.measures import Measure
from theorytest.approximation.panels import continuous, panels, refined
from theorytest.arguments import Array, finite

_ROUNDS = 40  # of cuts; where the rules still differ then, the error says so
_NUMBERS = 2**24  # in the matrices of the panels that are summed at once


def integrate_gramian(
    f: Callable[[Array], tuple[Array, Array]],
    size: int,
    measure: Measure,
    *,
    knots: Sequence[Sequence[float]] = (),
    rtol: float = 1e-12,
) -> Integral:
    """∫ J C Jᵀ dρ for f that maps points (N, D) to jets J (N, size, l) and matrices C (N, l, l), or weights C (N,).

    The error is that of the largest entry, and so is what rtol refers to; `knots` lists the kinks per dimension.
    """
    if continuous(measure) not in (1, 2):
        return integrate(lambda x: _products(*f(x)), measure, knots=knots, rtol=rtol)

    def sums(x: Array, fine: Array, coarse: Array) -> tuple[Array, Array, Array]:
        J, C = f(x.reshape(-1, x.shape[-1]))
        J, JC = (_by_panel(finite("f(x)", jets), len(x)) for jets in (J, _times(J, C)))
        m = fine.shape[1]
        best = _summed(J[:, :m], JC[:, :m], fine)
        error = np.abs(best - _summed(J[:, m:], JC[:, m:], coarse)).max(axis=(1, 2), keepdims=True)
        return best, error, np.abs(best).max(axis=(1, 2), keepdims=True)

    found = refined(sums, measure, panels(measure, knots), rtol, rounds=_ROUNDS, at_once=max(1, _NUMBERS // size**2))
    return Integral(found.value + found.left_value, found.error + found.left_error)


def _products(J: Array, C: Array) -> Array:
    """J C Jᵀ at each point."""
    return np.asarray(_times(J, C) @ np.swapaxes(J, -1, -2), dtype=float)


def _times(J: Array, C: Array) -> Array:
    """J C for matrices or weights C."""
    return J * C[:, None, None] if C.ndim == 1 else J @ C


def _by_panel(jets: Array, n_panels: int) -> Array:
    """Jets (P m, q, l) as (P, m, l, q)."""
    return np.swapaxes(jets.reshape(n_panels, -1, *jets.shape[1:]), -1, -2)


def _summed(J: Array, JC: Array, w: Array) -> Array:
    """Σ_i w_i J_i C_i J_iᵀ in each panel, (P, q, q)."""
    P, q = len(J), J.shape[-1]
    left = (JC * w[..., None, None]).reshape(P, -1, q)
    return np.asarray(np.swapaxes(left, 1, 2) @ J.reshape(P, -1, q), dtype=float)
