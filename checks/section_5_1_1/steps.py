r"""Section 5.1.1: the steps 2/9 t^(ε-1), which of the samplings they belong to, and what explains a fast start."""

from functools import cache

import numpy as np
import sympy as sp

from checks.instances.exponentials import EXP, best_polynomial, loss, uniform
from checks.instances.linear_experiments import SUBLINEAR, bounded, largest_christoffel
from theorytest import at_most, claim, equal, finite, less_than, repair, threshold
from theorytest.approximation import Optimal, Plain
from theorytest.descent import Power

FIRST_TEN, LAST = np.arange(1, 11), 200


@claim(
    "x:sec5.1.1-step",
    also=["x:sec5.1.1-n", "x:sec5.1.1-eps"],
    voice="ours",
    says="For n = 1 the largest s with σ(s) ≥ 0 is 2/9 for uniform points (k = 9) and 2/3 for optimal ones (k = 3).",
    formula=r"\sigma(s) = s - \tfrac{s^2}2\tfrac{n+k_t-1}{n} \ge 0 \iff 0\le s \le \tfrac{2n}{n+k_t-1} = "
    r"\tfrac29 \ (k_t = 9), \quad \tfrac23 \ (k_t = 3)",
    reading="The paper prints (2/9) t^(ε−1) with ε = 0.1 and gives no reason; Corollary 4.13 asks for 0 < ε < 1/2.",
    forall={"sampling": finite({"uniform": (largest_christoffel, (2, 9)), "optimal": (lambda d: d, (2, 3))})},
    mutants={"two points": {"n": 2}, "polynomials of degree less than 4": {"d": 4}, "ε = 1/2": {"eps": "1/2"}},
)
def largest_steps(sampling, *, n=1, d=3, eps="1/10"):
    k, step = sampling[0](d), sp.Rational(*sampling[1])
    s = sp.Symbol("s")
    yield equal(max(sp.solve(s - s**2 / 2 * sp.Rational(n + k - 1, n), s)), step, name="step", symbol="the largest s")
    yield less_than(sp.Rational(eps), sp.Rational(1, 2), name="exponent", symbol="ε")


@cache
def mean_gaps(sampler):
    """After 1, ..., 200 of the printed steps."""
    return bounded(sampler).moments.gap(SUBLINEAR, np.arange(2, LAST + 2))


def factors(steps, k, times):
    """a_t = 1 - 2 σ_t for n = 1."""
    return 1 - 2 * steps(times) + k * steps(times) ** 2


@claim(
    "x:sec5.1.1-expected-by-cor",
    says="In the first few steps with optimal points a_t ≤ a_* < 1, and the mean gap falls exponentially up to noise "
    "of the order of L_min,M.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{t+1})-\mathcal{L}_{\min,\mathcal{M}}] \le a_*^t"
    r"(\mathcal{L}(u_1)-\mathcal{L}_{\min,\mathcal{M}}) + C\mathcal{L}_{\min,\mathcal{M}}, \quad "
    r"a_t \le a_* < 1,\ t\le t_0",
    reading="From u_1 = 0 with n = 1. Ten steps, a_* = 0.95 and C = 1/2 are ours. Such an a_* exists for any finite "
    "number of steps.",
    expected="computed",
    mutants={"uniform points": {"sampler": Plain, "k": 9}, "a_* = 0.94": {"bound": 0.94}},
)
def first_factors_are_below_one(*, sampler=Optimal, k=3, bound=0.95):
    """a_t = 1 - 2 s_t + k s_t²: for uniform points a_1 = 1. Such an a_* exists for any finite number of steps."""
    exact = bounded(sampler)
    yield less_than(factors(SUBLINEAR, k, FIRST_TEN), threshold(bound), name="factors", symbol="a_t")
    limit = bound**FIRST_TEN * exact.start + 0.5 * exact.floor
    yield at_most(exact.moments.gap(SUBLINEAR, FIRST_TEN + 1), threshold(limit), name="decay", symbol="the mean gap")


@claim(
    "x:sec5.1.1-expected-by-cor/reference",
    says="The experiment satisfies the assumptions of Corollary 4.5: a vanishing orthogonal part and a constant step.",
    formula=r"\|(I-P_t)g_t\| = 0, \quad s_t \equiv \tfrac{c_{\mathrm{bias},1}}{(L+C_R)c_{\mathrm{var},1}}",
    reading="The paper cites the corollary (“in the light of”) for the first steps; whether it applies is asked here.",
    expected="refuted",
    gravity="fails only when read literally",
    finding="corollary-4-5-cited",
    controls={"x² for exp, a constant step": {"target": {(2, 0): sp.Integer(1)}, "steps": Power(2 / 9, 0.0)}},
)
def corollary_applies_as_printed(*, target=EXP, steps=SUBLINEAR):
    """½‖(I - P)g‖² = L_min,M = 3.6·10⁻⁴ at every iterate, and the steps decrease."""
    least = loss(best_polynomial(3, uniform, target), uniform, target=target)
    yield equal(sp.simplify(least), 0, name="orthogonal part", symbol="½‖(I - P)g_1‖²")
    yield equal(np.ptp(steps(FIRST_TEN)), 0.0, name="steps", digits=9, symbol="the change of the steps")


@repair(
    "x:sec5.1.1-expected-by-cor/corrected",
    "x:sec5.1.1-expected-by-cor/reference",
    says="With one optimal point, u_1 = 0 and s_t = (2/9) t^−0.9 the mean gap equals the bound of Theorem 4.2 for "
    "every T ≤ 200.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{T+1})-\mathcal{L}_{\min,\mathcal{M}}] = \Bigl(\prod_{t\le T}a_t\Bigr)"
    r"(\mathcal{L}(u_1)-\mathcal{L}_{\min,\mathcal{M}}) + \bar\xi_T",
    forall={"T": finite(range(1, LAST + 1))},
    expected="computed",
    mutants={
        "without the noise": {"dim": 0},
        "steps one per cent larger": {"steps": Power(1.01 * 2 / 9, 0.9)},
        "uniform points": {"sampler": Plain},
    },
)
def bound_of_the_theorem(T, *, sampler=Optimal, dim=3, steps=SUBLINEAR):
    """ξ_t = s_t² d L_min,M and a_t = 1 - 2 s_t + 3 s_t² by hand; the left side by the package's exact moments."""
    exact, times = bounded(sampler), np.arange(1, T + 1)
    bound = exact.start
    for a, s in zip(factors(steps, 3, times), steps(times), strict=True):
        bound = a * bound + s**2 * dim * exact.floor
    return equal(mean_gaps(sampler)[T - 1] / bound, 1.0, digits=10, symbol="the mean gap / the bound")
