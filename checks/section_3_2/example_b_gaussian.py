r"""Section 3.2, example (b): polynomials below degree d, standard Gaussian measure, no weight: k_t = ∞."""

from fractions import Fraction
from math import factorial

import numpy as np

from checks.hypotheses import two_dimensions
from theorytest import at_least, claim, equal, family, integers, repair
from theorytest.approximation import Christoffel, Gaussian, Hermite, Space

DIMENSIONS = family([1, 2, 3, 7, 30], "positive integers", search=integers(1, 20))
FAR = (10, 100, 1000)


def christoffel(d, x):
    """K(x) = Σ He_k(x)²/k! in rational numbers, He_{k+1} = x He_k - k He_{k-1}."""
    before, now, total = Fraction(0), Fraction(1), Fraction(0)
    for k in range(d):
        total += now**2 / factorial(k)
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
    forall={"d": DIMENSIONS},
    given=[two_dimensions],
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
    says="The constant k depends on T and may be infinite: in L² of N(0, 1) with w = 1, constants have k = 1 and "
    "lines have k = ∞.",
    formula=r"k_t = 1 \text{ for constants},\qquad k_t = \infty \text{ for lines}",
    expected="computed",
    mutants={"the optimal weight": {"weight": "optimal"}, "constants as bad": {"constants": np.inf}},
)
def k_depends_on_the_space(*, constants=1.0, weight="constant"):
    yield equal(unweighted_k(1, weight), constants, name="constants", symbol="k")
    yield equal(unweighted_k(2, weight), np.inf, name="lines", symbol="k")
