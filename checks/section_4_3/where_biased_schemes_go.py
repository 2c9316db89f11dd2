r"""Where the scheme with a biased estimator really goes, on linear classes with least squares [x:thm-biased].

With e_t = u_t - Pu and r = u - Pu the gradient is e_t - r, so that E[e_{t+1} | F_t] = e_t - s_t (A₁₁ e_t - A₁₂ r): the
mean tends to e = A₁₁⁻¹ A₁₂ r, a quasi-critical point with the constant ‖e‖/‖r‖.
"""

from functools import lru_cache

import numpy as np

from checks.hypotheses import bias_and_variance, least_squares_loss, linear_class
from checks.instances.biased_worlds import target_with
from checks.instances.spaces import FOUR_POINTS
from theorytest import Hypothesis, at_most, claim, family, horizon, threshold
from theorytest.approximation import (
    Conditioned,
    LeastSquares,
    Monomials,
    Optimal,
    Plain,
    QuasiProjection,
    Space,
    stable_draws,
)
from theorytest.approximation.hull import hull
from theorytest.descent import Power, Quadratic, by_enumeration

DELTA = 0.9
HORIZON = 2000


@lru_cache
def estimators():
    """Least squares and the conditioned quasi-projection, onto lines and parabolas on four points."""
    found = {}
    for d, n in ((2, 4), (2, 12), (3, 8)):
        space = Space(Monomials(d), FOUR_POINTS)
        for word, sampler in {"optimal": Optimal(space), "plain": Plain(space)}.items():
            stable = Conditioned(sampler, DELTA)
            found[f"least squares, d = {d}, n = {n}, {word}"] = LeastSquares(stable, n)
            found[f"quasi-projection, d = {d}, n = {n}, {word}"] = QuasiProjection(stable, n)
    return found


def mean_operator(estimator):
    """The blocks A₁₁ and A₁₂ of A = E P^n on an orthonormal basis, sample by sample from the definitions."""
    sampler, E = estimator.sampler.sampler, hull(estimator.space, 0)
    every, d = stable_draws(estimator.sampler, estimator.n_samples), estimator.space.dim
    A = np.zeros((d, E.dim))
    for x, p in zip(every.points, every.probability, strict=True):
        values, w = E.jets(x)[..., 0], sampler.weight(x)
        moments = values[:, :d].T @ (w[:, None] * values) / len(x)  # (b_k, ψ)_n
        if isinstance(estimator, LeastSquares):
            root = np.sqrt(w)[:, None]
            moments = np.linalg.lstsq(root * values[:, :d], root * values, rcond=None)[0]
        A += p / every.total * moments
    return A[:, :d], A[:, d:]


positive_definite = Hypothesis(
    "A₁₁ is positive definite",
    lambda estimator: np.linalg.eigvalsh((A11 := mean_operator(estimator)[0]) + A11.T)[0] > 0,
    "(v, A₁₁ v) > 0 for v ≠ 0",
)


@claim(
    "x:thm-biased/limit",
    voice="ours",
    says="For a linear class, least squares, steps 1/t and A = EPⁿ with A₁₁ positive definite, the iterates tend to "
    "Pu + A₁₁⁻¹A₁₂(u - Pu) in mean square.",
    formula=r"\mathbb{E}\|u_t - Pu - A_{11}^{-1}A_{12}(u-Pu)\|^2 \to 0, \qquad A = \mathbb{E}P^n",
    forall={"Pⁿ": family(estimators, "biased estimators: lines and parabolas on four points"), "t": horizon},
    given=[linear_class, least_squares_loss, bias_and_variance, positive_definite],
    reading="A₁₁ and A₁₂ are the blocks of A on T and on its complement; the limit is quasi-critical.",
    mutants={
        "the best approximation": {"point": lambda limit, _: 0 * limit},
        "without the inverse": {"point": lambda limit, A11: A11 @ limit},
        "5 % further": {"point": lambda limit, _: 1.05 * limit},
    },
)
def iterates_tend_to(estimator, *, point=lambda limit, _: limit):
    """All samples in S_δ counted, for the residual of norm 1 that feels the bias most and Pu = the sum of the basis."""
    A11, A12 = mean_operator(estimator)
    limit = np.linalg.solve(A11, A12)
    r = np.linalg.svd(limit)[2][0]
    target = target_with(hull(estimator.space, 0), r, np.ones(estimator.space.dim))
    exact = by_enumeration(estimator, Quadratic(estimator.space, target))
    e, Z = point(limit @ r, A11), exact.second_moments(Power(1.0, 1.0), [HORIZON])[0]
    apart = np.linalg.norm(Z[0, 1:] - e)
    yield at_most(apart, threshold(1e-4), "the mean", until=HORIZON, symbol="‖E u_t - limit‖")
    spread = np.trace(Z[1:, 1:]) - 2 * e @ Z[0, 1:] + e @ e
    yield at_most(spread, threshold(0.001), "the limit", until=HORIZON, symbol="E‖u_t - limit‖²")
