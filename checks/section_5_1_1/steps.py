r"""Section 5.1.1: what explains a fast start with the steps 2/9 t^(ε-1)."""

from fractions import Fraction

import sympy as sp

from checks.instances.enclosed_gaps import ball, mean_gaps, powers, start_and_floor
from checks.instances.exponentials import EXP, best_polynomial, loss, uniform
from theorytest import at_most, claim, equal, less_than, threshold


@claim(
    "x:sec5.1.1-expected-by-cor",
    says="In the first few steps with optimal points a_t ≤ a_* < 1, and the mean gap falls exponentially up to noise "
    "of the order of L_min,M.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{t+1})-\mathcal{L}_{\min,\mathcal{M}}] \le a_*^t"
    r"(\mathcal{L}(u_1)-\mathcal{L}_{\min,\mathcal{M}}) + C\mathcal{L}_{\min,\mathcal{M}}, \quad "
    r"a_t \le a_* < 1,\ t\le t_0",
    reading="From u_1 = 0 with n = 1. Ten steps, a_* = 0.95 and C = 1/2 are ours. Such an a_* exists for any finite "
    "number of steps.",
    mutants={
        "uniform points": {"points": "uniform", "k": 9},
        "a_* = 0.94": {"bound": Fraction(94, 100)},
    },
)
def first_factors_are_below_one(*, points="optimal", k=3, bound=Fraction(95, 100)):
    """a_t = 1 - 2 s_t + k s_t²: for uniform points a_1 = 1."""
    steps, a, (start, floor) = list(powers(Fraction(2, 9), 10)), ball(bound), start_and_floor()
    yield less_than([1 - 2 * s + k * s * s for s in steps], threshold(a), name="factors", symbol="a_t")
    limit = [a**t * start + floor / 2 for t in range(11)]
    yield at_most(list(mean_gaps(points, steps)), threshold(limit), name="decay", symbol="the mean gap")


@claim(
    "x:sec5.1.1-expected-by-cor/reference",
    says="The experiment satisfies the assumptions of Corollary 4.5: a vanishing orthogonal part and a constant step.",
    formula=r"\|(I-P_t)g_t\| = 0, \quad s_t \equiv \tfrac{c_{\mathrm{bias},1}}{(L+C_R)c_{\mathrm{var},1}}",
    reading="The paper cites the corollary (“in the light of”) for the first steps; whether it applies is asked here.",
    gravity="fails only when read literally",
    finding="corollary-4-5-cited",
    controls={"x² for exp, a constant step": {"target": {(2, 0): sp.Integer(1)}, "exponent": 0}},
)
def corollary_applies_as_printed(*, target=EXP, exponent=Fraction(9, 10)):
    """½‖(I - P)g‖² = L_min,M = 3.6·10⁻⁴ at every iterate, and the steps decrease."""
    least = loss(best_polynomial(3, uniform, target), uniform, target=target)
    yield equal(sp.simplify(least), 0, name="orthogonal part", symbol="½‖(I - P)g_1‖²")
    yield equal(exponent, 0, name="steps", symbol="the exponent of the steps")
