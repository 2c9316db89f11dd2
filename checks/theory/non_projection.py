"""The bounds of Lemmas B.2 and B.3 on the non-projection, and the three Christoffel functions that they may mean.

K_t and its trace surrogate exactly as Lemma D.1 defines them, apart from the code that is judged.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from checks.theory.finite import Finite, christoffel
from checks.theory.forms import Array
from theorytest.approximation import Space

Christoffel = Callable[[Finite], Array]


def of_first_members(system: Finite) -> Array:
    """K of Lemma B.2 as printed, from b_1, ..., b_{d_t}."""
    return christoffel(system.phi[: system.dim])


def of_all_members(system: Finite) -> Array:
    """K from b_1, ..., b_d."""
    return christoffel(system.phi)


def largest(system: Finite) -> Any:
    """λ*(G)."""
    return system.eigenvalues[-1]


def outer_products(system: Finite, members: Any = slice(None)) -> Array:
    """∫ w (L_x g)ᵀ (Σ_k (L_x b_k)(L_x b_k)ᵀ) (L_x g) dρ over some members, as a matrix in g."""
    w, phi = system.weight, system.phi[members]
    blocks = np.einsum("x,kxa,kxb,xy->xayb", w, phi, phi, np.eye(len(w), dtype=int))
    return np.asarray(blocks.reshape(len(system.coordinates), -1))


def bounds(system: Finite, n: int, K: Array, lam: Any) -> tuple[Array, Array]:
    """Both right-hand sides of Lemma B.2 as matrices: with the integral of w K, and with its supremum k."""
    wK, P = system.weighted(K), lam**2 * (n - 1) * system.projector / n
    return P + lam * np.diag(wK) / n, P + lam * wK.max() * system.identity / n


@dataclass(frozen=True)
class Printed:
    """The constants of Lemma B.3 from the extreme eigenvalues of G, k and n."""

    least: Any
    lam: Any
    k: Any
    n: int

    @property
    def c_var1(self) -> Any:
        """(λ*² (n - 1) + λ* k) / n."""
        return (self.lam**2 * (self.n - 1) + self.lam * self.k) / self.n

    @property
    def c_var2(self) -> Any:
        """λ* k / n."""
        return self.lam * self.k / self.n


def printed(system: Finite, n: int, K: Christoffel = of_all_members) -> Printed:
    """With k from the members of the system, or from an orthonormal basis (`of_the_space`)."""
    return Printed(system.eigenvalues[0], largest(system), system.weighted(K(system)).max(), n)


def variance_bound(system: Finite, c_var1: Any, c_var2: Any) -> Array:
    """The quadratic form c_var,1 ‖P g‖² + c_var,2 ‖(I - P) g‖²."""
    return np.asarray(c_var1 * system.projector + c_var2 * (system.identity - system.projector))


def largest_eigenvalue(space: Space, x: Array) -> Array:
    """K_t(x) as defined: the largest eigenvalue of Σ_k (L_x b_k)(L_x b_k)ᵀ."""
    jets = space.jets(x)
    return np.asarray(np.linalg.eigvalsh(np.swapaxes(jets, -1, -2) @ jets)[..., -1])


def trace(space: Space, x: Array) -> Array:
    """K̃_t(x) as defined: Σ_k ‖L_x b_k‖²."""
    return np.asarray(np.sum(space.jets(x) ** 2, axis=(-2, -1)))
