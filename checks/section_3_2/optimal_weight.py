r"""Section 3.2: w = ‖K‖₁ / K minimises k, and both optimal weights guarantee k ≤ d."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog

from checks.instances import all_spaces, scalar_spaces, sobolev_spaces, trial_points
from theorytest import claim
from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.measures import Discrete
from theorytest.approximation.spaces import Space
from theorytest.verdicts.exact import value_at_most, value_equals


def printed_weight(K, p):
    """w = ‖K‖₁ / K on finitely many points with masses p."""
    return (p @ K) / K


def on_the_nodes(space):
    """The same functions on the nodes of a quadrature: a finite problem whose optimum can be computed."""
    rule = space.measure.quadrature(8)
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
    statement="Among all weights, the L1 norm of the Christoffel function over its value has the smallest k.",
    formula=r"w_t = \|\mathfrak{K}_t\|_{L^1(\rho)} \mathfrak{K}_t^{-1} \quad\text{minimises}\quad k_t",
    expected="exact",
    premises=["eq:def:christoffel"],
    mutants={
        "no weight": {"weight": lambda K, _: np.ones_like(K)},
        "the root of K": {"weight": lambda K, p: (p @ np.sqrt(K)) / np.sqrt(K)},
        "not normalised": {"weight": lambda K, p: 0.99 * (p @ K) / K},
    },
)
def christoffel_weight_is_optimal(evidence, *, weight=printed_weight):
    """The minimum over all weights is computed as a linear programme and compared; the weight must be admissible."""
    for name, space in all_spaces().items():
        finite = on_the_nodes(space)
        K, p = Christoffel(finite)(finite.measure.points), finite.measure.weights
        w = weight(K, p)
        evidence.exactly(value_equals, p @ (1 / w), 1.0, name=f"{name}: mass", digits=12, symbol="∫ 1/w dρ")
        evidence.exactly(value_equals, np.max(w * K), smallest_k(K, p), name=f"{name}: k", digits=8, symbol="k")


@claim(
    "x:sec3.2-k-at-most-d",
    kind="inequality",
    statement="With the exact and with the surrogate weight k is at most the dimension, for scalar and vector jets.",
    formula=r"k_t \le d_t",
    expected="exact",
    premises=["lem:optimal_sampling_density/inequality", "lem:optimal_sampling_density/integral"],
    sharpness={"bound": [0.9, 0.99, 0.999999]},
    mutants={"no weight": {"weights": ("constant",)}, "d - 1": {"bound": lambda space: space.dim - 1}},
)
def both_weights_bound_k_by_the_dimension(
    evidence, *, weights=("optimal", "trace"), bound=lambda space: float(space.dim)
):
    """Attained for scalar jets, and for the surrogate weight in H¹ of the Gaussian measure, at infinity."""
    for name, space in all_spaces().items():
        for weight in weights:
            k = Christoffel(space).k(weight).value
            evidence.exactly(value_at_most, k, bound(space), name=f"{name}, {weight}", digits=10, symbol="k")


@claim(
    "x:sec3.2-weights-coincide",
    kind="identity",
    statement="For scalar jets the exact and the surrogate weight are the same function.",
    formula=r"l = 1 \implies \|\mathfrak{K}_t\|_{L^1}\mathfrak{K}_t^{-1} = "
    r"\|\tilde{\mathfrak{K}}_t\|_{L^1}\tilde{\mathfrak{K}}_t^{-1}",
    expected="exact",
    premises=["lem:optimal_sampling_density/equality-scalar"],
    mutants={"vector jets as well": {"spaces": sobolev_spaces}},
)
def both_weights_coincide_for_scalar_jets(evidence, *, spaces=scalar_spaces):
    for name, space in spaces().items():
        x, K = trial_points(space), Christoffel(space)
        evidence.exactly(value_equals, K.trace_weight(x), K.optimal_weight(x), name=name, digits=12, symbol="w")
