r"""The proof of Corollary 4.4, first half: the perturbation, Theorem 4.2 and the factors a_t."""

from fractions import Fraction as F
from math import prod

import mpmath
import sympy as sp

import theorytest as tt
from checks.hypotheses import strong_pl
from checks.instances.schemes_on_trees import LONG_STEPS, TIMES
from checks.instances.trees import accumulated, factor, leaves, mean, smallest_xi, trees
from theorytest import at_least, at_most, claim, equal, family, more_than, proof, symbol


def printed_xi(half, C, c_0, square, beta):
    """c_0² (L + C_R)/2 c_var2 C² t^-2 + β_t, of half = (L + C_R)/2 c_var2."""
    return c_0**2 * half * C**2 * square + beta


def added_by_noise(smoothness, root, step, normal, x=7):
    """The mean of M/2 (x - s (x ± √c_var2 h))² over both signs, less M/2 (x - s x)²."""
    after = [smoothness / 2 * (x - step * (x + sign * root * normal)) ** 2 for sign in (1, -1)]
    return sum(after) / 2 - smoothness / 2 * (x - step * x) ** 2


HALF, C_0, SUP, NORMAL, B_, BETA = proof.nonnegative("K c₀ C h B β_t")  # K = (L + C_R)/2 c_var,2, h = ‖(I−P_t)g_t‖
SQUARE, ERRORS, ORDER = proof.positive("t^−2 t^−s t^−p")
XI_AND_LIMIT = printed_xi(HALF, SUP, C_0, SQUARE, BETA), (C_0**2 * HALF * SUP**2 + B_) * ORDER


def xi_on_symbols(*, order=lambda s: min(2, s), xi=printed_xi):
    """The first part is C² ≥ ‖(I−P_t)g_t‖²; the second has t^-2 and t^-s, which are at most t^-p for t ≥ 1."""
    part, errors, least = "‖(I−P_t)g_t‖ ≤ C", "β_t = O(t^−s)", "p = min{2, s}"
    level, upper = C_0**2 * HALF, xi(HALF, SUP, C_0, SQUARE, BETA)
    given = {part: at_most(NORMAL, SUP), errors: at_most(BETA, B_ * ERRORS)}
    given |= {f"{least}: t^−2 ≤ t^−p": at_most(SQUARE, ORDER)} if order(3) == 2 else {}
    given |= {f"{least}: t^−s ≤ t^−p": at_most(ERRORS, ORDER)} if order(F(3, 2)) == F(3, 2) else {}
    smaller = [proof.use(part, level * SQUARE * (SUP + NORMAL))]
    rest = [proof.use(name, B_ if "−s" in name else level * SUP**2) for name in given if least in name]
    return proof.statement(
        [at_most(level * SQUARE * NORMAL**2 + BETA, upper), at_most(upper, (level * SUP**2 + B_) * ORDER)],
        given=given,
        by=[smaller, [*rest, proof.use(errors)]],
    )


def xi_at(numbers, s, C, share, slack, t):
    M, root, c_0, B = map(float, numbers)
    t, s = float(t), float(s)
    known = {HALF: M / 2 * root**2, C_0: c_0, SUP: float(C), NORMAL: float(share * C), B_: B, SQUARE: t**-2.0}
    known |= {BETA: float(slack) * B * t**-s, ERRORS: t**-s, ORDER: t ** -min(2.0, s)}
    return 2 * [known if t**-s > 0 else None]  # floats end at 10^-308


