r"""Lemma B.2 [lem:quasi-projection_norm]: E‖P^n g‖² is at most a multiple of ‖P g‖² plus an integral of w K.

The Christoffel function of the lemma sums the first d_t of the d members of the generating system, that of its proof
and of Lemma B.3 all of them. On finitely many points both inequalities are about matrices, for all g at once.
"""

from fractions import Fraction

import numpy as np
from scipy.linalg import block_diag, eigh

from checks.hypotheses import all_jets, orthonormal
from checks.instances.finite_systems import SYSTEMS, christoffel, orthonormalised
from checks.theory.non_projection import all_members, basis_members, bounds, first_members, largest, one_twice
from theorytest import at_least, at_most, claim, equal, family, integers, repair

SIZES = family([1, 2, 3], "positive integers", search=integers(1, 4))


@repair(
    "lem:quasi-projection_norm/corrected",
    "lem:quasi-projection_norm",
    by={"members": all_members},
    also=["x:display-lemB.2"],
    says="With K from all d members of the system, the second moment E‖Pⁿg‖² obeys both bounds of Lemma B.2.",
    formula=r"\mathbb{E}\|P_t^n g\|^2 \le (1-\tfrac1n)\lambda^*(G)^2\|P_t g\|^2 + \tfrac{\lambda^*(G)}{n}"
    r"\int w\mathfrak{K}\|L_x g\|^2\mathrm{d}\rho \le (1-\tfrac1n)\lambda^*(G)^2\|P_t g\|^2 + "
    r"\tfrac{\lambda^*(G)k_t}{n}\|g\|^2",
    forall={"B": SYSTEMS, "n": SIZES},
    finding="sum-to-d_t",
    tight="attained by tight frames",
    mutants={
        "an orthonormal basis": {"members": basis_members},
        "the mean eigenvalue": {"lam": lambda system: system.eigenvalues.mean()},
        "one per cent less": {"lam": lambda system: 0.99 * largest(system)},
    },
)
@claim(
    "lem:quasi-projection_norm",
    also=["x:display-lemB.2"],
    says="With K from the first d_t members of the system, the second moment E‖Pⁿg‖² obeys both bounds of Lemma B.2.",
    formula=r"\mathbb{E}\|P_t^n g\|^2 \le (1-\tfrac1n)\lambda^*(G)^2\|P_t g\|^2 + \tfrac{\lambda^*(G)}{n}"
    r"\int w\mathfrak{K}\|L_x g\|^2\mathrm{d}\rho,\quad "
    r"\mathfrak{K} = \lambda^*\Big(\sum_{k=1}^{d_t}(L_xb_k)(L_xb_k)^\intercal\Big)",
    forall={"B": SYSTEMS, "n": SIZES},
    gravity="misprint",
    finding="sum-to-d_t",
)
def second_moment_is_bounded(system, n, *, members=first_members, lam=largest):
    """The constant 1 listed twice, g = 1 and n = 1: 4 against 2, since one of the two members is lost."""
    moments, K = one_twice(members)
    yield at_most(sum(moments) ** 2, 2 * K, name="1 twice, in fractions", symbol="E‖P¹g‖² for g = 1")
    first, second = bounds(system, n, christoffel(members(system)), lam(system))
    scale = float(largest(system) ** 2)
    for name, gap in (("first bound", first - system.second_moment(n)), ("second bound", second - first)):
        yield at_least(np.linalg.eigvalsh(gap)[0], 0.0, name=name, digits=10, scale=scale, symbol="the least gap")


def steepest(system):
    """sup ‖L_x v‖² over v in T with ‖v‖ = 1: λ*(Φ_x G⁺ Φ_xᵀ), from the system as given and its Gramian."""
    inverse = np.linalg.pinv(system.gramian, rcond=1e-10, hermitian=True)
    return np.linalg.eigvalsh(np.einsum("kxa,kj,jxb->xab", system.phi, inverse, system.phi))[:, -1]


@claim(
    "x:lemB.2-christoffel",
    kind="definition",
    voice="ours",
    says="For an orthonormal basis K(x) of Lemma B.2 is the supremum of ‖L_x v‖² over v in T with ‖v‖ = 1.",
    formula=r"\mathfrak{K}_t(x) := \lambda^*\Big(\sum_{k=1}^{d_t} (L_xb_k)(L_xb_k)^\intercal\Big) "
    r"= \sup_{v\in\mathcal{T}_t} \frac{\|L_xv\|^2}{\|v\|^2}",
    forall={"B": SYSTEMS},
    given=[orthonormal],
    mutants={
        "the first d_t members of any system": {"members": first_members},
        "all members of any system": {"members": all_members},
        "one function less": {"members": lambda system: basis_members(system)[: max(1, system.dim - 1)]},
    },
)
def christoffel_of_an_orthonormal_basis(system, *, members=basis_members):
    return equal(christoffel(members(system)), steepest(system), digits=10, symbol="K(x)")


