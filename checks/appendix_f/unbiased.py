r"""Appendix F, Sections 1.3 and 3.3: least squares with volume-rescaled points is unbiased and quasi-optimal.

The samples with singular Ĝ, where least squares is no projection, have probability 0 under γ_n.
"""

from __future__ import annotations

import numpy as np

from checks.appendix_f.composition import composed, shuffled
from checks.appendix_f.volume_density import cases
from checks.instances.spaces import FOUR_POINTS
from checks.theory.rational_volume import determinants, fractions, independent, mean_estimate, volume_law
from theorytest import at_least, at_most, claim, equal, sampled
from theorytest.approximation.enumeration import draws
from theorytest.approximation.estimators import LeastSquares, project
from theorytest.approximation.hull import hull
from theorytest.approximation.measures import Discrete, Gaussian, Uniform
from theorytest.approximation.moments import enumerated
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import Conditioned, is_stable
from theorytest.approximation.systems import Hermite, Histogram, Legendre, Monomials
from theorytest.approximation.volume import VolumeRescaled
from theorytest.decisions.means import mean_equals


def finite_spaces():
    """Spaces on finitely many points: polynomials, cells with equal features, nodes of Gauss rules."""
    nodes = Uniform().quadrature(7)
    cells = Discrete(np.array([0.1, 0.3, 0.6, 0.9]), FOUR_POINTS.weights)
    return {
        "lines on four points": Space(Monomials(2), FOUR_POINTS),
        "parabolas on four points": Space(Monomials(3), FOUR_POINTS),
        "two cells of two points": Space(Histogram((0.0, 0.5, 1.0)), cells),
        "Legendre 2 on Gauss nodes": Space(Legendre(2), Discrete(nodes.nodes, nodes.weights)),
    }


def finite_cases():
    for name, space in finite_spaces().items():
        for n in range(space.dim, 6):
            yield f"{name}, n = {n}", space, n


def regular_independent(points, n):
    """Independent points, given that least squares is defined."""
    det = determinants(points, n)
    law = {x: q for x, q in independent(points.mu, n).items() if q and det[x]}
    total = sum(law.values())
    return {x: q / total for x, q in law.items()}


@claim(
    "x:appF-unbiased",
    also=["x:sec3.3-volume-removes-bias"],
    kind="identity",
    says="With volume-rescaled points in L2 the least squares projection is an unbiased estimate.",
    formula=r"\boldsymbol x\sim\gamma_n^{\mu_t} \implies \mathbb{E}[P_t^n g] = P_t g,\quad g\in L^2(\rho)",
    expected="confirmed",
    premises=["x:display-appF-volume-density", "x:appF-mixture/corrected"],
    mutants={
        "independent points": {"law": regular_independent},
        "no weight": {"weight": lambda points: fractions([1] * len(points.p))},
        "further points from rho": {"law": lambda points, n: composed(points, n, lambda points: points.p, shuffled)},
        "independent points sampled": {"sampler": Optimal},
    },
)
def volume_sampling_is_unbiased(*, law=volume_law, weight=lambda _: None, sampler=VolumeRescaled):
    """In fractions, the estimator of the package by enumeration, and sampled for polynomials.

    The variance of a coefficient of P^n g is at most d ‖g‖² for g orthogonal to T, by the claim on quasi-optimality.
    """
    for name, points, n in cases():
        mean = mean_estimate(points, law(points, n), weight(points))
        yield equal(mean, points.projection, name=name, symbol="E P^n")
    for name, space, n in finite_cases():
        A = enumerated(LeastSquares(sampler(space), n), hull(space, 0)).A
        name = f"the package, {name}"
        yield equal(A, np.eye(*A.shape), name=name, digits=10, symbol="E P^n in the basis")
    for space in (Space(Legendre(3), Uniform()), Space(Hermite(3), Gaussian())):
        estimator, larger = LeastSquares(sampler(space), 5), hull(space, 1)

        def slope(rng, replicas, estimator=estimator, larger=larger):
            x = estimator.sample(rng, replicas)
            return project(estimator, lambda x: larger.jets(x)[..., -1, 0], x)[:, 1]

        options = {"value": 0.0, "variance": 3.0, "scale": 1.0, "resolution": 0.08, "max_draws": 400_000}
        name = f"{type(space.system).__name__} sampled"
        yield sampled(mean_equals, slope, name=name, symbol="E (P^n b_4, b_2)", **options)


