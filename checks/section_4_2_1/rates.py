r"""Section 4.2.1 after Theorem 4.8: which steps its conditions allow, and what Σ σ_t is for them.

The perturbation of step t is p_t = s_t² (L + C_R)/2 c_var2 ‖(I - P_t) g_t‖² + β_t, and the theorem asks for Σ p_t < ∞.
Whole trajectories are tried for the cells of Table 1, in `checks/table_1/row_1.py`.
"""

import itertools
from fractions import Fraction

from flint import arb

import theorytest as tt
from checks.hypotheses import no_error
from checks.instances.constants_of_steps import SIZES
from checks.theory.series import ANY_EPSILON, HUNDREDTHS, converges, grows_like, power
from theorytest import Hypothesis, at_least, at_most, claim, equal, family, horizon, less_than, more_than, proof, repair

slow_steps = Hypothesis("0 ≤ a < 1/2", lambda a: 0 <= a < Fraction(1, 2))


c_bias1, c_var1, c_var2, m = proof.positive("c_bias1 c_var1 c_var2 L+C_R")
share, tau = proof.number("s/s̄", ">0", "≤1"), proof.integer("τ")
CONSTANT_STEPS = proof.as_checked(  # 1 - s/s̄ times s c_bias,1 τ/2 is the second part
    (c_bias1, c_var1, c_var2, m),
    share,
    tau,
    by=[None, [proof.below(share, share * c_bias1**2 * tau / (2 * m * c_var1))]],
)


@claim(
    "x:sec4.2.1-constant-step",
    says="If (I − P_t) g_t = β_t = 0, Theorem 4.8 allows every constant step s ≤ s̄: ξ_t = 0 and "
    "Σ_{t ≤ τ} σ_t ≥ c_bias,1 s τ/2.",
    formula=r"\|(I-P_t)g_t\| = \beta_t = 0,\ s_t = s\le\bar s \implies \xi_t = 0,\ "
    r"\sum_{t\le\tau}\sigma_t \ge \tfrac{c_{\mathrm{bias},1}s}2\tau",
    forall={
        "c_bias,1, c_var,1, c_var,2, L + C_R": family(
            [(1, 1, 1, 1), (1, 3, 2, Fraction(5, 2)), (Fraction(1, 2), Fraction(7, 3), 1, 2)],
            "positive numbers",
            search=tt.product(tt.positive(), tt.positive(), tt.positive(), tt.positive()),
        ),
        "s": family([Fraction(1, 10), Fraction(1, 2), 1], "0 < s ≤ s̄, as a share of s̄", search=tt.positive(1)),
        "τ": family([1, 2, 1000], "times", search=tt.integers(1)),
    },
    reading="With this Σ σ_t Theorem 4.8 gives rate (19) without its ε.",
    tight="attained by s̄",
    premises=["thm:stationary_point"],
    proof=CONSTANT_STEPS,
    mutants={
        "an orthogonal part": {"normal": Fraction(1, 100)},
        "a retraction error": {"beta": Fraction(1, 100)},
        "one per cent more than s̄": {"stretch": Fraction(101, 100)},
    },
)
def constant_steps_are_allowed(constants, share, tau, *, normal=Fraction(0), beta=Fraction(0), stretch=1):
    """A constant perturbation is summable only if it is 0."""
    c_bias1, c_var1, c_var2, m = constants
    s = Fraction(stretch) * share * c_bias1 / (m * c_var1)
    yield equal(s**2 * m / 2 * c_var2 * normal**2 + beta, 0, name="the perturbation", symbol="ξ_t")
    S = tau * (c_bias1 * s - s**2 * m / 2 * c_var1)  # all σ_t are the same
    yield at_least(S, c_bias1 * s * tau / 2, name="the weights", symbol="Σ σ_t")


def paid(noise, errors, c, weight, longest):
    """What one step has to pay: s_t² is at most this times ξ_t."""
    return noise * 4 / (weight * c**2) + errors * 2 * longest**2 / c


def robbins_monro_on_symbols(*, noise=1, errors=1):
    """If β_t ≥ c/2, it pays for s_t² ≤ s̄²; else ‖(I - P_t) g_t‖ ≥ c/2 does."""
    (normal, beta), (c, weight, longest, s) = proof.nonnegative("h β"), proof.positive("c K s̄ s")
    worst, short, large = "‖(I−P_t)g_t‖ + β_t ≥ c > 0", "s_t ≤ s̄", "β_t − c/2"
    times = 4 * s**2 / c**2 * (normal + c / 2)
    return proof.statement(
        at_most(s**2, paid(noise, errors, c, weight, longest) * (weight * s**2 * normal**2 + beta)),
        given={worst: at_least(normal + beta, c), short: at_most(s, longest)},
        by=proof.split(
            large,
            beta - c / 2,
            nonnegative=[proof.use(large, 2 * longest**2 / c), proof.use(short, longest + s)],
            nonpositive=[proof.use(worst, times), proof.use(large, times)],
        ),
    )


