"""Section 5.1.2: the step of Corollary 4.6, the level at which it stagnates, the 22 steps until then, the switch."""

from fractions import Fraction
from itertools import islice, repeat

import numpy as np
import sympy as sp
from flint import arb

from checks.instances.enclosed_gaps import ball, level, mean_gaps, powers, start_and_floor
from checks.instances.exponentials import best_polynomial, loss, uniform
from checks.instances.linear_experiments import SAMPLINGS, SUBLINEAR, bounded, largest_christoffel
from theorytest import at_least, at_most, claim, equal, finite, horizon, less_than, more_than, repair, threshold
from theorytest.approximation import Optimal, Plain
from theorytest.attacks.balls import precision
from theorytest.descent import Constant, Mixed

LAST = 60
OWN_STEPS = {Plain: 1 / 9, Optimal: 1 / 3}  # n/(n + k - 1) of Corollary 4.6
PRINTED = Mixed(1 / 9, SUBLINEAR, 22)


@repair(
    "x:sec5.1.2-step/corrected",
    "x:sec5.1.2-step",
    by={"steps": {"uniform": "1/9", "optimal": "1/3"}},
    says="For n = 1 the step n/(n + k − 1) is 1/9 for uniform points (k = 9) and 1/3 for optimal ones (k = 3).",
    formula=r"\tfrac{n}{n+k_t-1} = \tfrac19\ (k_t=9), \quad \tfrac13\ (k_t=d=3)",
    reading="For optimal points no constant step contracts the mean gap faster. For uniform ones it is the best by the "
    "bound k = 9, and 0.205 contracts fastest.",
    finding="step-of-uniform-points",
    mutants={"two points": {"n": 2}, "1/3 for both": {"steps": {"uniform": "1/3", "optimal": "1/3"}}},
)
@claim(
    "x:sec5.1.2-step",
    also=["x:sec5.1.2-n"],
    says="For n = 1 the step of Corollary 4.6 is 1/9, for uniform and for optimal points.",
    formula=r"s_t \equiv \tfrac{n}{n+k_t-1} = \tfrac19",
    forall={"sampling": finite(["uniform", "optimal"])},
    gravity="wrong constant",
    finding="step-of-uniform-points",
)
def step_of_the_corollary(sampling, *, n=1, d=3, steps={"uniform": "1/9", "optimal": "1/9"}):  # noqa: B006 (never written to)
    """argmax of s - s² (n + k - 1)/(2n), by the zero of its derivative."""
    k, s = largest_christoffel(d) if sampling == "uniform" else d, sp.Symbol("s")
    (best,) = sp.solve(sp.diff(s - s**2 * sp.Rational(n + k - 1, 2 * n), s), s)
    return equal(best, sp.Rational(steps[sampling]), symbol="the step")


@claim(
    "x:sec5.1.2-guarantee",
    also=["x:sec-numerics-exponential"],
    says="With one point, quasi-projections and the step s of Corollary 4.6 the mean gap falls at least like (1 − "
    "s)^t, up to the precision L_min,M.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{t+1})-\mathcal{L}_{\min,\mathcal{M}}] \le a^t"
    r"(\mathcal{L}(u_1)-\mathcal{L}_{\min,\mathcal{M}}) + (1-a^t)\,\mathcal{L}_{\min,\mathcal{M}}, \quad a = 1-s",
    forall={"sampling": SAMPLINGS, "t": horizon},
    reading="The step n/(n + k − 1) of Corollary 4.6 is 1/9 for uniform and 1/3 for optimal points; the precision "
    "k/(n + k − 1) L_min,M is then L_min,M itself. Tried from u_1 = 0, as in the corollary.",
    tight="attained by optimal points",
    premises=["cor:convergence_up_to_precision/corrected", "x:cor4.6-setting/corrected"],
    mutants={"a precision of 0.98 L_min,M": {"level": 0.98}, "twice the step": {"factor": 2.0}},
)
def exponential_up_to_precision(sampler, *, level=1.0, factor=1.0):
    """k/(n + k - 1) = 1 in both cases: the precision is L_min,M itself."""
    exact, t, s = bounded(sampler), np.arange(1, LAST + 1), OWN_STEPS[sampler]
    a = 1 - factor * s
    gaps = exact.moments.gap(Constant(s), t + 1)
    limit = a**t * exact.start + level * (1 - a**t) * exact.floor
    return at_most(gaps / limit, 1.0, digits=9, until=LAST, symbol="the mean gap / the bound")


@claim(
    "x:sec5.1.2-stagnation",
    says="With quasi-projections from one point and the constant step 1/9 the mean gap stagnates in the regime of "
    "L_min,M, and halving the step lowers its level.",
    formula=r"\lim_t\mathbb{E}\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \asymp \mathcal{L}_{\min,\mathcal{M}}",
    forall={"sampling": finite({"uniform points": ("uniform", "0.332"), "optimal points": ("optimal", "0.2")})},
    reading="Whatever u_1 is, it tends to 0.332 L_min,M for uniform and to ds/(2n − s(n + d − 1)) L_min,M = 0.2 "
    "L_min,M for optimal points, and with half the step to less than half of that; these numbers are ours.",
    mutants={"a step of 1/10": {"step": Fraction(1, 10)}, "optimal points for both": {"only": "optimal"}},
)
def stagnates_near_the_best_loss(case, *, step=Fraction(1, 9), only=None):
    """The stationary second moments, against 200 steps of the recursion, which contracts by 1 - 2s + 9s² (K ≤ 9)."""
    points, stated = only or case[0], ball(Fraction(case[1]))
    with precision():  # steps of matrices widen balls
        s, (_, floor) = ball(step), start_and_floor()
        found, half, (*_, late) = level(points, s), level(points, s / 2), mean_gaps(points, repeat(s, 200))
    yield at_most(abs(late - found), threshold(floor / 10**8), name="200 steps", symbol="the distance from the level")
    error = abs(found / floor - stated)
    yield at_most(error, threshold(arb(1) / 2000), name="level", symbol="the error of level / L_min,M")
    yield less_than(half, found / 2, name="half the step", symbol="level")