@claim(
    "x:display-cor4.4-proof-xi",
    also=["x:cor4.4-proof-xi-order"],
    says="If ‖(I−P_t)g_t‖ ≤ C, s_t = c₀/t and β_t = O(t^−s), the perturbation is at most ξ_t = O(t^−p), p = min{2, s}.",
    formula=r"s_t^2\tfrac{L+C_R}{2}c_{\mathrm{var},2}\|(I-P_t)g_t\|^2+\beta_t \le "
    r"c_0^2\tfrac{L+C_R}{2}c_{\mathrm{var},2}C^2t^{-2}+\beta_t = \xi_t \in \mathcal{O}(t^{-p})",
    forall={
        "L + C_R, √c_var,2, c₀, B": family(
            [(F(5, 2), F(3, 2), F(2), F(3)), (F(1, 10), F(1), F(7), F(0))],
            "positive numbers, B ≥ 0",
            search=tt.product(*[tt.positive()] * 3, tt.reals(0)).map(lambda *four: four),
        ),
        "s": family([F(101, 100), F(3, 2), F(2), F(3)], "numbers above 1", search=tt.reals(1, open=True)),
        "C": family([F(4), F(1, 9)], "positive numbers", search=tt.positive()),
        "‖(I−P_t)g_t‖": family([F(0), F(1, 3), F(1)], "shares of C", search=tt.reals(0, 1)),
        "β_t": family([F(1), F(0)], "shares of B t^−s", search=tt.reals(0, 1)),
        "t": family([1, 2, 3, 100, 10**6 + 1, 10**12], "positive integers", search=tt.integers()),
    },
    tight="attained by orthogonal parts of norm C",
    proof=proof.compared(xi_on_symbols, xi_at, per=XI_AND_LIMIT),
    mutants={
        "p = s": {"order": lambda s: s},
        "p = 2 always": {"order": lambda _: 2},
        "two per cent less of c_var,2": {"xi": lambda half, *rest: printed_xi(F(98, 100) * half, *rest)},
    },
)
def perturbation_is_small(numbers, s, C, share, slack, t, *, order=lambda s: min(2, s), xi=printed_xi):
    """The left side is what the noise ±√c_var2 (I - P)g adds to the mean of (L + C_R)/2 x², plus β_t; both per t^-p."""
    (M, root, c_0, B), C, t = map(F, numbers), F(C), F(t)
    beta = float(slack * B) * float(t) ** -float(s)
    upper = float(xi(M / 2 * root**2, C, c_0, 1 / t**2, 0)) + beta
    found = float(added_by_noise(M, root, c_0 / t, F(share) * C)) + beta
    yield at_most(found / upper, 1.0, name="bound", digits=12, symbol="the perturbation, relative to ξ_t")
    limit = float(c_0**2 * M / 2 * root**2 * C**2 + B)
    yield at_most(float(t) ** float(order(s)) * upper / limit, 1.0, name="order", digits=12, symbol="t^p ξ_t/bound")


def shortened(instance):
    """The instance with steps for which a_t ∈ (0, 1) is certain."""
    b = instance.c_bias1
    longest = min(b / ((instance.L + instance.C_R) * instance.c_var1), 1 / (4 * instance.lam * b))
    rules = tuple(lambda t, rule=rule: min(rule(t), longest) for rule in instance.steps)
    return type(instance)(**{**vars(instance), "steps": rules})


@claim(
    "x:display-cor4.4-proof-bound",
    says="For s_t = c₀/t Theorem 4.2 gives E[X_{T+1} | F₁] ≤ ∏a_t X₁ + ξ̄_T from the first step on.",
    formula=r"\mathbb{E}[X_{T+1}\mid\mathcal{F}_1] \le \prod_{t=1}^Ta_t\,X_1+\bar\xi_T, \qquad s_t = c_0/t",
    forall={
        "(L, M, P_tⁿ, R_t, c₀)": LONG_STEPS,
        "T": TIMES,
    },
    given=[strong_pl],
    gravity="gap in a proof",
    finding="first-steps-too-long",
    reading="Beyond t = c₀(L+C_R)c_var,1/(2c_bias,1) the theorem applies; the finitely many steps before it cost a "
    "constant.",
    premises=["thm:convergence_in_expectation"],
    controls={"short steps": {"of": shortened}},
)
def theorem_applies(instance, T, *, of=lambda instance: instance):
    """c_0 = 1 ≥ 1/2 on two curvatures refutes it at T = 1: the gap grows from 2 to 18, but a_1 = 3 is not below 1."""
    values, bounds, known = [], [], of(instance)
    for root in trees(known, T):
        a = [factor(known, s) for s in leaves(root)[0].steps]
        values.append(mean(root, lambda leaf: known.gap(leaf.state)))
        bounds.append(prod(a) * known.gap(root.state) + accumulated(a, smallest_xi(known, root)))
    return at_most(values, bounds, symbol="E X_{T+1}")