WORST = family(
    {"(1, 0)": (Fraction(1), Fraction(0)), "(0, 1)": (Fraction(0), Fraction(1))},
    "‖(I − P_t) g_t‖ and β_t, not both 0",
    search=tt.product(tt.reals(0), tt.reals(0)).where(lambda *pair: sum(pair) > 0).map(lambda *pair: pair),
)
UP_TO_ONE = tt.positive(1)


def robbins_monro_at(pair, part, weight, longest, share):
    (normal, beta), sizes = pair, {"c": part * sum(pair), "K": weight, "s̄": longest, "s": share * longest}
    return sizes | {"h": normal, "β": beta}


@claim(
    "x:sec4.2.1-robbins-monro",
    says="If ‖(I−P_t)g_t‖ + β_t ≥ c > 0 and s_t ≤ s̄, then s_t² ≤ Cξ_t: Theorem 4.8 requires s ∈ ℓ² and, for "
    "Σσ_t = ∞, s ∉ ℓ¹.",
    formula=r"s_t^2 \le C(K,c,\bar s)\,\xi_t, \quad "
    r"\xi_t \ge Ks_t^2\|(I-P_t)g_t\|^2+\beta_t, \quad K = \tfrac{L+C_R}2c_{\mathrm{var},2}",
    reading="C = 4/(Kc²) + 2s̄²/c is ours; K > 0, as (BBV) asks for c_var,2 > 0. As σ_t ≤ c_bias,1s_t, Σσ_t = ∞ says "
    "that s ∉ ℓ¹.",
    forall={
        "(‖(I−P_t)g_t‖, β_t)": WORST,
        "c": family([Fraction(1), Fraction(1, 9)], "numbers in (0, ‖(I−P_t)g_t‖ + β_t], as shares", search=UP_TO_ONE),
        "K": family([Fraction(1, 50), Fraction(3)], "positive numbers", search=tt.positive()),
        "s̄": family([Fraction(1, 10), Fraction(7)], "positive numbers", search=tt.positive()),
        "s_t": family([Fraction(1, 3), Fraction(1)], "numbers in (0, s̄], as shares", search=UP_TO_ONE),
    },
    tight="no word: an order, whose constant is not sought",
    proof=proof.compared(robbins_monro_on_symbols, robbins_monro_at),
    mutants={"without errors": {"errors": 0}, "without orthogonal part": {"noise": 0}},
)
def square_summable_steps_are_required(pair, part, weight, longest, share, *, noise=1, errors=1):
    (normal, beta), c, s = pair, part * sum(pair), share * longest
    spent = weight * s**2 * normal**2 + beta
    return at_most(s**2, paid(noise, errors, c, weight, longest) * spent, symbol="s_t²")


@repair(
    "x:sec4.2.1-step-choice/corrected",
    "x:sec4.2.1-step-choice",
    by={"first": lambda size: size.longest_step},
    says="If 0 < ε < 1/2, then s_t = s̄ t^(−1/2−ε) satisfies s_t ≤ s̄ and s ∈ ℓ² ∖ ℓ¹, and Σ_{t ≤ τ} σ_t ≍ τ^(1/2−ε).",
    formula=r"s_t = \bar s\,t^{-1/2-\varepsilon}: \quad "
    r"\tfrac12\tau^{1/2-\varepsilon} \le \tfrac1{c_{\mathrm{bias},1}\bar s}\sum_{t\le\tau}\sigma_t \le "
    r"\frac{\tau^{1/2-\varepsilon}}{1/2-\varepsilon}",
    mutants={
        "t^(−1/2)": {"shift": lambda _: Fraction(0)},
        "ε above one half": {"shift": lambda eps: eps + Fraction(1, 2)},
        "a sum of order τ^(3/4−ε)": {"grows": lambda e: 0.75 - e},
    },
)
@claim(
    "x:sec4.2.1-step-choice",
    says="For every ε ∈ (0, 1/2) the steps s_t = t^(−1/2−ε) satisfy the conditions of Theorem 4.8.",
    formula=r"s_t = t^{-1/2-\varepsilon} \le \bar s",
    reading="From the first step on: s_1 = 1. If ‖(I − P_t) g_t‖ is bounded and Σ β_t < ∞, they satisfy them from the "
    "first t with s_t ≤ s̄ on.",
    forall={"d, n": SIZES, "ε": ANY_EPSILON, "τ": horizon},
    gravity="fails only when read literally",
    finding="unscaled-steps",
)
def steps_are_allowed(size, eps, *, first=lambda _: Fraction(1), shift=lambda eps: eps, grows=lambda e: 0.5 - e):
    """s̄ = n/(n + d - 1) is below 1 for d > 1. Summability by sympy; Σ σ_t up to 10⁵ between two integrals."""
    s_bar, a = size.longest_step, Fraction(1, 2) + shift(eps)
    yield at_most(first(size), s_bar, name="the first step", symbol="s_1")
    yield at_most(int(not converges(power(a) ** 2)), 0, name="ℓ²", symbol="whether Σ s_t² = ∞")
    yield at_most(int(converges(power(a))), 0, name="ℓ¹", symbol="whether Σ s_t < ∞")
    yield from grows_like(float(a), grows(float(eps)), 100_000)


