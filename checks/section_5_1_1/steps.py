r"""Section 5.1.1: what explains a fast start with the steps 2/9 t^(ε-1)."""

import numpy as np
import sympy as sp

from checks.instances.exponentials import EXP, best_polynomial, loss, uniform
from checks.instances.linear_experiments import SUBLINEAR, bounded
from theorytest import at_most, claim, equal, less_than, threshold
from theorytest.approximation import Optimal, Plain
from theorytest.descent import Power

FIRST_TEN = np.arange(1, 11)


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
    gravity="fails only when read literally",
    finding="corollary-4-5-cited",
    controls={"x² for exp, a constant step": {"target": {(2, 0): sp.Integer(1)}, "steps": Power(2 / 9, 0.0)}},
)
def corollary_applies_as_printed(*, target=EXP, steps=SUBLINEAR):
    """½‖(I - P)g‖² = L_min,M = 3.6·10⁻⁴ at every iterate, and the steps decrease."""
    least = loss(best_polynomial(3, uniform, target), uniform, target=target)
    yield equal(sp.simplify(least), 0, name="orthogonal part", symbol="½‖(I - P)g_1‖²")
    yield equal(np.ptp(steps(FIRST_TEN)), 0.0, name="steps", digits=9, symbol="the change of the steps")