def printed_a(lam, smoothness, c_bias1, c_var1, c_0, t):
    """1 - 2 λ c_bias1 c_0/t + 2 λ (L + C_R)/2 c_var1 c_0²/t²."""
    return 1 - 2 * lam * c_bias1 * c_0 / t + 2 * lam * smoothness / 2 * c_var1 * c_0**2 / t**2


@claim(
    "x:display-cor4.4-proof-a",
    also=["x:cor4.4-proof-c1"],
    says="For s_t = c₀/t, a_t = 1−c₁/t+c₂/t² with c₂ = λ(L+C_R)c_var,1c₀² and c₁ = 2λc_bias,1c₀, which is at "
    "least p−1 if c₀ ≥ (p−1)/(2λc_bias,1).",
    formula=r"a_t = 1-2\lambda c_{\mathrm{bias},1}c_0t^{-1}+2\lambda\tfrac{L+C_R}{2}c_{\mathrm{var},1}c_0^2t^{-2}, "
    r"\quad c_0 \ge \tfrac{p-1}{2\lambda c_{\mathrm{bias},1}} \implies c_1 \ge p-1",
    forall={"λ, L + C_R, c_bias,1, c_var,1, c₀, p, t": symbol("positive numbers")},
    proof=proof.as_checked(),
    mutants={
        "c_0 unsquared": {"a": lambda lam, M, b, v, c, t: printed_a(lam, M, b, v / c, c, t)},
        "c_0 from (p − 1)/(3λc_bias,1) on": {"smallest": lambda p, lam, b: (p - 1) / (3 * lam * b)},
    },
)
def factor_is_a_polynomial(*, a=printed_a, smallest=lambda p, lam, b: (p - 1) / (2 * lam * b)):
    """c_1, read off at t → ∞, is p - 1 times the multiple of the smallest c_0."""
    symbols = sp.symbols("lambda M b v c_0 t", positive=True)
    (lam, M, b, v, c, t), p = symbols, sp.Symbol("p", positive=True)
    s = c / t
    yield equal(a(*symbols), 1 - 2 * lam * (b * s - s**2 * M / 2 * v), name="a_t", symbol="a_t")
    c_1 = sp.limit(t * (1 - a(*symbols)), t, sp.oo)
    yield equal(c_1, (p - 1) * c / smallest(p, lam, b), name="c_1", symbol="c_1")


def factor_on_symbols(*, allowed=lambda eps: eps, first=lambda c_2, eps: c_2 / eps):
    """a_t exceeds the lower bound by c_2/t² and misses the upper one by (ε t - c_2)/t²."""
    c_1, c_2, eps, t = proof.positive("c_1 c_2 ε t")
    a = 1 - c_1 / t + c_2 / t**2
    return proof.statement(
        [at_least(a, 1 - c_1 / t), at_most(a, 1 - (c_1 - allowed(eps)) / t)],
        given={"t > c₂/ε": more_than(t, first(c_2, eps))},
        by=[None, [proof.use("t > c₂/ε", eps / t**2)]],
    )


def factor_at(constants, eps, later):
    c_1, c_2 = constants
    return {"c_1": c_1, "c_2": c_2, "ε": eps, "t": int(c_2 / eps) + later}


