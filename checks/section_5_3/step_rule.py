"""Section 5.3: the adaptive step, its threshold, and s_opt; networks are drawn once, and are the same in every run."""

from fractions import Fraction
from functools import cache

import numpy as np
import sympy as sp

from checks.hypotheses import second_order
from checks.instances.network_experiments import SAMPLES, Experiment
from checks.instances.one_neuron import POINTS, Step, shortest
from theorytest import at_most, claim, equal, family, finite, integers, more_than, positive, repair, symbol
from theorytest.descent.models.shallow import RePU, from_theta
from theorytest.proof import as_checked

NETWORKS = 6
S, BIAS, VAR, L, C = sp.symbols("s c_bias1 c_var1 L C_R", positive=True)
TIME = sp.Symbol("t", positive=True, integer=True)


def sigma(s):
    """The descent factor."""
    return BIAS * s - s**2 * (L + C) / 2 * VAR


@claim(
    "x:sec5.3-step-selection",
    also=["x:sec5.3-s-opt"],
    kind="definition",
    says="The descent factor σ_t is largest at s_opt = c_bias,1/((L + C_R) c_var,1), and of the steps with β_t(s) ≤ "
    "β̄_t the one closest to s_opt has the largest.",
    formula=r"s_{\mathrm{opt}} = \tfrac{c_{\mathrm{bias},1}}{(L+C_R)c_{\mathrm{var},1}}, \quad "
    r"\sigma_t(s) = \sigma_t(s_{\mathrm{opt}}) - \tfrac{L+C_R}2c_{\mathrm{var},1}(s-s_{\mathrm{opt}})^2",
    forall={"c_bias,1, c_var,1, L, C_R": symbol("positive numbers"), "s": symbol("s > 0")},
    reading="For least squares, as in (a) and (b), σ_t is not all of the descent: Theorem 4.2 asks for c_bias,2 = 0.",
    proof=as_checked(),
    mutants={"s_opt without C_R": {"retracted": 0}, "s_opt 5 % longer": {"longer": sp.Rational(21, 20)}},
)
def closest_step_is_best(*, retracted=1, longer=1):
    best = longer * BIAS / ((L + retracted * C) * VAR)
    return equal(sigma(best) - sigma(S), (L + C) * VAR * (S - best) ** 2 / 2, symbol="loss of σ")


@claim(
    "x:footnote-3-adaptedness",
    says="The adaptive step depends on the drawn points, and not on the past alone.",
    formula=r"s_t \text{ is not } \mathcal{F}_t\text{-measurable}",
    reading="One neuron on the points 1 and 2, where g = 1, so that λ_t = 1/2; T has both dimensions. For the "
    "quasi-projection from one optimal point s_opt = 1/2, and at t = 25 the bound (24) is 1/10: after the draw of 1 it "
    "allows s_opt, which is then the step, after the draw of 2 it does not. The neuron and the numbers are ours.",
    mutants={"a draw of the same point": {"other": POINTS[0]}, "t = 4": {"t": 4}, "t = 400": {"t": 400}},
)
def steps_depend_on_the_draw(*, other=POINTS[1], t=25):
    """Pⁿg = w(x) g(x) Σ_k b_k(x) b_k is 2 at the drawn point and 0 at the other; ϑ are its shortest coefficients."""
    lam, best = Fraction(1, 2), Fraction(1, 2)  # s_opt = n/(n - 1 + d) with n = 1 and d = 2
    limit = sp.Min(lam, best / sp.sqrt(t))
    directions = [shortest([Fraction(2 * (y == x)) for y in POINTS]) for x in (POINTS[0], other)]
    beta = [Step(direction, best, (Fraction(1),) * 2).bound(lam) for direction in directions]
    yield at_most(beta[0], limit, name="allowed", symbol="β_t(s_opt) after the draw of 1")
    yield more_than(beta[1], limit, name="not allowed", symbol="β_t(s_opt) after the draw of 2")


def decay(exponent):
    """The sequence t^-exponent."""
    return TIME ** -sp.Rational(exponent)


def summable(terms):
    """Whether the sum over t is finite, by sympy: 1 or 0."""
    return int(bool(sp.Sum(terms, (TIME, 1, sp.oo)).is_convergent()))


def longest(a, factor):
    """The longest step under t^-a, where β_t(s) = factor · s² grows with s: the positive root, by sympy."""
    (root,) = [each for each in sp.solve(sp.Eq(sp.Rational(Fraction(factor)) * S**2, decay(a)), S) if each.is_positive]
    return root


TWENTIETHS = integers(1, 80).map(lambda k: Fraction(int(k), 20))  # sympy solves for the longest step
THRESHOLDS = {
    "a": family([Fraction(k, 20) for k in (10, 20, 30, 40, 41, 50)], "a > 0", search=TWENTIETHS, effort=20),
    "β_t": family({"s²": 1, "5s²": 5}, "functions of s of second order, as multiples of s²", search=positive(100)),
}


