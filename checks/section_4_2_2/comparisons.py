r"""Section 4.2.2: how the two corollaries compare with gradient descent, with SGD and with Theorem 4.8."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from checks.instances.saturated import contraction
from checks.instances.noisy_schemes import waves
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.descent.steps import Constant, Power, satisfies_robbins_monro
from theorytest.descent.table_1 import TABLE_1

EPS = 0.1


@claim(
    "x:sec4.2.2-same-as-gd",
    kind="rate",
    says="Read as in Table 1, where the base may depend on the step, the rates are the same: both exponential. "
    "The bases differ: the scheme needs about c_var,1 / c_bias,1^2 times as many steps.",
    formula=r"\min_{\bar s}a = 1-\frac{\lambda c_{\mathrm{bias},1}^2}{(L+C_R)c_{\mathrm{var},1}} "
    r"\quad\text{against}\quad 1-\frac{\lambda}{L+C_R}",
    expected="computed",
    tight="attained by the best steps",
    premises=["cor:exponential-convergence/corrected"],
    mutants={
        "best x 0.98": {"best": lambda lam, L, b, v: 0.98 * (1 - lam * b / (L * v))},
        "the base of gradient descent": {"c_var": lambda _: 1},
        "c_bias,1 not squared": {"power": 1},
    },
)
def slower_by_the_variance(*, best=lambda lam, L, b, v: 1 - lam * b / (L * v), c_var=lambda v: v, power=2):
    """In fractions, at the best step c_bias1 / ((L + C_R) c_var1) and beside it; exact moments for d = 2 and n = 1.

    There, for least squares, the mean contracts by 1 - 2s + 2s² ≥ 1/2 and gradient descent by (1 - s)², down to 0.
    """
    for lam, L, b, v in ((1, 1, 1, 2), (Fraction(1, 5), 3, 1, Fraction(3, 2)), (Fraction(1, 2), 1, Fraction(3, 5), 2)):
        step = Fraction(b) / (L * v)
        values = [
            contraction(factor * step, v, lam=lam, L=L, c_bias1=b) for factor in (1, Fraction(9, 10), Fraction(11, 10))
        ]
        claimed = best(Fraction(lam), L, Fraction(b) ** power, c_var(v))
        yield equal(min(values), claimed, name=f"{lam}, {L}, {b}", symbol="the best a")
    steps = np.linspace(0.05, 0.95, 19)
    factors = [waves(0.0).gap(Constant(s), [1, 2]) for s in steps.tolist()]
    least = min(after / before for before, after in factors)
    yield equal(least, best(1.0, 1.0, 1.0, c_var(2.0)), name="waves", digits=9, symbol="the best a")


def dyadic(steps, power, blocks=14):
    """Σ s_t^power over 2^k ≤ t < 2^(k+1)."""
    return np.array([np.sum(steps(np.arange(2**k, 2 ** (k + 1))) ** power) for k in range(6, blocks)])


@claim(
    "x:sec4.2.2-robbins-monro",
    kind="remark",
    says="Steps t^(-a) must be square-summable and not summable: for a > 1 or a < 1/2 the gap may stay.",
    formula=r"s_t = t^{\delta-1},\ \delta\in(0,\tfrac12) \implies s\in\ell^2\setminus\ell^1",
    expected="computed",
    premises=["cor:quasi-linear-convergence/corrected"],
    mutants={"delta up to 0.6": {"deltas": (0.1, 0.6)}, "delta below 0": {"deltas": (-0.2, 0.3)}},
)
def steps_satisfy_robbins_monro(*, deltas=(0.05, 0.1, 0.25, 0.4, 0.48)):
    """By sums over dyadic blocks. Necessary for powers, over all problems with second moments:

    for a > 1 the factors Π (1 - s_t) stay above 0 and the start is never forgotten; for a < 1/2 a target with tail
    index p in (2, 1/a) has jumps s_t² t^(2/p) that grow (see corollary_4_13.py).
    """
    for delta in deltas:
        steps = Power(1.0, 1 - delta)
        squares, sums = dyadic(steps, 2), dyadic(steps, 1)
        yield at_most(squares[1:] / squares[:-1], 0.995, name=f"{delta}: l2", symbol="ratio of blocks")
        yield at_least(sums[1:] / sums[:-1], 1.0, name=f"{delta}: not l1", symbol="ratio of blocks")
        yield equal(satisfies_robbins_monro(steps), True, name=f"{delta}", symbol="the rule's word")
    left = np.prod(1 - np.arange(2.0, 100_000.0) ** -1.5)
    yield at_least(left, 0.05, name="a = 3/2 forgets nothing", digits=None, symbol="prod (1 - s_t)")
    a, p = 0.4, 2.2
    yield at_least(2 / p - 2 * a, 0.1, name="a = 0.4 jumps", digits=None, symbol="exponent of jumps")


@claim(
    "x:sec4.2.2-opposite-steps",
    kind="rate",
    says="With steps t^(-a) Theorem 4.8 is best for a near 1/2, Corollary 4.13 for a near 1.",
    formula=r"\tau^{-(1-a)} \text{ is best as } a\to\tfrac12, \qquad t^{-(2a-1)} \text{ as } a\to 1",
    expected="computed",
    premises=["cor:quasi-linear-convergence/corrected"],
    mutants={"the same for both": {"second": lambda a: 1 - a}, "the first grows": {"first": lambda a: a}},
)
def optimal_steps_are_opposite(*, first=lambda a: 1 - a, second=lambda a: 2 * a - 1):
    """The exponents of the table as functions of a; the first is that of Σ s_t, the second the largest summable χ.

    The steps t^(-1/2) that the text names are not in ℓ², so that Theorem 4.8 approaches its best rate and has it for no
    step.
    """
    a = np.linspace(0.52, 0.98, 24)
    rows = TABLE_1["x:tab1-row1-worst"], TABLE_1["x:tab1-row2-worst"]
    table = [[rows[0].exponent(x - 0.5) for x in a], [rows[1].exponent(1 - x) for x in a]]
    for name, row, formula in zip(("Theorem 4.8", "Corollary 4.13"), table, (first, second), strict=True):
        yield equal(row, formula(a), name=name, digits=12, symbol="the exponent")
    yield at_most(np.diff(first(a)), -0.01, name="falls with a", digits=None, symbol="increment")
    yield at_least(np.diff(second(a)), 0.01, name="grows with a", digits=None, symbol="increment")


def transient(delta, n_steps):
    """Π a_t for s_t = t^(δ-1)/2 and least squares with exact projections, a_t = (1 - s_t)²."""
    return np.prod((1 - Power(0.5, 1 - delta)(np.arange(1, n_steps + 1))) ** 2)


@claim(
    "x:sec4.2.2-perturbed-exponential",
    kind="rate",
    says="Read for the decreasing steps of Corollary 4.13, which are discussed there: the unperturbed convergence "
    "is exponential.",
    formula=r"s_t \asymp t^{\delta-1} \implies \textstyle\prod_{k\le t}a_k \in \mathcal{O}(a^t) "
    r"\text{ for some } a < 1",
    expected="refuted",
    gravity="misprint",
)
def decreasing_steps_are_exponential_as_printed(*, a=0.999, C=100.0):
    """a_t tends to 1, so that Π a_t exceeds C a^t for every a < 1 in the end; δ = 0.1 and t = 50,000 for a = 0.999.

    Read for constant steps, or as a contraction in every step, the sentence is true. It names (CR) as the reason, which
    Theorem 4.8 assumes as well; what makes the difference is (SPL).
    """
    value = transient(0.1, 50_000)
    yield at_most(value, C * a**50_000, name="least squares", digits=None, symbol="prod a_t")


@repair(
    "x:sec4.2.2-perturbed-exponential/corrected",
    "x:sec4.2.2-perturbed-exponential",
    kind="identity",
    says="The mean gap is the product of the a_t plus discounted errors; for steps c t^(delta-1) in least squares "
    "the product is about exp(-2c t^delta / delta).",
    formula=r"\mathbb{E}\,Y_{t+1} \le \prod_{k\le t}a_k\,Y_1 + \sum_{k\le t}\prod_{k<j\le t}a_j\,"
    r"(s_k^2\tfrac{L+C_R}{2}c_{\mathrm{var},2}\|(I-P_k)g_k\|^2+\beta_k)",
    expected="computed",
    premises=["x:display-thm4.9-one-step"],
    mutants={
        "share x 0.98": {"share": 0.98},
        "without projection errors": {"noise": 0.0},
        "exp(-c t^delta)": {"rate": 0.5},
    },
)
def unrolled(*, share=1.0, noise=1.0, rate=1.0, delta=0.4):
    """By quadrature for d = 2 and n = 1, with ‖(I - P)g‖ = 1: equality. Then log Π a_t against -2c (t^δ - 1)/δ."""
    steps, n_steps = Power(0.5, 1 - delta), 200
    exact = waves(1.0).gap(steps, np.arange(1, n_steps + 2))
    bound = [exact[0]]
    for s in steps(np.arange(1, n_steps + 1)).tolist():
        bound.append(float(contraction(s, 2)) * bound[-1] + noise * s**2)  # c_var1 = c_var2 = 2
    yield at_most(exact, share * np.array(bound), name="waves", digits=9, symbol="E gap")
    t = 20_000
    logs = np.log(transient(delta, t)) / (-rate * (t**delta - 1) / delta)
    yield at_least(logs, 0.98, name="transient", digits=None, symbol="log / (-2c t^d/d)")
    yield at_most(logs, 1.15, name="not faster", digits=None, symbol="log / (-2c t^d/d)")
