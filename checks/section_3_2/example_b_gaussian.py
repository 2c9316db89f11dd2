r"""Section 3.2, example (b): polynomials below degree d, standard Gaussian measure, no weight: k_t = ∞."""

from __future__ import annotations

import numpy as np

from theorytest import claim, equal, repair
from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.measures import Gaussian
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Hermite


def unweighted_k(d, weight="constant"):
    """k of the polynomials below degree d for the standard Gaussian measure."""
    return Christoffel(Space(Hermite(d), Gaussian())).k(weight).value


def infinity_everywhere(dimensions, printed, weight):
    for d in dimensions:
        yield equal(unweighted_k(d, weight), printed(d), name=f"d = {d}", digits=12, symbol="k")


def infinite(d):  # noqa: ARG001 (a value for every d)
    """The printed value."""
    return np.inf


@claim(
    "x:sec3.2-example-b",
    kind="value",
    says="Unweighted Gaussian sampling of polynomials below degree d has infinite k, for every dimension d.",
    formula=r"k_t = \infty \quad\text{for } w_t \equiv 1,\ \rho = \mathcal{N}(0, 1)",
    expected="refuted",
    gravity="misprint",
    premises=["eq:def:christoffel"],
)
def unweighted_gaussian_sampling_is_unbounded_as_printed(
    *, dimensions=(1, 2, 3, 7, 30), printed=infinite, weight="constant"
):
    """d = 1 refutes it: the constants have K = 1 and k = 1, as example (a) says of the uniform measure."""
    yield from infinity_everywhere(dimensions, printed, weight)


@repair(
    "x:sec3.2-example-b/corrected",
    "x:sec3.2-example-b",
    also=["x:sec3.2-k-may-be-unbounded"],
    kind="value",
    says="Unweighted Gaussian sampling of polynomials below degree d has infinite k when d is at least 2.",
    formula=r"d_t \ge 2 \implies k_t = \infty \quad\text{for } w_t \equiv 1,\ \rho = \mathcal{N}(0, 1)",
    expected="computed",
    premises=["eq:def:christoffel"],
    mutants={
        "d = 1 as well": {"dimensions": (1, 2)},
        "finite": {"printed": lambda d: d**2},
        "the optimal weight": {"weight": "optimal"},
    },
)
def unweighted_gaussian_sampling_is_unbounded(*, dimensions=(2, 3, 7, 30), printed=infinite, weight="constant"):
    """K ≥ h_1² = x² is unbounded as soon as the space contains a polynomial of degree 1."""
    yield from infinity_everywhere(dimensions, printed, weight)
