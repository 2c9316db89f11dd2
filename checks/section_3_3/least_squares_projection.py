r"""Section 3.3 [eq:least-squares-projection]: P_t^n g = Σ_k (Ĝ⁺ η̂)_k φ_k, in which sense it is a projection onto T_t.

Everything is decided sample by sample, over all ordered samples of finitely many points, singular Gramians included.
"""

from __future__ import annotations

import numpy as np

from checks.theory.least_squares import Finite, drawn, every_sample, finite_problems, mean, problems
from theorytest import claim, equal, repair
from theorytest.approximation.estimators import LeastSquares, QuasiProjection
from theorytest.approximation.measures import Discrete
from theorytest.approximation.moments import matrices
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Monomials


def with_too_few_points():
    """The smallest space and sample with a singular Gramian, then all problems, then more points that are too few."""
    two = Finite(Space(Monomials(2), Discrete(np.array([-1.0, 1.0]), np.array([0.5, 0.5]))))
    lines, parabolas = (finite_problems()[name][0] for name in ("lines", "parabolas"))
    return {"two points, n = 1": (two, 1), **problems(), "lines, n = 1": (lines, 1), "parabolas, n = 2": (parabolas, 2)}


def least_squares(samples):
    """Ĝ⁺ Bᵀ·rows, as printed."""
    return samples.operators


def quasi_projection(samples):
    """The moments themselves: Ĝ is not estimated."""
    return samples.moments


def regularised(samples):
    """(Ĝ + 10⁻³)⁻¹ Bᵀ·rows."""
    return np.linalg.solve(samples.gramian + 1e-3 * np.eye(samples.dim), samples.moments)


def residuals(samples, P):
    """Row by row what P leaves of the basis of E, (N, n l, e)."""
    return samples.rows - samples.rows[..., : samples.dim] @ P


def best_residuals(samples):
    """What the orthogonal projection onto the span of the columns of B leaves, by a singular value decomposition."""
    U, s, _ = np.linalg.svd(samples.rows[..., : samples.dim], full_matrices=False)
    U = U * (s > 1e-7)[..., None, :]
    return samples.rows - U @ (np.swapaxes(U, -1, -2) @ samples.rows)


@claim(
    "eq:least-squares-projection",
    kind="definition",
    says="The least squares estimate of g has the smallest empirical distance from g among all functions of T.",
    formula=r"\|g - P_t^n g\|_n = \min_{v\in\mathcal{T}_t}\|g - v\|_n "
    r"\quad\text{for}\quad P_t^n g = \sum_k (\hat G^+\hat\eta)_k\varphi_k",
    expected="computed",
    mutants={"the quasi-projection": {"formula": quasi_projection}, "a small ridge": {"formula": regularised}},
)
def least_squares_fits_best(*, formula=least_squares):
    """For every sample, whatever the rank of Ĝ; and the code that all other claims use does the same."""
    for name, (problem, n) in with_too_few_points().items():
        samples = every_sample(problem, n)
        gap = residuals(samples, formula(samples)) - best_residuals(samples)
        yield equal(gap, 0.0, name=name, digits=9, scale=1.0, symbol="the difference of residuals")
    for name, (problem, n) in problems().items():
        code = matrices(LeastSquares(problem.sampler, n), problem.hull, drawn(problem, n))
        P = formula(every_sample(problem, n))
        yield equal(code, P, name=f"{name}: the code", digits=9, symbol="an entry of P^n")


def reproduces_the_space(formula, where):
    for name, (problem, n) in with_too_few_points().items():
        samples = every_sample(problem, n)
        chosen = samples.where(where(samples))
        if len(chosen.probability):
            on_T = formula(chosen)[..., : problem.space.dim]
            yield equal(on_T, np.eye(problem.space.dim), name=name, digits=8, scale=1.0, symbol="an entry of P^n")


def always(samples):
    """Every sample."""
    return np.full(len(samples.probability), fill_value=True)


def regular(samples):
    """Samples with a regular Ĝ."""
    return samples.regular


@claim(
    "eq:least-squares-projection/onto",
    kind="identity",
    says="The least squares projection is one onto T: whatever the sample, it reproduces every function of T.",
    formula=r"P_t^n v = v \quad\text{for all } v\in\mathcal{T}_t",
    expected="refuted",
    gravity="misprint",
)
def least_squares_reproduces_the_space_as_printed(*, formula=least_squares):
    """One point cannot tell two functions apart: on two points P^1 has rank one and T dimension two."""
    yield from reproduces_the_space(formula, always)


@repair(
    "eq:least-squares-projection/onto-corrected",
    "eq:least-squares-projection/onto",
    kind="identity",
    says="Where the empirical Gramian is regular, the least squares projection reproduces every function of T.",
    formula=r"\hat G \text{ regular} \implies P_t^n v = v \quad\text{for all } v\in\mathcal{T}_t",
    expected="computed",
    premises=["eq:least-squares-projection"],
    mutants={
        "every sample": {"where": always},
        "the quasi-projection": {"formula": quasi_projection},
        "a small ridge": {"formula": regularised},
    },
)
def least_squares_reproduces_the_space(*, formula=least_squares, where=regular):
    yield from reproduces_the_space(formula, where)