@claim(
    "eq:a_t_bounds",
    says="For every ε > 0 and every t > c₂/ε: 1 − c₁/t ≤ a_t ≤ 1 − (c₁−ε)/t.",
    formula=r"t > t_0 = c_2/\varepsilon \implies 1-c_1t^{-1} \le a_t \le 1-(c_1-\varepsilon)t^{-1}",
    forall={
        "(c₁, c₂)": family(
            {"(1, 2)": (F(1), F(2)), "(1/2, 3)": (F(1, 2), F(3)), "(7/2, 5)": (F(7, 2), F(5))},
            "positive numbers",
            search=tt.product(tt.positive(), tt.positive()).map(lambda *pair: pair),
        ),
        "ε": family([F(1), F(1, 3), F(1, 1000)], "positive numbers", search=tt.positive()),
        "t": family([1, 2, 50, 10**12], "times after c₂/ε", search=tt.integers()),
    },
    reading="The paper says that some t₀ exists; t₀ = c₂/ε is ours.",
    tight="approached: the upper bound as t falls to t_0, the lower one as t grows",
    premises=["x:display-cor4.4-proof-a"],
    proof=proof.compared(factor_on_symbols, factor_at),
    mutants={
        "no eps": {"allowed": lambda _: 0},
        "one hundredth less of t_0": {"first": lambda c_2, eps: F(99, 100) * c_2 / eps},
    },
)
def factor_is_enclosed(constants, eps, later, *, allowed=lambda eps: eps, first=lambda c_2, eps: c_2 / eps):
    """a_t exceeds the lower bound by c_2/t² and misses the upper one by (ε t - c_2)/t²: t_0 = c_2/ε is the smallest."""
    c_1, c_2 = constants
    t = F(int(first(c_2, eps)) + later)
    a = 1 - c_1 / t + c_2 / t**2
    yield at_least(a, 1 - c_1 / t, name="below", symbol="a_t")
    yield at_most(a, 1 - (c_1 - allowed(eps)) / t, name="above", symbol="a_t")


def scaled_product(c, t_0, shift):
    """T^c ∏ (1 - c/t) after 300 factors, times the tail ∏_{t > T} (1 - c/t) (1 - 1/t)^-c that it still has to go."""
    end = t_0 + 299
    value = mpmath.fprod(1 - c / t for t in range(t_0, end + 1)) * mpmath.mpf(end) ** (c + shift)
    tail = mpmath.nsum(lambda t: mpmath.log1p(-c / t) - c * mpmath.log1p(-1 / t), [end + 1, mpmath.inf], method="e")
    return value * mpmath.exp(tail)


@claim(
    "x:display-cor4.4-proof-gamma",
    says="For c > 0 and integers t₀ > c, T^c ∏_{t=t₀}^T (1 − c/t) tends to Γ(t₀)/Γ(t₀−c) ∈ (0, ∞).",
    formula=r"\lim_{T\to\infty}T^c\prod_{t=t_0}^T(1-ct^{-1}) = \frac{\Gamma(t_0)}{\Gamma(t_0-c)} \in (0,\infty), "
    r"\qquad t_0 \ge \lfloor c\rfloor+1",
    forall={
        "c": family(
            [0.5, 1.0, 2.5, 3.0, 6.25, 90.5], "positive numbers, here up to 100", search=tt.positive(100), effort=60
        ),
        "t₀": family([1, 4], "integers above c, counted from ⌊c⌋", search=tt.integers(1, 9)),
    },
    mutants={
        "Gamma(t_0 + 1)": {"limit": lambda t_0, c: mpmath.gamma(t_0 + 1) / mpmath.gamma(t_0 - c)},
        "T^(c + 1/100)": {"shift": 0.01},
    },
)
def product_tends_to_gammas(c, above, *, limit=lambda t_0, c: mpmath.gamma(t_0) * mpmath.rgamma(t_0 - c), shift=0):
    """Multiplied out for 300 factors, and the rest by Euler-Maclaurin, log(1 - c/t) being summed to infinity."""
    t_0 = int(c) + above
    with mpmath.workdps(30):
        value, claimed = scaled_product(mpmath.mpf(c), t_0, shift), limit(t_0, mpmath.mpf(c))
        relative = float(value / claimed)
    yield equal(relative, 1.0, name="limit", digits=9, symbol="the limit over the quotient")
    yield more_than(float(claimed), 0.0, name="positive", symbol="the quotient")
