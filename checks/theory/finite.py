"""Generating systems on finitely many points, where every sentence on the non-projection is a statement about matrices.

H is the space of all jets g = (L_x g)_x on the points, with (u, v) = Σ_x ρ_x (L_x u)ᵀ(L_x v). Scaled by √ρ jets become
orthonormal coordinates; with the scaled system F (d × N) and a sample that holds x with the counts N_x,
    P^n = Fᵀ F C,   C = diag(w_x N_x / (n ρ_x)),
by the definition [eq:non-projection] alone: nothing here calls the estimators of the package. The numbers are floats,
or rational: then the masses are squares of fractions.
"""

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from checks.theory import forms
from checks.theory.forms import Array, exact, is_exact


@dataclass(frozen=True, eq=False)
class Finite:
    """Masses ρ of the points, their probabilities μ as samples, and the jets of the system (d, points, l).

    The weights may be given where the system vanishes; everywhere else they are ρ/μ.
    """

    rho: Array
    mu: Array
    phi: Array
    weights: Array | None = None

    @cached_property
    def weight(self) -> Array:
        """w = dρ/dμ; 0 at points that are never drawn, where the system vanishes."""
        if self.weights is not None:
            return self.weights
        return np.asarray(np.divide(self.rho, self.mu, out=0 * self.rho, where=self.mu > 0))

    @property
    def coordinates(self) -> Array:
        """√ρ at every coordinate of H."""
        return np.asarray(np.repeat(forms.root(self.rho), self.phi.shape[-1]))

    @cached_property
    def scaled(self) -> Array:
        """F: the system in orthonormal coordinates of H, (d, points · l)."""
        return self.phi.reshape(len(self.phi), -1) * self.coordinates

    @cached_property
    def gramian(self) -> Array:
        """G_kl = (φ_k, φ_l)."""
        return self.scaled @ self.scaled.T

    @property
    def is_orthonormal(self) -> bool:
        """Whether the system is an orthonormal basis."""
        G = self.gramian
        return bool(np.all(np.abs(G - np.eye(len(G), dtype=int)) <= (0 if is_exact(G) else 1e-12)))

    @property
    def independent(self) -> bool:
        """Whether the members are linearly independent."""
        return self.dim == len(self.phi)

    @cached_property
    def eigenvalues(self) -> Array:
        """The positive eigenvalues of G, ascending."""
        return forms.positive_eigenvalues(self.gramian)

    @property
    def dim(self) -> int:
        """d_t."""
        return len(self.eigenvalues)

    @cached_property
    def basis(self) -> Array:
        """An orthonormal basis of T in coordinates of H, (d_t, N): the system itself, or singular vectors in floats."""
        if self.is_orthonormal:
            return self.scaled
        found: Array = np.linalg.svd(self.scaled.astype(float))[2][: self.dim]
        return found

    @cached_property
    def projector(self) -> Array:
        """P_t = Fᵀ G⁺ F in fractions, and by singular vectors in floats."""
        if is_exact(self.scaled):
            return np.asarray(self.scaled.T @ forms.pseudo_inverse(self.gramian) @ self.scaled)
        return self.basis.T @ self.basis

    @property
    def identity(self) -> Array:
        """Of H."""
        unit = np.eye(len(self.coordinates), dtype=int)
        return exact(unit) if is_exact(self.scaled) else unit.astype(float)

    @property
    def basis_jets(self) -> Array:
        """The jets of the orthonormal basis, (d_t, points, l)."""
        jets: Array = self.basis / self.coordinates.astype(self.basis.dtype)
        return jets.reshape(self.dim, *self.phi.shape[1:])

    def samples(self, n: int) -> Iterator[tuple[Any, Array]]:
        """Every ordered sample of n points with its probability."""
        for draws in itertools.product(np.flatnonzero(self.mu > 0), repeat=n):
            yield math.prod(self.mu[list(draws)]), np.array(draws)

    def empirical(self, draws: Array) -> Array:
        """The diagonal of C, one entry for each coordinate of H."""
        counts = np.bincount(draws, minlength=len(self.mu))
        return np.repeat(counts * self.weight / self.rho / len(draws), self.phi.shape[-1])

    def estimator(self, draws: Array) -> Array:
        """The matrix of P^n for one sample."""
        return (self.scaled.T @ self.scaled) * self.empirical(draws)

    def empirical_gramian(self, draws: Array) -> Array:
        """Ĝ_kl = (φ_k, φ_l)_n."""
        return self.scaled * self.empirical(draws) @ self.scaled.T

    def least_squares(self, draws: Array) -> Array:
        """The matrix of the least squares projection for one sample: Fᵀ Ĝ⁺ F C [eq:least-squares-projection]."""
        kernel: Array = self.scaled.T @ forms.pseudo_inverse(self.empirical_gramian(draws)) @ self.scaled
        return kernel * self.empirical(draws)

    def determines(self, draws: Array) -> bool:
        """Whether the sample determines T: Ĝ of a basis is regular."""
        return forms.rank(self.empirical_gramian(draws)) == self.dim

    def spectrum(self, draws: Array) -> tuple[Any, Any]:
        """The smallest and the largest eigenvalue of Ĝ."""
        values = forms.positive_eigenvalues(self.empirical_gramian(draws))
        return (values[0] if len(values) == len(self.phi) else 0 * self.rho[0]), max([0 * self.rho[0], *values[-1:]])

    def mean(self, n: int) -> Array:
        """E P^n."""
        return np.asarray(sum(p * self.estimator(draws) for p, draws in self.samples(n)))

    def second_moment(self, n: int) -> Array:
        """S with gᵀ S g = E‖P^n g‖²."""
        estimates = ((p, self.estimator(draws)) for p, draws in self.samples(n))
        return np.asarray(sum(p * (P.T @ P) for p, P in estimates))

    def weighted(self, K: Array) -> Array:
        """w K at every coordinate of H, for K given at the points."""
        return np.repeat(self.weight * K, self.phi.shape[-1])


