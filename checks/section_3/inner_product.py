r"""Section 3 [eq:norm]: the inner product as an integral of products of jets, in L² and in H¹."""

from __future__ import annotations

from functools import cache

import numpy as np
import sympy as sp

from checks.instances.spaces import FOUR_POINTS, all_spaces
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.approximation.measures import Discrete, Gaussian, Product, Uniform
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Fourier, Monomials
from theorytest.approximation.tensor import TensorProduct, total_degree

x, y = sp.symbols("x y", real=True)


@cache
def moment(kind, power, *support):
    """∫ x^power dρ, symbolically."""
    if kind is Gaussian:
        density = sp.exp(-(x**2) / 2) / sp.sqrt(2 * sp.pi)
        return sp.integrate(x**power * density, (x, -sp.oo, sp.oo))
    low, high = (sp.nsimplify(end) for end in support)
    return sp.integrate(x**power, (x, low, high)) / (high - low)


@cache
def mean_of_waves(f):
    """∫ f dx over [0, 1] for products of waves and polynomials."""
    return sp.integrate(f, (x, 0, 1))


def expectation(f, measure, symbol):
    """∫ f dρ in one variable, symbolically."""
    if isinstance(measure, Discrete):
        return sum(
            sp.nsimplify(p) * f.subs(symbol, sp.nsimplify(float(a)))
            for p, a in zip(measure.weights, measure.points.flat, strict=True)
        )
    if f.has(sp.sin, sp.cos):
        return mean_of_waves(f)
    terms = sp.Poly(f, symbol).terms()
    return sum(factor * moment(type(measure), power, *measure.support) for (power,), factor in terms)


def mean(f, measure):
    """∫ f dρ for a measure in one or two variables."""
    for factor, symbol in zip(measure.factors, (x, y), strict=False):
        f = expectation(sp.expand(f), factor, symbol)
    return sp.sympify(f)


def value(u, _):
    """The L² jet: v(x)."""
    return [u]


def value_and_gradient(u, symbols):
    """The H¹ jet: v(x), ∇v(x)."""
    return [u, *(u.diff(s) for s in symbols)]


def gramian(functions, measure, jet):
    """((φ_k, φ_l)) with (u, v) = ∫ (L_x u)ᵀ(L_x v) dρ, symbolically."""
    jets = [jet(f, (x, y)[: len(measure.factors)]) for f in functions]
    entries = [[mean(sum(a * b for a, b in zip(u, w, strict=True)), measure) for w in jets] for u in jets]
    return np.array([[float(entry) for entry in row] for row in entries])


PLANE = Product((Uniform(), Gaussian()))
SYSTEMS = {  # functions, the same as a system of the package, measure
    "monomials, uniform": ([x**k for k in range(4)], Monomials(4), Uniform()),
    "monomials, other interval": ([x**k for k in range(3)], Monomials(3), Uniform(-1, 2)),
    "monomials, Gaussian": ([x**k for k in range(4)], Monomials(4), Gaussian()),
    "monomials, four points": ([x**k for k in range(3)], Monomials(3), FOUR_POINTS),
    "Fourier": (
        [sp.Integer(1), sp.sqrt(2) * sp.cos(2 * sp.pi * x), sp.sqrt(2) * sp.sin(2 * sp.pi * x)],
        Fourier((0, 1)),
        Uniform(0, 1),
    ),
    "two dimensions": (
        [x ** int(i) * y ** int(j) for i, j in total_degree(2, 2)],
        TensorProduct((Monomials(3), Monomials(3)), total_degree(2, 2)),
        PLANE,
    ),
}


def compare(norm, jet, systems=SYSTEMS):
    for name, (functions, system, measure) in systems.items():
        expected = gramian(functions, measure, jet)
        computed = Space(system, measure, norm).gramian
        yield equal(computed, expected, name=f"{norm} {name}", digits=12, symbol="(u, v)")


