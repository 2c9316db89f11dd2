r"""Remark 4.15: the rates in the number of samples, for smoothness classes, and whether they are the best possible.

The values of u are seen without noise. Then n = d points per step and the constant step 1/2 need only 2α log₂ d steps:
E_{t+1} ≤ E_t / 2 + D² / 4 ends below D² / 2. So N = 2α d log₂ d samples give the error 3/2 D² + d^(-2α), of the order
N^(-2α) up to logarithms, while the minimax rate N^(-2α/(2α+1)) of noisy regression is what decreasing steps give.
"""

from fractions import Fraction

import numpy as np
import sympy as sp
from scipy.special import zeta

import theorytest as tt
from checks.hypotheses import (
    approximable,
    as_many_points,
    least_squares_loss,
    model_is_v_d,
    optimal_points,
    scalar_jets,
)
from checks.theory.mean_square_error import excesses, harmonic, squared_errors
from theorytest import at_least, at_most, claim, equal, family, horizon, proof, repair, symbol, threshold
from theorytest.decisions.growth import Growth, bounded
from theorytest.descent import Constant

ALPHA, D_, K = sp.symbols("alpha D k", positive=True)
EXPONENTS = family([0.5, 1.0, 1.5, 2.0], "α > 0")  # 2α log₂ d is whole: the order is seen without jumps


@claim(
    "x:rmk4.15-equilibrate",
    also=["x:rmk4.15-sample-count"],
    says="d^(−2α) = 1/t at t = d^(2α); then N = t d = t^(1+1/(2α)) and 1/t = N^(−2α/(2α+1)).",
    formula=r"d^{-2\alpha} = t^{-1} \iff t = d^{2\alpha}, \qquad N_t = td = t^{1+1/2\alpha}, \qquad "
    r"t^{-1} = N_t^{-2\alpha/(2\alpha+1)}",
    reading="Exponents are compared. With ε and δ ignored, as announced; with ε the balance is at t = d^(2α/(1−ε)).",
    forall={"α": symbol("α > 0"), "d": symbol("d > 0")},
    proof=proof.as_checked(),
    mutants={
        "t = d^α": {"steps": ALPHA},
        "N = t^(1+1/α)": {"samples": 1 + 1 / ALPHA},
        "an exponent for errors without square": {"rate": -ALPHA / (2 * ALPHA + 1)},
    },
)
def terms_balance(*, steps=2 * ALPHA, samples=1 + 1 / (2 * ALPHA), rate=-2 * ALPHA / (2 * ALPHA + 1)):
    """Powers of one base agree if their exponents do: of d in t = d^(2α), and of t in N."""
    yield equal(-2 * ALPHA, -steps, name="balance", symbol="the exponent of d^(−2α)")
    yield equal(1 + 1 / steps, samples, name="samples", symbol="the exponent of t d")
    yield equal(-1, samples * rate, name="rate", symbol="the exponent of 1/t")


@claim(
    "x:display-rmk4.15-sobolev-rates",
    says="2α/(2α + 1) is 2k/(2k + D) for α = k/D, and 2k/(2k + 1) for α = k.",
    formula=r"\tfrac{2\alpha}{2\alpha+1} = \tfrac{2k}{2k+D} \text{ for } \alpha = \tfrac kD, \qquad "
    r"\tfrac{2k}{2k+1} \text{ for } \alpha = k",
    forall={"k": symbol("k > 0"), "D": symbol("D > 0")},
    reading="That ‖u − P u‖ ≲ d^−α with these α, up to logarithms, is classical and not checked.",
    premises=["x:rmk4.15-equilibrate"],
    proof=proof.as_checked(),
    mutants={"α = k D": {"isotropic": K * D_}, "α = k/D for mixed": {"mixed": K / D_}},
)
def sobolev_exponents(*, isotropic=K / D_, mixed=K):
    exponent = 2 * ALPHA / (2 * ALPHA + 1)
    yield equal(exponent.subs(ALPHA, isotropic), 2 * K / (2 * K + D_), name="H^k", symbol="the exponent")
    yield equal(exponent.subs(ALPHA, mixed), 2 * K / (2 * K + 1), name="mixed", symbol="the exponent")


SETTING = [least_squares_loss, model_is_v_d, scalar_jets.stated, optimal_points, as_many_points, approximable]
# not searched: d^(2α) must be a whole number of steps; α and the largest log₂ d
SCHEDULES = family({"α = 1/2": (0.5, 12), "α = 1": (1.0, 8)}, "α > 0")


