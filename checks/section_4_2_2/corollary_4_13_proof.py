r"""The proof of Corollary 4.13, display by display, for s_t = c t^(δ-1) and χ_t = t^(1-ε)."""

from fractions import Fraction as F

import numpy as np

import theorytest as tt
from checks.hypotheses import eps_above_twice_delta, strong_pl
from checks.instances.constants_of_steps import POWER_STEPS, PowerSteps
from checks.theory.series import HUNDREDTHS, converges, power
from theorytest import at_least, at_most, claim, equal, family, horizon, less_than, more_than, proof, threshold

TIMES = np.unique(np.rint(np.geomspace(1, 1e12, 300)))


DELTAS = family([0.1, 0.25, 0.4], "0 < δ < 1/2", search=tt.reals(0, 0.5, open=True))
PAIRS = family(
    {"δ = 1/10, ε = 3/10": (0.1, 0.3), "1/4, 3/5": (0.25, 0.6), "2/5, 9/10": (0.4, 0.9)},
    "0 < 2δ < ε < 1",
    search=tt.product(tt.positive(1), tt.reals(0, 1, open=True)).map(lambda share, eps: (share * eps / 2, eps)),
)


SHORT = "s_t < 2c_bias,1/((L + C_R)c_var,1)"


def late_on_symbols(*, start=1, sign=1):
    """σ_t = c_var1 (L + C_R)/2 s_t (2 c_bias1/((L + C_R) c_var1) - s_t)."""
    k, s = PowerSteps(*proof.positive("c_bias1 c_var1 L+C_R λ c")), proof.positive("s_t")
    longest = 2 * k.c_bias1 / (k.smoothness * k.c_var1)
    late = less_than(start * s, longest) if sign > 0 else more_than(s, longest)
    by = [proof.use(SHORT, k.smoothness * k.c_var1 / 2 * s)]
    return proof.statement(
        [more_than(k.sigma(s), 0), more_than(2 * k.lam * k.sigma(s), 0)],
        given={SHORT: late},
        by=[by, [proof.product(*by, times=2 * k.lam)]],
    )


def late_at(k, delta):
    T = (k.c * k.smoothness * k.c_var1 / (2 * k.c_bias1)) ** (1 / (1 - delta))
    known = {"λ": k.lam, "L+C_R": k.smoothness, "c_bias1": k.c_bias1, "c_var1": k.c_var1, "c": k.c}
    t = T * (1 + np.geomspace(1e-6, 1e6, 50))
    return 2 * [known | {"s_t": s} for s in k.c * t ** (delta - 1)]


@claim(
    "x:display-cor4.13-proof-sigma-a",
    says=f"If {SHORT}, which s_t = c t^(δ−1) with δ < 1 satisfies for large t, then σ_t > 0 and a_t < 1.",
    formula=r"s_t < \tfrac{2c_{\mathrm{bias},1}}{(L+C_R)c_{\mathrm{var},1}} \implies \sigma_t > 0,\ a_t < 1",
    forall={
        "c": POWER_STEPS,
        "δ": family([-1.0, 0.0, 0.1, 0.25, 0.4, 0.9], "δ < 1", search=tt.reals(-1, 0.9)),
        "t": horizon,
    },
    given=[strong_pl],
    reading="Proved is what follows from the bound on s_t. The time from which on c t^(δ−1) satisfies it is "
    "(c (L + C_R) c_var,1/(2c_bias,1))^(1/(1−δ)), and times after it are tried. The corollary has 0 < δ < 1/2.",
    proof=proof.compared(late_on_symbols, late_at),
    mutants={"from one per cent before that time on": {"start": 0.99}, "growing steps": {"sign": -1}},
)
def sigma_is_positive_late(k, delta, *, start=1.0, sign=1):
    """From T = (c (L + C_R) c_var1 / (2 c_bias1))^(1/(1-δ)) on, where σ_T = 0."""
    T = (k.c * k.smoothness * k.c_var1 / (2 * k.c_bias1)) ** (1 / (1 - delta))
    t = start * T * (1 + np.geomspace(1e-6, 1e6, 50)) ** sign
    s = k.c * t ** (delta - 1)
    yield more_than(k.sigma(s), 0.0, name="σ", until=t.max(), symbol="σ_t")
    yield more_than(2 * k.lam * k.sigma(s), 0.0, name="a", until=t.max(), symbol="1 − a_t")


