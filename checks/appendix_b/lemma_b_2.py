r"""Lemma B.2 [lem:quasi-projection_norm]: E‖P^n g‖² is at most a multiple of ‖P g‖² plus an integral of w K.

The Christoffel function of the lemma sums the first d_t of the d members of the generating system. On finitely many
points both inequalities are statements about matrices, for all g at once.
"""

from __future__ import annotations

import numpy as np

from checks.finite_systems import christoffel, finite_systems
from theorytest import claim
from theorytest.verdicts.exact import value_at_least, value_equals

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


def both_inequalities(evidence, members, lam):
    """The least eigenvalue of each difference, over all g."""
    for name, system in finite_systems().items():
        K = christoffel(members(system))
        for n in SIZES:
            first, second = bounds(system, n, K, lam(system))
            gaps = [np.linalg.eigvalsh(D)[0] for D in (first - system.second_moment(n), second - first)]
            scale = float(system.eigenvalues[-1] ** 2)
            evidence.exactly(
                value_at_least, gaps, 0.0, name=f"{name}, n = {n}", digits=10, scale=scale, symbol="the least gap"
            )


@claim(
    "lem:quasi-projection_norm",
    also=["x:display-lemB.2"],
    kind="inequality",
    statement="Lemma B.2 with a Christoffel function that sums the first d_t members of the generating system.",
    formula=r"\mathbb{E}\|P_t^n g\|^2 \le (1-\tfrac1n)\lambda^*(G)^2\|P_t g\|^2 + \tfrac{\lambda^*(G)}{n}"
    r"\int w\mathfrak{K}\|L_x g\|^2\mathrm{d}\rho,\quad "
    r"\mathfrak{K} = \lambda^*\Big(\sum_{k=1}^{d_t}(L_xb_k)(L_xb_k)^\intercal\Big)",
    expected="refuted",
    mutants={"five per cent less": {"lam": lambda system: 0.95 * largest(system)}},
)
def second_moment_is_bounded_as_printed(evidence, *, members=first_members, lam=largest):
    """The constant 1 listed twice refutes it: g = 1, n = 1 gives 4 against 2, since one of the two members is lost."""
    both_inequalities(evidence, members, lam)


@claim(
    "lem:quasi-projection_norm/corrected",
    label="lem:quasi-projection_norm",
    also=["x:display-lemB.2"],
    kind="inequality",
    statement="Lemma B.2 with a Christoffel function that sums all d members of the generating system.",
    formula=r"\mathbb{E}\|P_t^n g\|^2 \le (1-\tfrac1n)\lambda^*(G)^2\|P_t g\|^2 + \tfrac{\lambda^*(G)}{n}"
    r"\int w\mathfrak{K}\|L_x g\|^2\mathrm{d}\rho \le (1-\tfrac1n)\lambda^*(G)^2\|P_t g\|^2 + "
    r"\tfrac{\lambda^*(G)k_t}{n}\|g\|^2",
    form="corrected",
    corrects="lem:quasi-projection_norm",
    expected="exact",
    premises=["x:lemB.2-christoffel/corrected"],
    sharpness={"lam": [0.95, 0.999, 0.9999999]},
    mutants={
        "the first d_t members": {"members": first_members},
        "an orthonormal basis": {"members": basis_members},
        "the mean eigenvalue": {"lam": lambda system: system.eigenvalues.mean()},
    },
)
def second_moment_is_bounded(evidence, *, members=all_members, lam=largest):
    """Attained: by every g for the constants, by some g for each tight frame."""
    both_inequalities(evidence, members, lam)


def relisted(system, members):
    """K for the system as listed and for the system listed backwards."""
    backwards = type(system)(system.rho, system.mu, system.phi[::-1])
    return christoffel(members(system)), christoffel(members(backwards))


@claim(
    "x:lemB.2-christoffel",
    kind="definition",
    statement="The Christoffel function of the first d_t members is a property of the system, in whatever order it is.",
    formula=r"\mathfrak{K}_t(x) := \lambda^*\Big(\sum_{k=1}^{d_t} (L_xb_k)(L_xb_k)^\intercal\Big)",
    expected="refuted",
    mutants={"one member": {"members": lambda system: system.phi[:1]}},
)
def christoffel_of_the_first_members(evidence, *, members=first_members):
    """The constants spanned by 3/5 and 4/5 refute it: K = 9/25 in this order and 16/25 in the other."""
    for name, system in finite_systems().items():
        forwards, backwards = relisted(system, members)
        evidence.exactly(value_equals, backwards, forwards, name=name, digits=12, symbol="K")


@claim(
    "x:lemB.2-christoffel/corrected",
    kind="definition",
    statement="The Christoffel function of all members is a property of the system, in whatever order it is listed.",
    formula=r"\mathfrak{K}_t(x) := \lambda^*\Big(\sum_{k=1}^{d} (L_xb_k)(L_xb_k)^\intercal\Big)",
    form="corrected",
    corrects="x:lemB.2-christoffel",
    expected="exact",
    mutants={"the first d_t members": {"members": first_members}},
)
def christoffel_of_all_members(evidence, *, members=all_members):
    for name, system in finite_systems().items():
        forwards, backwards = relisted(system, members)
        evidence.exactly(value_equals, backwards, forwards, name=name, digits=12, symbol="K")
