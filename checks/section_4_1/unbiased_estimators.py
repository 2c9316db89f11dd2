r"""Section 4.1: which estimators have c_bias2 = 0, and the error of boosted least squares, all samples counted."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from checks.hypotheses import delta_below_one, possible_event, volume_in_l2
from checks.instances.debiased_problems import ANY_HULL
from checks.instances.finite_problems import hulls, k_of
from checks.instances.spaces import FOUR_POINTS
from theorytest import at_most, claim, equal, family, integers, product, reals
from theorytest.approximation import (
    Conditioned,
    LeastSquares,
    Monomials,
    NonProjection,
    Optimal,
    Plain,
    QuasiProjection,
    Space,
    VolumeRescaled,
    enumerated,
    estimator_draws,
    matrices,
    stable_draws,
)
from theorytest.approximation.hull import hull


@dataclass(frozen=True)
class Row:
    """An estimator for a space, and whether it is defined in L² only."""

    make: Callable
    scalar: bool = False


ESTIMATORS = {
    "non-projection": Row(lambda T: NonProjection(Plain(T), 2)),
    "quasi-projection, plain": Row(lambda T: QuasiProjection(Plain(T), 2)),
    "quasi-projection, optimal": Row(lambda T: QuasiProjection(Optimal(T), 1)),
    "volume-rescaled least squares": Row(lambda T: LeastSquares(VolumeRescaled(T), 4), scalar=True),
}


@claim(
    "x:sec4.1-bias2-zero",
    says="(BBV) holds with c_bias,2 = 0 for the non-projection, the quasi-projection and, in L² with n ≥ d, "
    "volume-rescaled least squares.",
    formula=r"c_{\mathrm{bias},2} = 0",
    forall={
        "T": family(
            hulls,
            "spaces on four and five points, all functions on the points counted; L² and H¹",
            search=ANY_HULL,
            effort=40,
        ),
        "P_tⁿ": family(ESTIMATORS, "the three estimators; n = 1, 2 and 4"),
    },
    given=[volume_in_l2],
    premises=["eq:bbv"],
    mutants={
        "conditioned least squares": {"of": lambda P: LeastSquares(Conditioned(Optimal(P.space), 0.9), 4)},
        "least squares with independent points": {"of": lambda P: LeastSquares(Optimal(P.space), 4)},
    },
)
def bias_vanishes(E, row, *, of=lambda estimator: estimator):
    """‖E P^n (I - P)‖ over all samples; Appendix F is written for L²."""
    found = enumerated(of(row.make(E.space)), E).c_bias2
    return equal(found, 0.0, digits=12, scale=1.0, symbol="the best c_bias,2")


@dataclass(frozen=True)
class Boosted:
    """Least squares with n optimal points for a space, conditioned on S_δ."""

    hull: Any
    n: int
    delta: float

    @property
    def estimator(self):
        return LeastSquares(Conditioned(Optimal(self.hull.space), self.delta), self.n)

    @property
    def possible(self):
        """Whether P(S_δ) > 0."""
        try:
            return stable_draws(self.estimator.sampler, self.n).total > 0
        except ValueError:  # no sample is in S_δ
            return False


def boosted_estimators():
    """By name; constants are stable for every δ."""
    constants = {"constants on four points": hull(Space(Monomials(1), FOUR_POINTS), 0)}
    return {
        f"{name}, n = {n}, δ = {delta}": Boosted(E, n, delta)
        for (name, E), n, delta in itertools.product((constants | hulls()).items(), (3, 5), (1e-6, 0.6, 0.9))
    }


def quasi_optimal(estimator):
    """1 + k / (n p (1 - δ)²): ‖P^n r‖ ≤ (1 - δ)^-1 ‖η̂(r)‖ on S_δ, and E‖η̂(r)‖² ≤ k/n ‖r‖²."""
    n, p = estimator.n_samples, stable_draws(estimator.sampler, estimator.n_samples).total
    return 1 + k_of(QuasiProjection(estimator.sampler.sampler, n)) / (n * p * (1 - estimator.sampler.delta) ** 2)


@claim(
    "x:display-boosted-relative-error",
    says="If δ < 1 and P(S_δ) > 0, least squares with optimal points given S_δ has E‖u−P̂ⁿu‖² ≤ C‖u−Pu‖² with "
    "C = 1 + k/(n P(S_δ)(1−δ)²).",
    formula=r"\mathbb{E}\frac{\|u-\hat P^nu\|^2}{\|u\|^2} \le \Bigl(1 + "
    r"\tfrac{k_t}{n\,p_{\mathcal{S}_\delta}(1-\delta)^2}\Bigr)\frac{\|u-Pu\|^2}{\|u\|^2}",
    forall={
        "(T, n, δ)": family(
            boosted_estimators,
            "spaces on four and five points, for all targets on the points; L² and H¹",
            search=product(ANY_HULL, integers(2, 4), reals(0.05, 0.95)).map(Boosted),
            effort=40,
        )
    },
    given=[delta_below_one, possible_event],
    reading="The constant behind ≲ is ours; boosting is conditioning on S_δ, without subsampling.",
    tight="approached by constants as delta tends to 0; for a fixed delta loose as the constants of Lemma E.1",
    mutants={
        "not conditioned": {"estimator": lambda b: LeastSquares(Optimal(b.hull.space), b.n), "constant": lambda _: 1e6},
        "as good as the best": {"constant": lambda _: 1.0},
    },
)
def boosted_least_squares_is_quasi_best(boosted, *, estimator=lambda b: b.estimator, constant=quasi_optimal):
    """E (I - P^n)ᵀ(I - P^n) vanishes on T and is at most C on the complement: targets in the class are reproduced."""
    chosen, E, d = estimator(boosted), boosted.hull, boosted.hull.space.dim
    every = estimator_draws(chosen)
    P = matrices(chosen, E, every.points)
    rest = np.eye(E.dim) - np.pad(P, ((0, 0), (0, E.dim - d), (0, 0)))
    M = np.einsum("r,rki,rkj->ij", every.probability, rest, rest)
    yield equal(np.linalg.norm(M[:d, :d], 2), 0.0, name="in the class", digits=10, scale=1.0, symbol="the error")
    yield at_most(np.linalg.eigvalsh(M[d:, d:])[-1], constant(chosen), name="outside", digits=10, symbol="the error")