@claim(
    "x:appF-unbiased/generating-system",
    label="x:appF-unbiased",
    kind="identity",
    says="The least squares projection is unbiased for every generating system, dependent ones included.",
    formula=r"\mathbb{E}\Big[\sum_k (\hat G^+\hat\eta)_k\varphi_k\Big] = P_t g",
    expected="computed",
    premises=["x:appF-unbiased"],
    mutants={"no weight": {"weight": lambda w: np.ones_like(w)}, "transpose for inverse": {"inverse": np.transpose}},
)
def generating_systems_are_unbiased(
    *, weight=lambda w: w, inverse=lambda G: np.linalg.pinv(G, rcond=1e-10, hermitian=True)
):
    """Three functions that span the lines, by the printed pseudo-inverse; the law is that of the fractions."""
    for name, points, n in cases():
        phi = points.phi.astype(float)
        phi = np.hstack([phi, phi @ np.arange(1.0, points.dim + 1)[:, None]])
        w, mean = weight(points.weight.astype(float)), 0
        for x, probability in volume_law(points, n).items():
            if probability:
                share = np.bincount(x, minlength=len(w)) * w / n
                mean = mean + float(probability) * phi @ inverse((phi.T * share) @ phi) @ (phi.T * share)
        P = points.projection.astype(float)
        yield equal(mean, P, name=name, digits=9, symbol="E P^n")


def error_matrix(moments):
    """R with E‖v - P^n v‖² = vᵀ R v: I - A - Aᵀ + S, with A filled up by zeros."""
    e = len(moments.S)
    A = np.vstack([moments.A, np.zeros((e - moments.dim, e))])
    return np.eye(e) - A - A.T + moments.S


@claim(
    "x:sec1.3-volume-sampling-both",
    kind="inequality",
    says="Volume-rescaled least squares is unbiased and quasi-optimal in the mean: "
    "the expected squared error is at most 1 + d times the best, for every n from d on.",
    formula=r"\mathbb{E}[P_t^n v] = P_t v,\qquad "
    r"\mathbb{E}\|v - P_t^n v\|^2 \le (1 + d_t)\|v - P_t v\|^2 \quad\text{for all } n\ge d_t",
    expected="computed",
    tight="attained with n = d points",
    premises=["x:appF-unbiased"],
    mutants={"d x 0.9": {"d": lambda space: 0.9 * (float(space.dim))}, "independent points": {"sampler": Optimal}},
)
def volume_sampling_is_quasi_optimal(*, d=lambda space: float(space.dim), sampler=VolumeRescaled):
    """Attained for n = d, where E‖v - I v‖² is (d + 1)!/d! times a Gram determinant; P^n averages interpolations.

    So the constant c of 1 + c d/n, the form of the independent setting, is d for n = d and no absolute number.
    """
    for name, space, n in finite_cases():
        moments = enumerated(LeastSquares(sampler(space), n), hull(space, 0))
        bias = np.abs(moments.A - np.eye(*moments.A.shape)).max()
        yield equal(bias, 0.0, name=f"{name}: bias", digits=10, symbol="the bias")
        outside = np.diag((np.arange(len(moments.S)) >= space.dim).astype(float))
        excess = np.linalg.eigvalsh(error_matrix(moments) - (1 + d(space)) * outside)[-1]
        yield at_most(excess, 0.0, name=name, digits=10, symbol="the largest excess of the error")


def unconditioned(space, delta):  # noqa: ARG001 (the event is not used)
    return VolumeRescaled(space)


@claim(
    "x:appF-no-conditioning",
    kind="remark",
    says="The bias and the variance are bounded without conditioning on stability, "
    "although stability fails with positive probability.",
    formula=r"\mathbb{P}_{\gamma_n}(\mathcal{S}_\delta) < 1,\quad \mathbb{E}[P_t^n] = P_t,\quad "
    r"\mathbb{E}\|P_t^n g\|^2 \le \|P_t g\|^2 + d_t\|(I-P_t)g\|^2",
    expected="computed",
    premises=["x:appF-unbiased", "x:sec1.3-volume-sampling-both"],
    mutants={
        "conditioned on stability": {"sampler": lambda space, delta: Conditioned(VolumeRescaled(space), delta)},
        "independent points": {"sampler": lambda space, _: Optimal(space)},
    },
)
def no_conditioning_is_needed(*, sampler=unconditioned, delta=0.8):
    """Conditioning is worse than unneeded: it brings the bias back."""
    for name, space, n in finite_cases():
        every = draws(VolumeRescaled(space), n)
        stable = is_stable(VolumeRescaled(space), every.points, delta)
        if n == space.dim or not stable.any() or "cells" in name:
            continue  # there S_delta is empty, or all regular samples estimate without bias
        unstable = every.probability[~stable].sum()
        yield at_least(unstable, 1e-3, name=f"{name}: unstable", symbol="P(not S_delta)")
        moments = enumerated(LeastSquares(sampler(space, delta), n), hull(space, 0))
        A, slack = moments.A, moments.slack(1.0, float(space.dim))
        yield equal(A, np.eye(*A.shape), name=f"{name}: mean", digits=10, symbol="E P^n")
        yield at_least(slack, 0.0, name=f"{name}: variance", digits=10, symbol="the slack")
