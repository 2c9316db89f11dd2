r"""Lemma D.1 [lem:optimal_sampling_density]: the Christoffel function, its two definitions and its trace surrogate.

The definition takes an orthonormal basis, which Gram and Schmidt give in fractions; the supremum takes the powers of x
and their Gramian. For l = 1 both are rational.
"""

from fractions import Fraction
from operator import attrgetter
from types import SimpleNamespace

import numpy as np
import sympy

from checks.instances.polynomials import POINTS, POLYNOMIALS, eigenvalue, trace
from checks.instances.spaces import ANY_SPACE, all_spaces
from checks.theory.non_projection import largest_eigenvalue
from checks.theory.non_projection import trace as trace_of
from theorytest import at_most, claim, equal, family, proof, repair
from theorytest.approximation import Christoffel, integrate
from theorytest.proof import compared, inner, square, statement, use

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


C, SEEN, IMAGE, STEEPEST = proof.vector("c L_xv AAᵀe Aᵀe")


def supremum_on_symbols(*, percent=100):
    """With A = (L_x b_1, ..., L_x b_d) and v = Σ c_k b_k: L_x v = Ac and ‖v‖ = ‖c‖; AAᵀe = Ke attains it by c = Aᵀe."""
    K, back, (e, w) = proof.positive("K(x)"), proof.vector("Aᵀ(L_xv)"), proof.vector("e w")
    c, seen, image, steepest = C, SEEN, IMAGE, STEEPEST
    return statement(
        [at_most(square(seen), K * square(c)), equal(square(image), percent * K * square(steepest) / 100)],
        given={
            "K(x): λ*(AAᵀ)": at_most(square(back), K * square(seen)),
            "K(x): an eigenvector": proof.for_all(w, equal(inner(w, image), K * inner(w, e))),
            "L_x v: Ac": equal(inner(c, back), square(seen)),
            "L_x v: of the eigenvector": equal(square(steepest), inner(e, image)),
        },
        by=[
            [use("K(x): λ*(AAᵀ)", 1 / K), use("L_x v: Ac", 2), proof.squared(K * c - back, 1 / K)],
            [use("K(x): an eigenvector", at={"w": image}), use("L_x v: of the eigenvector", -K)],
        ],
    )


def supremum_at(space, x):
    """For every v of the check, and for the one with the largest quotient; nothing where K(x) = 0."""
    K, found = eigenvalue(space.outer(x)), list(quotients(space, x, 2))
    if not K > 0:
        return [None] * (len(found) + 1)
    known = {"K(x)": K}
    each = [known | {square(SEEN): value, square(C): 1} for value in found]
    return [known | {square(IMAGE): max(found, key=float), square(STEEPEST): 1}, *each]


