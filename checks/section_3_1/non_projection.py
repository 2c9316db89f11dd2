r"""Section 3.1 [eq:non-projection]: what is said of P_t^n g = Σ_k (g, φ_k)_n φ_k with any generating system φ."""

import itertools
from dataclasses import replace

import numpy as np

from checks.hypotheses import independent_system, no_atoms, not_orthonormal, scalar_jets
from checks.instances.finite_systems import finite_systems
from checks.instances.paired_systems import GRADIENTS, SIZES, paired_systems
from checks.instances.rational_systems import rational_systems
from checks.instances.spaces import FOUR_POINTS
from theorytest import at_least, claim, equal, family, more_than, repair
from theorytest.approximation import (
    Monomials,
    NonProjection,
    Optimal,
    Plain,
    QuasiProjection,
    Space,
    Uniform,
    on_all,
    project,
)

SYSTEMS = family(rational_systems, "generating systems and sampling measures")


@claim(
    "eq:non-projection",
    kind="definition",
    says="The non-projection of g is the sum of (g, φ_k)ₙ φ_k over the generating system φ.",
    formula=r"P_t^n g := \sum_{k=1}^d \hat\zeta_k\varphi_k,\qquad \hat\zeta_k := (g, \varphi_k)_n",
    forall={"φ, μ": family(paired_systems, "generating systems and sampling measures"), "g": GRADIENTS, "n": SIZES},
    reading="The package's estimator is compared with the definition for all samples of n points.",
    mutants={
        "divided by n + 1": {
            "definition": lambda system, draws: len(draws) / (len(draws) + 1) * system.estimator(draws)
        },
        "not divided by n": {"definition": lambda system, draws: len(draws) * system.estimator(draws)},
        "the quasi-projection": {"kind": QuasiProjection},
    },
)
def non_projection_is_computed_as_defined(
    pair, gradient, n, *, kind=NonProjection, definition=lambda system, draws: system.estimator(draws)
):
    """The jets of the finite systems are typed in, and so is that of g."""
    x, system, space = FOUR_POINTS.points, pair.system, pair.sampler.space
    jet, g = gradient.jet(space.jet_size), gradient.at_the_points(space.jet_size)
    root = np.repeat(np.sqrt(system.rho), space.jet_size)
    samples = [list(draws) for draws in itertools.product(range(4), repeat=n)]
    found = [np.einsum("j,xjl->xl", project(kind(pair.sampler, n), jet, x[s]), space.jets(x)) for s in samples]
    defined = [(definition(system, np.array(s)) @ (root * g.ravel()) / root).reshape(g.shape) for s in samples]
    return equal(found, defined, digits=10, symbol="Pⁿ g")


def _defect(P):
    return np.abs(P @ P - P).max()


@claim(
    "x:sec3.1-not-a-projection",
    says="The non-projection Pⁿ is not a projection.",
    formula=r"P_t^nP_t^n \ne P_t^n",
    forall={"φ, μ": SYSTEMS},
    reading="For every generating system there is a sample with PⁿPⁿ ≠ Pⁿ. Read as `in general` it is true.",
    gravity="fails only when read literally",
    finding="projections-by-chance",
    controls={"the system doubled": {"scale": 2}},
)
def non_projection_is_no_projection(system, *, scale=1):
    """With φ = 1 and w = 1 it is the sample mean, which reproduces constants."""
    largest = max(_defect(system.estimator(shares, scale * system.phi)) for shares in system.samples())
    return more_than(largest, 0, symbol="max |PⁿPⁿ - Pⁿ|")


@repair(
    "x:sec3.1-not-a-projection/corrected",
    "x:sec3.1-not-a-projection",
    says="The non-projection Pⁿ is a projection if and only if the empirical Gramian Ĝ of its system satisfies Ĝ² = Ĝ.",
    formula=r"P_t^nP_t^n = P_t^n \iff \hat G^2 = \hat G,\qquad \hat G_{kl} = (\varphi_k, \varphi_l)_n",
    forall={"φ, μ": SYSTEMS},
    mutants={
        "never": {"criterion": lambda G: False},  # noqa: ARG005 (a criterion that looks at nothing)
        "the Gramian is the identity": {"criterion": lambda G: bool(np.all(np.eye(len(G), dtype=int) == G))},
    },
)
def non_projection_is_seldom_a_projection(system, *, criterion=lambda G: bool(np.all(G @ G == G))):
    """Always for the constant 1, for some samples of one cell of two, never for parabolas."""
    samples = list(system.samples())
    idempotent = [_defect(system.estimator(shares)) == 0 for shares in samples]
    predicted = [criterion(system.empirical_gramian(shares)) for shares in samples]
    return equal(idempotent, predicted, symbol="whether PⁿPⁿ = Pⁿ")


