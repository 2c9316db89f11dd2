r"""Section 3.2, example (a): polynomials below degree d, uniform measure on [-1, 1], no weight: k_t = d²."""

from __future__ import annotations

import sympy as sp

from theorytest import claim
from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.measures import Uniform
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Legendre
from theorytest.decisions.exact import value_equals

DIMENSIONS = (1, 2, 3, 5, 10, 30, 100)


def square(d):
    """The printed value."""
    return d**2


@claim(
    "x:sec3.2-example-a",
    kind="value",
    statement="Unweighted uniform sampling of polynomials below degree d has k = d squared.",
    formula=r"k_t = d_t^2 \quad\text{for } w_t \equiv 1,\ \rho = \mathcal{U}([-1, 1])",
    expected="exact",
    premises=["eq:def:christoffel"],
    sharpness={"printed": [0.9, 0.999, 0.99999999]},
    mutants={
        "d (d + 1) / 2": {"printed": lambda d: d * (d + 1) / 2},
        "d": {"printed": lambda d: d},
        "the optimal weight": {"weight": "optimal"},
    },
)
def unweighted_uniform_sampling_costs_the_square(evidence, *, printed=square, weight="constant"):
    """All critical points of K are found; the value at the end of the interval is also summed symbolically."""
    for d in DIMENSIONS:
        k = Christoffel(Space(Legendre(d), Uniform())).k(weight)
        evidence.exactly(value_equals, k.value, printed(d), name=f"d = {d}", digits=11, symbol="k")
    # |P_k| ≤ P_k(1) = 1, so the supremum is K(1) = Σ (2k+1), for every d at once.
    k, d = sp.symbols("k d", integer=True, positive=True)
    difference = sp.simplify(sp.summation(2 * k + 1, (k, 0, d - 1)) - printed(d))
    evidence.exactly(value_equals, int(difference != 0), 0, name="all d", digits=None, symbol="Σ (2k+1) - k differs")
