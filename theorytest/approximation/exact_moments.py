"""Exact bias and variance of estimators of independent points, by quadrature over ρ, on all of H where l = 1.

For coefficients M (g, b)_n with a matrix M, that is M = I for the quasi-projection and M = Φ Φᵀ for the non-projection,
    E‖P^n g‖² = (1 - 1/n) ‖M (g, b)‖² + 1/n ∫ w ‖M B_xᵀ L_x g‖² dρ        with B_x = (L_x b_1, ..., L_x b_d).
In L² the integral is ∫ h g² dρ with h = w bᵀM²b. Where c_var2 > sup h / n, the operator c_var2 - h/n is invertible, and
by its Schur complement the smallest c_var1 is λ_max(c_var2 + (1 - 1/n) M² - W⁻¹), W = ∫ b bᵀ / (c_var2 - h/n) dρ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy

from theorytest.approximation.estimator import Estimator
from theorytest.approximation.gramian_integrals import integrate_gramian
from theorytest.approximation.hull import Hull
from theorytest.approximation.measures import Discrete
from theorytest.approximation.moments import Moments, matrices
from theorytest.approximation.piecewise import critical_points, resolve
from theorytest.approximation.said import said
from theorytest.approximation.sampling import Sampler
from theorytest.approximation.spaces import Space
from theorytest.approximation.suprema import Supremum, supremum
from theorytest.arguments import Array, real
from theorytest.signatures import checked

TOUCH = 1e-6  # how far above sup h/n the Schur complement is evaluated where c_var2 equals it
_TOP = 1e-9  # how far below the supremum a maximum may seem by rounding


@dataclass(frozen=True, eq=False)
class IndependentPoints:
    """The constants of M (g, b)_n in L², with all of the orthogonal complement."""

    sampler: Sampler
    n_samples: int
    M: Array

    @property
    def space(self) -> Space:
        """T_t."""
        return self.sampler.space

    @property
    def c_bias1(self) -> float:
        """λ_min(M), since E P^n = M P."""
        return float(np.linalg.eigvalsh(self.M)[0])

    @property
    def c_bias2(self) -> float:
        """0: what is orthogonal to T_t has mean 0."""
        return 0.0

    @cached_property
    def c_var1(self) -> float:
        """λ_max((1 - 1/n) M² + 1/n ∫ h b bᵀ dρ)."""
        if self.is_flat:
            return self.c_var1_with(self.c_var2)
        integral = self._integral(lambda x: self.h(x) / self.n_samples, rtol=1e-10)
        return float(np.linalg.eigvalsh(self._spread + integral)[-1])

    @cached_property
    def c_var2(self) -> float:
        """sup h / n, approached by functions that concentrate where h is largest; on points a finite eigenproblem."""
        return self.peak.value / self.n_samples

    @cached_property
    def peak(self) -> Supremum:
        """sup h with h = w bᵀM²b; for w = d/K and M = I it is d everywhere."""
        return supremum(self.h, self.space.measure, self.space.system.knots)

    def h(self, x: Array) -> Array:
        """w bᵀM²b, 0 where the basis vanishes and w is infinite."""
        square = np.sum((self.space.jets(x)[..., 0] @ self.M) ** 2, axis=-1)
        product: Array = np.multiply(self.sampler.weight(x), square, out=np.zeros_like(square), where=square > 0)
        return product

    def c_var1_with(self, c_var2: float) -> float:
        """λ_max(c_var2 + (1 - 1/n) M² - W⁻¹); inf where c_var2 < sup h / n, a limit where they are equal."""
        smallest, identity = self.c_var2, np.eye(len(self.M))
        if c_var2 == np.inf:
            return self.c_var1
        c2 = real("c_var2", c_var2)
        if c2 < smallest * (1 - TOUCH):
            return float("inf")
        if self.is_flat:
            return float(np.linalg.eigvalsh(self._spread + smallest * identity)[-1])
        touching = c2 <= smallest * (1 + TOUCH)
        above = smallest * (1 + TOUCH) if touching else c2
        W = self._integral(lambda x: 1 / (above - self.h(x) / self.n_samples), rtol=1e-7)
        V = self._convergent if touching else identity  # W⁻¹ is 0 along what is left out
        inverse = V @ np.linalg.inv(V.T @ W @ V) @ V.T
        return float(np.linalg.eigvalsh(c2 * identity + self._spread - inverse)[-1])

    @cached_property
    def is_flat(self) -> bool:
        """Whether h is constant: then W⁻¹ = c_var2 - h/n."""
        rule = self.space.measure.quadrature(40)
        top = self.peak.value
        return bool(np.isfinite(top) and np.all(np.abs(self.h(rule.nodes) - top) <= 1e-9 * top))

    @cached_property
    def _convergent(self) -> Array:
        """What is orthogonal to b where h has its maximum and 1/(sup h - h) is not integrable: there W is infinite.

        On an interval it never is. In the plane it is at the boundary, where h falls linearly, and not inside; of
        several maxima inside one is known, which decides where M = I. In more dimensions it is integrable.
        """
        x = self._maxima()
        b = self.space.jets(x[self.h(x) >= self.peak.value * (1 - _TOP)])[..., 0]
        return np.asarray(scipy.linalg.null_space(b, rcond=1e-6) if len(b) else np.eye(len(self.M)), dtype=float)

    def _maxima(self) -> Array:
        """Candidates: the critical points on an interval, the peak inside the plane."""
        ends = np.array([getattr(factor, "support", (-np.inf, np.inf)) for factor in self.space.measure.factors])
        at = np.empty((0, self.space.ndim)) if self.peak.at is None else self.peak.at[None]
        if self.space.ndim == 1 and np.all(np.isfinite(ends)):
            edges = np.unique([*ends[0], *(t for t in self.space.system.knots[0] if ends[0, 0] < t < ends[0, 1])])
            return np.concatenate([critical_points(resolve(lambda t: self.h(t[:, None]), edges))[:, None], at])
        inside = np.all((ends[:, 0] < at) & (at < ends[:, 1]), axis=1)
        return at[inside] if self.space.ndim == 2 else at[: self.space.ndim == 1]

    @property
    def _spread(self) -> Array:
        return (1 - 1 / self.n_samples) * self.M @ self.M

    def _integral(self, factor: Callable[[Array], Array], *, rtol: float) -> Array:
        """∫ f b bᵀ dρ."""
        space = self.space
        rtol = max(rtol, space.defect)  # rounding of the basis is no smooth function
        found = integrate_gramian(
            lambda x: (space.jets(x), factor(x)), space.measure, knots=space.system.knots, rtol=rtol
        )
        return np.asarray(found.value, dtype=float)


@checked
def on_hull(estimator: Estimator, hull: Hull) -> Moments:
    """A and S on E by quadrature, for independent points and for what they debias; in L² and H¹."""
    own = said(estimator, "on_hull")
    if own is not None:
        return own(hull)  # type: ignore[no-any-return]
    M, sampler, n = operator_matrix(estimator), estimator.sampler, estimator.n_samples  # type: ignore[attr-defined]
    d, e = hull.space.dim, hull.dim

    def integrand(x: Array) -> tuple[Array, Array]:
        """E_x and w B_xᵀ M² B_x, with 0 where the basis vanishes and w is infinite."""
        jets = hull.jets(x)
        rows = M @ jets[:, :d]
        square = np.swapaxes(rows, -1, -2) @ rows
        w = sampler.weight(x)[:, None, None]
        return jets, np.multiply(square, w, out=np.zeros_like(square), where=square != 0)

    rtol = max(1e-10, hull.space.defect, hull.larger.defect)  # rounding of the bases is no smooth function
    S = np.asarray(integrate_gramian(integrand, hull.space.measure, knots=knots_of(hull), rtol=rtol).value) / n
    S[:d, :d] += (1 - 1 / n) * M @ M
    return Moments(np.concatenate([M, np.zeros((d, e - d))], axis=1), (S + S.T) / 2)


def knots_of(hull: Hull) -> tuple[tuple[float, ...], ...]:
    """The kinks of the functions of E."""
    return tuple(a + b for a, b in zip(hull.larger.system.knots, hull.space.system.knots, strict=True))


@checked
def on_all(estimator: Estimator) -> IndependentPoints:
    """The constants of a non- or quasi-projection in L² with all of the complement."""
    if estimator.space.jet_size != 1 or isinstance(estimator.space.measure, Discrete):
        raise ValueError("all of the complement is reached in L2 of a measure without points: use on_hull")
    return IndependentPoints(estimator.sampler, estimator.n_samples, operator_matrix(estimator))  # type: ignore[attr-defined]


def is_computable(estimator: Estimator) -> bool:
    """Whether quadrature reaches the estimator: independent points, or a known projection debiased by such."""
    own = said(estimator, "computable")
    return _operator(estimator) is not None if own is None else own()


def operator_matrix(estimator: Estimator) -> Array:
    """M with coefficients M (g, b)_n: I for the quasi-projection, Φ Φᵀ for the non-projection."""
    M = _operator(estimator)
    if M is None:
        raise ValueError(f"no quadrature reaches the second moments of {type(estimator).__name__}: sample them")
    return M


def _operator(estimator: Estimator) -> Array | None:
    own = said(estimator, "operator")
    return None if own is None else own()


def debiased_on_hull(projection: Estimator, correction: Estimator, hull: Hull) -> Moments:
    """P̄ = P̃ + Q R with R = I - P̃: A = P̃ + A_Q R and S = P̃'P̃ + P̃'A_Q R + (P̃'A_Q R)' + R' S_Q R."""
    if not getattr(projection, "is_known", False) or not is_computable(correction):
        raise ValueError("no quadrature reaches a random projection: sample the debiased one, or give its points")
    Q = on_hull(correction, hull)
    P = matrices(projection, hull, projection.sample(np.random.default_rng(0), 1))[0]
    R = np.eye(hull.dim)
    R[: len(P)] -= P
    mixed = P.T @ Q.A @ R
    return Moments(P + Q.A @ R, P.T @ P + mixed + mixed.T + R.T @ Q.S @ R)
