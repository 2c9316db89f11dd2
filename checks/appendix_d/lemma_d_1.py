r"""Lemma D.1 [lem:optimal_sampling_density]: the Christoffel function, its two definitions and its trace surrogate."""

from __future__ import annotations

import numpy as np

from checks.instances.spaces import all_spaces, scalar_spaces, sobolev_spaces, trial_points
from checks.scaling import scaled
from checks.theory.christoffel import largest_eigenvalue, trace
from theorytest import at_most, claim, equal, repair
from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.integrals import integrate

SCALES = np.array([0.5, 1.0, 2.0])  # v and multiples of v: a supremum over a linear space must see them


def quotients(space, x, norm_power):
    """‖L_x v‖² / ‖v‖^p for the maximising direction v and its multiples; ‖v‖ is integrated, not assumed.

    Over a sphere the maximiser is the top left singular vector of the jets, in coordinates of the basis.
    """
    direction = np.linalg.svd(space.jets(x))[0][:, 0]

    def jet(t):
        return np.einsum("k,...kl->...l", direction, space.jets(t))

    square = integrate(lambda t: np.sum(jet(t) ** 2, axis=-1), space.measure, knots=space.system.knots, rtol=1e-11)
    norm = np.sqrt(square.value)
    return SCALES**2 * np.sum(jet(x) ** 2) / (SCALES * norm) ** norm_power


def both_definitions(norm_power, eigenvalue):
    for name, space in all_spaces().items():
        x = trial_points(space)[-1]
        supremum = np.max(quotients(space, x, norm_power))
        yield equal(supremum, eigenvalue(space, x), name=name, digits=9, symbol="the supremum")


@claim(
    "lem:optimal_sampling_density/equal",
    label="x:lemD.1-equal",
    also=["lem:optimal_sampling_density", "x:display-lemD.1-supremum"],
    kind="identity",
    says="The largest-eigenvalue function is the supremum of the squared jet over the norm, which is not squared.",
    formula=r"\mathfrak{K}_t(x) = \sup_{v\in\mathcal{T}_t} \frac{\|L_x v\|_2^2}{\|v\|}",
    expected="refuted",
    gravity="misprint",
)
def definitions_agree_as_printed(*, norm_power=1, eigenvalue=largest_eigenvalue):
    """Already T = span{1} refutes it: v = 2 gives 4 / 2 = 2 against K = 1; doubling v doubles the quotient."""
    yield from both_definitions(norm_power, eigenvalue)


@repair(
    "lem:optimal_sampling_density/equal-corrected",
    "lem:optimal_sampling_density/equal",
    label="x:lemD.1-equal",
    also=["x:display-lemD.1-eigenvalue", "x:display-lemD.1-proof-chain", "x:display-lemD.1-proof-outer"],
    kind="identity",
    says="The largest-eigenvalue function is the supremum of the squared jet over the squared norm.",
    formula=r"\mathfrak{K}_t(x) = \sup_{v\in\mathcal{T}_t} \frac{\|L_x v\|_2^2}{\|v\|^2}",
    expected="computed",
    mutants={"the norm unsquared": {"norm_power": 1}, "the trace for the eigenvalue": {"eigenvalue": trace}},
)
def definitions_agree_with_the_square(*, norm_power=2, eigenvalue=largest_eigenvalue):
    yield from both_definitions(norm_power, eigenvalue)


@claim(
    "lem:optimal_sampling_density/inequality",
    label="x:lemD.1-inequality",
    also=["x:display-lemD.1-trace"],
    kind="inequality",
    says="The Christoffel function is at most its trace surrogate.",
    formula=r"\mathfrak{K}_t \le \tilde{\mathfrak{K}}_t",
    expected="computed",
    tight="attained by scalar jets",
    mutants={
        "bound x 0.9": {"bound": scaled(trace, 0.9)},
        "the mean of the eigenvalues": {"bound": lambda space, x: trace(space, x) / space.jet_size},
    },
)
def eigenvalue_is_at_most_the_trace(*, bound=trace):
    """At every point the other eigenvalues are not negative; equality where they vanish, as for l = 1."""
    for name, space in all_spaces().items():
        x = trial_points(space)
        yield at_most(largest_eigenvalue(space, x), bound(space, x), name=name, digits=12, symbol="K")


@claim(
    "lem:optimal_sampling_density/equality-scalar",
    label="x:lemD.1-equality-scalar",
    kind="identity",
    says="For scalar jets the Christoffel function equals its trace surrogate.",
    formula=r"l = 1 \implies \mathfrak{K}_t = \tilde{\mathfrak{K}}_t",
    expected="computed",
    mutants={"vector jets as well": {"spaces": sobolev_spaces}, "one basis function less": {"last": -1}},
)
def eigenvalue_is_the_trace_for_scalar_jets(*, spaces=scalar_spaces, last=None):
    for name, space in spaces().items():
        x = trial_points(space)
        surrogate = np.sum(space.jets(x)[..., :last, :] ** 2, axis=(-2, -1))
        yield equal(surrogate, largest_eigenvalue(space, x), name=name, digits=12, symbol="the trace")


@claim(
    "lem:optimal_sampling_density/integral",
    label="x:lemD.1-integral",
    also=["x:display-lemD.1-proof-trace"],
    kind="identity",
    says="The trace surrogate integrates to the dimension.",
    formula=r"\|\tilde{\mathfrak{K}}_t\|_{L^1(\rho)} = \int \tilde{\mathfrak{K}}_t \,\mathrm{d}\rho = d_t",
    expected="computed",
    mutants={
        "dimension x 0.9": {"dimension": lambda space: 0.9 * (space.dim)},
        "the number of generators": {"dimension": lambda space: space.system.size},
        "the largest eigenvalue": {"surrogate": largest_eigenvalue},
    },
)
def trace_integrates_to_the_dimension(*, surrogate=trace, dimension=lambda space: space.dim):
    """By an adaptive rule that knows nothing of the basis."""
    for name, space in all_spaces().items():
        total = integrate(
            lambda x, space=space: surrogate(space, x), space.measure, knots=space.system.knots, rtol=1e-11
        )
        yield equal(total.value, dimension(space), name=name, digits=9, symbol="the integral")


@claim(
    "eq:def:christoffel",
    kind="definition",
    says="The Christoffel function is the largest eigenvalue of the summed outer products of the jets.",
    formula=r"\mathfrak{K}_t(x) := \lambda^*\Big(\sum_{k} (L_x b_k)(L_x b_k)^\intercal\Big)",
    expected="computed",
    mutants={"the trace": {"definition": trace}},
)
def christoffel_is_computed_as_defined(*, definition=largest_eigenvalue):
    """The code path that every other claim uses, against the definition."""
    for name, space in all_spaces().items():
        x = trial_points(space)
        yield equal(Christoffel(space)(x), definition(space, x), name=name, digits=12, symbol="K")