@claim(
    "x:sec4.2.1-intermediate",
    says="Theorem 4.8 also provides conditions on the steps for the intermediate case ‖(I − P_t) g_t‖ → 0.",
    formula=r"\|(I-P_t)g_t\| = t^{-b},\ s_t = \bar st^{-a}: \quad "
    r"\sum_ts_t^2\|(I-P_t)g_t\|^2 < \infty \iff a + b > \tfrac12",
    reading="These are those for powers: ‖(I − P_t) g_t‖ = t^−b allows s_t = s̄ t^−a exactly if a + b > 1/2. Then "
    "Σ_{t ≤ τ} σ_t ≍ τ^(1−a), and the rate τ^(a−1) lies between (20) and (19).",
    forall={
        "a": family(
            [Fraction(k, 100) for k in (-10, 0, 10, 30, 49, 60)],
            "numbers, here hundredths",
            search=HUNDREDTHS,
            effort=10,
        ),
        "b": family(
            [Fraction(0), Fraction(1, 5), Fraction(2, 5), Fraction(1, 2), Fraction(3, 4)],
            "b ≥ 0, here hundredths",
            search=HUNDREDTHS,
        ),
        "τ": horizon,
    },
    given=[no_error, slow_steps],
    premises=["thm:stationary_point"],
    mutants={
        "equality as well": {"allowed": lambda a, b: a + b >= Fraction(1, 2)},
        "a rate of τ^(a−1.05)": {"rate": lambda a: 1.05 - a},
        "a rate of τ^(a−0.9)": {"rate": lambda a: 0.9 - a},
    },
)
def decaying_parts_allow_longer_steps(
    a, b, *, allowed=lambda a, b: a + b > Fraction(1, 2), squared=2, rate=lambda a: 1 - a
):
    """By sympy; then Σ σ_t up to 10⁶ between two integrals, for s̄ = 1."""
    found = converges(power(a) ** 2 * power(b) ** squared)
    yield equal(int(found), int(allowed(a, b)), name="allowed", symbol="whether Σ ξ_t < ∞")
    yield from grows_like(float(a), rate(float(a)), 10**6)
    yield more_than(1 - a, Fraction(1, 2), name="faster than (20)", symbol="the exponent")
    yield at_most(1 - a, 1, name="not faster than (19)", symbol="the exponent")


def growing(x):
    """‖(I - P) g‖ = 1 + x⁴."""
    return 1 + x**4


@claim(
    "eq:rate_nonrecovery_BLSCR",
    kind="almost sure",
    says="If ‖(I − P_t) g_t‖ + β_t ≥ c > 0 and s_t = t^(−1/2−ε), then min_{t ≤ τ} ‖P_t g_t‖² ≲ τ^(−1/2+ε) almost "
    "surely.",
    formula=r"\|(I-P_t)g_t\| \ge 1,\ s_t = t^{-1/2-\varepsilon} \implies \min_{t\le\tau}\|P_tg_t\| < \|P_1g_1\|",
    reading="The worst case has a lower bound only; that Σ ξ_t < ∞ needs an upper one is left to Theorem 4.8, and with "
    "it the rate is that of Table 1. Some ‖P_t g_t‖ would fall below the first one, on some path. Tried with ε = 1/10.",
    gravity="fails only when read literally",
    finding="worst-case-upper-bound",
    controls={"a bounded part": {"part": lambda x: 1 + 0 * x}},
)
def lower_bound_is_not_enough(*, part=growing, start=2):
    """L(x, y) = x²/2 + (1 + x⁴) y, M = T_t = {y = 0} has (B), (LS) with L = 1 and (CR) without error; one of two points
    gives P^1 g = x ± (1 + x⁴).

    |x_{t+1}| ≥ |x_t| (s_t |x_t|³ - 1) ≥ 2 |x_t| as |x_t| ≥ 2^t and s_t ≥ 1/t: all signs of four steps, then induction,
    as 8^t/t - 1 ≥ 2.
    """
    lows = []
    for signs in itertools.product((-1, 1), repeat=4):
        x = arb(start)
        for k, sign in enumerate(signs, start=1):
            x -= arb(k) ** (-arb(3) / 5) * (x + sign * part(x))
            lows.append(abs(x))
    return less_than(
        min(lows, key=lambda each: each.lower()), start, symbol="the least ‖P_t g_t‖ of all paths, 1 < t ≤ 5"
    )