@repair(
    "x:sec3.1-biased/corrected",
    "x:sec3.1-biased",
    says="If φ is linearly independent and not orthonormal, the non-projection is a biased estimate of the projection.",
    formula=r"G \text{ regular},\ G\ne I \implies \mathbb{E} P_t^n \ne P_t",
    forall={"φ, μ": SYSTEMS},
    given=[not_orthonormal, independent_system],
    mutants={"least squares with the true Gramian": {"mean": lambda system: system.projector}},
)
@claim(
    "x:sec3.1-biased",
    says="If φ is not an orthonormal basis, the non-projection is a biased estimate of the projection.",
    formula=r"\mathcal{B}_t \text{ not orthonormal} \implies \mathbb{E} P_t^n \ne P_t",
    forall={"φ, μ": SYSTEMS},
    given=[not_orthonormal],
    gravity="missing hypothesis",
    finding="parseval-frames",
)
def non_projection_is_biased(system, *, mean=lambda system: system.combined(np.eye(len(system.phi), dtype=int))):
    """The constants split into 3/5 and 4/5 refute it, 9/25 + 16/25 = 1. The mean does not depend on n."""
    return more_than(np.abs(mean(system) - system.projector).max(), 0, symbol="max |E Pⁿ - P|")


def gramian_of_monomials(d):
    """(x^i, x^j) on [-1, 1]: 1/(i + j + 1) where i + j is even."""
    i = np.arange(d)
    return np.where((i[:, None] + i) % 2 == 0, 1 / (i[:, None] + i + 1.0), 0.0)


def spans():
    """Monomials on [-1, 1]; all functions on four points, and constants in H¹, both with c_var,2 < ‖G‖²_F."""
    uniform = {f"{d} monomials": Space(Monomials(d), Uniform()) for d in (1, 2, 4, 8)}
    return uniform | {
        "all functions on four points": Space(Monomials(4), FOUR_POINTS),
        "constants in H¹": Space(Monomials(1), Uniform(), "H1"),
    }


def best_constants(system, n):
    """The largest c_bias,1 and the smallest c_var,1 and c_var,2, each by itself."""
    b, S, A = system.basis, system.second_moment(n), system.mean(n)
    outside = np.eye(len(S)) - system.projector
    mean, inside = b @ (A + A.T) @ b.T / 2, b @ S @ b.T
    return [np.linalg.eigvalsh(mean)[0], np.linalg.eigvalsh(inside)[-1], np.linalg.eigvalsh(outside @ S @ outside)[-1]]


@claim(
    "x:sec3.1-gramian-dependence",
    says="The constants c_bias,1, c_var,1 and c_var,2 of the non-projection depend on the Gramian of the system.",
    formula=r"c_{\mathrm{bias},1},\ c_{\mathrm{var},1},\ c_{\mathrm{var},2} \text{ depend on } G",
    forall={
        "φ, μ": family(finite_systems, "generating systems and sampling measures"),
        "n": family([1, 2], "positive integers"),
    },
    reading="The best constants of the estimator itself: with 2φ for φ the Gramian is 4G, c_bias,1 is 4 times and both "
    "variance constants are 16 times as large, or 0 as before.",
    mutants={"the same system": {"factor": 1.0}, "one per cent more": {"factor": 2.01}},
)
def constants_depend_on_the_gramian(system, n, *, factor=2.0):
    """On one cell of two c_var,2 = 0, and stays so."""
    larger = best_constants(replace(system, phi=factor * system.phi), n)
    return equal(larger, np.multiply([4, 16, 16], best_constants(system, n)), digits=10, symbol="a constant of 2φ")


@claim(
    "x:sec3.1-gramian-dependence/needed",
    voice="ours",
    says="In L² without atoms, the non-projection needs c_bias,1 ≤ λ_*(G), c_var,1 ≥ λ*(G)² and n c_var,2 ≥ ‖G‖²_F.",
    formula=r"c_{\mathrm{bias},1} \le \lambda_*(G),\quad c_{\mathrm{var},1} \ge \lambda^*(G)^2,\quad "
    r"n\,c_{\mathrm{var},2} \ge \|G\|_F^2",
    forall={
        "T": family(spans, "spaces with a generating system"),
        "μ": family({"plain": Plain, "optimal": Optimal}, "sampling measures"),
        "n": family([1, 3], "positive integers"),
    },
    given=[scalar_jets, no_atoms],
    mutants={
        "the Gramian of a basis": {"gramian": np.eye},
        "one monomial more": {"gramian": lambda d: gramian_of_monomials(d + 1)},
        "two per cent more": {"gramian": lambda d: 1.02 * gramian_of_monomials(d)},
    },
)
def constants_follow_the_gramian(space, sampler, n, *, gramian=gramian_of_monomials):
    """E‖P^n g‖² ≥ ‖E P^n g‖², and sup h ≥ ∫ h dμ = ∫ bᵀM²b dρ for h = w bᵀM²b, whose supremum is n c_var2."""
    eigenvalues, true = np.linalg.eigvalsh(gramian(space.dim)), on_all(NonProjection(sampler(space), n))
    yield equal(true.c_bias1, eigenvalues[0], name="bias", digits=9, scale=1.0, symbol="c_bias,1")
    least = [eigenvalues[-1] ** 2, np.sum(eigenvalues**2)]
    yield at_least([true.c_var1, n * true.c_var2], least, name="variance", digits=9, symbol="a constant")
