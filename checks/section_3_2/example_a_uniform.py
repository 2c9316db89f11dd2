r"""Section 3.2, example (a): polynomials below degree d, uniform measure on [-1, 1], no weight: k_t = d²."""

from __future__ import annotations

import sympy as sp

from checks.scaling import scaled
from theorytest import claim, equal
from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.measures import Uniform
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Legendre

DIMENSIONS = (1, 2, 3, 5, 10, 30, 100)


def square(d):
    """The printed value."""
    return d**2


@claim(
    "x:sec3.2-example-a",
    kind="value",
    says="Unweighted uniform sampling of polynomials below degree d has k = d squared.",
    formula=r"k_t = d_t^2 \quad\text{for } w_t \equiv 1,\ \rho = \mathcal{U}([-1, 1])",
    expected="computed",
    premises=["eq:def:christoffel"],
    mutants={
        "printed x 0.9": {"printed": scaled(square, 0.9)},
        "d (d + 1) / 2": {"printed": lambda d: d * (d + 1) / 2},
        "d": {"printed": lambda d: d},
        "the optimal weight": {"weight": "optimal"},
    },
)
def unweighted_uniform_sampling_costs_the_square(*, printed=square, weight="constant"):
    """All critical points of K are found; the value at the end of the interval is also summed symbolically."""
    for d in DIMENSIONS:
        k = Christoffel(Space(Legendre(d), Uniform())).k(weight)
        yield equal(k.value, printed(d), name=f"d = {d}", digits=11, symbol="k")
    # |P_k| ≤ P_k(1) = 1, so the supremum is K(1) = Σ (2k+1), for every d at once.
    k, d = sp.symbols("k d", integer=True, positive=True)
    difference = sp.simplify(sp.summation(2 * k + 1, (k, 0, d - 1)) - printed(d))
    yield equal(int(difference != 0), 0, name="all d", symbol="Σ (2k+1) - k differs")
