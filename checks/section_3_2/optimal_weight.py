r"""Section 3.2: w = ‖K‖₁ / K minimises k, and both optimal weights guarantee k ≤ d."""

from __future__ import annotations

from functools import partial

import numpy as np
from scipy.optimize import linprog

from checks.instances.spaces import all_spaces, scalar_spaces, sobolev_spaces, trial_points
from checks.theory.christoffel import largest_eigenvalue, trace
from theorytest import at_least, at_most, claim, equal
from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.integrals import integrate
from theorytest.approximation.measures import Discrete, Uniform
from theorytest.approximation.spaces import Space


def printed_weight(K, p):
    """w = ‖K‖₁ / K on finitely many points with masses p."""
    return (p @ K) / K


def on_the_nodes(space):
    """The same functions on the nodes of a quadrature: a finite problem whose optimum can be computed."""
    rule = space.measure.quadrature(8) if space.ndim > 1 else space.measure.quadrature(2 * space.system.size + 6)
    mass = rule.weights / rule.weights.sum()
    return Space(space.system, Discrete(rule.nodes, mass), space.norm)


def smallest_k(K, p):
    """min over w > 0 with Σ p/w = 1 of max w K, as a linear programme in v = 1/w and s = 1/k: v ≥ s K, max s."""
    n = len(K)
    constraint = np.hstack([-np.eye(n), K[:, None]])
    mass = np.append(p, 0.0)[None]
    answer = linprog(np.append(np.zeros(n), -1.0), constraint, np.zeros(n), mass, [1.0], bounds=(0, None))
    return 1 / answer.x[-1]


@claim(
    "x:sec3.2-optimal-weight",
    also=["x:display-optimal-weight"],
    kind="identity",
    says="Among all weights, the L1 norm of the Christoffel function over its value has the smallest k.",
    formula=r"w_t = \|\mathfrak{K}_t\|_{L^1(\rho)} \mathfrak{K}_t^{-1} \quad\text{minimises}\quad k_t",
    expected="computed",
    premises=["eq:def:christoffel"],
    mutants={
        "no weight": {"weight": lambda K, _: np.ones_like(K)},
        "the root of K": {"weight": lambda K, p: (p @ np.sqrt(K)) / np.sqrt(K)},
        "not normalised": {"weight": lambda K, p: 0.99 * (p @ K) / K},
    },
)
def christoffel_weight_is_optimal(*, weight=printed_weight):
    """The minimum over all weights is computed as a linear programme and compared; the weight must be admissible.

    K > 0 on all points here. Where K = 0 the weight is infinite: with the closed support of [eq:measure_equality] and
    an atom of ρ at a zero of T, as of span{x} at 0, no μ has w dμ = dρ there, and ‖K‖₁ is an infimum only.
    """
    for name, space in all_spaces().items():
        finite = on_the_nodes(space)
        K, p = Christoffel(finite)(finite.measure.points), finite.measure.weights
        w = weight(K, p)
        yield equal(p @ (1 / w), 1.0, name=f"{name}: mass", digits=12, symbol="∫ 1/w dρ")
        yield equal(np.max(w * K), smallest_k(K, p), name=f"{name}: k", digits=8, symbol="k")


def admissible_mass(space, w):
    """∫ 1/w dρ, which must be 1 for w dμ = dρ to define a probability measure μ."""
    return integrate(lambda x: 1 / w(x), space.measure, knots=space.system.knots, rtol=1e-10).value


PRINTED_WEIGHTS = {"optimal": Christoffel.optimal_weight, "trace": Christoffel.trace_weight}


