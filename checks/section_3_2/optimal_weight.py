r"""Section 3.2: w = ‖K‖₁ / K minimises k, and both optimal weights guarantee k ≤ d."""

import numpy as np

from checks.hypotheses import full_support
from checks.instances.nodes import on_the_nodes
from checks.instances.spaces import ANY_SPACE, FOUR_POINTS, all_spaces, trial_points
from checks.theory.christoffel import largest_eigenvalue
from checks.theory.optimal_weights import smallest_k
from theorytest import at_least, at_most, choices, claim, equal, family, finite, integers, product
from theorytest.approximation import (
    Christoffel,
    Fourier,
    Functions,
    Gaussian,
    Hermite,
    Histogram,
    Legendre,
    Space,
    Uniform,
    integrate,
)


def with_zeros():
    """All spaces, and multiples of x on four points, one of which is 0."""
    return all_spaces() | {"multiples of x": Space(Functions((lambda x: x[..., 0],)), FOUR_POINTS)}


@claim(
    "x:sec3.2-optimal-weight",
    also=["x:display-optimal-weight"],
    says="If K > 0, the weight ‖K‖₁/K has the smallest k of all weights with w dμ = dρ.",
    formula=r"w_t = \|\mathfrak{K}_t\|_{L^1(\rho)} \mathfrak{K}_t^{-1} \quad\text{minimises}\quad k_t",
    forall={"T": family(with_zeros, "spaces in L² and H¹, on the nodes of a quadrature", search=ANY_SPACE, effort=50)},
    given=[full_support],
    reading="Where K vanishes the printed weight is infinite: at an atom of ρ in supp(T) it is not a weight, and the "
    "infimum ‖K‖₁ of k is not attained. The formula is read where it defines one.",
    premises=["eq:def:christoffel"],
    mutants={
        "the surrogate's": {"weight": Christoffel.trace_weight},
        "not normalised": {"weight": lambda K, x: 0.99 * K.optimal_weight(x)},
    },
)
def christoffel_weight_is_optimal(space, *, weight=Christoffel.optimal_weight):
    """The package's weight against the value of a linear programme over all weights; it must be admissible."""
    nodes = on_the_nodes(space)
    x, p = nodes.measure.points, nodes.measure.weights
    K, w = largest_eigenvalue(nodes, x), weight(Christoffel(nodes), x)
    yield equal(p @ (1 / w), 1.0, name="mass", symbol="∫ 1/w dρ")
    yield equal(np.max(w * K), smallest_k(K, p), name="k", digits=8, symbol="k")


@claim(
    "x:sec3.2-k-at-most-d",
    says="With the weight ‖K‖₁/K, and with the surrogate's, k is at most d.",
    formula=r"k_t \le d_t",
    forall={
        "T": family(with_zeros, "spaces in L² and H¹", search=ANY_SPACE, effort=50),
        "w": finite({"exact": Christoffel.optimal_weight, "surrogate": Christoffel.trace_weight}),
    },
    tight="attained for scalar jets",
    premises=["lem:optimal_sampling_density/inequality", "lem:optimal_sampling_density/integral"],
    mutants={"two per cent less": {"share": 0.98}},
)
def both_weights_bound_k_by_the_dimension(space, weight, *, share=1.0):
    """The weight is found admissible, and the supremum of w K is searched over the whole support, where K > 0."""
    K = Christoffel(space)

    def seen(x):  # where K = 0 the weight is infinite, and any other gives the same w K
        return np.where(K(x) > 0, weight(K, x), 1.0)

    k, x = K.k(seen).value, trial_points(space)
    yield at_most(k, share * space.dim, name="k", digits=10, symbol="k")
    yield at_least(k, np.max(seen(x) * K(x)), name="seen", digits=10, symbol="k")
    mass = integrate(lambda x: 1 / weight(K, x), space.measure, knots=space.system.knots, rtol=1e-10).value
    yield equal(mass, 1.0, name="mass", digits=8, symbol="∫ 1/w dρ")


def known_k():
    """(space, weight, k) with k in closed form."""
    seven = Space(Hermite(7), Gaussian())
    cells = Space(Histogram((0.0, 0.1, 0.3, 1.0)), Uniform(0, 1))
    slopes = Space(Legendre(3), Uniform(), "H1")
    return {
        "H1 constants": (Space(Legendre(1), Uniform(), "H1"), "constant", 1.0),
        "parabolas, trace": (Space(Legendre(3), Uniform()), "trace", 3.0),
        "waves": (Space(Fourier((1, 3)), Uniform(0, 1)), "constant", 4.0),
        "cells of lengths 1/10, 2/10, 7/10": (cells, "constant", 10.0),
        "Gaussian": (seven, "constant", np.inf),
        "Gaussian, optimal": (seven, "optimal", 7.0),
        # The basis 1, (√3/2) x, √(45/64) (x² - 1/3) has at x = ±1 the matrix (33, ±27; ±27, 57)/16.
        "H1 parabolas": (slopes, "constant", (45 + 3 * np.sqrt(97)) / 16),
    }


ANY_LEGENDRE = product(integers(1, 20), choices(["constant", "optimal"])).map(
    lambda d, word: (Space(Legendre(d), Uniform()), word, float(d**2 if word == "constant" else d))
)


@claim(
    "eq:def:christoffel/k",
    kind="definition",
    says="The constant k is the essential supremum of the weight times K.",
    formula=r"k_t := \|w\,\mathfrak{K}_t\|_{L^\infty(\rho)}",
    forall={"T, w": family(known_k, "spaces and weights with k in closed form", search=ANY_LEGENDRE, effort=20)},
    reading="The k of the package is compared with closed forms.",
    mutants={"half per cent less": {"share": 0.995}},
)
def k_is_computed_as_defined(case, *, share=1.0):
    space, word, k = case
    return equal(share * Christoffel(space).k(word).value, k, digits=9, symbol="k")
