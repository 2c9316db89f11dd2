r"""Section 3.2: w = ‖K‖₁ / K minimises k, and both optimal weights guarantee k ≤ d."""

from fractions import Fraction

import numpy as np

from checks.hypotheses import full_support
from checks.instances.spaces import ON_NODES, WITH_ZEROS, trial_points
from checks.theory import symbolic_sampling as on
from checks.theory.non_projection import largest_eigenvalue
from theorytest import at_least, at_most, claim, equal, finite, proof
from theorytest.approximation import Christoffel, Discrete, Space, integrate


def on_the_nodes(space):
    """The same functions on the nodes of a quadrature: a finite problem whose optimum can be computed."""
    rule = space.measure.quadrature(8 if space.ndim > 1 else 2 * space.system.size + 6)
    return Space(space.system, Discrete(rule.nodes, rule.weights / rule.weights.sum()), space.norm)


INVERSE, TRACE = proof.nonnegative("1/w(x) K̃(x)", random=True)


def least_on_symbols(*, percent=100):
    """∫ K dρ = ∫ (w K)/w dρ ≤ k for every weight w with ∫ 1/w dρ ≤ 1; μ may have mass where w = 0, and ρ none."""
    inverse = INVERSE
    return proof.statement(
        at_least(on.k, Fraction(percent, 100) * proof.mean(on.K)),
        given={"k": at_most(on.K, on.k * inverse), "w dμ = dρ": at_most(proof.mean(inverse), 1)},
        by=[proof.use("k", mean=True), proof.use("w dμ = dρ", on.k)],
    )


def other_weights(nodes):
    """ρ itself, and densities that rise and that oscillate along the nodes: 1/w has the mean 1."""
    p = nodes.measure.weights
    rising = 1.0 + np.arange(len(p))
    densities = np.ones(len(p)), rising, 2 + (-1.0) ** np.arange(len(p))
    return [(p @ each) / each for each in densities]


def least_at(space):
    """For the weights that are not the best; of the best one the check says more."""
    nodes = on_the_nodes(space)
    x, p = nodes.measure.points, nodes.measure.weights
    K = largest_eigenvalue(nodes, x)
    known = [
        {on.k: np.max(w * K), proof.mean(on.K): p @ K, proof.mean(INVERSE): p @ (1 / w)} for w in other_weights(nodes)
    ]
    return [None, None, *known]


@claim(
    "x:sec3.2-optimal-weight",
    also=["x:display-optimal-weight"],
    says="If K > 0, the weight ‖K‖₁/K has the smallest k of all weights with w dμ = dρ.",
    formula=r"w_t = \|\mathfrak{K}_t\|_{L^1(\rho)} \mathfrak{K}_t^{-1} \quad\text{minimises}\quad k_t",
    forall={"T": ON_NODES},
    given=[full_support],
    reading="The printed K⁻¹ presupposes K > 0: at an atom of ρ in supp(T) with K = 0 it is not a weight, and the "
    "infimum ‖K‖₁ of k is not attained. Proved: every weight has k ≥ ‖K‖₁, which wK = ‖K‖₁ attains.",
    premises=["eq:def:christoffel"],
    proof=proof.compared(least_on_symbols, least_at),
    mutants={"the surrogate's": {"weight": Christoffel.trace_weight}, "one per cent more": {"percent": 101}},
)
def christoffel_weight_is_optimal(space, *, weight=Christoffel.optimal_weight, percent=100):
    """The package's weight must be admissible, and its k the integral of K."""
    nodes = on_the_nodes(space)
    x, p = nodes.measure.points, nodes.measure.weights
    K, w = largest_eigenvalue(nodes, x), weight(Christoffel(nodes), x)
    yield equal(p @ (1 / w), 1.0, name="mass", symbol="∫ 1/w dρ")
    yield equal(np.max(w * K), percent * (p @ K) / 100, name="k", digits=10, symbol="k")
    found = [np.max(each * K) for each in other_weights(nodes)]
    yield at_least(found, percent * (p @ K) / 100, name="other weights", digits=10, symbol="k")


def dimension_on_symbols(*, share=1):
    """w K is ∫ K dρ ≤ ∫ K̃ dρ = d for the first weight, and d K/K̃ ≤ d for the surrogate's."""
    trace = TRACE
    return proof.statement(
        [at_most(proof.mean(on.K), share * on.d), at_most(on.d * on.K, share * on.d * trace)],
        given={"K: at most K̃": at_most(on.K, trace), "K: ∫ K̃ dρ": equal(proof.mean(trace), on.d)},
        by=[[proof.use("K: at most K̃", mean=True), proof.use("K: ∫ K̃ dρ")], [proof.use("K: at most K̃", on.d)]],
    )


def dimension_at(space, weight):
    """For the first weight k is ∫ K dρ, for the surrogate's w K is d K/K̃ where its supremum is found."""
    K = Christoffel(space)
    known = {on.d: space.dim, proof.mean(on.K): K.l1_norm.value, proof.mean(TRACE): space.dim}
    if weight is not Christoffel.optimal_weight:
        found = K.k("trace")
        if found.at is None:
            return [None] * 3
        x = np.atleast_2d(found.at)
        known |= {on.K: float(K(x)[0]), TRACE: float(K.trace(x)[0])}
    return [known, None, None]


@claim(
    "x:sec3.2-k-at-most-d",
    says="With the weight ‖K‖₁/K, and with the surrogate's, k is at most d.",
    formula=r"k_t \le d_t",
    forall={"T": WITH_ZEROS, "w": finite({"exact": Christoffel.optimal_weight, "surrogate": Christoffel.trace_weight})},
    reading="Where K = 0 the weight is infinite, and wK counts as 0.",
    tight="attained for scalar jets",
    premises=["lem:optimal_sampling_density/inequality", "lem:optimal_sampling_density/integral"],
    proof=proof.compared(dimension_on_symbols, dimension_at, per=(1, TRACE)),
    mutants={"two per cent less": {"share": Fraction(49, 50)}},
)
def both_weights_bound_k_by_the_dimension(space, weight, *, share=1):
    """The weight is found admissible, and the supremum of w K is searched over the whole support, where K > 0."""
    K = Christoffel(space)

    def seen(x):  # where K = 0 the weight is infinite, and any other gives the same w K
        return np.where(K(x) > 0, weight(K, x), 1.0)

    k, x = K.k(seen).value, trial_points(space)
    yield at_most(k, float(share) * space.dim, name="k", digits=10, symbol="k")
    yield at_least(k, np.max(seen(x) * K(x)), name="seen", digits=10, symbol="k")
    mass = integrate(lambda x: 1 / weight(K, x), space.measure, knots=space.system.knots, rtol=1e-10).value
    yield equal(mass, 1.0, name="mass", digits=8, symbol="∫ 1/w dρ")
