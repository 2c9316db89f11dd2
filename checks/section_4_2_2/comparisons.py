r"""Section 4.2.2: how the two corollaries compare with gradient descent, with SGD and with Theorem 4.8."""

from bisect import bisect_left
from fractions import Fraction as F

import theorytest as tt
from checks.instances.saturated import contraction
from checks.theory.series import HUNDREDTHS, converges, grows_like, power
from theorytest import at_least, claim, equal, family, horizon, less_than, proof


def of_constants(*constants):
    """a as a function of the step, by its formula."""
    lam, L, b, v = constants
    return constants, lambda s: contraction(s, v, lam=lam, L=L, c_bias1=b)


CONSTANTS = {
    "all 1": of_constants(1, 1, 1, 1),
    "1/5, 3, 1, 3/2": of_constants(F(1, 5), 3, 1, F(3, 2)),
    "1/2, 1, 3/5, 2": of_constants(F(1, 2), 1, F(3, 5), 2),
}


def best_base_on_symbols(*, c_var=lambda v: v, power=2):
    """a(s) - min a = λ (c_bias1 - s (L + C_R) c_var1)² / ((L + C_R) c_var1)."""
    lam, L, b, v, s = proof.positive("λ L+C_R c_bias1 c_var1 s")
    best = 1 - lam * b**power / (L * c_var(v))
    a = of_constants(lam, L, b, v)[1]
    return proof.statement(
        [at_least(a(s), best), equal(a(b / (L * v)), best), less_than(best, 1)],
        by=[[proof.squared(b - s * L * v, lam / (L * v))], None, None],
    )


def tried_steps(scheme):
    """39 steps below 2 c_bias1/((L + C_R) c_var1)."""
    _, L, b, v = scheme[0]
    return [F(k, 20) * b / (L * v) for k in range(1, 40)]


def best_base_at(scheme):
    """Every step, the best one, and no step."""
    known = dict(zip(("λ", "L+C_R", "c_bias1", "c_var1"), scheme[0], strict=True))
    return [known | {"s": s} for s in tried_steps(scheme)] + [known] * 2


@claim(
    "x:sec4.2.2-same-as-gd",
    kind="rate",
    says="If (I−P_t)g_t = 0, the rate of Corollary 4.10 is exponential, O(a^t) with a < 1, as that of gradient "
    "descent; its least a is 1−λc_bias,1²/((L+C_R)c_var,1).",
    formula=r"\min_{\bar s}a = 1-\frac{\lambda c_{\mathrm{bias},1}^2}{(L+C_R)c_{\mathrm{var},1}} "
    r"\quad\text{against}\quad 1-\frac{\lambda}{L+C_R}",
    reading="“The same” as in Table 1, where the base may depend on the step. The bases differ: 1 − λ/(L+C_R) is that "
    "of gradient descent.",
    forall={
        "λ, L + C_R, c_bias,1, c_var,1": family(
            CONSTANTS,
            "positive constants",
            search=tt.product(tt.positive(), tt.positive(), tt.positive(), tt.positive()).map(of_constants),
        )
    },
    tight="attained by the best step",
    premises=["cor:exponential-convergence/corrected"],
    proof=proof.compared(best_base_on_symbols, best_base_at),
    mutants={
        "the base of gradient descent": {"c_var": lambda _: 1},
        "two per cent more of c_var,1": {"c_var": lambda v: F(51, 50) * v},
        "c_bias,1 not squared": {"power": 1},
    },
)
def slower_by_the_variance(scheme, *, c_var=lambda v: v, power=2):
    """The factors of 39 steps below 2 c_bias1/((L + C_R) c_var1), the best one among them."""
    (lam, L, b, v), factor = scheme
    best = 1 - lam * b**power / (L * c_var(v))
    yield at_least([factor(s) for s in tried_steps(scheme)], best, name="every step", digits=9, symbol="a")
    yield equal(factor(b / (L * v)), best, name="the best step", digits=9, symbol="the least a")
    yield less_than(best, 1, name="exponential", symbol="the least a")


def second_exponent(a):
    """The largest r on a grid of hundredths for which t^r s_t² is summable, as it then is for every smaller one."""
    diverging = bisect_left(range(100), True, key=lambda k: not converges(power(2 * a - F(k, 100))))
    return F(max(diverging - 1, 0), 100)


@claim(
    "x:sec4.2.2-opposite-steps",
    also=["x:sec4.2.2-robbins-monro"],
    kind="rate",
    says="Steps t^−a, 1/2 < a < 1, are in ℓ² ∖ ℓ¹; Theorem 4.8's rate is best as a → 1/2, Corollary 4.13's as a → 1.",
    formula=r"\tau^{-(1-a)} \text{ is best as } a\to\tfrac12, \qquad t^{-(2a-1)} \text{ as } a\to 1, \qquad "
    r"s\in\ell^2\setminus\ell^1",
    reading="a = 1 − δ; “has to satisfy” is read as: the steps of the corollary do. s_t = t^(−1/2) itself is not in "
    "ℓ²: the best rate of Theorem 4.8 is approached.",
    forall={
        "a": family(
            [F(51, 100), F(3, 5), F(3, 4), F(9, 10)],
            "1/2 < a < 1, here hundredths",
            search=HUNDREDTHS.where(lambda x: 2 * x > 1),
            effort=6,
        ),
        "τ": horizon,
    },
    premises=["cor:quasi-linear-convergence/corrected"],
    mutants={
        "the same for both": {"second": lambda a: 1 - a},
        "the first grows": {"first": lambda a: a},
        "steps that are longer": {"shift": F(1, 100)},
        "summable steps": {"shift": -F(1, 2)},
    },
)
def optimal_steps_are_opposite(a, *, first=lambda a: 1 - a, second=lambda a: 2 * a - 1, shift=0):
    """The first exponent falls with a and the second grows; Σ σ_t up to 10⁶ between two integrals."""
    s = power(a - shift)
    yield equal([int(converges(s**2)), int(converges(s))], [1, 0], name="s ∈ ℓ² ∖ ℓ¹", symbol="whether Σ s_t^p < ∞")
    yield from grows_like(float(a), float(first(a)), 10**6)
    yield equal(second_exponent(a), second(a) - F(1, 100), name="Corollary 4.13", symbol="the exponent, up to 1/100")