@claim(
    "x:display-rmk4.15-rate",
    kind="rate",
    says="After t = d^(2α) steps with n = d points, ‖u − u_t‖² ≲ N^(−2α/(2α+1)) for the number N of samples.",
    formula=r"\tfrac{2^{-2\alpha}}{2\alpha} \le N^{2\alpha/(2\alpha+1)}\,\mathbb{E}\|u-u_t\|^2 \le "
    r"\tfrac1{2\alpha} + 2\|u\|^2",
    reading="In the mean, with ε and δ ignored: s_t = 1/(t + 1). Almost surely the constant belongs to one d. For "
    "coefficients j^(−α−1/2) this is the order.",
    forall={"α": SCHEDULES, "d": horizon},
    given=SETTING,
    premises=["x:rmk4.15-equilibrate", "eq:sampling_number_crude/mean"],
    mutants={
        "a fifth more": {"exponent": lambda alpha: 2.4 * alpha / (2 * alpha + 1)},
        "a fifth less": {"exponent": lambda alpha: 1.6 * alpha / (2 * alpha + 1)},
    },
)
def error_in_samples(schedule, *, exponent=lambda alpha: 2 * alpha / (2 * alpha + 1), steps=harmonic):
    """D² lies between two integrals, t E_t below 2 ‖u‖²; as a function of d the product is bounded, or a power.

    For α = 1 its increments change their sign up to d = 256, so that its growth is not seen.
    """
    (alpha, last), scaled = schedule, []
    dimensions = 2 ** np.arange(last + 1)
    for d in dimensions.tolist():
        n_steps = round(d ** (2 * alpha))
        errors, _ = squared_errors(d, d, steps, n_steps, alpha)
        scaled.append(errors[-1] * float(n_steps * d) ** exponent(alpha))
    least, most = 2.0 ** (-2 * alpha) / (2 * alpha), 1 / (2 * alpha) + 2 * zeta(2 * alpha + 1)
    word, last = "N^(2α/(2α+1)) E‖u − u_t‖²", 2**last
    yield at_most(scaled, most, name="from above", until=last, symbol=word)
    yield at_least(scaled, least, name="from below", until=last, symbol=word)
    if alpha < 1:
        yield bounded(scaled, dimensions, among=(Growth.BOUNDED, Growth.POWER), name="the order")


@claim(
    "x:display-rmk4.15-sobolev-rates/in-norm",
    kind="rate",
    says="For H^k([0, 1]^D) the resulting rate in L²-norm is N^(−2k/(2k+D)).",
    formula=r"\|u-u_t\|_{L^2} \lesssim N_t^{-2k/(2k+D)}",
    reading="Of the norm itself, with a constant of 1000; of its square, as in the display before it, it is true.",
    forall={"d": family([10**7, 10**9], "dimensions; k = D = 1 and N = d³")},
    gravity="misprint",
    finding="remark4.15-squared-norm",
    controls={"the squared norm": {"power": 1}},
)
def rates_of_the_norm(d, *, power=2, C=1000):
    """u = Σ j^-2 √2 cos(πjx) lies in H^1(0, 1), and V_d is spanned by the first d cosines.

    Every u_t in V_d has ‖u - u_t‖² ≥ Σ_{j>d} j^-4 ≥ 1/(3 (d+1)³), whatever the draws; N^(-2/3) = d^-2.
    """
    bound = threshold(C**2 * Fraction(1, d**2) ** power)
    return at_most(Fraction(1, 3 * (d + 1) ** 3), bound, symbol="‖u − u_t‖²")


def constant_schedule(d, alpha):
    """2α log₂ d steps of 1/2 with n = d points: the number of samples and the mean square error."""
    n_steps = int(np.ceil(2 * alpha * np.log2(d)))
    errors, _ = squared_errors(d, d, Constant(0.5), n_steps, alpha)
    return n_steps * d, errors[-1]


def decreasing_schedule(d, alpha):
    """t = d^(2α) steps 1/(t + 1) with n = d points; d is cut at 64."""
    d = min(d, 64)
    n_steps = round(d ** (2 * alpha))
    errors, _ = squared_errors(d, d, harmonic, n_steps, alpha)
    return n_steps * d, errors[-1]


@claim(
    "x:rmk4.15-minimax-optimal",
    kind="rate",
    says="The rates N^(−2α/(2α+1)) are minimax-optimal in the number N of samples, up to logarithms.",
    formula=r"\inf \mathbb{E}\|u-\hat u_N\|^2 \gtrsim N^{-2\alpha/(2\alpha+1)}(\log N)^{-q}",
    reading="u is seen without noise, as in the remark; the cited lower bounds are for noisy samples. Tried with "
    "α = 1, q = 4 and N = 6.4 · 10¹⁰.",
    gravity="wrong statement",
    finding="minimax-without-noise",
    controls={"decreasing steps": {"schedule": decreasing_schedule}},
)
def rates_are_optimal(*, schedule=constant_schedule, q=4, alpha=1.0, d=2**30):
    """The scheme itself is faster, with a constant step: 10⁻¹¹ of the rate, which no power of log N repairs."""
    N, error = schedule(d, alpha)
    lower = N ** (-2 * alpha / (2 * alpha + 1)) * np.log(N) ** -q
    return at_least(error, threshold(lower), digits=None, symbol="E‖u − u_t‖²")


