r"""Lemma B.2 [lem:quasi-projection_norm]: E‖P^n g‖² is at most a multiple of ‖P g‖² plus an integral of w K.

The Christoffel function of the lemma sums the first d_t of the d members of the generating system, that of its proof
and of Lemma B.3 all of them. On finitely many points both inequalities are about matrices, for all g at once.
"""

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
from scipy.linalg import eigh

from checks.hypotheses import all_jets, orthonormal_system
from checks.instances.finite_systems import BASES_AMONG, SIZES, SYSTEMS
from checks.theory import symbolic_members as on
from checks.theory.finite import christoffel, of_the_space, times
from checks.theory.forms import compared_at, ordered
from checks.theory.members_at import moments, squares
from checks.theory.non_projection import bounds, largest, of_all_members, of_first_members, outer_products
from theorytest import at_most, claim, equal, proof, repair


def norm_on_symbols(*, lam=largest):
    """λ*(G) bounds ‖Σ a_k b_k‖² by λ*(G)‖a‖², for a = ηⁿ and for a = η."""
    worst = lam(SimpleNamespace(eigenvalues=[on.least, on.lam]))
    middle = on.share * worst**2 * on.tangent + worst / on.n * on.integral
    last = on.share * worst**2 * on.tangent + worst / on.n * on.k * on.whole
    first = [*on.IN_THE_INTEGRAL, *on.coefficients(on.share * on.lam)]
    return proof.statement(
        [at_most(on.moment, middle), at_most(middle, last)],
        given=on.SECOND,
        by=[first, [proof.use("k", on.lam / on.n)]],
    )


def norm_at(system, n):
    """At the g of the check."""
    first, second = bounds(system, n, of_all_members(system), largest(system))
    gaps = first - system.second_moment(n), second - first
    return [moments(system, n, g) for gap in gaps for g in compared_at(gap)]


@repair(
    "lem:quasi-projection_norm/corrected",
    "lem:quasi-projection_norm",
    by={"K": of_all_members},
    also=["x:display-lemB.2"],
    says="With K from all d members of the system, the second moment E‖Pⁿg‖² obeys both bounds of Lemma B.2.",
    formula=r"\mathbb{E}\|P_t^n g\|^2 \le (1-\tfrac1n)\lambda^*(G)^2\|P_t g\|^2 + \tfrac{\lambda^*(G)}{n}\int "
    r"w\mathfrak{K}\|L_x g\|^2\mathrm{d}\rho \le (1-\tfrac1n)\lambda^*(G)^2\|P_t g\|^2 + "
    r"\tfrac{\lambda^*(G)k_t}{n}\|g\|^2",
    reading="Proved from the definitions of λ*(G), K and k, and the second moments of the members (g, b_k)ₙ, which "
    "x:display-lemB.2-proof-single has.",
    finding="sum-to-d_t",
    tight="attained by tight frames",
    proof=proof.compared(norm_on_symbols, norm_at),
    mutants={
        "an orthonormal basis": {"K": of_the_space},
        "one per cent less": {"lam": lambda system: 99 * largest(system) / 100},
    },
)
@claim(
    "lem:quasi-projection_norm",
    also=["x:display-lemB.2", "x:lemB.2-christoffel"],
    says="With K from the first d_t members of the system, the second moment E‖Pⁿg‖² obeys both bounds of Lemma B.2.",
    formula=r"\mathbb{E}\|P_t^n g\|^2 \le (1-\tfrac1n)\lambda^*(G)^2\|P_t g\|^2 + \tfrac{\lambda^*(G)}{n}\int "
    r"w\mathfrak{K}\|L_x g\|^2\mathrm{d}\rho,\quad \mathfrak{K} = "
    r"\lambda^*\Big(\sum_{k=1}^{d_t}(L_xb_k)(L_xb_k)^\intercal\Big)",
    forall={"B": SYSTEMS, "n": SIZES},
    gravity="misprint",
    finding="sum-to-d_t",
)
def second_moment_is_bounded(system, n, *, K=of_first_members, lam=largest):
    """The constant 1 listed twice, g = 1 and n = 1: 4 against 2, since one of the two members is lost."""
    first, second = bounds(system, n, K(system), lam(system))
    scale = float(largest(system)) ** 2
    yield from ordered(system.second_moment(n), first, "first bound", scale=scale)
    yield from ordered(first, second, "second bound", scale=scale)


