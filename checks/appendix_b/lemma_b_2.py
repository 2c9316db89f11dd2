r"""Lemma B.2 [lem:quasi-projection_norm]: E‖P^n g‖² is at most a multiple of ‖P g‖² plus an integral of w K.

The Christoffel function of the lemma sums the first d_t of the d members of the generating system. On finitely many
points both inequalities are statements about matrices, for all g at once.
"""

from __future__ import annotations

import numpy as np

from checks.instances.finite_systems import christoffel, finite_systems
from checks.scaling import scaled
from theorytest import at_least, claim, equal, repair

SIZES = (1, 2, 3)


def first_members(system):
    """The members that K sums as printed: b_1, ..., b_{d_t}."""
    return system.phi[: system.dim]


def all_members(system):
    """b_1, ..., b_d."""
    return system.phi


def basis_members(system):
    """The orthonormal basis of [eq:def:christoffel]."""
    return system.basis_jets


def largest(system):
    """λ*(G)."""
    return system.eigenvalues[-1]


def bounds(system, n, K, lam):
    """Both right-hand sides as matrices: with the integral of w K, and with its supremum k."""
    wK, P = system.weighted(K), (1 - 1 / n) * lam**2 * system.projector
    return P + lam / n * np.diag(wK), P + lam / n * wK.max() * np.eye(len(wK))


def both_inequalities(members, lam):
    """The least eigenvalue of each difference, over all g."""
    for name, system in finite_systems().items():
        K = christoffel(members(system))
        for n in SIZES:
            first, second = bounds(system, n, K, lam(system))
            gaps = [np.linalg.eigvalsh(D)[0] for D in (first - system.second_moment(n), second - first)]
            scale = float(system.eigenvalues[-1] ** 2)
            yield at_least(gaps, 0.0, name=f"{name}, n = {n}", digits=10, scale=scale, symbol="the least gap")


@claim(
    "lem:quasi-projection_norm",
    also=["x:display-lemB.2"],
    kind="inequality",
    says="Lemma B.2 with a Christoffel function that sums the first d_t members of the generating system.",
    formula=r"\mathbb{E}\|P_t^n g\|^2 \le (1-\tfrac1n)\lambda^*(G)^2\|P_t g\|^2 + \tfrac{\lambda^*(G)}{n}"
    r"\int w\mathfrak{K}\|L_x g\|^2\mathrm{d}\rho,\quad "
    r"\mathfrak{K} = \lambda^*\Big(\sum_{k=1}^{d_t}(L_xb_k)(L_xb_k)^\intercal\Big)",
    expected="refuted",
    gravity="misprint",
)
def second_moment_is_bounded_as_printed(*, members=first_members, lam=largest):
    """The constant 1 listed twice refutes it: g = 1, n = 1 gives 4 against 2, since one of the two members is lost."""
    yield from both_inequalities(members, lam)


@repair(
    "lem:quasi-projection_norm/corrected",
    "lem:quasi-projection_norm",
    label="lem:quasi-projection_norm",
    also=["x:display-lemB.2"],
    kind="inequality",
    says="Lemma B.2 with a Christoffel function that sums all d members of the generating system.",
    formula=r"\mathbb{E}\|P_t^n g\|^2 \le (1-\tfrac1n)\lambda^*(G)^2\|P_t g\|^2 + \tfrac{\lambda^*(G)}{n}"
    r"\int w\mathfrak{K}\|L_x g\|^2\mathrm{d}\rho \le (1-\tfrac1n)\lambda^*(G)^2\|P_t g\|^2 + "
    r"\tfrac{\lambda^*(G)k_t}{n}\|g\|^2",
    expected="computed",
    tight="attained by tight frames",
    premises=["x:lemB.2-christoffel"],
    mutants={
        "lam x 0.95": {"lam": scaled(largest, 0.95)},
        "the first d_t members": {"members": first_members},
        "an orthonormal basis": {"members": basis_members},
        "the mean eigenvalue": {"lam": lambda system: system.eigenvalues.mean()},
    },
)
def second_moment_is_bounded(*, members=all_members, lam=largest):
    """Attained: by every g for the constants, by some g for each tight frame."""
    yield from both_inequalities(members, lam)


def steepest(system):
    """sup ‖L_x v‖² over v in T with ‖v‖ = 1: λ*(Φ_x G⁺ Φ_xᵀ), from the system as given and its Gramian."""
    inverse = np.linalg.pinv(system.gramian, rcond=1e-10, hermitian=True)
    return np.linalg.eigvalsh(np.einsum("kxa,kj,jxb->xab", system.phi, inverse, system.phi))[:, -1]


@claim(
    "x:lemB.2-christoffel",
    kind="definition",
    says="For an orthonormal basis, where d = d_t, the Christoffel function of the lemma is the largest squared "
    "jet of a function of T with norm one; for other systems it is not.",
    formula=r"\mathfrak{K}_t(x) := \lambda^*\Big(\sum_{k=1}^{d_t} (L_xb_k)(L_xb_k)^\intercal\Big) "
    r"= \sup_{v\in\mathcal{T}_t} \frac{\|L_xv\|^2}{\|v\|^2}",
    expected="computed",
    mutants={
        "the first d_t members of any system": {"members": first_members},
        "all members of any system": {"members": all_members},
        "one function less": {"members": lambda system: basis_members(system)[: max(1, system.dim - 1)]},
    },
)
def christoffel_of_an_orthonormal_basis(*, members=basis_members):
    """Of d members that are no basis the printed sum takes the first d_t, whichever they are; Lemma B.3 takes all."""
    for name, system in finite_systems().items():
        yield equal(christoffel(members(system)), steepest(system), name=name, digits=10, symbol="K")
