"""Christoffel functions, the weights that optimal sampling takes from them, and k_t (Section 3.2, Lemma D.1).

With B_x the matrix of the jets L_x b_k of an orthonormal basis,
    K(x) = λ*(B_x B_xᵀ)        [eq:def:christoffel]
    K̃(x) = trace(B_x B_xᵀ)     the easier surrogate, K ≤ K̃, ∫ K̃ dρ = d
    k = sup w K                 for a weight w > 0 with ∫ w⁻¹ dρ = 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from theorytest.approximation.integrals import Integral, integrate
from theorytest.approximation.measures import Measure
from theorytest.approximation.space_like import space_like
from theorytest.approximation.spaces import Space
from theorytest.approximation.suprema import Supremum, supremum
from theorytest.approximation.systems import System
from theorytest.approximation.tensor import TensorProduct
from theorytest.arguments import Array

Weight = Literal["constant", "optimal", "trace"] | Callable[[Array], Array]


@dataclass(frozen=True)
class Christoffel:
    """K of a space: the function itself, its surrogate, its L¹ norm, the optimal weights and k."""

    space: Space

    def __post_init__(self) -> None:
        space_like("space", self.space)

    def __call__(self, x: ArrayLike) -> Array:
        """K(x), the largest eigenvalue of the l × l matrix Σ_k (L_x b_k)(L_x b_k)ᵀ."""
        return self.of(self.space.jets(x))

    def of(self, jets: Array) -> Array:
        """K where the jets of the basis, (..., d, l), are at hand."""
        if self.space.jet_size == 1:
            K = self.trace_of(jets)
            overflown = not np.isfinite(K.max(initial=0.0))  # far out the jets overflow, and K with them
            return np.fmin(K, np.inf) if overflown else K  # infinite where it is NaN
        M = np.swapaxes(jets, -1, -2) @ jets
        visible = np.asarray(np.isfinite(M).all(axis=(-2, -1)))  # far out the jets overflow, and K with them
        largest = np.linalg.eigvalsh(np.where(visible[..., None, None], M, 0.0))[..., -1]
        return np.where(visible, np.abs(np.maximum(largest, 0.0)), np.inf)  # rounding must not make it negative

    def trace(self, x: ArrayLike) -> Array:
        """K̃(x) = Σ_k ‖L_x b_k‖²."""
        return self.trace_of(self.space.jets(x))

    def trace_of(self, jets: Array) -> Array:
        """K̃ where the jets of the basis, (..., d, l), are at hand."""
        return np.asarray(np.einsum("...kc,...kc->...", jets, jets), dtype=float)

    @cached_property
    def l1_norm(self) -> Integral:
        """‖K‖ in L¹(ρ): the dimension when l = 1, adaptive with its error otherwise."""
        if self.space.jet_size == 1:
            return Integral(self.space.dims, 0.0)
        found: Integral = self.space.once(
            f"integral of {type(self).__qualname__}",
            lambda: integrate(self, self.space.measure, knots=self.space.system.knots),
        )
        return found

    @property
    def trace_l1_norm(self) -> Any:
        """‖K̃‖ in L¹(ρ), which is the dimension; (R, 1) for spaces that move."""
        return self.space.dims

    def optimal_weight(self, x: ArrayLike) -> Array:
        """w = ‖K‖₁ / K, which minimises k; infinite where all jets vanish."""
        return self.optimal_weight_of(self.space.jets(x))

    def optimal_weight_of(self, jets: Array) -> Array:
        """The same where the jets of the basis are at hand."""
        return _quotient(self.l1_norm.value, self.of(jets))

    def trace_weight(self, x: ArrayLike) -> Array:
        """w = ‖K̃‖₁ / K̃; infinite where all jets vanish."""
        return self.trace_weight_of(self.space.jets(x))

    def trace_weight_of(self, jets: Array) -> Array:
        """The same where the jets of the basis are at hand."""
        return _quotient(self.trace_l1_norm, self.trace_of(jets))

    def k(self, weight: Weight = "constant") -> Supremum:
        """k = sup w K over the support of ρ, found at critical points; `inf` where it is infinite.

        For the optimal weight w K is constant, and for l = 1 both weights agree: nothing is searched then.
        """
        known = isinstance(weight, str) and weight in ("constant", "optimal", "trace")
        if not known and (not callable(weight) or isinstance(weight, type)):
            raise ValueError(f"weight must be 'constant', 'optimal', 'trace' or a function of x, got {weight!r}")
        if weight == "optimal" or (weight == "trace" and self.space.jet_size == 1):
            return Supremum(float(self.l1_norm.value), None, certified=True)
        found = supremum(self._weighted(weight), self.space.measure, self.space.system.knots)
        if weight == "constant" and not found.certified and found.value >= (1 - 1e-12) * self._product_bound():
            return replace(found, certified=True)
        if callable(weight) or self.space.rule is None:  # what is only known at points cannot be certified
            return replace(found, certified=False)
        return found

    def _product_bound(self) -> float:
        """Σ_ν Π_j sup |φ^(j)_{ν_j}|² ≥ sup K for an orthonormal tensor product in L²; attained for Legendre."""
        system = self.space.system
        if not isinstance(system, TensorProduct) or not self.space.is_own_basis or self.space.jet_size > 1:
            return float("inf")
        if len(self.space.measure.factors) != system.ndim:  # a discrete factor of several dimensions
            return float("inf")
        bounds = np.ones(system.size)
        for j, (part, factor) in enumerate(zip(system.parts, self.space.measure.factors, strict=True)):
            peaks = [_peak(part, factor, i) for i in range(part.size)]
            bounds *= np.array(peaks)[system.indices[:, j]]
        return float(bounds.sum())

    def _weighted(self, weight: Weight) -> Callable[[Array], Array]:
        if weight == "constant":
            return self
        if weight == "trace":
            return self._trace_ratio
        assert callable(weight)
        return lambda x: self._positive(weight, x) * self(x)

    def _positive(self, weight: Callable[[Array], Array], x: Array) -> Array:
        """w(x), refused where it is not positive at points that ρ can see (far out a weight may underflow)."""
        w = np.asarray(weight(x), dtype=float)
        if w.shape != x.shape[:-1]:
            raise ValueError(f"weight(x) must have shape {x.shape[:-1]}, one number per point, got {w.shape}")
        bad = ~(w > 0) & (self.space.measure.density(x) > 0)
        if bad.any():
            raise ValueError(f"weight must be positive on the support, got {w[bad][0]} at x = {x[bad][0]}")
        return w

    def _trace_ratio(self, x: Array) -> Array:
        """w K for the trace weight, d K / K̃; 0 where all jets vanish."""
        jets = self.space.jets(x)
        K, trace = self.of(jets), self.trace_of(jets)
        ratio = np.divide(K, trace, out=np.zeros_like(K), where=trace > 0)
        return np.asarray(self.trace_l1_norm * ratio)


def _peak(part: System, factor: Measure, i: int) -> float:
    return supremum(lambda x: part.values(x)[..., i] ** 2, factor, part.knots).value


def _quotient(norm: Any, K: Array) -> Array:
    with np.errstate(divide="ignore"):
        return np.asarray(norm / K, dtype=float)
