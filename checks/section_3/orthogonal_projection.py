r"""Section 3 [eq:H_projection]: the orthogonal projection in an orthonormal basis, against the normal equations."""

from __future__ import annotations

import numpy as np
import sympy as sp

from checks.section_3.inner_product import SYSTEMS, mean, value, value_and_gradient, x, y
from theorytest import claim, equal
from theorytest.approximation.spaces import Space

JETS = {"L2": value, "H1": value_and_gradient}
TARGETS = {"Fourier": x, "two dimensions": x**2 * y + x}  # and x⁴ - x for the others


def inner_products(functions, target, measure, jet):
    """The exact Gramian and right-hand side (φ_k, φ_l) and (g, φ_k)."""
    symbols = (x, y)[: len(measure.factors)]

    def inner(u, w):
        return mean(sum(a * b for a, b in zip(jet(u, symbols), jet(w, symbols), strict=True)), measure)

    G = sp.Matrix([[inner(u, w) for w in functions] for u in functions])
    return G, sp.Matrix([inner(target, u) for u in functions])


def normal_equations(G, right):
    """The coefficients of P g in the system, from G c = ((g, φ_k)), in exact arithmetic."""
    return np.array(G.LUsolve(right).evalf(), dtype=float)[:, 0]


def expansion(space, right):
    """The coefficients of Σ_k η_k b_k in the system, with η_k = (g, b_k) and b = φ C."""
    C = space.coefficients
    return C @ (C.T @ right)


def without_the_last(space, right):
    C = space.coefficients[:, :-1]
    return C @ (C.T @ right)


@claim(
    "eq:H_projection",
    kind="identity",
    says="The orthogonal projection is the sum over an orthonormal basis with the inner products as coefficients.",
    formula=r"P_tg = \sum_{k=1}^{d_t} \eta_k b_k, \quad \eta_k := (g, b_k)",
    expected="computed",
    premises=["x:sec3-example-l2", "x:sec3-example-h1", "x:sec3.2-gramian-identity"],
    mutants={
        "a system that is not orthonormal": {"coefficients": lambda _, right: right},
        "one basis function less": {"coefficients": without_the_last},
        "inner products of L2": {"jets": {"L2": value, "H1": value}},
        "one per cent more": {"coefficients": lambda space, right: 1.01 * expansion(space, right)},
    },
)
def projection_is_its_expansion(*, coefficients=expansion, jets=JETS):
    """Monomials and waves in one and two dimensions, L² and H¹: the right-hand sides are exact integrals."""
    for norm, jet in JETS.items():
        for name, (functions, system, measure) in SYSTEMS.items():
            space = Space(system, measure, norm)
            target = TARGETS.get(name, x**4 - x)
            G, right = inner_products(functions, target, measure, jet)
            _, seen = inner_products(functions, target, measure, jets[norm])
            found = coefficients(space, np.array(seen.evalf(), dtype=float)[:, 0])
            exact = normal_equations(G, right)
            yield equal(found, exact, name=f"{norm} {name}", digits=10, symbol="a coefficient")