@claim(
    "x:lemB.2-tight",
    says="The bound of Lemma B.2 is tight: if H holds all jets on finitely many points, every orthonormal system has, "
    "for every n, a g that attains it.",
    formula=r"\max_g \frac{\mathbb{E}\|P_t^n g\|^2}{(1-\frac1n)\|P_t g\|^2 + \frac{k_t}{n}\|g\|^2} = 1",
    forall={"B": SYSTEMS, "n": SIZES},
    given=[orthonormal, all_jets],
    premises=["lem:quasi-projection_norm/corrected"],
    mutants={
        "any system": {"change": lambda system: system},
        "g in T": {"among": lambda system: system.basis.T},
        "K of one function less": {"members": lambda system: system.phi[: max(1, len(system.phi) - 1)]},
    },
)
def bound_is_tight(
    system, n, *, change=orthonormalised, members=all_members, among=lambda system: np.eye(len(system.projector))
):
    """The g that attains it lives where w K is largest; `among` spans the g that are tried."""
    quasi = change(system)
    second, V = bounds(quasi, n, christoffel(members(quasi)), largest(quasi))[1], among(quasi)
    share = eigh(V.T @ quasi.second_moment(n) @ V, V.T @ second @ V, eigvals_only=True)[-1]
    return equal(share, 1.0, digits=10, symbol="the largest share of the bound")


def outer_products(system):
    """w(x) Σ_k (L_x b_k)(L_x b_k)ᵀ at every point, as one block-diagonal matrix."""
    return block_diag(*np.einsum("x,kxa,kxb->xab", system.weight, system.phi, system.phi))


def first_bound(system):
    """w K on the diagonal."""
    return np.diag(system.weighted(christoffel(system.phi)))


def second_bound(system):
    """k on the diagonal."""
    wK = system.weighted(christoffel(system.phi))
    return wK.max() * np.eye(len(wK))


@repair(
    "x:lemB.2-equality/corrected",
    "x:lemB.2-equality",
    by={"integrands": [outer_products]},
    says="If G = I, then E‖Pⁿg‖² = (1 - 1/n)‖Pg‖² + (1/n) ∫ w (L_x g)ᵀ(Σ_k (L_x b_k)(L_x b_k)ᵀ)(L_x g) dρ for every g.",
    formula=r"G = I \implies \mathbb{E}\|P_t^n g\|^2 = (1-\tfrac1n)\|P_t g\|^2 + "
    r"\tfrac1n\int w\,(L_xg)^\intercal\Big(\sum_k (L_xb_k)(L_xb_k)^\intercal\Big)(L_xg)\,\mathrm{d}\rho",
    forall={"B": SYSTEMS, "n": SIZES},
    given=[orthonormal],
    finding="equality-in-lemma-B.2",
    mutants={
        "the largest eigenvalue for the outer products": {"integrands": [first_bound]},
        "any system": {"change": lambda system: system},
    },
)
@claim(
    "x:lemB.2-equality",
    says="If G = I, both inequalities of Lemma B.2 are equalities.",
    formula=r"G = I \implies \mathbb{E}\|P_t^n g\|^2 = (1-\tfrac1n)\|P_t g\|^2 + "
    r"\tfrac1n\int w\mathfrak{K}\|L_xg\|^2\mathrm{d}\rho = (1-\tfrac1n)\|P_t g\|^2 + \tfrac{k_t}{n}\|g\|^2",
    forall={"B": SYSTEMS, "n": SIZES},
    given=[orthonormal],
    reading="For l = 1 the first inequality is an equality; the second is one only if w K = k wherever g ≠ 0.",
    gravity="wrong statement",
    finding="equality-in-lemma-B.2",
)
def second_moment_is_equal(system, n, *, change=orthonormalised, integrands=(first_bound, second_bound)):
    """As matrices in g. One cell of two, g the other cell and one plain point: 0 against k ‖g‖² = 1."""
    quasi = change(system)
    for integrand in integrands:
        bound = (1 - 1 / n) * quasi.projector + integrand(quasi) / n
        name = integrand.__name__.replace("_", " ")
        yield equal(quasi.second_moment(n), bound, name=name, digits=10, symbol="an entry of E (Pⁿ)ᵀPⁿ")
    if second_bound in integrands:
        yield equal(*_one_cell(), name="one cell of two, in fractions", symbol="E‖P¹g‖²")


def _one_cell():
    """E‖P¹g‖² for b² = (2, 0) and g² = (0, 1) on two points of mass 1/2, and k ‖g‖²."""
    cell, other = (Fraction(2), Fraction(0)), (Fraction(0), Fraction(1))
    return sum(b * g for b, g in zip(cell, other, strict=True)) / 2, max(cell) * sum(other) / 2
