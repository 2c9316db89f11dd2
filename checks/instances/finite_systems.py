"""Generating systems on finitely many points, where every sentence on the non-projection is a statement about matrices.

H is the space of all jets g = (L_x g)_x on the points, with (u, v) = Σ_x ρ_x (L_x u)ᵀ(L_x v). Scaled by √ρ jets become
orthonormal coordinates; with the scaled system F (d × N) and a sample that holds x with the counts N_x,
    P^n = Fᵀ F C,   C = diag(N_x / (n μ_x)),
by the definition [eq:non-projection] alone: nothing here calls the estimators of the package.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from theorytest import family, measured_spaces

FOUR = np.array([-1.0, 0.0, 0.5, 2.0])
MASSES = np.array([0.1, 0.2, 0.3, 0.4])
SKEWED = np.array([0.4, 0.1, 0.3, 0.2])
HALVES = np.array([0.5, 0.5])
RANK = 1e-10  # eigenvalues of a Gramian below this part of the largest are rounding


@dataclass(frozen=True, eq=False)
class Finite:
    """Masses ρ of the points, their probabilities μ as samples, and the jets of the system (d, points, l)."""

    rho: np.ndarray
    mu: np.ndarray
    phi: np.ndarray

    @cached_property
    def weight(self):
        """w = dρ/dμ; 0 at points that are never drawn, where the system vanishes."""
        return np.divide(self.rho, self.mu, out=np.zeros_like(self.rho), where=self.mu > 0)

    @cached_property
    def scaled(self):
        """F: the system in orthonormal coordinates of H, (d, points · l)."""
        return (self.phi * np.sqrt(self.rho)[:, None]).reshape(len(self.phi), -1)

    @cached_property
    def gramian(self):
        """G_kl = (φ_k, φ_l)."""
        return self.scaled @ self.scaled.T

    @cached_property
    def eigenvalues(self):
        """The positive eigenvalues of G, ascending."""
        values = np.linalg.eigvalsh(self.gramian)
        return values[values > RANK * values[-1]]

    @property
    def dim(self):
        """d_t."""
        return len(self.eigenvalues)

    @cached_property
    def basis(self):
        """An orthonormal basis of T in coordinates of H, (d_t, N)."""
        return np.linalg.svd(self.scaled)[2][: self.dim]

    @property
    def projector(self):
        """P_t."""
        return self.basis.T @ self.basis

    @property
    def basis_jets(self):
        """The jets of the orthonormal basis, (d_t, points, l)."""
        root = np.repeat(np.sqrt(self.rho), self.phi.shape[-1])
        return (self.basis / root).reshape(self.dim, *self.phi.shape[1:])

    def samples(self, n):
        """Every ordered sample of n points with its probability."""
        for draws in itertools.product(np.flatnonzero(self.mu > 0), repeat=n):
            yield np.prod(self.mu[list(draws)]), np.array(draws)

    def empirical(self, draws):
        """The diagonal of C, one entry for each coordinate of H."""
        counts = np.bincount(draws, minlength=len(self.mu)) / len(draws)
        share = np.divide(counts, self.mu, out=np.zeros_like(counts), where=self.mu > 0)
        return np.repeat(share, self.phi.shape[-1])

    def estimator(self, draws):
        """The matrix of P^n for one sample."""
        return (self.scaled.T @ self.scaled) * self.empirical(draws)

    def mean(self, n):
        """E P^n."""
        return sum(p * self.estimator(draws) for p, draws in self.samples(n))

    def second_moment(self, n):
        """S with gᵀ S g = E‖P^n g‖²."""
        estimates = ((p, self.estimator(draws)) for p, draws in self.samples(n))
        return sum(p * P.T @ P for p, P in estimates)

    def weighted(self, K):
        """w K at every coordinate of H, for K given at the points."""
        return np.repeat(self.weight * K, self.phi.shape[-1])


def christoffel(jets):
    """λ*(Σ_k (L_x φ_k)(L_x φ_k)ᵀ) at every point, for jets (members, points, l)."""
    return np.linalg.eigvalsh(np.einsum("kxa,kxb->xab", jets, jets))[:, -1]


def values(*functions):
    """Scalar jets from the values of functions."""
    return np.array(functions, dtype=float)[..., None]


def powers(exponents, l=1):  # noqa: E741 (the paper's letter)
    """Monomials on the four points, with their derivatives where l = 2."""
    jets = [[FOUR**m, m * FOUR ** max(m - 1, 0)][:l] for m in exponents]
    return np.moveaxis(np.array(jets), 1, -1)


def optimal(rho, phi):
    """The system with generalised Christoffel samples, μ = K ρ / ‖K‖ with K from an orthonormal basis."""
    plain = Finite(rho, rho, phi)
    mu = rho * christoffel(plain.basis_jets)
    return Finite(rho, mu / mu.sum(), phi)


def lighter(system, power):
    """w^-power at every coordinate of H: the error that turns the weight w of an estimator into w^(1 - power)."""
    return np.repeat((system.mu / system.rho) ** power, system.phi.shape[-1])


def orthonormalised(system):
    """The same space and samples with an orthonormal basis for its system: the quasi-projection."""
    return Finite(system.rho, system.mu, system.basis_jets)


def smallest_systems():
    """The systems that refute most: constants on two points and one cell of two."""
    one, cell = np.ones(2), np.array([1.0, 0.0])
    return {
        "the constant 1": Finite(HALVES, HALVES, values(one)),
        "the constant 2": Finite(HALVES, HALVES, values(2 * one)),
        "the constant 1/2": Finite(HALVES, HALVES, values(one / 2)),
        "the constant 1 twice": Finite(HALVES, HALVES, values(one, one)),
        "a constant split 3:4": Finite(HALVES, HALVES, values(0.6 * one, 0.8 * one)),
        "one cell of two": Finite(HALVES, HALVES, values(np.sqrt(2) * cell)),
        "one cell of two, optimal": optimal(HALVES, values(np.sqrt(2) * cell)),
    }


def scalar_systems():
    """Systems with l = 1: full rank and rank-deficient, plain, optimal and skewed samples."""
    parabolas, lines = powers([0, 1, 2]), powers([0, 1])
    redundant = np.concatenate([lines, lines.sum(axis=0)[None], 2 * lines[1:]])
    plane = Finite(MASSES, MASSES, lines).basis_jets
    angles = 2 * np.pi * np.arange(3) / 3
    three = np.einsum("ka,axl->kxl", np.sqrt(2 / 3) * np.stack([np.cos(angles), np.sin(angles)], axis=1), plane)
    return smallest_systems() | {
        "parabolas": Finite(MASSES, MASSES, parabolas),
        "parabolas, optimal": optimal(MASSES, parabolas),
        "parabolas, skewed": Finite(MASSES, SKEWED, parabolas),
        "redundant lines": Finite(MASSES, SKEWED, redundant),
        "redundant lines, optimal": optimal(MASSES, redundant),
        "three lines at equal angles": Finite(MASSES, SKEWED, three),
        "lines scaled down and up": Finite(MASSES, SKEWED, plane * np.array([0.5, 1.2])[:, None, None]),
    }


def vector_systems():
    """Systems with l = 2: values and slopes on four points."""
    lines = powers([0, 1], l=2)
    return {
        "jets of parabolas": Finite(MASSES, MASSES, powers([0, 1, 2], l=2)),
        "jets of parabolas, optimal": optimal(MASSES, powers([0, 1, 2], l=2)),
        "jets of redundant lines": Finite(MASSES, SKEWED, np.concatenate([lines, lines.sum(axis=0)[None]])),
    }


@cache
def finite_systems():
    """All of them, made once."""
    return scalar_systems() | vector_systems()


# Entries up to 3: every relation is homogeneous in φ, and ratios beyond 10⁵ would be lost in the rank of G.
ANY_SYSTEM = measured_spaces(low=-3, high=3).map(Finite).where(lambda system: np.any(system.phi != 0), "T ≠ {0}")
SYSTEMS = family(
    finite_systems, "generating systems with their samples, on finitely many points, and all g", search=ANY_SYSTEM
)
