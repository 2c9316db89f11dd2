r"""Section 3 [eq:norm, eq:H_projection, eq:measure_equality]: inner products of jets, projections, and estimates."""

from dataclasses import replace

import numpy as np
import sympy as sp

from checks.hypotheses import continuous_jets, one_in_the_space
from checks.instances.finite_systems import SIZES
from checks.instances.pairs_of_functions import PAIRS
from checks.instances.spaces import WITH_OPTIMAL_SAMPLES
from checks.instances.symbolic_systems import JETS, NULL, SYMBOLIC_SYSTEMS, value, value_and_gradient
from theorytest import claim, equal, finite, repair
from theorytest.approximation import Christoffel, Optimal


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


@repair(
    "x:sec3-empirical-inner-product-unbiased/in-the-space",
    "x:sec3-empirical-inner-product-unbiased",
    says="If u lies in T and v in H, then the mean of (u, v)ₙ is (u, v).",
    formula=r"\mathbb{E}\,(u, v)_n = (u, v) \quad\text{for all } u \in \mathcal{T}_t,\ v \in \mathcal{H}",
    given=[one_in_the_space],
    premises=["eq:measure_equality"],
    mutants={"one per cent more": {"weight": lambda system: 101 * system.weight / 100}},
)
@claim(
    "x:sec3-empirical-inner-product-unbiased",
    also=["x:display-empirical-inner-product"],
    says="For all u and v in H the mean of the empirical inner product (u, v)ₙ is (u, v).",
    formula=r"\mathbb{E}\,(u, v)_n = (u, v) \quad\text{for all } u, v \in \mathcal{H}",
    forall={"T, μ, u, v": PAIRS, "n": SIZES},
    gravity="missing hypothesis",
    finding="inner-products-outside-the-support",
    premises=["eq:measure_equality"],
)
def inner_product_is_unbiased(pair, n, *, weight=lambda system: system.weight):
    """A function that lives outside supp(T) is never seen: E = 0 against 16/25."""
    system = replace(pair.system, weights=weight(pair.system))
    true = pair.system.coordinates**2 @ (pair.u * pair.v)
    return equal(replace(pair, system=system).mean(n), true, symbol="E (u, v)_n")


@claim(
    "eq:measure_equality",
    kind="definition",
    says="The weight w and the sampling measure μ are chosen such that w dμ = dρ on the support of T.",
    formula=r"w_t \,\mathrm{d}\mu_t = \mathrm{d}\rho \quad\text{on } \operatorname{supp}(\mathcal{T}_t)",
    forall={"T": WITH_OPTIMAL_SAMPLES},
    reading="A requirement on w and μ, which all that follows assumes. Tried: the package's optimal points meet it "
    "where K > 0. At an atom of ρ in supp(T) with K = 0 optimal points cannot.",
    mutants={
        "the surrogate's weight": {"weight": Christoffel.trace_weight},
        "one per cent more": {"weight": lambda K, x: 1.01 * K.optimal_weight(x)},
    },
)
def weights_belong_to_their_measures(space, *, weight=Christoffel.optimal_weight):
    """The density is that of the table that the draws come from."""
    x = space.measure.quadrature(12).nodes
    density = Optimal(space).law.distribution.density(x[:, 0]) / space.measure.density(x)
    return equal(weight(Christoffel(space), x) * density, 1.0, digits=10, symbol="w dμ/dρ")