def order_on_symbols(*, share=1, decay=lambda delta: 2 * delta - 2):
    """C is at least the level, and at least 1."""
    C, steps, errors = proof.maximum(LEVEL, 1), "s_t ∈ O(t^(δ−1))", "β_t ∈ O(t^(2δ−2))"
    xi = share * C * (S_T**2 + BETA)
    larger = [proof.fact("max left", LEVEL, 1, times=S_T**2), proof.fact("max right", LEVEL, 1, times=BETA)]
    return proof.statement(
        [at_most(S_T**2 * LEVEL + BETA, xi), at_most(xi, (c**2 + B_) * C * POWER**2)],
        given={steps: at_most(S_T, c * POWER), errors: at_most(BETA, B_ * POWER ** -decay(0))},
        by=[larger, [proof.use(steps, C * (S_T + c * POWER)), proof.use(errors, C)]],
    )


LEVEL, B_, c, BETA, S_T, POWER = *proof.nonnegative("level B c β_t"), *proof.positive("s_t t^(δ−1)")


def order_at(delta, level, B):
    return 2 * [{LEVEL: level, B_: B, c: 1, BETA: B * y**2, S_T: y, POWER: y} for y in TIMES ** (delta - 1)]


@claim(
    "x:cor4.13-proof-xi",
    says="If ‖(I − P_t) g_t‖ ∈ ℓ^∞, s_t ∈ O(t^(δ−1)) and β_t ∈ O(t^(2δ−2)), then ξ_t = C (s_t² + β_t) ∈ O(t^(2δ−2)) "
    "bounds the perturbation.",
    formula=r"s_t^2\tfrac{L+C_R}{2}c_{\mathrm{var},2}\|(I-P_t)g_t\|^2+\beta_t \le \xi_t := C(s_t^2+\beta_t) "
    r"\in \mathcal{O}(t^{2\delta-2})",
    reading="C = max{1, (L + C_R)/2 c_var,2 sup ‖(I − P_t) g_t‖²}. The printed ≍ is for the chosen ξ_t. Where the "
    "supremum is random, ξ_t is the perturbation itself. Proved for s_t ≤ c t^(δ−1) and β_t ≤ B t^(2δ−2).",
    forall={
        "δ": DELTAS,
        "level": family([0.0, 0.5, 7.0], "(L + C_R)/2 c_var,2 sup ‖(I − P_t) g_t‖²", search=tt.reals(0)),
        "β": family([0.0, 3.0], "β_t = B t^(2δ−2), B ≥ 0", search=tt.reals(0)),
        "t": horizon,
    },
    tight="attained by the largest orthogonal part",
    proof=proof.compared(order_on_symbols, order_at, per=(proof.maximum(LEVEL, 1) * (S_T**2 + BETA), POWER**2)),
    mutants={
        "errors β_t of order t^(δ−1)": {"decay": lambda delta: delta - 1},
        "two per cent less of C": {"share": 0.98},
    },
)
def perturbation_is_of_the_order_of_the_squared_steps(delta, level, B, *, share=1.0, decay=lambda delta: 2 * delta - 2):
    """For s_t = t^(δ-1)."""
    s, beta, C = TIMES ** (delta - 1), B * TIMES ** decay(delta), max(level, 1.0)
    xi = share * C * (s**2 + beta)
    yield at_most((s**2 * level + beta) / xi, 1.0, name="it bounds", until=1e12, symbol="perturbation / ξ_t")
    yield at_most(xi / s**2, (1 + B) * C, name="its order", until=1e12, symbol="t^(2−2δ) ξ_t")


def halves(eps, t, more, share=1):
    """Both sides of the first inequality over 2^(1−ε) t^(2δ−ε−1)."""
    return ((t + 1) / (2 * t)) ** (1 - eps), share * t**-more


EPS = 1 - proof.number("1−ε", ">0", "<1")
AT_LEAST_ONE = proof.number("t", "≥1")
# Bernoulli's inequality: x^(1-ε) ≤ 1 + (1-ε)(x - 1) for x = (t + 1)/(2t) ≤ 1
BERNOULLI = [proof.fact("bernoulli", (AT_LEAST_ONE + 1) / (2 * AT_LEAST_ONE), 1 - EPS)]


@claim(
    "x:display-cor4.13-proof-summable",
    says="If 0 < 2δ < ε < 1 and t ≥ 1, then (t + 1)^(1−ε) t^(2δ−2) ≤ 2^(1−ε) t^(2δ−ε−1).",
    formula=r"(t+1)^{1-\epsilon}t^{2\delta-2} \le 2^{1-\epsilon}t^{2\delta-\epsilon-1}",
    forall={"δ, ε": PAIRS, "t": family([1, 2, 3, 10, 1000, 10**12], "positive integers", search=tt.integers(1))},
    reading="Compared over the right-hand side, from which δ drops out: ((t + 1)/(2t))^(1−ε) ≤ 1.",
    tight="attained at t = 1",
    proof=proof.as_checked((None, EPS), AT_LEAST_ONE, by=BERNOULLI),
    mutants={"one power less": {"more": 1}, "two per cent less": {"share": 0.98}},
)
def products_are_bounded(pair, t, *, more=0, share=1):
    return at_most(*halves(pair[1], t, more, share), symbol="the quotient")


