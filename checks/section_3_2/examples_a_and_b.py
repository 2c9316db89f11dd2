r"""Section 3.2, examples (a) and (b): k_t of polynomials below degree d without a weight, uniform and Gaussian."""

from fractions import Fraction
from math import factorial

import numpy as np
import sympy as sp

from checks.hypotheses import several_dimensions
from theorytest import at_least, claim, equal, family, integers, repair
from theorytest.approximation import Christoffel, Gaussian, Hermite, Legendre, Space, Uniform


@claim(
    "x:sec3.2-example-a",
    says="In L² of the uniform measure on [−1, 1] with w = 1, the polynomials of degree below d have k = d².",
    formula=r"k_t = d_t^2 \quad\text{for } w_t \equiv 1,\ \rho = \mathcal{U}([-1, 1])",
    forall={"d": family([1, 2, 3, 5, 10, 30, 100], "positive integers", search=integers(1, 20))},
    premises=["eq:def:christoffel"],
    mutants={"one per cent more": {"printed": lambda d: 1.01 * d**2}},
)
def unweighted_uniform_sampling_costs_the_square(d, *, printed=lambda d: d**2):
    """|P_k| ≤ P_k(1) = 1, so that the supremum is K(1) = Σ (2k + 1), which is d² for a symbol d."""
    k = Christoffel(Space(Legendre(d), Uniform())).k("constant")
    yield equal(k.value, printed(d), name="k", digits=11, symbol="k")
    j, D = sp.symbols("j D", integer=True, positive=True)
    end = sp.summation(2 * j + 1, (j, 0, D - 1))
    yield equal(end.subs(D, d), sp.nsimplify(printed(D)).subs(D, d), name="K(1)", symbol="K(1)")


DIMENSIONS = family([1, 2, 3, 7, 30], "positive integers", search=integers(1, 20))
FAR = (10, 100, 1000)


def christoffel(d, x):
    """K(x) = Σ He_k(x)²/k! in rational numbers, He_{k+1} = x He_k - k He_{k-1}."""
    before, now, total = 0 * x, 0 * x + 1, 0 * x
    for k in range(d):
        total += now**2 * Fraction(1, factorial(k))
        before, now = now, x * now - k * before
    return total


def unweighted_k(d, weight="constant"):
    """k of the polynomials below degree d, as the package finds it."""
    return Christoffel(Space(Hermite(d), Gaussian())).k(weight).value


@repair(
    "x:sec3.2-example-b/corrected",
    "x:sec3.2-example-b",
    also=["x:sec3.2-k-may-be-unbounded"],
    says="If d ≥ 2, then in L² of N(0, 1) with w = 1 the polynomials of degree below d have k = ∞.",
    formula=r"d_t \ge 2 \implies k_t = \infty \quad\text{for } w_t \equiv 1,\ \rho = \mathcal{N}(0, 1)",
    given=[several_dimensions],
    premises=["eq:def:christoffel"],
    mutants={"the optimal weight": {"weight": "optimal"}, "faster than x² for lines": {"growth": lambda x: 2 * x**2}},
)
@claim(
    "x:sec3.2-example-b",
    says="In L² of N(0, 1) with w = 1, the polynomials of degree below d have k = ∞.",
    formula=r"k_t = \infty \quad\text{for } w_t \equiv 1,\ \rho = \mathcal{N}(0, 1)",
    forall={"d": DIMENSIONS},
    gravity="fails only when read literally",
    finding="gaussian-constants",
    premises=["eq:def:christoffel"],
)
def unweighted_gaussian_sampling_is_unbounded(d, *, growth=lambda x: x**2, weight="constant"):
    """d = 1 refutes it: the constants have K = 1. K ≥ x² as soon as T contains a polynomial of degree 1."""
    yield at_least([christoffel(d, x) for x in FAR], [growth(x) for x in FAR], name="K", symbol="K(x)")
    yield equal(unweighted_k(d, weight), np.inf, name="k", symbol="k")
