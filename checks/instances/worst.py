r"""The worst instance of a bound, found by an optimiser over all spaces on a few points and all laws of the draws.

A function f on m points of mass ρ_i is the vector (√ρ_i f(x_i)) of R^m, whatever ρ is. A space T is then d orthonormal
columns U, and the columns V that complete them span its complement. For draws from μ with the weight w = ρ/μ

    Ĝ = Σ_i N_i/(n μ_i) u_i u_iᵀ,   moments Σ_i N_i/(n μ_i) u_i v_iᵀ,   k = sup w K = max_i |u_i|²/μ_i

with the rows u_i, v_i and the counts N of the points; optimal draws have μ_i = |u_i|²/d, plain ones any μ = ρ.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.optimize import differential_evolution, minimize

from checks.theory.least_squares import multisets

SMALLEST = 1e-9  # of a probability, an eigenvalue and a difference of two deviations: below it is rounding


@dataclass(frozen=True, eq=False)
class Draws:
    """All samples of n points, each with its probability (N,), its Gramian (N, d, d) and its moments (N, d, m - d)."""

    probability: np.ndarray
    gramian: np.ndarray
    moments: np.ndarray

    @cached_property
    def deviation(self):
        """‖I - Ĝ‖, (N,)."""
        lowest, highest = np.linalg.eigvalsh(self.gramian)[:, [0, -1]].T
        return np.maximum(highest - 1, 1 - lowest)

    def second_moments(self, chosen):
        """p (P^n)ᵀ P^n on the complement for some of the samples, all with a regular Ĝ: (N, m - d, m - d)."""
        P = np.linalg.solve(self.gramian[chosen], self.moments[chosen])
        return self.probability[chosen, None, None] * (np.swapaxes(P, 1, 2) @ P)


@dataclass(frozen=True, eq=False)
class Frame:
    """A space as orthonormal columns U, its complement V, and the law μ of the draws."""

    U: np.ndarray
    V: np.ndarray
    mu: np.ndarray

    @property
    def k(self):
        """sup w K."""
        return float(np.max(np.sum(self.U**2, axis=1) / self.mu))

    def draws(self, n):
        """All samples of n points, those of one order put together."""
        _, counts, orders = multisets(len(self.mu), n)
        W = counts / (n * self.mu)
        G, Z = (np.einsum("ri,ik,il->rkl", W, self.U, B) for B in (self.U, self.V))
        return Draws(orders * np.prod(self.mu**counts, axis=1), G, Z)


def frame(x, points, dim, *, optimal):
    """A frame from points · dim numbers, and as many as points more for the logarithms of μ if it is not optimal."""
    columns = np.hstack([np.reshape(x[: points * dim], (points, dim)), np.eye(points)])
    Q = np.linalg.qr(columns)[0]
    U, V = Q[:, :dim], Q[:, dim:]
    mu = np.sum(U**2, axis=1) / dim if optimal else np.exp(3 * np.asarray(x[points * dim :]))
    return Frame(U, V, mu / mu.sum())


def worst(objective, points, dim, *, optimal=True, rounds=30, seed=1):
    """The largest objective(frame) that differential evolution and then the simplex method find, and its frame."""
    variables = points * dim + (0 if optimal else points)

    def loss(x):
        found = frame(x, points, dim, optimal=optimal)
        return -objective(found) if found.mu.min() > SMALLEST else 0.0

    start = differential_evolution(loss, [(-2, 2)] * variables, maxiter=rounds, popsize=8, seed=seed, polish=False)
    found = minimize(loss, start.x, method="Nelder-Mead", options={"maxfev": 60 * variables})
    best = min((start, found), key=lambda each: each.fun)
    return -float(best.fun), frame(best.x, points, dim, optimal=optimal)


def stable_levels(draws):
    """(δ, P(S_δ), E[(P^n)ᵀ P^n; S_δ] on the complement) for every δ < 1 at which the event grows."""
    order = np.argsort(draws.deviation)
    order = order[draws.deviation[order] < 1 - SMALLEST]
    if not len(order):
        return []
    delta, p = draws.deviation[order], np.cumsum(draws.probability[order])
    S = np.cumsum(draws.second_moments(order), axis=0)
    return [(delta[i], p[i], S[i]) for i in np.flatnonzero(np.append(np.diff(delta) > SMALLEST, True))]