@claim(
    "x:cor4.13-proof-l1",
    says="If ε > 2δ, then t^(2δ−ε−1), and with it χ_{t+1} ξ_t, is summable.",
    formula=r"\epsilon > 2\delta \implies (t^{2\delta-\epsilon-1})_t \in \ell^1",
    forall={
        "δ": family(
            [F(1, 100), F(1, 4), F(49, 100)],
            "0 < δ < 1/2, here hundredths",
            search=HUNDREDTHS.where(lambda x: 2 * x < 1),
        ),
        "ε": family(
            [F(1, 50), F(1, 40), F(1, 2), F(3, 5), F(99, 100)],
            "0 < ε < 1, here hundredths and 1/40",
            search=HUNDREDTHS,
            effort=30,
        ),
    },
    given=[eps_above_twice_delta],
    mutants={"ε = 2δ": {"edge": lambda delta, _: 2 * delta}},
)
def products_are_summable(delta, eps, *, edge=lambda _, eps: eps):
    """By sympy."""
    return equal(int(converges(power(1 + edge(delta, eps) - 2 * delta))), 1, symbol="whether the sum is finite")


ANY_TIME = proof.positive("t")
SLOWLY = [proof.fact("bernoulli", 1 + 1 / ANY_TIME, 1 - EPS)]


def growths(t, rate, share=1):
    """(t + 1)^(1−ε) and t^(1−ε) + (1−ε) t^−ε, over t^(1−ε)."""
    return (1 + 1 / t) ** rate, 1 + share * rate / t


BETWEEN = {
    "ε": family(
        [0.02, 0.3, 0.6, 0.98], "0 < ε < 1, here above 1/100", search=tt.reals(0.01, 1, open=True)
    ),  # y overflows below
    "t": family([1.0, 2.0, 10.0, 1e3, 1e5], "t ≥ 1, here up to 10⁵", search=tt.reals(1, 1e5, log=True)),
}


@claim(
    "x:display-cor4.13-proof-power",
    says="If 0 < ε < 1, then (t + 1)^(1−ε) ≤ t^(1−ε) + (1−ε) t^−ε.",
    formula=r"(t+1)^{1-\epsilon} \le t^{1-\epsilon}+(1-\epsilon)t^{-\epsilon}",
    forall=BETWEEN,
    reading="Both sides are compared over t^(1−ε).",
    tight="approached as t tends to infinity",
    proof=proof.as_checked(EPS, ANY_TIME, by=SLOWLY),
    mutants={"two per cent less": {"share": 0.98}},
)
def powers_grow_slowly(eps, t, *, share=1):
    return at_most(*growths(t, 1 - eps, share), symbol="((t + 1)/t)^(1−ε)")


@claim(
    "x:display-cor4.13-proof-mvt",
    says="If 0 < ε < 1, then (t + 1)^(1−ε) − t^(1−ε) = (1−ε) y^−ε for some y ∈ (t, t + 1).",
    formula=r"(t+1)^{1-\epsilon}-t^{1-\epsilon} = (1-\epsilon)y^{-\epsilon} \le (1-\epsilon)t^{-\epsilon}, "
    r"\quad y\in(t,t+1)",
    forall=BETWEEN,
    mutants={"two per cent less": {"share": 0.98}, "above t + 1/2": {"least": 0.5}},
)
def some_point_has_the_slope(eps, t, *, share=1, least=0):
    """y = ((difference)/(1 - ε))^(-1/ε)."""
    difference = t ** (1 - eps) * np.expm1((1 - eps) * np.log1p(1 / t))
    y = (difference / (share * (1 - eps))) ** (-1 / eps)
    yield more_than(y, t + least, name="above t", symbol="y")
    yield less_than(y, t + 1, name="below t + 1", symbol="y")


REACH = {
    "δ, ε": PAIRS,
    "α, β": family(
        {"α = 2, β = 3/2": (2.0, 1.5), "α = 0.16, β = 0.6": (0.16, 0.6)},
        "α, β > 0",
        search=tt.product(tt.positive(), tt.positive()),
    ),
    "t": horizon,
}


def late_margin(t, y, alpha, beta, rate):
    """t (1 - the second line over χ_t) for y = t^(δ−1), without cancellation."""
    loss = alpha * y - beta * y**2
    return t * loss - rate + rate * loss


