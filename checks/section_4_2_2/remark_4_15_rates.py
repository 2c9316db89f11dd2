r"""Remark 4.15: the rates in the number of samples, for smoothness classes, and whether they are the best possible.

The values of u are seen without noise. Then n = d points per step and the constant step 1/2 need only 2α log₂ d steps:
E_{t+1} ≤ E_t / 2 + D² / 4 ends below D² / 2. So N = 2α d log₂ d samples give the error 3/2 D² + d^(-2α), of the order
N^(-2α) up to logarithms, while the minimax rate N^(-2α/(2α+1)) of noisy regression is what decreasing steps give.
"""

from fractions import Fraction

import numpy as np
import sympy as sp
from flint import arb
from scipy.special import zeta

import theorytest as tt
from checks.hypotheses import REMARK_4_15, approximable
from checks.theory import symbolic_linear as linear
from checks.theory.mean_square_error import excesses, harmonic, squared_errors
from theorytest import at_least, at_most, claim, equal, family, horizon, proof, repair, symbol, threshold

ALPHA, D_, K = sp.symbols("alpha D k", positive=True)


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


# not searched: d^(2α) must be a whole number of steps; α and the largest log₂ d
SCHEDULES = family(
    {"α = 1/2": (0.5, 12), "α = 1": (1.0, 8), "α = 3/2": (1.5, 5), "α = 2": (2.0, 4)},
    "α > 0, here 1/2, 1, 3/2 and 2, with coefficients j^(−α−1/2) of u",
)


@claim(
    "x:display-rmk4.15-rate",
    kind="rate",
    says="After t = d^(2α) steps s_t = 1/(t+1) from u₁ = 0 with n = d points, the optimal quasi-projection has "
    "E‖u − u_{t+1}‖² ≲ N^(−2α/(2α+1)) for N = td samples.",
    formula=r"\tfrac{2^{-2\alpha}}{2\alpha} \le N^{2\alpha/(2\alpha+1)}\,\mathbb{E}\|u-u_{t+1}\|^2 \le "
    r"\tfrac1{2\alpha} + 2\|u\|^2",
    reading="In the mean, with ε and δ ignored as announced. Almost surely the constant belongs to one d. For the "
    "coefficients tried this is the order.",
    forall={"α": SCHEDULES, "d": horizon},
    given=[*REMARK_4_15, approximable],
    premises=["x:rmk4.15-equilibrate", "eq:sampling_number_crude/mean"],
    mutants={
        "a fifth more": {"exponent": lambda alpha: 2.4 * alpha / (2 * alpha + 1)},
        "a fifth less": {"exponent": lambda alpha: 1.6 * alpha / (2 * alpha + 1)},
    },
)
def error_in_samples(schedule, *, exponent=lambda alpha: 2 * alpha / (2 * alpha + 1), steps=harmonic):
    """D² lies between two integrals, t E_t below 2 ‖u‖²."""
    (alpha, last), scaled = schedule, []
    for d in (2**k for k in range(last + 1)):
        n_steps = round(d ** (2 * alpha))
        errors, _ = squared_errors(d, d, steps, n_steps, alpha)
        scaled.append(errors[-1] * float(n_steps * d) ** exponent(alpha))
    least, most = 2.0 ** (-2 * alpha) / (2 * alpha), 1 / (2 * alpha) + 2 * zeta(2 * alpha + 1)
    word, last = "N^(2α/(2α+1)) E‖u − u_{t+1}‖²", 2**last
    yield at_most(scaled, most, name="from above", until=last, symbol=word)
    yield at_least(scaled, least, name="from below", until=last, symbol=word)


