r"""Section 4: for which gradients Theorem 4.1 guarantees descent with some step size, in rational numbers.

The theorem guarantees descent when its expression is negative [x:display-descent-expression]. Steps are powers 4^-j, so
that perturbations like s^(3/2) and s / (1 + log_4(1/s)), which are o(s), stay rational. Beyond j = 500 powers of 4 are
replaced by 4^-500, which makes the expression larger.
"""

from fractions import Fraction

import theorytest as tt
from checks.hypotheses import biased, no_bias, not_stationary
from checks.instances.near_stationary_points import APPROACHED
from checks.theory import near_stationary as arriving
from checks.theory import symbolic_step as one
from checks.theory.unbiased_step import printed_change
from theorytest import Hypothesis, at_least, at_most, claim, family, less_than, more_than, proof, repair


def power(j):
    """s = 4^-j, or a longer one."""
    return Fraction(1, 4 ** min(j, 500))


PERTURBATIONS = {  # β_t(s) / s
    "none": lambda _: 0,
    "s²": power,
    "s^(3/2)": lambda j: Fraction(1, 2 ** min(j, 1000)),
    "s / (1 + log(1/s))": lambda j: Fraction(1, 1 + j),
}


def multiple_of_a_power(c, r):
    """β_t(s)/s for c s^(1 + r/2), at s = 2^-j."""
    return lambda j: c * Fraction(1, 2 ** (min(j, 1000) * r // 2))


GRADIENTS = {  # ‖P_t g_t‖ and ‖(I - P_t) g_t‖
    "(0, 1)": (Fraction(0), 1),
    "(1, 0)": (Fraction(1), 0),
    "(1, 1)": (Fraction(1), 1),
    "(1/10, 100)": (Fraction(1, 10), 100),
}
POWERS = [2**k for k in range(60)]
QUASI = {"n = 1": (1, 0, 3, 3), "n = 2": (1, 0, 2, Fraction(3, 2))}  # d = k = 3
SCOPE = {
    "(‖P_tg_t‖, ‖(I−P_t)g_t‖)": family(
        GRADIENTS, "pairs of nonnegative numbers", search=tt.product(tt.reals(0), tt.reals(0)).map(lambda *pair: pair)
    ),
    "β_t": family(
        PERTURBATIONS,
        "functions of s in o(s), as s → 0",
        search=tt.product(tt.reals(0, 9), tt.choices([1, 2, 4])).map(
            multiple_of_a_power, says="c s^(3/2), c s² and c s³"
        ),
    ),
    "P_tⁿ": family(
        QUASI,
        "constants of (BBV) with c_bias,2 = 0, here of quasi-projections",
        search=tt.product(tt.integers(), tt.reals(1)).map(lambda n, k: (1, 0, (n - 1 + k) / n, k / n)),
    ),
}


def short_step_on_symbols(*, extra=0, c_bias2=0):
    """Both terms beside the first are at most a quarter of it, for s small enough."""
    (c_bias1, s, tangent), (_, _, *variance) = proof.positive("c_bias1 s ‖Pg‖"), one.constants
    whole, quarter = (one.L + one.C_R) / 2, c_bias1 * tangent**2 / 4
    noise = variance[0] * tangent**2 + variance[1] * one.normal**2
    error, short = "β_t(s) = o(s)", "s_t > 0: short"
    known = (c_bias1, c_bias2, *variance)
    change = printed_change(known, one.L + one.C_R, s, tangent, one.normal, one.beta + extra * s)
    return proof.statement(
        less_than(change, 0),
        given={error: at_most(one.beta, s * quarter), short: at_most(s * whole * noise, quarter)},
        by=[proof.use(error), proof.use(short, s)],
    )


def short_step_at(gradient, perturbation, constants):
    """At the shortest step of the check, where the change per step is least; L + C_R = 1."""
    s, (tangent, normal) = power(POWERS[-1]), gradient
    known = {"s": s, "‖Pg‖": tangent, one.normal: normal, one.beta: s * perturbation(POWERS[-1])}
    known |= dict(zip(one.constants[2:], constants[2:], strict=True))
    return known | {"c_bias1": constants[0], one.L: Fraction(1, 3), one.C_R: Fraction(2, 3)}


@repair(
    "x:sec4-unbiased-descent-possible/corrected",
    "x:sec4-unbiased-descent-possible",
    says="If c_bias,2 = 0, β_t(s) = o(s) and P_tg_t ≠ 0, some s_t > 0 makes the expression of Theorem 4.1 negative.",
    formula=r"c_{\mathrm{bias},2} = 0,\ \beta_t(s)\in o(s),\ \|P_tg_t\| > 0 \implies \exists s > 0: "
    r"-s c_{\mathrm{bias},1}\|P_tg_t\|^2 + s^2\tfrac{L+C_R}2(\dots) + \beta_t(s) < 0",
    given=[no_bias.stated, not_stationary],
    reading="For s short enough β_t(s) and s²(L+C_R)/2(…) are at most a quarter of s c_bias,1‖P_tg_t‖² each.",
    premises=["x:display-descent-expression"],
    proof=proof.compared(short_step_on_symbols, short_step_at, per=proof.positive("s")),
    mutants={"a perturbation of the order of the step": {"extra": 1}, "with bias": {"c_bias2": Fraction(1, 100)}},
)
@claim(
    "x:sec4-unbiased-descent-possible",
    says="If c_bias,2 = 0 and β_t(s) = o(s), some s_t > 0 makes the expression of Theorem 4.1 negative.",
    formula=r"c_{\mathrm{bias},2} = 0,\ \beta_t(s)\in o(s) \implies \exists s > 0: "
    r"-s c_{\mathrm{bias},1}\|P_tg_t\|^2 + s^2\tfrac{L+C_R}2(\dots) + \beta_t(s) < 0",
    forall=SCOPE,
    given=[no_bias.stated],
    gravity="fails only when read literally",
    finding="descent-at-stationary-points",
    premises=["x:display-descent-expression"],
)
def some_step_descends(gradient, perturbation, constants, *, extra=0, c_bias2=0, powers=POWERS):
    """At P_t g_t = 0 the expression is s² (L + C_R)/2 c_var2 ‖g_t‖² + β_t. Here L + C_R = 1."""
    known = (constants[0], c_bias2, *constants[2:])
    changes = (
        printed_change(known, Fraction(1), power(j), *gradient, power(j) * (perturbation(j) + extra)) / power(j)
        for j in powers
    )
    return less_than(min(changes), 0, symbol="the least change per step")


@claim(
    "x:sec4-biased-ratio",
    says="There is an estimator with c_bias,2 > 0 for which ‖P_tg_t‖/‖(I−P_t)g_t‖ falls to c_bias,2/c_bias,1 at some "
    "step, with positive probability.",
    formula=r"c_{\mathrm{bias},2} > 0:\quad \mathbb{P}\Bigl(\exists t: "
    r"\tfrac{c_{\mathrm{bias},2}}{c_{\mathrm{bias},1}} \ge \tfrac{\|P_tg_t\|}{\|(I-P_t)g_t\|}\Bigr) > 0",
    reading="“There may exist a step” is an existence: one point on two cells, drawn with probabilities 2/3 and 1/3.",
    mutants={"without bias": {"mu": (Fraction(1, 2), Fraction(1, 2))}, "a target in the class": {"residual": 0}},
)
def ratio_can_fall(*, residual=1, mu=(Fraction(2, 3), Fraction(1, 3)), step=Fraction(2, 5)):
    """For g = m (1, 1) + h (1, -1) and points from mu, E(g, P^n g) = m (m + b h) with b = mu_1 - mu_2.

    So (BBV) holds with c_bias1 = 1 and c_bias2 = |b| = 1/3, and with no smaller c_bias2. With T the constants,
    u = residual (1, -1) and u_1 = 1 the draw x leads to the constant 1 - s + s u(x), whose modulus is ‖P g_2‖.
    """
    after = [(q, abs(1 - step + step * value)) for q, value in zip(mu, (residual, -residual), strict=True)]
    reached = sum(q for q, tangent in after if tangent <= abs(mu[0] - mu[1]) * abs(residual))
    return more_than(reached, 0, symbol="P")


closer = Hypothesis("Λ‖u_t−u_∞‖ ≤ (r/√2)‖∇L(u_∞)‖", lambda near, r: 2 * near.reach <= r**2 * near.limit @ near.limit)


r = proof.positive("r")
RATIO = proof.as_checked(  # r² times ‖(I - P_t)g_t‖² ≥ ½‖∇L(u_∞)‖², and ‖P_tg_t‖ ≤ Λ‖u_t - u_∞‖
    arriving.ANY,
    r,
    given=arriving.CLOSE | {closer.name: at_most(arriving.REACH, r**2 / 2 * (arriving.limit @ arriving.limit))},
    by=[*arriving.half(r**2), arriving.small(), proof.use(closer.name)],
)


@repair(
    "x:sec4-near-stationary/corrected",
    "x:sec4-near-stationary",
    says="If ∇L and u ↦ P_u∇L(u) have the Lipschitz constant Λ, P∇L(u_∞) = 0 and Λ‖u_t−u_∞‖ ≤ "
    "min{1/4, r/√2}‖∇L(u_∞)‖, then ‖P_tg_t‖ ≤ r‖(I−P_t)g_t‖, r = c_bias,2/c_bias,1.",
    formula=r"\Lambda\|u_t-u_\infty\| \le \min\{\tfrac14, \tfrac r{\sqrt2}\}\|\nabla\mathcal{L}(u_\infty)\| "
    r"\implies \|P_tg_t\| \le r\|(I-P_t)g_t\|",
    given=[biased.stated, arriving.lipschitz, arriving.close, closer],
    tight="no word: it says how near is near enough",
    proof=RATIO,
    mutants={"19/20 of r²": {"share": Fraction(19, 20)}},
)
@claim(
    "x:sec4-near-stationary",
    says="Near a point that is stationary in M and not in H, ‖P_tg_t‖/‖(I−P_t)g_t‖ is at most c_bias,2/c_bias,1.",
    formula=r"P_*g_* = 0,\ g_*\ne 0,\ \|u_t-u_*\| \text{ small} \implies "
    r"\tfrac{c_{\mathrm{bias},2}}{c_{\mathrm{bias},1}} \ge \tfrac{\|P_tg_t\|}{\|(I-P_t)g_t\|}",
    forall={
        "u_t": APPROACHED,
        "c_bias,2/c_bias,1": family(
            [Fraction(1, 3), Fraction(1, 50), Fraction(177, 500)], "positive numbers", search=tt.positive()
        ),
    },
    given=[biased.stated],
    gravity="missing hypothesis",
    finding="continuous-tangent-spaces",
)
def ratio_is_unfavourable_near_stationary_points(near, r, *, share=1):
    """On two axes g_t = (1, 0) is tangent at every (a, 0), however small a is, and normal at (0, 0)."""
    return at_most(near.tangent @ near.tangent, share * r**2 * (near.normal @ near.normal), symbol="‖P_t g_t‖²")


def no_descent_on_symbols(*, excess=1):
    """The ratio c_bias1 ‖Pg‖ times; the rest is a sum of nonnegative terms."""
    c_bias1, (_, *others) = proof.positive("c_bias1"), one.constants
    ratio = at_most(one.tangent, excess * others[0] / c_bias1 * one.normal)
    change = printed_change((c_bias1, *others), one.L + one.C_R, one.s, one.tangent, one.normal, one.beta)
    name = "‖P_tg_t‖/‖(I−P_t)g_t‖ ≤ c_bias,2/c_bias,1"
    return proof.statement(
        at_least(change / one.s, 0), given={name: ratio}, by=[proof.use(name, c_bias1 * one.tangent)]
    )


def no_descent_at(c_bias2, normal, share, step, beta):
    known = dict(zip(one.constants, (1, c_bias2, 3, 3), strict=True))
    sizes = {one.tangent: share * c_bias2 * normal, one.normal: normal}
    return known | sizes | {one.L: Fraction(1, 3), one.C_R: Fraction(2, 3), one.s: step, one.beta: beta}


@claim(
    "x:sec4-no-step-guarantees",
    says="If ‖P_tg_t‖/‖(I−P_t)g_t‖ ≤ c_bias,2/c_bias,1, the expression of Theorem 4.1 is nonnegative for all s_t > 0.",
    formula=r"\tfrac{c_{\mathrm{bias},2}}{c_{\mathrm{bias},1}} \ge \tfrac{\|P_tg_t\|}{\|(I-P_t)g_t\|} \implies "
    r"\text{the expression is} \ge 0 \text{ for all } s > 0",
    forall={
        "c_bias,2": family(
            [Fraction(1, 3), Fraction(7)], "positive numbers, beside c_bias,1 = 1", search=tt.positive()
        ),
        "‖(I−P_t)g_t‖": family([Fraction(1), Fraction(1, 50)], "positive numbers", search=tt.positive()),
        "‖P_tg_t‖": family(
            [Fraction(0), Fraction(1)], "shares of the largest that the ratio allows", search=tt.reals(0, 1)
        ),
        "s_t": family([Fraction(4) ** -j for j in (-5, 0, 40)], "positive steps", search=tt.positive()),
        "β_t": family([0, Fraction(1, 10)], "nonnegative numbers", search=tt.reals(0)),
    },
    reading="Descent is guaranteed by Theorem 4.1 where its expression is negative.",
    tight="no word: a sign for all steps, which equality of both ratios keeps",
    premises=["x:display-descent-expression"],
    proof=proof.compared(no_descent_on_symbols, no_descent_at),
    mutants={"a ratio five per cent better": {"excess": Fraction(21, 20)}},
)
def no_step_is_guaranteed(c_bias2, normal, share, step, beta, *, excess=1):
    """s ‖Pg‖ (c_bias2 ‖(I - P)g‖ - c_bias1 ‖Pg‖) ≥ 0; at equality the linear term vanishes. β_t = 0 is the worst."""
    tangent = excess * share * c_bias2 * normal
    rise = printed_change((0, c_bias2, 3, 3), Fraction(1), step, tangent, normal, beta)
    return at_most(tangent**2, rise / step, symbol="what c_bias,1 takes per step")
