r"""Lemma D.1 [lem:optimal_sampling_density]: the Christoffel function, its two definitions and its trace surrogate.

The definition takes an orthonormal basis, which Gram and Schmidt give in fractions; the supremum takes the powers of x
and their Gramian. For l = 1 both are rational.
"""

from fractions import Fraction

import numpy as np
import sympy

from checks.hypotheses import scalar_jets
from checks.instances.polynomials import POINTS, POLYNOMIALS, eigenvalue, trace
from checks.instances.spaces import ANY_SPACE, all_spaces
from checks.theory.christoffel import largest_eigenvalue
from checks.theory.christoffel import trace as trace_of
from theorytest import at_most, claim, equal, family, repair
from theorytest.approximation import Christoffel, integrate

SCALES = (Fraction(1, 2), Fraction(1), Fraction(2))  # v and multiples of v: a supremum over a linear space sees them


def quotients(space, x, power):
    """‖L_x v‖²/‖v‖^p for the multiples of the steepest v, and for two others."""
    steepest = space.steepest(x)
    others = [[1] * space.dim, [(-1) ** k for k in range(space.dim)]]
    for v in [[s * c for c in steepest] for s in SCALES] + others:
        square = sum(a**2 for a in space.jet(v, x))
        yield square / _root(space.inner(v, v)) if power == 1 else square / space.inner(v, v)


def _root(square):
    return sympy.sqrt(square) if isinstance(square, Fraction) else np.sqrt(square)


@repair(
    "lem:optimal_sampling_density/equal-corrected",
    "lem:optimal_sampling_density/equal",
    by={"power": 2},
    label="x:lemD.1-equal",
    also=["x:display-lemD.1-eigenvalue", "x:display-lemD.1-proof-chain", "x:display-lemD.1-proof-outer"],
    says="The function K(x) is the supremum of ‖L_x v‖²/‖v‖² over v ≠ 0 in T.",
    formula=r"\mathfrak{K}_t(x) = \sup_{v\in\mathcal{T}_t} \frac{\|L_x v\|_2^2}{\|v\|^2}",
    forall={"T": POLYNOMIALS, "x": POINTS},
    finding="norm-not-squared",
    mutants={"the trace for the eigenvalue": {"of": trace}, "one basis function less": {"members": -1}},
)
@claim(
    "lem:optimal_sampling_density/equal",
    label="x:lemD.1-equal",
    also=["lem:optimal_sampling_density", "x:display-lemD.1-supremum"],
    says="The function K(x) is the supremum of ‖L_x v‖²/‖v‖ over v in T.",
    formula=r"\mathfrak{K}_t(x) = \sup_{v\in\mathcal{T}_t} \frac{\|L_x v\|_2^2}{\|v\|}",
    forall={"T": POLYNOMIALS, "x": POINTS},
    gravity="misprint",
    finding="norm-not-squared",
)
def definitions_agree(space, x, *, power=1, of=eigenvalue, members=None):
    """T = span{1} and v = 2: 4/2 = 2 against K = 1; doubling v doubles the quotient. The proof has ‖v‖ = 1."""
    largest = max(quotients(space, x, power), key=float)
    return equal(largest, of(space.outer(x, members)), digits=10, symbol="the largest quotient")


@claim(
    "lem:optimal_sampling_density/inequality",
    label="x:lemD.1-inequality",
    also=["x:display-lemD.1-trace"],
    says="The Christoffel function K is at most its trace surrogate K̃.",
    formula=r"\mathfrak{K}_t \le \tilde{\mathfrak{K}}_t",
    forall={"T": POLYNOMIALS, "x": POINTS},
    tight="attained by scalar jets",
    mutants={
        "the mean of the eigenvalues": {"of": lambda A: trace(A) / len(A)},
        "one basis function less": {"members": -1},
    },
)
def eigenvalue_is_at_most_the_trace(space, x, *, of=trace, members=None):
    """K as the quotient of the steepest v, from the Gramian; K̃ from the orthonormal basis."""
    largest = max(quotients(space, x, 2), key=float)
    return at_most(largest, of(space.outer(x, members)), digits=10, symbol="K(x)")


@claim(
    "lem:optimal_sampling_density/equality-scalar",
    label="x:lemD.1-equality-scalar",
    says="If l = 1, then K = K̃.",
    formula=r"l = 1 \implies \mathfrak{K}_t = \tilde{\mathfrak{K}}_t",
    forall={"T": POLYNOMIALS, "x": POINTS},
    given=[scalar_jets],
    mutants={"one basis function less": {"members": -1}},
)
def eigenvalue_is_the_trace_for_scalar_jets(space, x, *, members=None):
    """In fractions: K as the quotient of the steepest v, from the Gramian; K̃ from the orthonormal basis."""
    return equal(max(quotients(space, x, 2)), trace(space.outer(x, members)), symbol="K(x)")


@claim(
    "lem:optimal_sampling_density/integral",
    label="x:lemD.1-integral",
    also=["x:display-lemD.1-proof-trace"],
    says="The trace surrogate K̃ has the integral d_t with respect to ρ.",
    formula=r"\|\tilde{\mathfrak{K}}_t\|_{L^1(\rho)} = \int \tilde{\mathfrak{K}}_t \,\mathrm{d}\rho = d_t",
    forall={"T": family(all_spaces, "finite-dimensional spaces in L² and H¹", search=ANY_SPACE)},
    mutants={
        "the number of generators": {"dimension": lambda space: space.system.size},
        "the largest eigenvalue": {"surrogate": largest_eigenvalue},
    },
)
def trace_integrates_to_the_dimension(space, *, surrogate=trace_of, dimension=lambda space: space.dim):
    """By an adaptive rule that knows nothing of the basis."""
    total = integrate(lambda x: surrogate(space, x), space.measure, knots=space.system.knots, rtol=1e-11)
    return equal(total.value, dimension(space), digits=9, symbol="∫ K̃ dρ")


@claim(
    "eq:def:christoffel",
    kind="definition",
    says="The Christoffel function K(x) is the largest eigenvalue of Σ_k (L_x b_k)(L_x b_k)ᵀ for an orthonormal"
    " basis b.",
    formula=r"\mathfrak{K}_t(x) := \lambda^*\Big(\sum_{k} (L_x b_k)(L_x b_k)^\intercal\Big)",
    forall={"T": POLYNOMIALS, "x": POINTS},
    mutants={"the trace": {"of": trace}, "one basis function less": {"members": -1}},
)
def christoffel_is_computed_as_defined(space, x, *, of=eigenvalue, members=None):
    """The code path that other claims use, against a basis in fractions."""
    found = float(Christoffel(space.space)(np.array([float(x)])))
    return equal(found, float(of(space.outer(x, members))), digits=10, symbol="K(x)")