@repair(
    "x:sec5.3-beta-not-l2/corrected",
    "x:sec5.3-beta-not-l2",
    by={"root": Fraction(1, 2)},
    also=["x:sec5.3-beta-not-too-fast"],
    says="If c s² ≤ β_t(s) ≤ C s² for all t, then the longest steps under β̄_t = t^−a are not summable exactly where "
    "β̄ ∉ ℓ^(1/2).",
    formula=r"s \notin \ell^1 \iff \bar\beta \notin \ell^{1/2}",
    reading="So a ≤ 2. Section 4 asks for β ∈ ℓ¹ as well, so 1 < a ≤ 2. A larger β_t shortens the longest step: the "
    "ends c s² and C s² decide.",
    mutants={"ℓ^0.51": {"root": Fraction(51, 100)}, "ℓ^0.48": {"root": Fraction(48, 100)}},
)
@claim(
    "x:sec5.3-beta-not-l2",
    kind="rate",
    says="If c s² ≤ β_t(s) ≤ C s² for all t, then the longest steps under β̄_t = t^−a are not summable exactly where "
    "β̄ ∉ ℓ².",
    formula=r"s \notin \ell^1 \iff \bar\beta \notin \ell^2",
    forall=THRESHOLDS,
    given=[second_order],
    reading="The condition is sufficient, but not necessary: 1/t is in ℓ², and the steps t^−1/2 under it are not "
    "summable.",
    gravity="wrong statement",
    finding="threshold-exponent",
)
def summable_thresholds(a, factor, *, root=Fraction(2)):
    """The longest steps are solved for and summed by sympy; t^−a is in ℓ^r if and only if ra > 1."""
    return equal(summable(longest(a, factor)), int(root * Fraction(a) > 1), symbol="whether s is in ℓ¹")


@claim(
    "x:sec5.3-adaptive-beats-robbins-monro/rule",
    label="x:sec5.3-adaptive-beats-robbins-monro",
    says="The sequence s_t = s_opt t^−1/2 is a Robbins–Monro step size: square summable, not summable.",
    formula=r"\sum_t s_t = \infty, \quad \sum_t s_t^2 < \infty",
    reading="Such are s_opt t^−a with 1/2 < a ≤ 1; the sum of 1/t diverges.",
    gravity="wrong constant",
    finding="robbins-monro-one-half",
    controls={"s_opt t^(-3/4)": {"a": Fraction(3, 4)}, "s_opt / t": {"a": Fraction(1)}},
)
def is_robbins_monro(*, a=Fraction(1, 2)):
    return equal([summable(decay(2 * a)), summable(decay(a))], [1, 0], symbol="s in ℓ², in ℓ¹")


@claim(
    "eq:chosen_retraction_error_threshold",
    kind="definition",
    also=["x:sec5.3-experiment-c"],
    says="In eight steps of experiment (c), and of (a) without conditioning, from six networks β_t(s_t) ≤ min{λ_t, "
    "s_opt t^−1/2}, where s_opt = n/(n − 1 + dim T).",
    formula=r"\beta_t(s_t) \le \bar\beta_t := \min\{\lambda_t, s_{\mathrm{opt}} t^{-1/2}\}",
    forall={"t": finite(range(1, 9)), "experiment": finite({"(a)": "a", "(c)": "c"})},
    reading="Points of (a) are not conditioned on S_δ, which is out of reach. s_opt is that of a quasi-projection with "
    "L = 1, as in the published scripts: that of least squares by Table 2 is at most a quarter of it, and β_t is above "
    "that threshold. Lip_t(r) is read as r, and t counts from 1. Floating point: networks and points are drawn.",
    expected="computed",
    mutants={
        "steps without adaptation": {"rule": lambda _: "b"},
        "s_opt of least squares by Table 2": {"longest": 0.25},
    },
)
def steps_keep_the_threshold(t, letter, *, rule=lambda letter: letter, longest=1.0):
    """beta_t is computed again on 4,000 midpoints, from the parameters before and after the step."""
    state, new, told = steps_of(rule(letter))[t - 1]
    best = longest * SAMPLES / (SAMPLES - 1 + told["dim"])
    bound = np.minimum(told["loss_estimate"], best / np.sqrt(t))
    return at_most(beta_again(state, new, told), bound, digits=5, symbol="β_t(s_t)")


@cache
def steps_of(letter):
    """The parameters before and after each of eight steps, and what the process tells of it."""
    rng = np.random.default_rng(3)
    process = Experiment(letter).process(rng, NETWORKS)
    state, found = process.start(NETWORKS), []
    for t in range(1, 9):
        new, _ = process.step(state, rng, 0, t**-0.5)
        p = len(state) - 5
        found.append((state[:p].T, new[:p].T, process.remarks(new)))
        state = new
    return found


def beta_again(theta, moved, told):
    """(√(2λ) + ε + s ‖P^n g‖) ε from two vectors of parameters, with s ϑ = θ_t - θ_{t+1}."""
    x = np.broadcast_to((-1 + (np.arange(4_000) + 0.5) / 2_000)[:, None], (NETWORKS, 4_000, 1))
    old, new = (from_theta(RePU(2), each) for each in (theta, moved))
    step = (old.tangents(x) @ (theta - moved)[..., None])[..., 0]
    error = np.sqrt(np.mean((new(x) - old(x) + step) ** 2, axis=-1))
    return (np.sqrt(2 * told["loss_estimate"]) + error + np.sqrt(np.mean(step**2, axis=-1))) * error
