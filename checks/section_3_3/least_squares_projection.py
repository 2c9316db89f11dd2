r"""Section 3.3 [eq:least-squares-projection]: P_t^n g = Σ_k (Ĝ⁺ η̂)_k φ_k, in which sense it is a projection onto T_t.

Everything is decided sample by sample, over all ordered samples of finitely many points, singular Gramians included.
"""

import numpy as np

from checks.hypotheses import some_regular_sample
from checks.instances.least_squares_samples import with_too_few_points
from checks.theory.least_squares import drawn, mean
from theorytest import claim, equal, family, repair
from theorytest.approximation import QuasiProjection, matrices

CASES = family(with_too_few_points, "spaces, sampling measures and numbers of points; all g, all samples")


def least_squares(samples):
    """Ĝ⁺ Bᵀ·rows, as printed."""
    return samples.operators


def quasi_projection(samples):
    """The moments themselves: Ĝ is not estimated."""
    return samples.moments


def regularised(samples):
    """(Ĝ + 10⁻³)⁻¹ Bᵀ·rows."""
    return np.linalg.solve(samples.gramian + 1e-3 * np.eye(samples.dim), samples.moments)


def best_residuals(samples):
    """What the orthogonal projection onto the span of the columns of B leaves, by a singular value decomposition."""
    U, s, _ = np.linalg.svd(samples.rows[..., : samples.dim], full_matrices=False)
    U = U * (s > 1e-7)[..., None, :]
    return samples.rows - U @ (np.swapaxes(U, -1, -2) @ samples.rows)


@claim(
    "eq:least-squares-projection",
    kind="definition",
    says="The least squares estimate Pⁿg has the smallest empirical distance from g among all functions of T.",
    formula=r"\|g - P_t^n g\|_n = \min_{v\in\mathcal{T}_t}\|g - v\|_n "
    r"\quad\text{for}\quad P_t^n g = \sum_k (\hat G^+\hat\eta)_k\varphi_k",
    forall={"T, μ, n": CASES},
    mutants={"the quasi-projection": {"formula": quasi_projection}, "a small ridge": {"formula": regularised}},
)
def least_squares_fits_best(case, *, formula=least_squares):
    samples = case.samples
    left = samples.rows - samples.rows[..., : samples.dim] @ formula(samples)
    return equal(left - best_residuals(samples), 0.0, digits=9, scale=1.0, symbol="the difference of residuals")


def always(samples):
    """Every sample."""
    return np.full(len(samples.probability), fill_value=True)


def regular(samples):
    """Samples with a regular Ĝ."""
    return samples.regular


@repair(
    "eq:least-squares-projection/onto-corrected",
    "eq:least-squares-projection/onto",
    by={"where": regular},
    says="If the empirical Gramian is regular, the least squares projection reproduces every function of T.",
    formula=r"\hat G \text{ regular} \implies P_t^n v = v \quad\text{for all } v\in\mathcal{T}_t",
    forall={"T, μ, n": CASES},
    given=[some_regular_sample],
    premises=["eq:least-squares-projection"],
    mutants={"the quasi-projection": {"formula": quasi_projection}, "a small ridge": {"formula": regularised}},
)
@claim(
    "eq:least-squares-projection/onto",
    says="The least squares projection is a projection onto T: it reproduces every function of T.",
    formula=r"P_t^n v = v \quad\text{for all } v\in\mathcal{T}_t",
    forall={"T, μ, n": CASES},
    gravity="fails only when read literally",
    finding="too-few-points-for-least-squares",
)
def least_squares_reproduces_the_space(case, *, formula=least_squares, where=always):
    """One point cannot tell two functions apart: on two points P^1 has rank one and T dimension two."""
    samples = case.samples
    on_T = formula(samples.where(where(samples)))[..., : case.dim]
    return equal(on_T, np.eye(case.dim), digits=8, scale=1.0, symbol="an entry of Pⁿ on T")


