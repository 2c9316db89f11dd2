r"""Remark 4.17 [x:rmk-descent-pl-beta]: retraction errors in Theorem 4.16.

On the curves of spirals.py with R_t to the point of squared length ‖v‖² + C_R ‖step‖² + 2β_t the gap is
    X_{t+1} = ρ_t X_t + β_t   with independent factors ρ_t of mean a,
and ρ_t = a without noise.
"""

import itertools
from fractions import Fraction as F

import theorytest as tt
from checks.hypotheses import PL_DESCENT, contracting_3, no_error, summable_errors
from checks.instances.spirals import HALF, NO_NOISE, Spiral, contraction, rarely, sigma
from checks.theory import linear_recursions as rows
from checks.theory import symbolic_step as one
from checks.theory.unbiased_step import DESCENDS, DESCENT, PL, kappa, lowest
from theorytest import Hypothesis, at_least, at_most, claim, family, horizon, more_than, proof, repair, threshold

LARGE = 10**6  # no constant up to it will do
STANDING = [*(each.stated for each in PL_DESCENT if each is not no_error), contracting_3]


def gaps(factors, betas):
    """X_1 = 1, X_2, ..."""
    found = [F(1)]
    for factor, beta in zip(factors, betas, strict=True):
        found.append(factor * found[-1] + beta)
    return found


def sparse(t):
    """1/t at t = 2, 4, 8, ... and 0 otherwise: summable."""
    return F(1, t) if t > 1 and t & (t - 1) == 0 else F(0)


def discounted(a, betas, t):
    """a^(t-1) + Σ_{k<t} a^(t-1-k) β_k."""
    return a ** (t - 1) + sum(a ** (t - 1 - k) * betas[k - 1] for k in range(1, t))


def printed_order(_, betas, t):
    """max{b^t, β_t t}, b = 1/2: ε = 1 allows more than every ε < 1."""
    return max(HALF**t, betas[t - 1] * t)


def bad_draws(size, step=HALF):
    """The smallest factor of the draws Q' = ±K, and their probability, at κ = 2."""
    rare = Spiral(F(1), normal=rarely(size)).factors(step)[1:]
    return min(factor for _, factor in rare), sum(p for p, _ in rare)


@claim(
    "x:rmk-descent-pl-beta",
    kind="almost sure",
    says="With retraction errors β_t, L(u_t) - L_min = O(max{bᵗ, β_t t^ε}) almost surely for every ε > 0.",
    formula=r"\mathcal{L}(u_t)-\mathcal{L}_{\min} \lesssim \max\{b^t, \beta_tt^\varepsilon\}",
    forall={
        "ε": family(
            [F(1, 100), F(1, 4), F(3, 4)], "ε > 0; the order grows with ε", search=tt.reals(0, 1, open=True), effort=5
        ),
        "t": horizon,
    },
    given=[*STANDING, summable_errors],
    reading="With a constant of 10⁶, though both quotients are unbounded: for sparse errors, and for β_t = t⁻².",
    gravity="wrong statement",
    finding="pl-beta-rate",
    controls={"all earlier errors, and the power 1": {"order": discounted, "power": lambda _: 1}},
)
def errors_as_printed(eps, *, order=printed_order, power=lambda eps: eps):
    """Sparse errors: exact steps s = 1/2 on the line, a = 1/4, β_t = 1/t at t = 2^k only: b^33 is left at t = 33.

    Regular ones, β_t = t^-2, at κ = 2 and s = 1/2, where one draw in 10⁴ raises the gap by ρ > 1225: (p^(1-k), p^-k]
    has p^-k (1 - p)/k disjoint blocks of k draws, so that a run of k bad ones has a chance of order 1/k. By Borel and
    Cantelli such runs return for ever, and leave ρ^(k-1) β_t at t ≤ p^-k.
    """
    a, betas = Spiral(normal=NO_NOISE).mean_factor(HALF), [sparse(t) for t in range(1, 42)]
    X = gaps([a] * 40, betas[:-1])
    ratios = [gap / order(a, betas, t) for t, gap in enumerate(X, start=1)]
    yield at_most(max(ratios), threshold(LARGE), "sparse errors", until=len(X), symbol="the gap over max{bᵗ, β_t t}")
    (factor, chance), k = bad_draws(100), 200
    ratio = factor ** (k - 1) * chance ** int(power(eps) * k)
    yield at_most(ratio, threshold(LARGE), "runs of bad draws", symbol="the gap over β_t t^ε")


RATIO = F(81, 100)  # r, above a = 3/4
ERRORS = {
    "(t + 8)⁻²": lambda t: F(1, (t + 8) ** 2),
    "rᵗ": lambda t: RATIO**t,
    "0.9ᵗ": lambda t: F(9, 10) ** t,
    "2⁻ᵗ": lambda t: F(1, 2**t),
}


def geometric(first, ratio, last):
    """β_t = B rᵗ + C."""
    return lambda t: first * ratio**t + last


slow_errors = Hypothesis(
    "β_t is deterministic, and β_{t+1} ≥ r β_t for all t, with r > ā",
    lambda beta: all(beta(t + 1) >= RATIO * beta(t) for t in range(1, 61)),
)


EACH, ERROR = "a_t ≤ ā: each step", proof.nonnegative("β_t")