@claim(
    "x:sec3.3-generalises-quasi",
    kind="identity",
    says="In an orthonormal basis it is the quasi-projection with the Gramian, whose mean is I, estimated too.",
    formula=r"\hat G\,\hat{\hat\eta} = \hat\eta, \qquad \mathbb{E}\,\hat G = G = I",
    expected="computed",
    premises=["eq:least-squares-projection", "x:sec3.2-not-projection-unbiased/unbiased"],
    mutants={
        "a basis of another length": {"scale": 1.01},
        "the quasi-projection itself": {"formula": quasi_projection},
        "conditioned samples": {"where": lambda samples: samples.deviation <= 0.9},
    },
)
def least_squares_is_the_quasi_projection_with_an_estimate(*, formula=least_squares, scale=1.0, where=always):
    """Sample by sample against the quasi-projection of the package; the mean of Ĝ over all samples."""
    for name, (problem, n) in problems().items():
        samples = every_sample(problem, n)
        quasi = matrices(QuasiProjection(problem.sampler, n), problem.hull, drawn(problem, n))
        yield equal(samples.gramian @ formula(samples), quasi, name=name, digits=9, symbol="an entry of G P^n")
        seen = samples.where(where(samples))
        G = scale**2 * mean(seen.probability, seen.gramian) if len(seen.probability) else np.zeros(1)
        yield equal(G, np.eye(samples.dim), name=f"{name}: the mean", digits=10, symbol="an entry of E G")


@claim(
    "x:sec3.3-is-projection",
    kind="identity",
    says="The least squares estimate is a projection: applying it twice changes nothing, whatever the sample.",
    formula=r"P_t^n P_t^n = P_t^n",
    expected="computed",
    premises=["eq:least-squares-projection"],
    mutants={"the quasi-projection": {"formula": quasi_projection}, "a small ridge": {"formula": regularised}},
)
def least_squares_is_idempotent(*, formula=least_squares):
    """Ĝ⁺ Ĝ Ĝ⁺ = Ĝ⁺, so that singular Gramians are no exception: the range is then a part of T."""
    for name, (problem, n) in with_too_few_points().items():
        P = formula(every_sample(problem, n))
        twice = P[..., : problem.space.dim] @ P
        yield equal(twice, P, name=name, digits=9, symbol="an entry of P^n P^n")


def systems(d):
    """Generating systems in coordinates of an orthonormal basis, as columns: neither orthonormal nor independent."""
    skew = np.tril(np.ones((d, d))) + np.diag(np.arange(d))
    return {"independent": skew, "redundant": np.hstack([skew, skew.sum(axis=1, keepdims=True)])}


def from_system(samples, system):
    """P^n from the empirical Gramian Φᵀ Ĝ Φ and the empirical moments of the system Φ, expressed in the basis."""
    gramian = system.T @ samples.gramian @ system
    return system @ np.linalg.pinv(gramian, rcond=1e-8, hermitian=True) @ (system.T @ samples.moments)


def knows_no_system(where, computed):
    for name, (problem, n) in with_too_few_points().items():
        samples = every_sample(problem, n)
        chosen = samples.where(where(samples))
        if not len(chosen.probability):
            continue
        for word, system in systems(problem.space.dim).items():
            P = computed(chosen, system)
            yield equal(P, chosen.operators, name=f"{name}, {word}", digits=7, symbol="an entry of P^n")


@claim(
    "x:sec3.3-is-projection/any-system",
    kind="identity",
    says="No orthonormal basis is needed: where the empirical Gramian of a basis is regular, every generating "
    "system gives the same projection.",
    formula=r"\hat G_b \text{ regular} \implies "
    r"\sum_k (\hat G_\varphi^+\hat\eta_\varphi)_k\varphi_k = \sum_k (\hat G_b^+\hat\eta_b)_k b_k",
    expected="computed",
    premises=["eq:least-squares-projection/onto-corrected"],
    mutants={
        "every sample": {"where": always},
        "the exact Gramian of the system": {
            "computed": lambda s, system: system @ np.linalg.pinv(system.T @ system) @ system.T @ s.moments
        },
        "the transpose for the inverse": {"computed": lambda s, system: system @ system.T @ s.moments},
    },
)
def least_squares_knows_no_system(*, where=regular, computed=from_system):
    """Also for systems with more functions than the dimension, through the pseudo-inverse.

    With a singular Gramian the result depends on the system: one point of two gives (P^1 g)(1) = 0 with (1, x), and
    -3/5 with (1, 2x), for g(-1) = 1.
    """
    yield from knows_no_system(where, computed)
