r"""Section 3 [eq:H_projection]: the orthogonal projection in an orthonormal basis, against the normal equations."""

import numpy as np
import sympy as sp

from checks.instances.symbolic_systems import JETS, WITH_TARGETS, value
from theorytest import claim, equal, finite


def expansion(space, right):
    """The coefficients of Σ_k η_k b_k in the system, with η_k = (g, b_k) and b = φ C."""
    C = space.coefficients
    return C @ (C.T @ right)


@claim(
    "eq:H_projection",
    says="If b is an orthonormal basis of T, the orthogonal projection of g onto T is the sum of (g, b_k) b_k.",
    formula=r"P_tg = \sum_{k=1}^{d_t} \eta_k b_k, \quad \eta_k := (g, b_k)",
    forall={
        "T, g": WITH_TARGETS,
        "H": finite(["L2", "H1"]),
    },
    premises=["x:sec3-example-l2", "x:appB-eigenvalues"],
    mutants={
        "inner products of L2": {"jets": {"L2": value, "H1": value}},
        "one per cent more": {"coefficients": lambda space, right: 1.01 * expansion(space, right)},
    },
)
def projection_is_its_expansion(system, norm, *, coefficients=expansion, jets=JETS):
    """The other side solves G c = ((g, φ_k)) in exact arithmetic."""
    right, seen = (
        sp.Matrix([system.inner(system.target, u, jet) for u in system.functions]) for jet in (JETS[norm], jets[norm])
    )
    exact = system.gramian(JETS[norm]).LUsolve(right)
    found = coefficients(system.space(norm), np.array(seen.evalf(), dtype=float)[:, 0])
    return equal(found, np.array(exact.evalf(), dtype=float)[:, 0], digits=10, symbol="a coefficient of P g")
