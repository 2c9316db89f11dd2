"""The bounds of Lemmas B.2 and B.3 on the non-projection, and the members that their Christoffel functions sum."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from checks.instances.finite_systems import HALVES, Finite, christoffel, values


def first_members(system):
    """The members that K of Lemma B.2 sums as printed: b_1, ..., b_{d_t}."""
    return system.phi[: system.dim]


def all_members(system):
    """b_1, ..., b_d."""
    return system.phi


def basis_members(system):
    """The orthonormal basis of [eq:def:christoffel]."""
    return system.basis_jets


def largest(system):
    """λ*(G)."""
    return system.eigenvalues[-1]


def one_twice(members):
    """The moments (g, b_k) of g = 1 for the constant 1 listed twice, λ*(G) = 2, and K = k of so many members of it.

    Every member and every basis function is 1, up to its sign; ‖Σ_k (g, b_k) b_k‖² is the square of the moments' sum.
    """
    system = Finite(HALVES, HALVES, values(np.ones(2), np.ones(2)))
    return (Fraction(1), Fraction(1)), Fraction(len(members(system)))


def bounds(system, n, K, lam):
    """Both right-hand sides of Lemma B.2 as matrices: with the integral of w K, and with its supremum k."""
    wK, P = system.weighted(K), (1 - 1 / n) * lam**2 * system.projector
    return P + lam / n * np.diag(wK), P + lam / n * wK.max() * np.eye(len(wK))


@dataclass(frozen=True)
class Printed:
    """The constants of Lemma B.3 from the extreme eigenvalues of G, k and n."""

    least: float
    lam: float
    k: float
    n: int

    @property
    def c_var1(self):
        """(λ*² (n - 1) + λ* k) / n."""
        return (self.lam**2 * (self.n - 1) + self.lam * self.k) / self.n

    @property
    def c_var2(self):
        """λ* k / n."""
        return self.lam * self.k / self.n


def of_the_system(system, n):
    """k from all members of the system."""
    return _printed(system, n, system.phi)


def of_the_basis(system, n):
    """k from an orthonormal basis instead."""
    return _printed(system, n, system.basis_jets)


def _printed(system, n, members):
    k = system.weighted(christoffel(members)).max()
    return Printed(system.eigenvalues[0], system.eigenvalues[-1], k, n)
