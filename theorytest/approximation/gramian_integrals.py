"""Integrals of Gramians over ρ: the sums over the nodes of a panel are products of matrices.

As an array of functions a Gramian of d functions would be d² integrals, each with an accuracy of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from theorytest.approximation.integrals import Integral, integrate
from theorytest.approximation.measures import Measure
from theorytest.approximation.panels import Panel, continuous, panels, refined
from theorytest.arguments import Array, finite

_SMALLEST = 1e-60  # norm of a function, over the largest one
_ROUNDS = 1_000  # of cuts: an integrable singularity at 0 takes hundreds


def integrate_gramian(
    f: Callable[[Array], tuple[Array, Array]],
    measure: Measure,
    *,
    knots: Sequence[Sequence[float]] = (),
    rtol: float = 1e-12,
) -> Integral:
    """∫ J C Jᵀ dρ for f that maps points (N, D) to jets J (N, q, l) and matrices C (N, l, l), or weights C (N,).

    rtol refers to the norms of two functions, so that none is too small to count; `knots` lists the kinks by dimension.
    """
    if continuous(measure) not in (1, 2):
        return integrate(lambda x: _products(*f(x)), measure, knots=knots, rtol=rtol)
    first = panels(measure, knots)
    norms = _norms(f, measure, first)

    def sums(x: Array, fine: Array, coarse: Array) -> tuple[Array, Array, Array]:
        J, C = f(x.reshape(-1, x.shape[-1]))
        J = J / norms[:, None]
        J, JC = (_by_panel(jets, len(x)) for jets in (J, _times(J, C)))
        m = fine.shape[1]
        best = finite("f(x)", _gramians(J[:, :m], JC[:, :m], fine))
        other = finite("f(x)", _gramians(J[:, m:], JC[:, m:], coarse))
        error, total = (np.abs(each).max(axis=(1, 2), keepdims=True) for each in (best - other, best))
        return best, error, total

    found = refined(sums, measure, first, rtol, rounds=_ROUNDS, size=len(norms) ** 2)
    value, error = found.value + found.left_value, found.error + found.left_error
    return Integral(value * np.outer(norms, norms), error * float(norms.max()) ** 2)


def _norms(f: Callable[[Array], tuple[Array, Array]], measure: Measure, first: list[Panel]) -> Array:
    """Roughly the roots of the diagonal, 1 where that vanishes; a peak may hide, and its function must not overflow."""

    def squares(x: Array, fine: Array, coarse: Array) -> tuple[Array, Array, Array]:  # noqa: ARG001 (one is enough)
        J, C = f(x.reshape(-1, x.shape[-1]))
        each = np.abs(np.sum(_times(J, C) * J, axis=-1)).reshape(*x.shape[:2], -1)
        best = np.einsum("pm,pmq->pq", fine, finite("f(x)", each)[:, : fine.shape[1]])
        return best, 0 * best, best

    norms = np.sqrt(refined(squares, measure, first, 1.0, rounds=0).value)
    return np.where(norms > 0, np.maximum(norms, _SMALLEST * norms.max()), 1.0)


def _products(J: Array, C: Array) -> Array:
    """J C Jᵀ at each point."""
    return np.asarray(_times(J, C) @ np.swapaxes(J, -1, -2), dtype=float)


def _times(J: Array, C: Array) -> Array:
    """J C for matrices or weights C."""
    return J * C[:, None, None] if C.ndim == 1 else J @ C


def _by_panel(jets: Array, n_panels: int) -> Array:
    """Jets (P m, q, l) as (P, m, l, q)."""
    return np.swapaxes(jets.reshape(n_panels, -1, *jets.shape[1:]), -1, -2)


def _gramians(J: Array, JC: Array, w: Array) -> Array:
    """Σ_i w_i J_i C_i J_iᵀ in each panel, (P, q, q)."""
    P, q = len(J), J.shape[-1]
    left = (JC * w[..., None, None]).reshape(P, -1, q)
    return np.asarray(np.swapaxes(left, 1, 2) @ J.reshape(P, -1, q), dtype=float)
