r"""Section 5.1.1: what explains a fast start with the steps 2/9 t^(ε-1)."""

from fractions import Fraction

import sympy as sp

from checks.instances.enclosed_gaps import ball, mean_gaps, powers, start_and_floor
from checks.instances.exponentials import EXP, best_polynomial, loss, uniform
from theorytest import at_least, at_most, claim, less_than, threshold


@claim(
    "x:sec5.1.1-expected-by-cor",
    says="In the first few steps of quasi-projections from optimal points a_t ≤ a_* < 1, and the mean gap falls "
    "exponentially up to noise of the order of L_min,M.",
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
    voice="ours",
    says="Corollary 4.5 does not apply to the experiment: ½‖(I−P)g‖² = 3.6·10⁻⁴ to two digits, and the steps decrease.",
    formula=r"\tfrac12\|(I-P_t)g_t\|^2 = \mathcal{L}_{\min,\mathcal{M}} \approx 3.6\cdot10^{-4}, \quad "
    r"\tfrac29t^{-9/10} > \tfrac29(t+1)^{-9/10}",
    reading="The paper recalls the corollary (“in the light of”) for the first steps and does not say that it applies. "
    "(I − P)g_t is the same at every iterate; the steps are compared at t = 1 and 2.",
    mutants={
        "x² for exp": {"target": {(2, 0): sp.Integer(1)}},
        "a constant step": {"exponent": 0},
        "degree less than 4": {"dimension": 4},
    },
)
def corollary_does_not_apply(*, target=EXP, exponent=Fraction(9, 10), dimension=3):
    """L_min,M is enclosed between 3.55·10⁻⁴ and 3.65·10⁻⁴."""
    least = sp.simplify(loss(best_polynomial(dimension, uniform, target), uniform, target=target))
    yield at_least(least, sp.Rational(355, 10**6), name="from below", symbol="½‖(I - P)g_t‖²")
    yield at_most(least, sp.Rational(365, 10**6), name="from above", symbol="½‖(I - P)g_t‖²")
    yield less_than(sp.Integer(2) ** -sp.Rational(exponent), 1, name="steps", symbol="s_2 / s_1")