@claim(
    "x:sec5.1.2-no-convergence",
    says="Since the orthogonal part does not vanish, Corollary 4.13 does not apply, and convergence cannot be "
    "expected.",
    formula=r"\|(I-P_t)g_t\| \not\to 0 \implies \mathbb{E}\mathcal{L}(u_t) \not\to \mathcal{L}_{\min,\mathcal{M}}",
    reading="The reason, for any steps: Corollary 4.13 asks for a bounded orthogonal part only. For the constant steps "
    "of the section the conclusion is true. For those of Figure 2 the mean gap tends to 0, as s ∈ ℓ² and s ∉ ℓ¹.",
    gravity="fails only when read literally",
    finding="corollary-4-13-reason",
    controls={"the constant step 1/9": {"steps": lambda T: repeat(ball(Fraction(1, 9)), T)}},
)
def no_convergence(*, steps=lambda T: powers(Fraction(2, 9), T)):
    """The steps of Figure 2 have the same orthogonal part, and their mean gap still falls by more than half."""
    gaps = islice(mean_gaps("optimal", steps(99_999)), 49_999, None)
    early, (*_, late) = next(gaps), gaps
    return at_least(late / early, threshold(arb(99) / 100), symbol="the mean gap at 10⁵ over that at 5·10⁴")


@claim(
    "x:sec5.1.2-tmax",
    says="With quasi-projections, s = 1/9 and n = 1 Corollary 4.6 with ε = L_min,M asks for 22 steps, after which its "
    "bound holds.",
    formula=r"\bigl\lceil\tfrac{\ln(2/\mathcal{L}_{\min,\mathcal{M}})}{\ln(1+c)}\bigr\rceil = 22, \quad "
    r"\mathbb{E}[\mathcal{L}(u_{22+1})-\mathcal{L}_{\min,\mathcal{M}}] \le "
    r"(1+\tfrac12\|u\|^2)\mathcal{L}_{\min,\mathcal{M}}",
    forall={"sampling": finite(["uniform", "optimal"])},
    reading="The corollary bounds the relative error: with ε = L_min,M and u_1 = 0 the gap by (1 + ½‖u‖²) L_min,M, "
    "which is 1.91 L_min,M. Its c is that of the step, 1 + c = 1/(1 − s). With s = 1/3 and one optimal point it is "
    "true; with s = 1/9 the mean gap is below L_min,M after 46 (uniform) and 40 steps.",
    gravity="wrong constant",
    finding="step-of-uniform-points",
    controls={"the step 1/3 for optimal points": {"step": Fraction(1, 3), "only": "optimal"}},
)
def reached_after_22_steps(points, *, step=Fraction(1, 9), n_steps=22, only=None):
    """With 1/9: 28 L_min,M with optimal points and 41 L_min,M with uniform ones, and 74 steps by the formula."""
    (start, floor), least = start_and_floor(), loss(best_polynomial(3, uniform), uniform)
    asked = sp.log(2 / least) / -sp.log(sp.Rational(1 - step))
    yield at_most(asked, n_steps, name="number", symbol="ln(2/ε) / ln(1 + c)")
    yield more_than(asked, n_steps - 1, name="number, not fewer", symbol="ln(2/ε) / ln(1 + c)")
    (*_, gap) = mean_gaps(only or points, repeat(ball(step), n_steps))
    yield at_most(gap / floor, 1 + floor + start, name="bound", symbol="the mean gap / L_min,M")  # ‖u‖²/2 = L(0)


@claim(
    "x:sec5.1.2-mixed-guarantee",
    also=["x:sec5.1.2-mixed-step", "x:sec5.1.2-mixed-eps"],
    kind="rate",
    says="After 22 steps 1/9 and the switch to s_t = (2/9) t^(ε−1), ε = 0.1, the mean gap of quasi-projections falls "
    "late at least like t^(2ε−1).",
    formula=r"\mathbb{E}[\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}] \in \mathcal{O}(t^{-1+2\varepsilon})",
    forall={"sampling": SAMPLINGS, "t": horizon},
    reading="Corollary 4.13 with δ = 0.1 bounds by t^(−1+ϵ) for every ϵ > 0.2; read for the mean with n = 1, from t = "
    "400 to 10⁵, a window of ours: right after the switch the gap falls like t^−0.6.",
    premises=["cor:quasi-linear-convergence/corrected"],
    mutants={"the constant step for ever": {"steps": Constant(1 / 9)}, "from t = 23 on": {"first": 23}},
)
def sublinear_after_the_switch(sampler, *, steps=PRINTED, first=400):
    times = np.unique(np.rint(np.geomspace(first, 1e5, 25))).astype(int)
    slopes = np.diff(np.log(bounded(sampler).moments.gap(steps, times))) / np.diff(np.log(times))
    return at_most(slopes, -0.8, digits=None, until=100_000, symbol="a slope")