def from_t_on_symbols(*, step=lambda delta: delta, start=lambda T: T):
    """The margin is at least 1 + β; with Bernoulli's inequality where a_t ≥ 0."""
    rate, t, power = proof.number("1−ε", ">0", "<1"), *proof.positive("t t^(δ−1)")
    (alpha, beta), delta = proof.positive("α β"), proof.number("δ")
    y = power if step(delta) is delta else 1 / t
    a, growth = 1 + beta * y**2 - alpha * y, growths(t, rate)[0]
    short, late = "0 < 2δ < ε < 1: t^(2δ−1) ≤ 1", "from some time T on"
    margin = [proof.use(late, alpha * (1 + rate / t)), proof.use(short, beta * (1 + rate / t))]
    chain = [proof.fact("bernoulli", 1 + 1 / t, rate, times=a), *(proof.product(each, times=1 / t) for each in margin)]
    return proof.statement(
        [at_least(late_margin(t, y, alpha, beta, rate), 0), at_most(a * growth, 1)],
        given={
            short: at_most(t * power**2, 1),
            late: at_least(t * power, start((1 + rate + 2 * beta) / alpha)),
        },
        by=[margin, proof.split("a_t", a, chain, [proof.product(proof.use("a_t"), times=growth)])],
    )


def late_times(pair, coefficients, start=lambda T: T):
    """From T to 10⁹ T."""
    (delta, eps), (alpha, beta) = pair, coefficients
    return max(start(((2 - eps + 2 * beta) / alpha) ** (1 / delta)), 1.0) * np.geomspace(1, 1e9, 60)


def from_t_at(pair, coefficients):
    """The first line where a_t > 0, as in the check; nothing where T is larger than floats are."""
    (delta, eps), (alpha, beta), found = pair, coefficients, []
    for t in late_times(pair, coefficients):
        known = {"1−ε": 1 - eps, "t": t, "t^(δ−1)": t ** (delta - 1), "α": alpha, "β": beta}
        a = 1 + beta * t ** (2 * delta - 2) - alpha * t ** (delta - 1)
        found.append((known if t < np.inf else None, a > 1e-6))
    return [each for each, _ in found] + [each if positive else None for each, positive in found] + [None]


@claim(
    "x:cor4.13-proof-from-t",
    also=["x:display-cor4.13-proof-asymptotic"],
    says="If α > 0, then a_t χ_{t+1} ≤ χ_t from some time T on, here T = max{1, ((2 − ε + 2β)/α)^(1/δ)}.",
    formula=r"t^\delta \ge \tfrac{2-\epsilon+2\beta}\alpha \implies a_t\chi_{t+1} \le \chi_t, \quad "
    r"a_t(t^{1-\epsilon}+(1-\epsilon)t^{-\epsilon}) \le \chi_t, \quad a_t = 1+\beta t^{2\delta-2}-\alpha t^{\delta-1}",
    forall=REACH,
    reading="The paper says that some T exists. Its second line is above the first where a_t ≥ 0, as from some time "
    "on; a_t < 0 at a t ≥ T needs no second line.",
    premises=["x:cor4.13-proof-constants/corrected", "x:display-cor4.13-proof-power"],
    proof=proof.compared(from_t_on_symbols, from_t_at, per=(1, 1 / proof.positive("t"))),
    mutants={"δ = 0": {"step": lambda _: 0.0}, "for all t": {"start": lambda _: 1.0}},
)
def chi_condition_holds_late(pair, coefficients, *, step=lambda delta: delta, start=lambda T: T):
    """Up to 10⁹ T."""
    (delta, eps), (alpha, beta) = pair, coefficients
    t = late_times(pair, coefficients, start)
    y = t ** (step(delta) - 1)
    margin = late_margin(t, y, alpha, beta, 1 - eps)
    yield at_least(margin, 0.0, name="line 2", until=float(t[-1]), digits=None, symbol="t (1 − line 2 / χ_t)")
    loss = np.minimum(alpha * y - beta * y**2, 1 - 1e-9)  # 1 − a_t, with a_t > 0 for its logarithm
    fall = -t * np.expm1(np.log1p(-loss) + (1 - eps) * np.log1p(1 / t))
    yield at_least(fall, 0.0, name="line 1", until=float(t[-1]), digits=None, symbol="t (1 − a_t χ_{t+1} / χ_t)")
    close = (1 - alpha * t ** (delta - 1)) / (1 + beta * t ** (2 * delta - 2) - alpha * t ** (delta - 1))
    yield at_least(close[-1], threshold(0.99), name="the third line", until=float(t[-1]), symbol="line 3 / line 2")
