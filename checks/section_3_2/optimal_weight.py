r"""Section 3.2: w = ‖K‖₁ / K minimises k, and both optimal weights guarantee k ≤ d."""

import numpy as np
from scipy.optimize import linprog

from checks.hypotheses import full_support
from checks.instances.spaces import ANY_SPACE, ZERO_AT_A_POINT, all_spaces, trial_points
from checks.theory.christoffel import largest_eigenvalue
from theorytest import at_least, at_most, claim, equal, family, finite
from theorytest.approximation import Christoffel, Discrete, Space, integrate


def with_zeros():
    """All spaces, and one that vanishes at one of four points."""
    return all_spaces() | {"x and x²": ZERO_AT_A_POINT}


def on_the_nodes(space):
    """The same functions on the nodes of a quadrature: a finite problem whose optimum can be computed."""
    rule = space.measure.quadrature(8 if space.ndim > 1 else 2 * space.system.size + 6)
    return Space(space.system, Discrete(rule.nodes, rule.weights / rule.weights.sum()), space.norm)


def smallest_k(K, p):
    """min over w > 0 with Σ p/w = 1 of max w K, as a linear programme in v = 1/w and s = 1/k: v ≥ s K, max s."""
    n = len(K)
    constraint, mass = np.hstack([-np.eye(n), K[:, None]]), np.append(p, 0.0)[None]
    return 1 / linprog(np.append(np.zeros(n), -1.0), constraint, np.zeros(n), mass, [1.0], bounds=(0, None)).x[-1]


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