@claim(
    "x:display-rmk4.15-sobolev-rates/in-norm",
    kind="rate",
    says="For H^k([0, 1]^D) the resulting rate in L²-norm is N^(−2k/(2k+D)).",
    formula=r"\|u-u_t\|_{L^2} \lesssim N_t^{-2k/(2k+D)}",
    reading="Of the norm itself, with a constant of 1000; of its square, as in the display before it, it is true.",
    forall={"d": family([10**7, 10**9], "dimensions; k = D = 1 and N = d³", search=tt.integers(1, 10**9))},
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


def enclosed(d, steps):
    """The number of samples and E‖u - u_t‖² for n = d and coefficients j^(-3/2), in balls."""
    D2 = arb(3).zeta(arb(d + 1))
    *_, E = excesses(arb(3).zeta() - D2, D2, d, d, steps)
    return len(steps) * d, D2 + E


def constant_schedule():
    """2 log₂ d steps of 1/2, d = 2³⁰."""
    return enclosed(2**30, [arb(1) / 2] * 60)


def decreasing_schedule():
    """t = d² steps 1/(t + 1), d = 64."""
    return enclosed(64, [harmonic(arb(t)) for t in range(1, 64**2 + 1)])


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
def rates_are_optimal(*, schedule=constant_schedule, q=4):
    """The scheme itself is faster, with a constant step: 10⁻¹¹ of the rate, which no power of log N repairs."""
    N, error = schedule()
    lower = arb(N) ** (arb(-2) / 3) * arb(N).log() ** -q
    return at_least(error, threshold(lower), symbol="E‖u − u_t‖²")


DIMENSIONS = [2**k for k in range(0, 41, 4)]


def constant_steps_at(alpha, share):
    """Where d^(-2α) is 2^-t for a whole t, after t steps; ‖u‖ = 1. The check goes on for three steps more."""
    found = []
    for d in DIMENSIONS:
        exponent = 2 * alpha * np.log2(d)
        t, E = int(np.ceil(exponent)), excesses(1 - share, share, d, d, [0.5] * int(np.ceil(exponent)))[-1]
        known = {"‖u−Pu‖²": share, "‖Pu‖²": 1 - share, "d": d, "τ": t + 1}
        known |= {"‖e‖²": {t + 1: E}.__getitem__, "Q": {t + 1: 2.0**-t}.__getitem__}
        found += [known if exponent == t else None, None, None, None]
    return found


def constant_steps_on_symbols(*, factor=1.5):
    """E_t ≤ Q_t ‖Pu‖² + D²/2 for Q_t = 2^(1-t), by induction; t counts from 1, and 2^-t ≤ d^(-2α) for t ≥ 2α log₂ d."""
    rest, d, t, k = proof.nonnegative("‖Pu‖²"), *(proof.integer(name) for name in "dτk")
    half, Q, E, D2 = Fraction(1, 2), proof.function("Q", "≥0"), lambda t: proof.mean(linear.error(t)), linear.best
    later = [proof.use(proof.HYPOTHESIS, half), *linear.one_step(t, 1, half), proof.use("Q", rest, at={"k": t})]
    return proof.statement(
        at_most(D2 + E(t), Fraction(factor) * D2 + Q(t) * (D2 + rest)),
        given={
            **linear.moments(lambda _: half, d, d),
            "u₁ = 0": equal(E(1), rest),
            "Q_1": proof.defined(equal(Q(1), 1)),
            "Q": proof.defined(equal(Q(k + 1), Q(k) / 2), k),
        },
        by=proof.lemma(
            "halved",
            at_most(E(t), Q(t) * rest + D2 / 2),
            by=proof.induction(t, base=[proof.use("u₁ = 0", -1), proof.use("Q_1", rest)], step=later),
            then=[proof.use("halved")],
        ),
    )


@repair(
    "x:rmk4.15-minimax-optimal/corrected",
    "x:rmk4.15-minimax-optimal",
    kind="rate",
    says="After t ≥ 2α log₂d steps of 1/2 from u₁ = 0, the optimal quasi-projection with n = d has E‖u−u_{t+1}‖² ≤ "
    "(3/2)‖u−Pu‖² + d^(−2α)‖u‖².",
    formula=r"n = d,\ s_t = \tfrac12,\ t \ge 2\alpha\log_2d:\quad \mathbb{E}\|u-u_{t+1}\|^2 \le "
    r"\tfrac32\|u-P_{\mathcal{V}_d}u\|^2 + d^{-2\alpha}\|u\|^2, \quad N = td",
    reading="If ‖u − P u‖ ≲ d^−α, the least t gives N = t d samples and the order (N/log N)^(−2α) of the approximation "
    "itself. By Lemma B.3, as M = T_t is linear; the certificate has 2^−t for d^(−2α).",
    forall={
        "α": family([0.5, 1.0, 1.5, 2.0], "α > 0", search=tt.reals(0, 5, open=True)),
        "D²": family([0.0, 0.5, 1.0], "‖u − P u‖² as a share of ‖u‖²", search=tt.reals(0, 1)),
        "d": horizon,
    },
    given=REMARK_4_15,
    tight="approached as d tends to infinity",
    premises=["eq:sampling_number_crude/mean"],
    proof=proof.compared(constant_steps_on_symbols, constant_steps_at),
    mutants={
        "two per cent fewer steps": {"per_step": 0.98},
        "one hundredth less of the factor 3/2": {"factor": 1.485},
    },
)
def constant_steps_without_noise(alpha, share, *, per_step=1.0, factor=1.5):
    """By the exact recursion, for d from 1 to 2⁴⁰."""
    for d in DIMENSIONS:
        n_steps = int(np.ceil(per_step * 2 * alpha * np.log2(d)))
        errors = share + excesses(1 - share, share, d, d, [0.5] * (n_steps + 3))
        bound = factor * share + d ** (-2.0 * alpha)
        yield at_most(errors[n_steps:], bound, name=f"d = {d}", until=2**40, symbol="E‖u − u_{t+1}‖²")
