r"""Section 3 [eq:norm, eq:H_projection]: inner products of jets in L² and in H¹, and the orthogonal projection."""

import numpy as np
import sympy as sp

from checks.hypotheses import continuous_jets
from checks.instances.symbolic_systems import JETS, NULL, SYMBOLIC_SYSTEMS, value, value_and_gradient
from theorytest import claim, equal, finite, repair


@claim(
    "x:sec3-example-l2",
    also=["eq:norm", "x:sec3-example-h1"],
    kind="definition",
    says="The inner product is ∫ (L_x u)ᵀ(L_x v) dρ: with the jet v(x) that of L²(X, ρ), with (v(x), ∇v(x)) that of "
    "H¹(X, ρ).",
    formula=r"(u, v) = \int (L_xu)^\intercal(L_xv)\,\mathrm{d}\rho, \quad L_xv := v(x) \text{ or } (v(x), \nabla v(x))",
    forall={"u, v": SYMBOLIC_SYSTEMS, "H": finite(["L2", "H1"])},
    mutants={
        "two per cent more": {"jets": JETS | {"L2": lambda u, _: [u * sp.sqrt(sp.Rational(102, 100))]}},
        "one partial derivative less": {
            "jets": JETS | {"H1": lambda u, symbols: value_and_gradient(u, symbols)[: len(symbols)]}
        },
    },
)
def jets_give_the_inner_product(system, norm, *, jets=JETS):
    """The package's inner products against computer algebra."""
    expected = np.array(system.gramian(jets[norm]).evalf(), dtype=float)
    return equal(system.space(norm).gramian, expected, symbol="(u, v)")


@repair(
    "eq:norm/corrected",
    "eq:norm/operators",
    says="If the jet of v is continuous and ‖v‖ = 0, then L_x v = 0 at every point x of the support of ρ.",
    formula=r"x\mapsto L_xv \text{ continuous},\ \|v\| = 0 \implies L_xv = 0 \quad\text{on } \operatorname{supp}(\rho)",
    given=[continuous_jets],
    premises=["x:sec3-example-l2"],
    mutants={"points that the measure does not see": {"points": lambda v: v.unseen}},
)
@claim(
    "eq:norm/operators",
    says="For every x the jet L_x is an operator on H: functions at distance zero have the same jet.",
    formula=r"L_x : \mathcal{H} \to \mathbb{R}^l, \quad \|u-v\| = 0 \implies L_xu = L_xv \quad\text{for all } x",
    forall={"v": NULL},
    gravity="fails only when read literally",
    finding="jets-of-classes-of-functions",
)
def null_functions_have_no_jet(v, *, points=lambda v: v.seen):
    """In L² of the uniform measure the indicator of {0} is 0, and its value at x = 0 is 1."""
    yield equal(v.square, 0, name="its square", symbol="‖v‖²")
    yield equal(points(v), 0, name="its jets", symbol="L_x v")


def expansion(space, right):
    """The coefficients of Σ_k η_k b_k in the system, with η_k = (g, b_k) and b = φ C."""
    C = space.coefficients
    return C @ (C.T @ right)


@claim(
    "eq:H_projection",
    says="If b is an orthonormal basis of T, the orthogonal projection of g onto T is the sum of (g, b_k) b_k.",
    formula=r"P_tg = \sum_{k=1}^{d_t} \eta_k b_k, \quad \eta_k := (g, b_k)",
    forall={"T, g": SYMBOLIC_SYSTEMS, "H": finite(["L2", "H1"])},
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