def powers(d, n_steps, alpha):
    """Coefficients j^(-α-1/2)."""
    return squared_errors(d, d, Constant(0.5), n_steps, alpha)


def of_share(share):
    """‖u‖ = 1 and ‖u - Pu‖² = share."""
    return lambda d, n_steps, _: (share + excesses(1 - share, share, d, d, [0.5] * n_steps), share)


TARGETS = family(
    {
        "coefficients j^(−α−1/2)": powers,
        "u ∈ V_d": of_share(0.0),
        "‖u − P u‖² = ‖u‖²/2": of_share(0.5),
        "P u = 0": of_share(1.0),
    },
    "targets u",
    search=tt.reals(0, 1).map(of_share),
)


def constant_steps_on_symbols(*, factor=1.5):
    """E_t ≤ Q_t ‖Pu‖² + D²/2 for Q_t = 2^(1-t), by induction; t counts from 1, and 2^-t ≤ d^(-2α) for t ≥ 2α log₂ d."""
    (D2, rest), d = proof.nonnegative("D² ‖Pu‖²"), proof.integer("d")
    t, k, E, Q = proof.integer("t"), proof.integer("k"), proof.function("E", "≥0"), proof.function("Q", "≥0")
    later, one_step = {"k": t}, "points from the optimal density: one step"
    step = [proof.use(proof.HYPOTHESIS, Fraction(1, 2)), proof.use(one_step, at=later), proof.use("Q", rest, at=later)]
    return proof.statement(
        at_most(D2 + E(t), Fraction(factor) * D2 + Q(t) * (D2 + rest)),
        given={
            "E_1": proof.defined(equal(E(1), rest)),
            one_step: proof.for_all(k, at_most(E(k + 1), (2 * d - 1) / (4 * d) * E(k) + D2 / 4)),
            "Q_1": proof.defined(equal(Q(1), 1)),
            "Q": proof.defined(equal(Q(k + 1), Q(k) / 2), k),
        },
        by=proof.lemma(
            "halved",
            at_most(E(t), Q(t) * rest + D2 / 2),
            by=proof.induction(t, base=[proof.use("E_1", -1), proof.use("Q_1", rest)], step=step),
            then=[proof.use("halved")],
        ),
    )


@repair(
    "x:rmk4.15-minimax-optimal/corrected",
    "x:rmk4.15-minimax-optimal",
    kind="rate",
    says="After t ≥ 2α log₂ d steps of 1/2 from u_1 = 0, E‖u − u_{t+1}‖² ≤ (3/2) ‖u − P u‖² + d^(−2α) ‖u‖².",
    formula=r"n = d,\ s_t = \tfrac12,\ t \ge 2\alpha\log_2d:\quad \mathbb{E}\|u-u_{t+1}\|^2 \le "
    r"\tfrac32\|u-P_{\mathcal{V}_d}u\|^2 + d^{-2\alpha}\|u\|^2, \quad N = td",
    reading="If ‖u − P u‖ ≲ d^−α, the least t gives N = t d samples and the order (N/log N)^(−2α) of the approximation "
    "itself; seen for coefficients j^(−α−1/2).",
    forall={"α": EXPONENTS, "u": TARGETS, "d": horizon},
    given=SETTING[:-1],
    tight="approached as d tends to infinity",
    premises=["eq:sampling_number_crude/mean"],
    proof=constant_steps_on_symbols,
    mutants={
        "two per cent fewer steps": {"per_step": 0.98},
        "one hundredth less of the factor 3/2": {"factor": 1.485},
        "an exponent of 0.02 more": {"exponent": lambda alpha: 2 * alpha + 0.02},
        "an exponent of 0.02 less": {"exponent": lambda alpha: 2 * alpha - 0.02},
    },
)
def constant_steps_without_noise(alpha, target, *, per_step=1.0, factor=1.5, exponent=lambda alpha: 2 * alpha):
    """By the exact recursion, for d from 1 to 2⁴⁰; the order is that of the coefficients, seen from 2¹⁶ on."""
    ratios = []
    for d in (2**k for k in range(0, 41, 2)):
        n_steps = int(np.ceil(per_step * 2 * alpha * np.log2(d)))
        errors, D2 = target(d, n_steps + 3, alpha)
        bound = factor * D2 + d ** (-2.0 * alpha) * errors[0]
        yield at_most(errors[n_steps:], bound, name=f"d = {d}", until=2**40, symbol="E‖u − u_{t+1}‖²")
        ratios.append(powers(d, n_steps, alpha)[0][-1] * float(d) ** exponent(alpha))
    late = ratios[8:]
    spread = max(late) / min(late)
    yield at_most(
        spread, threshold(1.1), name="the order", until=2**40, symbol="largest over smallest d^(2α) E‖u − u_t‖²"
    )
