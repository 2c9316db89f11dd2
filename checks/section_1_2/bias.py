r"""Section 1.2: without bias the mean converges to the minimiser, with bias it does not; noise slows both.

Where P^n is the identity on T, e_t = u_t - P u* moves by e_{t+1} = (1 - s) e_t + s P^n r with r = u* - P u*: for all
steps with infinite sum E e_t → E P^n r. For s_t = 1/t it is the mean of t independent P^n r.
"""

from fractions import Fraction

import numpy as np

from checks.hypotheses import LINEAR_LEAST_SQUARES, fixed_steps, unbiased
from checks.instances.spaces import FOUR_POINTS
from checks.theory.best_steps import decay
from checks.theory.finite import Finite, Sample, optimal, orthonormalised
from theorytest import (
    Hypothesis,
    at_most,
    claim,
    equal,
    family,
    horizon,
    integers,
    less_than,
    more_than,
    reals,
    threshold,
)
from theorytest.approximation import Conditioned, LeastSquares, Monomials, Optimal, QuasiProjection, Space
from theorytest.descent import Power, Quadratic, by_enumeration

LEVEL = 0.9
N = 4
TIMES = np.array([10, 100, 1000])
DIMENSIONS = family(
    (1, 2, 3),
    "polynomials of degree below d on four points, u*(x) = |x - 1/4|, s_t = 1/t",
    search=integers(1, 3),
    effort=3,
)


def stable_least_squares(space):
    """Least squares from N optimal points that are stable to LEVEL."""
    return LeastSquares(Conditioned(Optimal(space), LEVEL), N)


def without_any_bias(space):
    """The quasi-projection from as many optimal points."""
    return QuasiProjection(Optimal(space), N)


def mean_of_the_residual(space):
    """E P^n r over all ordered stable samples in orthonormal coordinates of L², apart from the package."""
    x, p = FOUR_POINTS.points[:, 0], FOUR_POINTS.weights
    basis = orthonormalised(Finite(p, p, np.vander(x, space.dim, increasing=True).T[..., None]))
    system, u = optimal(basis), np.sqrt(p) * np.abs(x - 0.25)
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
    reading="`Generally` asks for examples: least squares from four optimal points with ‖I - Ĝ‖ ≤ 9/10 stops at half "
    "the squared bias, where the unbiased quasi-projection falls below a tenth of it.",
    mutants={
        "a biased estimator called unbiased": {"without_bias": stable_least_squares},
        "an unbiased one called biased": {"with_bias": without_any_bias},
        "one hundredth more than half": {"half": 0.505},
    },
)
def bias_stops_the_descent(d, *, with_bias=stable_least_squares, without_bias=without_any_bias, half=0.5):
    """The loss is the limit and a rest that falls exactly like 1/t; the bias by numpy alone."""
    space = Space(Monomials(d), FOUR_POINTS)
    loss, limit = Quadratic(space, lambda x: np.abs(x[..., 0] - 0.25)), half * np.sum(mean_of_the_residual(space) ** 2)
    biased, fair = (by_enumeration(each(space), loss) for each in (with_bias, without_bias))
    rest = (TIMES - 1) * (biased.gap(Power(1.0, 1.0), TIMES) - limit)
    yield equal(rest, rest[0], "the rest", digits=7, until=1000, symbol="t times the rest")
    yield more_than(limit, 0.0, "the limit", symbol="the limit")
    gap = fair.gap(Power(1.0, 1.0), [5000])
    yield at_most(gap, threshold(limit / 10), "unbiased", digits=None, until=5000, symbol="the mean gap")


@claim(
    "x:sec1.2-unbiased-vs-biased/rate",
    kind="rate",
    says="In the unbiased case, the algorithm has convergence rates comparable to deterministic first-order methods.",
    formula=r"c_{\mathrm{bias},2} = 0 \implies \mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \le C a^t",
    forall={"c": family((0, 1, 10), "targets ±c on two points", search=reals(0, 10))},
    given=[*LINEAR_LEAST_SQUARES, unbiased, fixed_steps],
    reading="Without the `suitable conditions` of the abstract, under (SPL). For the quasi-projection and all steps "
    "the gap is at least of order 1/t, whose t-th root tends to 1: no C and no a < 1 serve. Table 1 says so in its "
    "worst case; without noise see x:abs-deterministic-rates.",
    gravity="fails only when read literally",
    finding="unbiased-is-not-noiseless",
    premises=["x:sec1-sgd-rate"],
    controls={"no noise at the minimiser": {"noise": lambda _: 0}},
)
def unbiased_is_as_fast_as_printed(c, *, noise=lambda c: Fraction(c) ** 2):
    return less_than(decay(Fraction(1), Fraction(noise(c))), 1, symbol="the limit of the t-th root of X_t")