@claim(
    "x:sec3-example-l2",
    also=["eq:norm"],
    kind="definition",
    says="L2 with respect to the measure is the space whose jet is the value of the function.",
    formula=r"(u, v) = \int u\,v \,\mathrm{d}\rho, \quad L_xv := v(x)",
    expected="computed",
    mutants={
        "the gradient as well": {"jet": value_and_gradient},
        "two per cent more": {"jet": lambda u, _: [u * sp.sqrt(sp.Rational(102, 100))]},
        "the gradient alone": {"jet": lambda u, symbols: value_and_gradient(u, symbols)[1:]},
    },
)
def values_give_the_lebesgue_space(*, jet=value):
    """The package's inner products of polynomials and waves against symbolic integrals."""
    yield from compare("L2", jet)


@claim(
    "x:sec3-example-h1",
    also=["eq:norm"],
    kind="definition",
    says="H1 with respect to the measure is the space whose jet is the value and the gradient of the function.",
    formula=r"(u, v) = \int u\,v + \nabla u\cdot\nabla v \,\mathrm{d}\rho, \quad L_xv := (v(x), \nabla v(x))",
    expected="computed",
    mutants={
        "the value alone": {"jet": value},
        "the gradient alone": {"jet": lambda u, symbols: value_and_gradient(u, symbols)[1:]},
        "one partial derivative less": {"jet": lambda u, symbols: value_and_gradient(u, symbols)[: len(symbols)]},
        "the Laplacian": {"jet": lambda u, symbols: [u, sum(u.diff(s, 2) for s in symbols)]},
    },
)
def values_and_gradients_give_the_sobolev_space(*, jet=value_and_gradient):
    """One and two dimensions, bounded and unbounded, with l = 2 and l = 3."""
    yield from compare("H1", jet)


@claim(
    "eq:norm/operators",
    kind="remark",
    says="For every x the jet is an operator on the Hilbert space: functions at distance zero have the same jet.",
    formula=r"L_x : \mathcal{H} \to \mathbb{R}^l, \quad \|u-v\| = 0 \implies L_xu = L_xv \quad\text{for all } x",
    expected="refuted",
    gravity="misprint",
)
def jets_are_operators_as_printed(*, bound=1.0):
    """In L² of the uniform measure 0 and the indicator of {0} are one function, with the values 0 and 1 at x = 0."""
    indicator = sp.Piecewise((1, sp.Eq(x, 0)), (0, True))
    norm = sp.sqrt(sp.integrate(indicator**2, (x, -1, 1)) / 2)
    jump = indicator.subs(x, 0)
    yield at_most(
        float(jump),
        bound * float(norm),
        name="indicator of a point",
        digits=None,
        symbol="|L_x u - L_x v|",
    )


def null_functions(space):
    """Coefficients of unit length with ‖Σ c_k φ_k‖ = 0, as columns."""
    scale = np.sqrt(np.diag(space.gramian))
    values, vectors = np.linalg.eigh(space.gramian / np.outer(scale, scale))
    return (vectors / scale[:, None])[:, values < 1e-12]


def with_null_functions():
    """Systems that are linearly dependent in H: by their formulas, or because ρ sees too few points."""
    return {
        "sine twice": all_spaces()["rank-deficient"],
        "six monomials on four points": Space(Monomials(6), FOUR_POINTS),
        "ten monomials on four points, H1": Space(Monomials(10), FOUR_POINTS, "H1"),
    }


@repair(
    "eq:norm/corrected",
    "eq:norm/operators",
    kind="remark",
    says="On the span of continuous functions the jet is an operator at every point that the measure sees.",
    formula=r"v\in\mathcal{T}_t,\ \|v\| = 0 \implies L_xv = 0 \quad\text{for all } x\in\operatorname{supp}(\rho)",
    expected="computed",
    premises=["x:sec3-example-l2", "x:sec3-example-h1"],
    mutants={"points that the measure does not see": {"points": lambda _: np.array([[-0.5], [1.0], [1.7]])}},
)
def jets_are_operators_on_the_space(*, points=lambda measure: measure.quadrature(6).nodes):
    """What sampling uses: jets are only taken of functions of T_t, and of gradients at points that ρ can draw."""
    for name, space in with_null_functions().items():
        null = null_functions(space)
        yield at_least(null.shape[1], 1, name=f"{name}: not vacuous", symbol="null functions")
        jets = np.einsum("...kl,kj->...jl", space.system_jets(points(space.measure)), null)
        yield equal(jets, 0.0, name=name, digits=6, scale=1.0, symbol="a jet")
