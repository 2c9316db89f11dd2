"""Bias and variance of an estimator as matrices, and the constants of (BBV) that they have [eq:bbv].

With t = P g and c = (I - P) g in an orthonormal basis of E = T_t ⊕ C, A = E[P^n] and S = E[(P^n)' P^n]:
    E(g, P^n g) = tᵀ A₁₁ t + tᵀ A₁₂ c ≥ c_bias1 ‖t‖² - c_bias2 ‖t‖ ‖c‖   iff   c_bias1 ≤ λ_min(sym A₁₁), c_bias2 ≥ ‖A₁₂‖
    E‖P^n g‖² = gᵀ S g ≤ c_var1 ‖t‖² + c_var2 ‖c‖²                        iff   diag(c_var1, c_var2) - S ⪰ 0.
The second is a frontier: for c_var2 > λ_max(S₂₂) the smallest c_var1 is λ_max(S₁₁ + S₁₂ (c_var2 - S₂₂)⁻¹ S₂₁).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from theorytest.approximation.enumeration import estimator_draws
from theorytest.approximation.estimator import Estimator
from theorytest.approximation.hull import Hull
from theorytest.arguments import Array, finite, points, real, whole
from theorytest.signatures import checked

_TRIED = 4  # samples that linearity is tried on
_BLOCK = 2**22  # numbers in the matrices that are computed together
_MOST_POINTS = 10**6  # of a frontier
_ROUNDING = 1e-13  # of the entries of S
_CORNER = 1e-9  # how close to the smallest c_var2 the curve of the frontier begins


class BiasVariance(Protocol):
    """The constants that an estimator truly has; the variance ones by themselves, and their frontier."""

    @property
    def c_bias1(self) -> float:
        """λ_min(sym A₁₁), the largest c_bias1."""
        ...

    @property
    def c_bias2(self) -> float:
        """‖A₁₂‖, the smallest c_bias2."""
        ...

    @property
    def c_var1(self) -> float:
        """sup over T_t of E‖P^n g‖²/‖g‖²: no smaller c_var1 holds with any c_var2."""
        ...

    @property
    def c_var2(self) -> float:
        """sup over the complement of E‖P^n g‖²/‖g‖²: no smaller c_var2 holds with any c_var1."""
        ...

    def c_var1_with(self, c_var2: float) -> float:
        """The smallest c_var1 that holds together with this c_var2; inf where there is none."""
        ...


@dataclass(frozen=True, eq=False)
class Moments:
    """A (d × e) and S (e × e) on a basis of E whose first d members span T_t."""

    A: Array
    S: Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "A", finite("A", self.A, shape=(None, None)))
        d, e = self.A.shape
        object.__setattr__(self, "S", finite("S", self.S, shape=(e, e)))
        if d > e:
            raise ValueError(f"A must have at least as many columns as rows, got shape {(d, e)}")

    @property
    def dim(self) -> int:
        """d."""
        return int(self.A.shape[0])

    @cached_property
    def c_bias1(self) -> float:
        """λ_min(sym A₁₁)."""
        A11 = self.A[:, : self.dim]
        return float(np.linalg.eigvalsh((A11 + A11.T) / 2)[0])

    @cached_property
    def c_bias2(self) -> float:
        """‖A₁₂‖, 0 without a complement."""
        A12 = self.A[:, self.dim :]
        return float(np.linalg.norm(A12, 2)) if A12.size else 0.0

    @cached_property
    def c_var1(self) -> float:
        """λ_max(S₁₁)."""
        return float(np.linalg.eigvalsh(self.S[: self.dim, : self.dim])[-1])

    @cached_property
    def c_var2(self) -> float:
        """λ_max(S₂₂), 0 without a complement."""
        S22 = self.S[self.dim :, self.dim :]
        return float(np.linalg.eigvalsh(S22)[-1]) if S22.size else 0.0

    def c_var1_with(self, c_var2: float) -> float:
        """λ_max(S₁₁ + S₁₂ (c_var2 - S₂₂)⁻¹ S₂₁); inf below λ_max(S₂₂), where no c_var1 holds."""
        if c_var2 == np.inf:
            return self.c_var1
        c2, d, S = real("c_var2", c_var2), self.dim, self.S
        values, V = np.linalg.eigh(S[d:, d:])
        coupling = S[:d, d:] @ V
        gap, rounding = c2 - values, _ROUNDING * np.abs(S).max()
        free = np.abs(coupling).max(axis=0, initial=0.0) <= rounding  # what S₁₂ does not see may touch
        if np.any(gap[free] < -rounding) or np.any(gap[~free] <= rounding):
            return float("inf")
        schur = S[:d, :d] + (coupling[:, ~free] / gap[~free]) @ coupling[:, ~free].T
        return float(np.linalg.eigvalsh(schur)[-1])

    def slack(self, c_var1: float, c_var2: float) -> float:
        """λ_min(diag(c_var1, c_var2) - S): negative iff the pair fails, for the eigenvector of `worst`."""
        return float(np.linalg.eigvalsh(self._gap(c_var1, c_var2))[0])

    def worst(self, c_var1: float, c_var2: float) -> Array:
        """The g in E, of norm 1, for which the variance bound fails most or has least to spare."""
        g: Array = np.linalg.eigh(self._gap(c_var1, c_var2))[1][:, 0]
        return g

    def _gap(self, c_var1: float, c_var2: float) -> Array:
        e = len(self.S)
        bound = np.where(np.arange(e) < self.dim, real("c_var1", c_var1), real("c_var2", c_var2))
        gap: Array = np.diag(bound) - (self.S + self.S.T) / 2
        return gap


@checked
def matrices(estimator: Estimator, hull: Hull, x: Array) -> Array:
    """P^n on E for each sample, an array (N, d, e) for points (N, n, D)."""
    x = points("x", x, hull.space.ndim)
    if x.ndim != 3:
        raise ValueError(f"x must have shape (samples, points, {hull.space.ndim}), got {x.shape}")
    _refuse_nonlinear(estimator, hull, x[:_TRIED])
    size = max(1, _BLOCK // (x.shape[1] * hull.dim * hull.space.jet_size))
    blocks = [
        estimator.coefficients(part, np.swapaxes(hull.jets(part), -1, -2))
        for part in np.split(x, range(size, len(x), size))
    ]
    return np.concatenate(blocks)


def _refuse_nonlinear(estimator: Estimator, hull: Hull, x: Array) -> None:
    """P^n must be linear in g, or no matrix describes it: tried on sums and multiples of functions of E."""
    jets, shape = np.swapaxes(hull.jets(x), -1, -2), (len(x), hull.space.dim, hull.dim)
    turned = 1e3 * (2 * jets - 3 * np.roll(jets, 1, axis=-1))
    single, both = estimator.coefficients(x, jets), estimator.coefficients(x, turned)
    if np.shape(single) != shape or np.shape(both) != shape or not np.isfinite(single).all():
        return  # whoever asked for the matrices says so
    expected = 1e3 * (2 * single - 3 * np.roll(single, 1, axis=-1))
    if np.abs(both - expected).max() > 1e-6 * np.abs(expected).max(initial=1.0):
        name = type(estimator).__name__
        raise ValueError(f"{name}.coefficients must be linear in the jets of the gradient, and is not")


@checked
def enumerated(estimator: Estimator, hull: Hull) -> Moments:
    """A and S as finite sums over all samples of a discrete measure."""
    every = estimator_draws(estimator)
    P = matrices(estimator, hull, every.points)
    return Moments(
        np.einsum("r,rij->ij", every.probability, P), np.einsum("r,rki,rkj->ij", every.probability, P, P, optimize=True)
    )


@checked
def frontier(constants: BiasVariance, n_points: int = 40, reach: float = 10.0) -> Array:
    """Pairs (c_var1, c_var2) on the frontier, from the smallest c_var2 to `reach` times it, an array (n_points, 2)."""
    whole("n_points", n_points, at_least=2, at_most=_MOST_POINTS)
    if real("reach", reach) <= 1:
        raise ValueError(f"reach must be greater than 1, got {reach!r}")
    smallest = constants.c_var2
    if not np.isfinite(smallest):
        return np.empty((0, 2))
    c2 = smallest * (1 + np.geomspace(_CORNER, reach - 1, n_points - 1)) if smallest > 0 else np.zeros(n_points - 1)
    return np.array([(constants.c_var1_with(value), value) for value in [smallest, *c2]])
