r"""Section 4.1: which estimators have c_bias2 = 0, and the error of boosted least squares, all samples counted."""

from __future__ import annotations

import numpy as np

from checks.instances.finite_problems import hulls, k_of
from checks.instances.spaces import FOUR_POINTS
from theorytest import at_most, claim, equal
from theorytest.approximation.enumeration import estimator_draws, stable_draws
from theorytest.approximation.estimators import LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.hull import hull
from theorytest.approximation.moments import enumerated, matrices
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.systems import Monomials
from theorytest.approximation.volume import VolumeRescaled


def without_bias(space):
    """Sections 3.1 and 3.2, and in L² Appendix F."""
    rows = {
        "non-projection": NonProjection(Plain(space), 2),
        "quasi-projection, plain": QuasiProjection(Plain(space), 2),
        "quasi-projection, optimal": QuasiProjection(Optimal(space), 1),
    }
    volume = {"volume": LeastSquares(VolumeRescaled(space), 4)} if space.jet_size == 1 else {}
    return rows | volume


@claim(
    "x:sec4.1-bias2-zero",
    kind="value",
    says="c_bias2 = 0 for the non-projection, the quasi-projection and, in L2, volume-rescaled least squares.",
    formula=r"c_{\mathrm{bias},2} = 0",
    expected="computed",
    premises=["eq:bbv"],
    mutants={
        "conditioned least squares": {"estimators": lambda T: {"": LeastSquares(Conditioned(Optimal(T), 0.9), 4)}},
        "conditioned quasi-projections": {
            "estimators": lambda T: {"": QuasiProjection(Conditioned(Optimal(T), 0.9), 4)}
        },
        "least squares with independent points": {"estimators": lambda T: {"": LeastSquares(Optimal(T), 4)}},
    },
)
def bias_vanishes(*, estimators=without_bias):
    """‖E P^n (I - P)‖ over all samples, for all functions on the points; Appendix F is written for L²."""
    for name, E in hulls().items():
        for word, estimator in estimators(E.space).items():
            found = enumerated(estimator, E).c_bias2
            yield equal(found, 0.0, name=f"{name}, {word}", digits=12, scale=1.0, symbol="the best c_bias2")


def boosted(space):
    """Least squares with optimal points, conditioned on S_δ; constants are stable for every δ."""
    return LeastSquares(Conditioned(Optimal(space), 0.9 if space.dim > 1 else 1e-6), 5)


def quasi_optimal(estimator):
    """1 + k / (n p (1 - δ)²): ‖P^n r‖ ≤ (1 - δ)^-1 ‖η̂(r)‖ on S_δ, and E‖η̂(r)‖² ≤ k/n ‖r‖²."""
    n, p = estimator.n_samples, stable_draws(estimator.sampler, estimator.n_samples).total
    return 1 + k_of(QuasiProjection(estimator.sampler.sampler, n)) / (n * p * (1 - estimator.sampler.delta) ** 2)


@claim(
    "x:display-boosted-relative-error",
    kind="inequality",
    says="Least squares with optimal points conditioned on stability has a mean squared error of at most a "
    "constant times the best one, for every target.",
    formula=r"\mathbb{E}\frac{\|u-\hat P^nu\|^2}{\|u\|^2} \le \Bigl(1 + "
    r"\tfrac{k_t}{n\,p_{\mathcal{S}_\delta}(1-\delta)^2}\Bigr)\frac{\|u-Pu\|^2}{\|u\|^2}",
    expected="computed",
    tight="approached by constants as delta tends to 0; for a fixed delta loose as the constants of Lemma E.1",
    mutants={
        "not conditioned": {"estimator": lambda T: LeastSquares(Optimal(T), 5), "constant": lambda _: 1e6},
        "a quasi-projection": {"estimator": lambda T: QuasiProjection(Optimal(T), 5), "constant": lambda _: 1e6},
        "as good as the best": {"constant": lambda _: 1.0},
        "one hundredth less": {"constant": lambda estimator: 0.99 * quasi_optimal(estimator)},
    },
)
def boosted_least_squares_is_quasi_best(*, estimator=boosted, constant=quasi_optimal):
    """E (I - P^n)ᵀ(I - P^n) vanishes on T and is at most C on the complement: targets in the class are reproduced."""
    constants = hull(Space(Monomials(1), FOUR_POINTS), 0)
    for name, E in ({"constants on four points": constants} | hulls()).items():
        chosen = estimator(E.space)
        every = estimator_draws(chosen)
        P = matrices(chosen, E, every.points)
        d = E.space.dim
        rest = np.eye(E.dim) - np.pad(P, ((0, 0), (0, E.dim - d), (0, 0)))
        M = np.einsum("r,rki,rkj->ij", every.probability, rest, rest)
        inside = np.linalg.norm(M[:d, :d], 2)
        yield equal(inside, 0.0, name=f"{name}: in the class", digits=10, scale=1.0, symbol="error")
        largest = np.linalg.eigvalsh(M[d:, d:])[-1]
        yield at_most(largest, constant(chosen), name=name, digits=10, symbol="the largest error")