def one_step():
    """E[Y_{t+1} | F_t] ≤ ā Y_t + β_t, its hypotheses, and why: Theorem 4.16 with an error, a_t ≤ ā times the gap."""
    K, gap = one.L + one.C_R, one.now - lowest
    sigma_t, half = sigma(one.constants, K, one.s, kappa), one.s**2 * K / 2 * one.constants[3]
    factor = contraction(one.constants, K, one.s, kappa, one.lam)
    given = {"(CR)": one.retracted(ERROR), "L_min": at_least(gap, 0), "a_t ≤ ā": at_most(factor, rows.a)}
    by = [*DESCENDS, proof.use("(PL)", sigma_t / kappa), proof.use("κ_t", -half - sigma_t / kappa)]
    by.append(proof.product(proof.use("L_min"), proof.use("a_t ≤ ā")))
    bound = at_most(proof.mean(one.after) - lowest, rows.a * gap + ERROR)
    return bound, DESCENT | PL | given | {"a_t ≤ ā < 1: σ̃_t > 0": more_than(sigma_t, 0)}, by


def errors_on_symbols(*, multiple=lambda r, a: 1 / (r - a)):
    """By induction: ā β_t/(r - ā) + β_t = r β_t/(r - ā) ≤ β_{t+1}/(r - ā)."""
    t, k, a, X, beta, later = rows.t, rows.k, rows.a, rows.X, rows.beta, {"k": rows.t}
    r, (first, given, by) = a + proof.positive("r−ā"), one_step()
    slow = proof.for_all(k, at_least(beta(k + 1), r * beta(k)))
    step = [
        proof.use(proof.HYPOTHESIS, a),
        proof.use(EACH, at=later),
        proof.use("P", X(1), at=later),
        proof.use("β_{t+1} ≥ rβ_t", 1 / (r - a), at=later),
    ]
    return proof.statement(
        [first, at_most(X(t), rows.P(t) * X(1) + beta(t) * multiple(r, a))],
        given=given | rows.recursion(EACH) | {"β_{t+1} ≥ rβ_t": slow},
        by=[by, proof.induction(t, base=[proof.use("P_1", X(1))], step=step)],
    )


def errors_at(beta):
    """The mean up to 60 steps; all histories of six draws are the same sums, with a shorter bound."""
    a, betas = Spiral(F(1)).mean_factor(HALF), [beta(t) for t in range(1, 61)]
    means, powers = proof.along(gaps([a] * 59, betas[:-1])), proof.along([a**t for t in range(60)])
    known = {rows.a: a, "r−ā": RATIO - a, rows.X: means, rows.P: powers, rows.beta: proof.along(betas)}
    first = {rows.a: a, one.now: 2, lowest: 1, one.after: a + betas[0] + 1, "β_t": betas[0]}
    return [None, first] + [known | {"t": t, "k": t} for t in range(1, 61)]


@repair(
    "x:rmk-descent-pl-beta/mean",
    "x:rmk-descent-pl-beta",
    says="If a_t ≤ ā and deterministic errors satisfy β_{t+1} ≥ rβ_t with r > ā, then E[L(u_t) - L_min] ≤ "
    "ā^(t-1)(L(u_1) - L_min) + β_t/(r - ā).",
    formula=r"\mathbb{E}[\mathcal{L}(u_t)-\mathcal{L}_{\min}] \le \bar a^{t-1}(\mathcal{L}(u_1)-\mathcal{L}_{\min}) + "
    r"\sum_{k<t}\bar a^{t-1-k}\beta_k, \qquad \sum_{k<t}\bar a^{t-1-k}\beta_k \le \tfrac{1}{r-\bar a}\beta_t",
    forall={
        "β": family(
            ERRORS, "errors", search=tt.product(tt.reals(0, 100), tt.reals(0, 2), tt.reals(0, 100)).map(geometric)
        ),
        "t": horizon,
    },
    given=[*STANDING, slow_errors],
    reading="a_t = 1 − 2λσ̃_t/κ_t as in Theorem 4.16: a_t ≤ ā < 1 says that κ_t is finite and σ̃_t > 0.",
    tight="attained on spirals, by the sum of all earlier errors",
    premises=["x:display-thm4.16-one-step"],
    proof=proof.compared(errors_on_symbols, errors_at),
    mutants={
        "without the last error": {"bound": lambda a, betas, t: discounted(a, (*betas[:-1], 0), t)},
        "β_t, without 1/(r - ā)": {"multiple": lambda r, a: 1},  # noqa: ARG005
        "five per cent less of 1/(r - ā)": {"multiple": lambda r, a: F(19, 20) / (r - a)},
        "without the first gap": {"bound": lambda a, betas, t: discounted(a, betas, t) - a ** (t - 1)},
    },
)
def mean_gap_with_errors(beta, *, bound=discounted, multiple=lambda r, a: 1 / (r - a)):
    """All histories of six draws at κ = 2, where a = 3/4; then 60 steps of the exact mean with r = 81/100."""
    spiral, n, r = Spiral(F(1)), 6, RATIO
    a, betas = spiral.mean_factor(HALF), [beta(t) for t in range(1, 61)]
    draws = [factor for _, factor in spiral.factors(HALF)]
    E = sum(gaps(path, betas[:n])[-1] for path in itertools.product(draws, repeat=n)) / len(draws) ** n
    yield at_most(E, bound(a, tuple(betas[:n]), n + 1), "all histories", until=n, symbol="E gap")
    yield at_most(sum(draws) / len(draws) + betas[0], a + betas[0], "one step", symbol="E gap")
    orders = [a ** (t - 1) + betas[t - 1] * multiple(r, a) for t in range(1, 61)]
    yield at_most(gaps([a] * 59, betas[:-1]), orders, "the mean", until=60, symbol="E gap")