@repair(
    "lem:optimal_sampling_density/equal-corrected",
    "lem:optimal_sampling_density/equal",
    by={"power": 2},
    label="x:lemD.1-equal",
    also=["x:display-lemD.1-eigenvalue", "x:display-lemD.1-proof-chain", "x:display-lemD.1-proof-outer"],
    says="The function K(x) is the supremum of ‖L_x v‖²/‖v‖² over v ≠ 0 in T.",
    formula=r"\mathfrak{K}_t(x) = \sup_{v\in\mathcal{T}_t} \frac{\|L_x v\|_2^2}{\|v\|^2}",
    reading="Proved where K(x) > 0; elsewhere all L_x b_k vanish, and both sides do.",
    finding="norm-not-squared",
    proof=compared(supremum_on_symbols, supremum_at, per=(square(C), square(STEEPEST))),
    mutants={"the trace for the eigenvalue": {"of": trace}, "one per cent more": {"percent": 101}},
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
def definitions_agree(space, x, *, power=1, of=eigenvalue, percent=100):
    """T = span{1} and v = 2: 4/2 = 2 against K = 1; doubling v doubles the quotient. The proof has ‖v‖ = 1."""
    found, K = list(quotients(space, x, power)), of(space.outer(x))
    yield equal(max(found, key=float), percent * K / 100, digits=10, symbol="the largest quotient")
    yield at_most(found, K, digits=10, symbol="a quotient")


d, k, size = proof.integer("d"), proof.integer("k"), proof.function("‖b‖²")
e, member = proof.vector("e"), proof.vector("L_xb", random=True)


along, scalar = inner(e, member), proof.real("b(x)", random=True)


def trace_on_symbols(*, percent=100):
    """K = Σ_k (e, L_x b_k)² with a unit eigenvector e; Σ_k is d times the mean over a member drawn uniformly.

    For l = 1, L_x b_k = b_k(x) e for the only direction e.
    """
    rest = proof.squared(member - along * e, d, mean=True)
    return statement(
        [
            at_most(d * proof.mean(along**2), percent * d * proof.mean(square(member)) / 100),
            equal(d * proof.mean(inner(e, scalar * e) ** 2), percent * d * proof.mean(square(scalar * e)) / 100),
        ],
        given={"e": equal(square(e), 1)},
        by=[[rest, use("e", -d * along**2, mean=True)], [use("e", d * scalar**2 * square(e), mean=True)]],
    )


def trace_at(space, x):
    """K and K̃ as d times the means over a member: of vectors, or of numbers times the only direction."""
    mine = (scalar * e) if space.jet_size == 1 else member
    seen = inner(e, mine) if space.jet_size == 1 else along
    largest = max(quotients(space, x, 2), key=float)
    means = {proof.mean(seen**2): largest / space.dim, proof.mean(square(mine)): trace(space.outer(x)) / space.dim}
    return means | {d: space.dim}


@claim(
    "lem:optimal_sampling_density/inequality",
    label="x:lemD.1-inequality",
    also=["x:display-lemD.1-trace", "x:lemD.1-equality-scalar", "x:sec3.2-weights-coincide"],
    says="The Christoffel function K is at most its trace surrogate K̃. If l = 1, both are equal, so that their "
    "weights coincide.",
    formula=r"\mathfrak{K}_t \le \tilde{\mathfrak{K}}_t, \qquad l = 1 \implies \mathfrak{K}_t = \tilde{\mathfrak{K}}_t",
    forall={"T": POLYNOMIALS, "x": POINTS},
    reading="Proved from K = Σ_k (e, L_x b_k)² with a unit eigenvector e.",
    tight="attained by scalar jets",
    proof=compared(trace_on_symbols, trace_at),
    mutants={
        "the mean of the eigenvalues": {"of": lambda A: trace(A) / len(A)},
        "one per cent more": {"percent": 101},
        "one basis function less": {"members": -1},
    },
)
def eigenvalue_is_at_most_the_trace(space, x, *, of=trace, members=None, percent=100):
    """K as the quotient of the steepest v, from the Gramian; K̃ from the orthonormal basis. In fractions for l = 1."""
    compare = equal if space.jet_size == 1 else at_most
    largest = max(quotients(space, x, 2), key=float)
    return compare(largest, percent * of(space.outer(x, members)) / 100, digits=10, symbol="K(x)")


TOTAL = proof.function("∫K̃")


def integral_on_symbols(*, dimension=attrgetter("dim")):
    """∫ ‖L_x b_k‖² dρ = ‖b_k‖² = 1, member by member."""
    total, j, space = (
        TOTAL,
        proof.integer("j", 0),
        SimpleNamespace(dim=d, system=SimpleNamespace(size=proof.integer("m"))),
    )
    return statement(
        equal(total(d), dimension(space)),
        given={
            "b_k: ‖b_k‖ = 1": proof.for_all(k, equal(size(k), 1)),
            "∫K̃: none": proof.defined(equal(total(0), 0)),
            "∫K̃: one more": proof.defined(equal(total(j + 1), total(j) + size(j + 1)), j),
        },
        by=proof.induction(
            d,
            base=[use("∫K̃: one more", at={"j": 0}), use("∫K̃: none"), use("b_k: ‖b_k‖ = 1", at={"k": 1})],
            step=[use("∫K̃: one more", at={"j": d}), use("b_k: ‖b_k‖ = 1", at={"k": d + 1}), use(proof.HYPOTHESIS)],
        ),
    )


def integrated(space, surrogate=trace_of):
    """∫ K̃ dρ by an adaptive rule that knows nothing of the basis."""
    return integrate(lambda x: surrogate(space, x), space.measure, knots=space.system.knots, rtol=1e-11).value


def integral_at(space):
    """The sum over all members."""
    return {TOTAL: {space.dim: integrated(space)}.__getitem__, d: space.dim, "m": space.system.size}


@claim(
    "lem:optimal_sampling_density/integral",
    label="x:lemD.1-integral",
    also=["x:display-lemD.1-proof-trace"],
    says="The trace surrogate K̃ has the integral d_t with respect to ρ.",
    formula=r"\|\tilde{\mathfrak{K}}_t\|_{L^1(\rho)} = \int \tilde{\mathfrak{K}}_t \,\mathrm{d}\rho = d_t",
    forall={"T": family(all_spaces, "finite-dimensional spaces in L² and H¹", search=ANY_SPACE)},
    reading="Proved from ‖b_k‖ = 1 for an orthonormal basis b_k.",
    proof=compared(integral_on_symbols, integral_at),
    mutants={
        "the number of generators": {"dimension": lambda space: space.system.size},
        "one per cent more": {"dimension": lambda space: Fraction(101, 100) * space.dim},
        "the largest eigenvalue": {"surrogate": largest_eigenvalue},
    },
)
def trace_integrates_to_the_dimension(space, *, surrogate=trace_of, dimension=attrgetter("dim")):
    return equal(integrated(space, surrogate), float(dimension(space)), digits=9, symbol="∫ K̃ dρ")


@claim(
    "eq:def:christoffel",
    kind="definition",
    says="The Christoffel function K(x) is the largest eigenvalue of Σ_k (L_x b_k)(L_x b_k)ᵀ for an orthonormal basis "
    "b.",
    formula=r"\mathfrak{K}_t(x) := \lambda^*\Big(\sum_{k} (L_x b_k)(L_x b_k)^\intercal\Big)",
    forall={"T": POLYNOMIALS, "x": POINTS},
    mutants={
        "the trace": {"of": trace},
        "one per cent more": {"of": lambda A: 1.01 * float(eigenvalue(A))},
        "one basis function less": {"members": -1},
    },
)
def christoffel_is_computed_as_defined(space, x, *, of=eigenvalue, members=None):
    """The code path that other claims use, against a basis in fractions."""
    found = float(Christoffel(space.space)(np.array([float(x)])))
    return equal(found, float(of(space.outer(x, members))), digits=10, symbol="K(x)")
