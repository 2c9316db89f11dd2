"""Normal equations Ĝ c = η̂ of many replicas at once: Cholesky factors, loops over the dimension only.

The replicas are the last axis. An array (d + m, d, R) holds the lower triangles of Ĝ above the right-hand sides η̂ᵀ;
its factor holds L with Ĝ = L Lᵀ above (L⁻¹ η̂)ᵀ.
"""

from __future__ import annotations

import numpy as np
import scipy

from theorytest.approximation.empirical import symmetric
from theorytest.arguments import Array

_SINGULAR = 1e-13  # eigenvalues of an empirical Gramian below this part of the largest are rounding


def solve(equations: Array) -> Array:
    """Ĝ⁺ η̂, an array (R, d, m); where the factor does not prove Ĝ regular, its eigenvalues decide."""
    _, d, R = equations.shape
    if d > R:  # few matrices: the loops would cost more than they save
        return _one_by_one(equations)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # what comes of it is doubtful
        L = factor(equations)
        solution = _back_substituted(L)
        least = 2 * _SINGULAR * np.trace(equations)  # twice, since the factor has rounding of its own
        doubtful = ~(smallest_eigenvalue_bound(L[:d]) > least)
    if doubtful.any():
        solution[doubtful] = _by_eigenvalues(equations[..., doubtful])
    return solution


def inverses(equations: Array) -> Array:
    """Ĝ⁺, an array (R, d, d), from normal equations without right-hand sides."""
    d = equations.shape[1]
    unit = np.broadcast_to(np.eye(d)[:, :, None], (d, d, equations.shape[2]))
    return solve(np.concatenate([equations[:d], unit]))


def factor(equations: Array) -> Array:
    """L above (L⁻¹ η̂)ᵀ; NaN from the first pivot on that is negative."""
    L = np.empty_like(equations)
    for j in range(equations.shape[1]):
        column = equations[j:, j] - np.einsum("kir,ir->kr", L[j:, :j], L[j, :j])
        np.divide(column, np.sqrt(column[0]), out=L[j:, j])
    return L


def _back_substituted(L: Array) -> Array:
    """c with Lᵀ c = L⁻¹ η̂, an array (R, d, m)."""
    _, d, R = L.shape
    y = L[d:]
    c = np.empty((len(y), d, R))
    for j in reversed(range(d)):
        np.divide(y[:, j] - np.einsum("ir,mir->mr", L[j + 1 : d, j], c[:, j + 1 :]), L[j, j], out=c[:, j])
    return np.transpose(c, (2, 1, 0))


def smallest_eigenvalue_bound(L: Array) -> Array:
    """A lower bound on λ_min(L Lᵀ) = 1 / ‖L⁻¹‖², in O(d²): 1 / ‖z‖² with M z = (1, ..., 1).

    M is L with |L_jj| on and -|L_ij| off the diagonal: |L⁻¹| ≤ M⁻¹ entry by entry (Higham, Theorem 8.12), and the norm
    of a non-negative matrix is at most that of its row sums z.
    """
    z = np.empty(L.shape[1:])
    for j in range(len(z)):
        np.divide(1 + np.einsum("ir,ir->r", np.abs(L[j, :j]), z[:j]), L[j, j], out=z[j])
    return np.asarray(1 / np.einsum("jr,jr->r", z, z), dtype=float)


def _one_by_one(equations: Array) -> Array:
    """The same for few replicas, by LAPACK."""
    d, lapack = equations.shape[1], scipy.linalg.lapack
    G, eta = np.moveaxis(equations[:d], -1, 0), np.transpose(equations[d:], (2, 1, 0))
    solution, doubtful = np.empty(eta.shape), np.ones(len(G), dtype=bool)
    for r in range(len(G)):
        L, failed = lapack.dpotrf(G[r], lower=1)
        if not failed:
            M = -np.abs(L)  # of `smallest_eigenvalue_bound`
            M[np.diag_indices(d)] *= -1
            z, _ = lapack.dtrtrs(M, np.ones(d), lower=1)
            doubtful[r] = not 1 / (z @ z) > 2 * _SINGULAR * np.trace(G[r])
            solution[r], _ = lapack.dpotrs(L, eta[r], lower=1)
    if doubtful.any():
        solution[doubtful] = _by_eigenvalues(equations[..., doubtful])
    return solution


def _by_eigenvalues(equations: Array) -> Array:
    """Ĝ⁻¹ η̂ where all eigenvalues are above rounding, Ĝ⁺ η̂ elsewhere."""
    d = equations.shape[1]
    G, eta = symmetric(equations[:d]), np.transpose(equations[d:], (2, 1, 0))
    eigenvalues = np.linalg.eigvalsh(G)
    regular = eigenvalues[:, 0] > _SINGULAR * eigenvalues[:, -1]
    solution = np.empty_like(eta)
    solution[regular] = np.linalg.solve(G[regular], eta[regular])
    solution[~regular] = np.linalg.pinv(G[~regular], rcond=_SINGULAR, hermitian=True) @ eta[~regular]
    return solution