@claim(
    "x:sec3.3-generalises-quasi",
    says="In an orthonormal basis, the coefficients η of least squares solve Ĝη = η̂, with η̂ those of the "
    "quasi-projection, and the mean of Ĝ is I.",
    formula=r"\hat G\,\hat{\hat\eta} = \hat\eta, \qquad \mathbb{E}\,\hat G = G = I",
    forall={"T, μ, n": CASES},
    premises=["eq:least-squares-projection", "x:sec3.2-not-projection-unbiased/unbiased"],
    mutants={
        "a basis that is one per cent longer": {"scale": 1.01},
        "the quasi-projection itself": {"formula": quasi_projection},
    },
)
def least_squares_is_the_quasi_projection_with_an_estimate(case, *, formula=least_squares, scale=1.0):
    samples, problem = case.samples, case.problem
    quasi = matrices(QuasiProjection(problem.sampler, case.n), problem.hull, drawn(problem, case.n))
    yield equal(samples.gramian @ formula(samples), quasi, name="coefficients", digits=9, symbol="an entry of Ĝ Pⁿ")
    G = scale**2 * mean(samples.probability, samples.gramian)
    yield equal(G, np.eye(case.dim), name="mean", digits=10, symbol="an entry of E Ĝ")


@claim(
    "x:sec3.3-is-projection",
    says="The least squares estimate is a projection: PⁿPⁿ = Pⁿ for every sample.",
    formula=r"P_t^n P_t^n = P_t^n",
    forall={"T, μ, n": CASES},
    premises=["eq:least-squares-projection"],
    mutants={"the quasi-projection": {"formula": quasi_projection}, "a small ridge": {"formula": regularised}},
)
def least_squares_is_idempotent(case, *, formula=least_squares):
    """Ĝ⁺ Ĝ Ĝ⁺ = Ĝ⁺, so that singular Gramians are no exception: the range is then a part of T."""
    P = formula(case.samples)
    return equal(P[..., : case.dim] @ P, P, digits=9, symbol="an entry of PⁿPⁿ")


def skew(d):
    """An independent system that is not orthonormal, in coordinates of an orthonormal basis, as columns."""
    return np.tril(np.ones((d, d))) + np.diag(np.arange(d))


def redundant(d):
    """One function more."""
    return np.hstack([skew(d), skew(d).sum(axis=1, keepdims=True)])


def from_system(samples, system):
    """P^n from the empirical Gramian Φᵀ Ĝ Φ and the empirical moments of the system Φ, expressed in the basis."""
    gramian = system.T @ samples.gramian @ system
    return system @ np.linalg.pinv(gramian, rcond=1e-8, hermitian=True) @ (system.T @ samples.moments)


@claim(
    "x:sec3.3-is-projection/any-system",
    voice="ours",
    says="If the empirical Gramian of a basis is regular, every generating system gives the same least squares "
    "projection.",
    formula=r"\hat G_b \text{ regular} \implies "
    r"\sum_k (\hat G_\varphi^+\hat\eta_\varphi)_k\varphi_k = \sum_k (\hat G_b^+\hat\eta_b)_k b_k",
    forall={"T, μ, n": CASES, "φ": family({"independent": skew, "redundant": redundant}, "generating systems")},
    given=[some_regular_sample],
    reading="The computation needs no orthonormal basis. Singular Ĝ are left out: there the result depends on φ.",
    premises=["eq:least-squares-projection/onto-corrected"],
    mutants={
        "every sample": {"where": always},
        "the exact Gramian of the system": {
            "computed": lambda s, system: system @ np.linalg.pinv(system.T @ system) @ system.T @ s.moments
        },
    },
)
def least_squares_knows_no_system(case, system, *, where=regular, computed=from_system):
    """With a singular Ĝ: one point of two gives (P^1 g)(1) = 0 with (1, x), and -3/5 with (1, 2x), for g(-1) = 1."""
    chosen = case.samples.where(where(case.samples))
    return equal(computed(chosen, system(case.dim)), chosen.operators, digits=7, symbol="an entry of Pⁿ")
