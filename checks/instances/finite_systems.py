"""Generating systems on finitely many points, where every sentence on the non-projection is a statement about matrices.

H is the space of all jets g = (L_x g)_x on the points, with (u, v) = Σ_x ρ_x (L_x u)ᵀ(L_x v). Scaled by √ρ jets become
orthonormal coordinates; with the scaled system F (d × N) and a sample that holds x with the counts N_x,
    P^n = Fᵀ F C,   C = diag(w_x N_x / (n ρ_x)),
by the definition [eq:non-projection] alone: nothing here calls the estimators of the package. The numbers are floats,
or rational: then the masses are squares of fractions.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

import numpy as np

from checks.theory.forms import (
    Array,
    exact,
    is_exact,
    largest_eigenvalues,
    positive_eigenvalues,
    pseudo_inverse,
    rank,
    root,
)
from theorytest import family

FOUR = np.array([-1.0, 0.0, 0.5, 2.0])
MASSES = np.array([0.1, 0.2, 0.3, 0.4])
SKEWED = np.array([0.4, 0.1, 0.3, 0.2])
HALVES = np.array([0.5, 0.5])


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
        return np.divide(self.rho, self.mu, out=0 * self.rho, where=self.mu > 0)

    @property
    def coordinates(self) -> Array:
        """√ρ at every coordinate of H."""
        return np.repeat(root(self.rho), self.phi.shape[-1])

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
        return positive_eigenvalues(self.gramian)

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
            return np.asarray(self.scaled.T @ pseudo_inverse(self.gramian) @ self.scaled)
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
        kernel: Array = self.scaled.T @ pseudo_inverse(self.empirical_gramian(draws)) @ self.scaled
        return kernel * self.empirical(draws)

    def determines(self, draws: Array) -> bool:
        """Whether the sample determines T: Ĝ of a basis is regular."""
        return rank(self.empirical_gramian(draws)) == self.dim

    def spectrum(self, draws: Array) -> tuple[Any, Any]:
        """The smallest and the largest eigenvalue of Ĝ."""
        values = positive_eigenvalues(self.empirical_gramian(draws))
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
    return largest_eigenvalues(np.einsum("kxa,kxb->xab", jets, jets))


def of_the_space(system: Finite) -> Array:
    """K_t at every point: λ*(Φ_x G⁺ Φ_xᵀ), from the system as given and its Gramian."""
    return largest_eigenvalues(np.einsum("kxa,kj,jxb->xab", system.phi, pseudo_inverse(system.gramian), system.phi))


def values(*functions: Sequence[float] | Array) -> Array:
    """Scalar jets from the values of functions."""
    return np.array(functions, dtype=float)[..., None]


def powers(exponents: Sequence[int], l: int = 1) -> Array:  # noqa: E741 (the paper's letter)
    """Monomials on the four points, with their derivatives where l = 2."""
    jets = [[FOUR**m, m * FOUR ** max(m - 1, 0)][:l] for m in exponents]
    return np.moveaxis(np.array(jets), 1, -1)


def optimal(rho: Array, phi: Array) -> Finite:
    """The system with generalised Christoffel samples, μ = K ρ / ‖K‖ with K of its span."""
    mu = rho * of_the_space(Finite(rho, rho, phi))
    return Finite(rho, mu / mu.sum(), phi)


def unweighted(system: Finite, A: Array) -> Array:
    """The error that forgets the weight of an estimator, for its mean A."""
    return A * np.repeat(system.mu / system.rho, system.phi.shape[-1])


def unevenly(_: Finite, A: Array) -> Array:
    """The error of weights that are one per cent too large at every other coordinate."""
    return A * (100 + np.arange(len(A)) % 2) / 100


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


TWO, FOUR_MASSES, SKEWED_MASSES, EQUAL = (9, 16), (1, 4, 4, 16), (16, 4, 4, 1), (1, 1, 1, 1)


def smallest_systems() -> dict[str, Finite]:
    """On two points of the masses 9/25 and 16/25: constants, and one cell of two."""
    cell = ["5/3", 0]
    free = replace(rational_system(TWO, (1, 1), cell), weights=exact(["18/25", 7]))
    return {
        "the constant 1": rational_system(TWO, TWO, [1, 1]),
        "the constant 2": rational_system(TWO, TWO, [2, 2]),
        "the constant 1/2": rational_system(TWO, TWO, ["1/2", "1/2"]),
        "the constant 1 twice": rational_system(TWO, TWO, [1, 1], [1, 1]),
        "a constant split 3:4": rational_system(TWO, TWO, ["3/5", "3/5"], ["4/5", "4/5"]),
        "all functions on two points": rational_system(TWO, TWO, [1, 1], ["-4/3", "3/4"]),
        "one cell of two": rational_system(TWO, TWO, cell),
        "one cell of two, optimal": rational_system(TWO, (1, 0), cell),
        "one cell of two, any weight off it": free,
    }


@cache
def rational_systems() -> dict[str, Finite]:
    """Bases and frames in fractions, plain, optimal and skewed samples, scalar and vector jets."""
    one, x = exact([1] * 4), exact([-1, 0, "1/2", 2])
    first, second = exact([1, 1, -1, -1]), exact([1, -1, 1, -1])
    frame = (first, second, (3 * first + 4 * second) / 5, (4 * first - 3 * second) / 5)
    parabolas = rational_system(FOUR_MASSES, FOUR_MASSES, one, x, x**2)
    jets = [np.stack(jet, axis=-1) for jet in ((one, 0 * one), (x, one), (x**2, 2 * x))]
    return smallest_systems() | {
        "Walsh functions": rational_system(EQUAL, EQUAL, one, first, second),
        "Walsh functions, skewed": rational_system(EQUAL, SKEWED_MASSES, one, first, second),
        "Walsh functions, one shorter": rational_system(EQUAL, SKEWED_MASSES, first / 2, 6 * second / 5),
        "a tight frame": rational_system(EQUAL, EQUAL, *frame),
        "parabolas": parabolas,
        "parabolas, optimal": optimal(parabolas.rho, parabolas.phi),
        "parabolas, skewed": rational_system(FOUR_MASSES, SKEWED_MASSES, one, x, x**2),
        "redundant lines": rational_system(FOUR_MASSES, SKEWED_MASSES, one, x, 1 + x, 2 * x),
        "jets of parabolas": rational_system(FOUR_MASSES, FOUR_MASSES, *jets),
        "jets of redundant lines": rational_system(FOUR_MASSES, SKEWED_MASSES, *jets[:2], jets[0] + jets[1]),
    }


@cache
def all_systems() -> dict[str, Finite]:
    """All of them, with one whose optimal law is irrational in floats."""
    jets = in_floats(rational_systems()["jets of parabolas"])
    return rational_systems() | {"jets of parabolas, optimal": optimal(jets.rho, jets.phi)}


@cache
def finite_systems() -> dict[str, Finite]:
    """All of them in floats, made once."""
    return {name: in_floats(system) for name, system in all_systems().items()}


@cache
def quasi_systems() -> dict[str, Finite]:
    """An orthonormal basis of every space: in fractions where the system is one."""
    return {name: orthonormalised(system) for name, system in all_systems().items()}


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


@cache
def every_sample() -> dict[str, Sample]:
    """All samples of one and of two points, without their order."""
    return {
        f"{name}, points {draws}": Sample(system, np.array(draws))
        for name, system in quasi_systems().items()
        for n in (1, 2)
        for draws in itertools.combinations_with_replacement(np.flatnonzero(system.mu > 0).tolist(), n)
    }


SAMPLES = family(every_sample, "orthonormal bases in L² and H¹ with a sample of their points; all g")
SIZES = family([1, 2, 3], "positive integers")
SYSTEMS = family(all_systems, "generating systems with their samples, on finitely many points, and all g")
BASES = family(quasi_systems, "orthonormal bases with their samples, on finitely many points, and all g")