@claim(
    "x:lemB.2-tight",
    says="The bound of Lemma B.2 is tight: if H holds all jets on finitely many points, every orthonormal system has, "
    "for every n, a g that attains it.",
    formula=r"\max_g \frac{\mathbb{E}\|P_t^n g\|^2}{(1-\frac1n)\|P_t g\|^2 + \frac{k_t}{n}\|g\|^2} = 1",
    forall={"B": BASES_AMONG, "n": SIZES},
    given=[orthonormal_system, all_jets],
    premises=["lem:quasi-projection_norm/corrected"],
    mutants={"one per cent longer": {"percent": 101}},
)
def bound_is_tight(system, n, *, percent=100):
    """The g that attains it lives where w K is largest."""
    bound = bounds(system, n, of_all_members(system), largest(system))[1].astype(float)
    S = times(system, percent, 100).second_moment(n).astype(float)
    return equal(eigh(S, bound, eigvals_only=True)[-1], 1.0, digits=10, symbol="the largest share of the bound")


OUTER = proof.nonnegative("∫w|ΣL_xb_k·L_xg|²dρ")


def equality_on_symbols(*, percent=100):
    """‖Pⁿg‖² = ‖ηⁿ‖² and ‖Pg‖² = ‖η‖²."""
    outer, sizes = OUTER, proof.square(on.drawn)
    return proof.statement(
        equal(on.moment, Fraction(percent, 100) * on.share * on.tangent + outer / on.n),
        given={
            "G = I: for ηⁿ": equal(proof.square(on.estimate), sizes),
            "G = I: for η": equal(on.tangent, proof.square(on.eta)),
            "members: their second moments": equal(proof.mean(sizes), on.share * proof.square(on.eta) + outer / on.n),
        },
    )


def equality_at(system, n):
    """At unit vectors."""
    outer = outer_products(system)
    return squares(system, n, lambda system, n, g: moments(system, n, g) | {OUTER: g @ outer @ g})


def first_bound(system):
    """w K on the diagonal."""
    return np.diag(system.weighted(christoffel(system.phi)))


def second_bound(system):
    """k on the diagonal."""
    return system.weighted(christoffel(system.phi)).max() * system.identity


@repair(
    "x:lemB.2-equality/corrected",
    "x:lemB.2-equality",
    by={"integrands": [outer_products]},
    says="If G = I, then E‖Pⁿg‖² = (1 - 1/n)‖Pg‖² + (1/n) ∫ w (L_x g)ᵀ(Σ_k (L_x b_k)(L_x b_k)ᵀ)(L_x g) dρ for every g.",
    formula=r"G = I \implies \mathbb{E}\|P_t^n g\|^2 = (1-\tfrac1n)\|P_t g\|^2 + \tfrac1n\int "
    r"w\,(L_xg)^\intercal\Big(\sum_k (L_xb_k)(L_xb_k)^\intercal\Big)(L_xg)\,\mathrm{d}\rho",
    reading="Proved from the second moments of the members (g, b_k)ₙ, which x:display-lemB.2-proof-single has.",
    finding="equality-in-lemma-B.2",
    proof=proof.compared(equality_on_symbols, equality_at),
    mutants={
        "the largest eigenvalue for the outer products": {"integrands": [first_bound]},
        "one per cent more of ‖Pg‖²": {"percent": 101},
    },
)
@claim(
    "x:lemB.2-equality",
    says="If G = I, both inequalities of Lemma B.2 are equalities.",
    formula=r"G = I \implies \mathbb{E}\|P_t^n g\|^2 = (1-\tfrac1n)\|P_t g\|^2 + \tfrac1n\int "
    r"w\mathfrak{K}\|L_xg\|^2\mathrm{d}\rho = (1-\tfrac1n)\|P_t g\|^2 + \tfrac{k_t}{n}\|g\|^2",
    forall={"B": BASES_AMONG, "n": SIZES},
    given=[orthonormal_system],
    reading="For l = 1 the first inequality is an equality; the second is one only if w K = k wherever g ≠ 0.",
    gravity="wrong statement",
    finding="equality-in-lemma-B.2",
)
def second_moment_is_equal(system, n, *, integrands=(first_bound, second_bound), percent=100):
    """As matrices in g. One cell of two, g the other cell and one plain point: 0 against k ‖g‖²."""
    S = system.second_moment(n)
    for integrand in integrands:
        bound = (percent * (n - 1) * system.projector / 100 + integrand(system)) / n
        name = integrand.__name__.replace("_", " ")
        yield equal(S, bound, name=name, digits=10, symbol="an entry of E (Pⁿ)ᵀPⁿ")
