r"""Section 1.2: without bias the mean converges to the minimiser, with bias it does not.

Where P^n is the identity on T, e_t = u_t - P u* moves by e_{t+1} = (1 - s) e_t + s P^n r with r = u* - P u*: for all
steps with infinite sum E e_t → E P^n r. For s_t = 1/t it is the mean of t independent P^n r.
"""

import numpy as np

from checks.hypotheses import LINEAR_LEAST_SQUARES
from checks.instances.spaces import FOUR_POINTS
from checks.theory.finite import Finite, Sample, optimal, orthonormalised
from theorytest import Hypothesis, at_most, claim, equal, family, horizon, integers, more_than, threshold
from theorytest.approximation import Conditioned, LeastSquares, Monomials, Optimal, QuasiProjection, Space
from theorytest.descent import Power, Quadratic, by_enumeration

LEVEL = 0.9
N = 4
TIMES = np.array([10, 100, 1000])
DIMENSIONS = family(
    (1, 2, 3), "polynomials of degree below d on four points, u*(x) = |x - 1/4|", search=integers(1, 3), effort=3
)


def stable_least_squares(space):
    """Least squares from N optimal points that are stable to LEVEL."""
    return LeastSquares(Conditioned(Optimal(space), LEVEL), N)


def unbiased(space):
    """The quasi-projection from as many optimal points."""
    return QuasiProjection(Optimal(space), N)


def mean_of_the_residual(space):
    """E P^n r over all ordered stable samples in orthonormal coordinates of L², apart from the package."""
    x, p = FOUR_POINTS.points[:, 0], FOUR_POINTS.weights
    basis = orthonormalised(Finite(p, p, np.vander(x, space.dim, increasing=True).T[..., None]))
    system, u = optimal(p, basis.phi), np.sqrt(p) * np.abs(x - 0.25)
    stable = [(q, draws) for q, draws in system.samples(N) if Sample(system, draws).delta <= LEVEL]
    means = sum(q * system.least_squares(draws) for q, draws in stable) @ (u - system.projector @ u)
    return means / sum(q for q, _ in stable)


has_bias = Hypothesis(
    "E P^n(u* - Pu*) ≠ 0",
    lambda d: np.linalg.norm(mean_of_the_residual(Space(Monomials(d), FOUR_POINTS))) > 1e-12,
    "least squares is biased on the residual; by constants it is not",
)


@claim(
    "x:sec1.2-unbiased-vs-biased",
    kind="rate",
    says="With bias, convergence to a stationary point is generally impossible; only a neighbourhood can be expected.",
    formula=r"\mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \to \tfrac12\|\mathbb{E}P^n(u^*-Pu^*)\|^2",
    forall={"d": DIMENSIONS, "t": horizon},
    given=[*LINEAR_LEAST_SQUARES, has_bias],
    reading="`Generally` asks for examples: stable least squares from four optimal points with s_t = 1/t stops at half "
    "the squared bias, where the unbiased quasi-projection falls below a tenth of it.",
    mutants={
        "a biased estimator called unbiased": {"without_bias": stable_least_squares},
        "an unbiased one called biased": {"with_bias": unbiased},
        "one hundredth more than half": {"half": 0.505},
    },
)
def bias_stops_the_descent(d, *, with_bias=stable_least_squares, without_bias=unbiased, half=0.5):
    """The loss is the limit and a rest that falls exactly like 1/t; the bias by numpy alone."""
    space = Space(Monomials(d), FOUR_POINTS)
    loss, limit = Quadratic(space, lambda x: np.abs(x[..., 0] - 0.25)), half * np.sum(mean_of_the_residual(space) ** 2)
    biased, fair = (by_enumeration(each(space), loss) for each in (with_bias, without_bias))
    rest = (TIMES - 1) * (biased.gap(Power(1.0, 1.0), TIMES) - limit)
    yield equal(rest, rest[0], "the rest", digits=7, until=1000, symbol="t times the rest")
    yield more_than(limit, 0.0, "the limit", symbol="the limit")
    gap = fair.gap(Power(1.0, 1.0), [5000])
    yield at_most(gap, threshold(limit / 10), "unbiased", digits=None, until=5000, symbol="the mean gap")
