r"""Section 3.2, example (b): polynomials below degree d, standard Gaussian measure, no weight: k_t = ∞."""

from fractions import Fraction
from math import factorial

import numpy as np
import sympy as sp
from sympy.calculus.util import maximum

from checks.hypotheses import several_dimensions
from theorytest import at_least, claim, equal, family, integers, repair
from theorytest.approximation import Christoffel, Gaussian, Hermite, Space

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


@claim(
    "x:sec3.2-k-may-be-unbounded",
    says="The constant k depends on T and may be infinite: in L² of N(0, 1) with w = 1, constants have k = 1 and lines "
    "have k = ∞.",
    mutants={"the optimal weight": {"weight": lambda d, K: d / K}, "constants as bad": {"constants": 0}},
)
def k_depends_on_the_space(*, constants=1, weight=lambda *_: 1):
    """K is 1 for constants and 1 + x² for lines, which has no bound; 1/∞ = 0."""
    x = sp.Symbol("x", real=True)
    for d, name, inverse in ((1, "constants", constants), (2, "lines", 0)):
        K = sp.expand(christoffel(d, x))
        yield equal(1 / maximum(weight(d, K) * K, x, sp.S.Reals), inverse, name=name, symbol="1/k")