@claim(
    "x:sec3.2-k-at-most-d",
    kind="inequality",
    says="With the exact and with the surrogate weight k is at most the dimension, for scalar and vector jets.",
    formula=r"k_t \le d_t",
    expected="computed",
    tight="attained by scalar jets",
    premises=["lem:optimal_sampling_density/inequality", "lem:optimal_sampling_density/integral"],
    mutants={
        "bound x 0.9": {"bound": lambda space: 0.9 * (float(space.dim))},
        "no weight": {"weights": {"constant": lambda K, x: np.ones(np.shape(x)[:-1])}},  # noqa: ARG005
        "d - 1": {"bound": lambda space: space.dim - 1},
        "half the weight": {"weights": {"half": lambda K, x: K.optimal_weight(x) / 2}},
    },
)
def both_weights_bound_k_by_the_dimension(*, weights=PRINTED_WEIGHTS, bound=lambda space: float(space.dim)):
    """The weight is evaluated, found admissible, and the supremum of w K is searched over the whole support.

    Attained for scalar jets, and for the surrogate weight in H¹ of the Gaussian measure, at infinity.
    """
    for name, space in all_spaces().items():
        K = Christoffel(space)
        for word, weight in weights.items():
            w = partial(weight, K)
            k, x = K.k(w).value, trial_points(space)
            yield at_most(k, bound(space), name=f"{name}, {word}", digits=10, symbol="k")
            seen = np.max(w(x) * K(x))
            yield at_least(k, seen, name=f"{name}, {word}: seen", digits=10, symbol="k")
            mass = admissible_mass(space, w)
            yield equal(mass, 1.0, name=f"{name}, {word}: mass", digits=8, symbol="∫ 1/w dρ")


@claim(
    "eq:def:christoffel/k",
    kind="definition",
    says="k is the supremum of the weight times the Christoffel function.",
    formula=r"k_t := \|w\,\mathfrak{K}_t\|_{L^\infty(\rho)}",
    expected="computed",
    mutants={"one per cent less": {"factor": 0.99}},
)
def k_is_computed_as_defined(*, factor=1.0):
    """Shortcuts against the search for w K; without a weight, against a fine grid on bounded intervals."""
    for name, space in all_spaces().items():
        K = Christoffel(space)
        for word, weight in PRINTED_WEIGHTS.items():
            short, long = K.k(word).value, K.k(partial(weight, K)).value
            yield equal(factor * short, long, name=f"{name}, {word}", digits=8, symbol="k")
        if isinstance(space.measure, Uniform):
            grid = np.linspace(*space.measure.support, 20_001)[:, None]
            found = np.max(K(grid))
            yield equal(factor * K.k().value, found, name=f"{name}, grid", digits=5, symbol="k")


@claim(
    "x:sec3.2-weights-coincide",
    kind="identity",
    says="For scalar jets the exact and the surrogate weight are the same function.",
    formula=r"l = 1 \implies \|\mathfrak{K}_t\|_{L^1}\mathfrak{K}_t^{-1} = "
    r"\|\tilde{\mathfrak{K}}_t\|_{L^1}\tilde{\mathfrak{K}}_t^{-1}",
    expected="computed",
    premises=["lem:optimal_sampling_density/equality-scalar"],
    mutants={
        "vector jets as well": {"spaces": sobolev_spaces},
        "one basis function less": {
            "surrogate": lambda space, x: np.sum(space.jets(x)[..., 1:, :] ** 2, axis=(-2, -1))
        },
    },
)
def both_weights_coincide_for_scalar_jets(*, spaces=scalar_spaces, surrogate=trace):
    """Both weights from their definitions, with their norms integrated, and the package's weights beside them."""
    for name, space in spaces().items():
        x, K = trial_points(space), Christoffel(space)
        exact, other = (_defined_weight(space, f, x) for f in (largest_eigenvalue, surrogate))
        yield equal(other, exact, name=name, digits=9, symbol="w")
        both = np.stack([K.optimal_weight(x), K.trace_weight(x)])
        yield equal(both, exact, name=f"{name}: code", digits=9, symbol="w")


def _defined_weight(space, f, x):
    norm = integrate(lambda t: f(space, t), space.measure, knots=space.system.knots, rtol=1e-11).value
    K = f(space, x)
    return np.divide(norm, K, out=np.full_like(K, np.inf), where=K > 0)