def christoffel(jets: Array) -> Array:
    """λ*(Σ_k (L_x φ_k)(L_x φ_k)ᵀ) at every point, for jets (members, points, l)."""
    return forms.largest_eigenvalues(np.einsum("kxa,kxb->xab", jets, jets))


def of_the_space(system: Finite) -> Array:
    """K_t at every point: λ*(Φ_x G⁺ Φ_xᵀ), from the system as given and its Gramian."""
    return forms.largest_eigenvalues(
        np.einsum("kxa,kj,jxb->xab", system.phi, forms.pseudo_inverse(system.gramian), system.phi)
    )


def optimal(system: Finite) -> Finite:
    """The same functions with generalised Christoffel samples, μ = K ρ / ‖K‖ with K of their span."""
    mu = system.rho * of_the_space(system)
    return Finite(system.rho, mu / mu.sum(), system.phi)


def in_floats(system: Finite) -> Finite:
    """The same with floats."""
    rho, mu, phi = (part.astype(float) for part in (system.rho, system.mu, system.phi))
    return Finite(rho, mu, phi, None if system.weights is None else system.weights.astype(float))


def orthonormalised(system: Finite) -> Finite:
    """The same space and samples with an orthonormal basis for its system: the quasi-projection."""
    return system if system.is_orthonormal else replace(in_floats(system), phi=system.basis_jets)


def times(system: Finite, numerator: int, denominator: int = 1) -> Finite:
    """Every member of the system multiplied by a fraction."""
    return replace(system, phi=system.phi * numerator / denominator)


def rational_system(rho: Any, mu: Any, *members: Any) -> Finite:
    """In fractions: masses and probabilities by their numerators, members by values or by jets."""
    masses, law, phi = exact(rho), exact(mu), exact(members)
    return Finite(masses / masses.sum(), law / law.sum(), phi if phi.ndim == 3 else phi[..., None])


@dataclass(frozen=True, eq=False)
class Sample:
    """An orthonormal basis and one sample of its points."""

    system: Finite
    draws: Array

    @property
    def delta(self) -> Any:
        """‖I - Ĝ‖."""
        least, largest = self.system.spectrum(self.draws)
        return max(abs(1 - least), abs(largest - 1), key=float)
