r"""Remark 4.11 [x:rmk-exponential-beta]: retraction errors that decay, and the conjecture a^t + β_t.

On the line with the retraction that uses up (CR) the gap is X_{t+1} = a X_t + β_t, without noise. On the tilted line of
saturated.py it is X_{t+1} = ρ_t X_t + β_t with independent factors ρ_t of mean a, one of which may exceed 1.
"""

import itertools
from fractions import Fraction

import theorytest as tt
from checks.hypotheses import dominated, factor_not_negative, repaired_sigma, strong_pl
from checks.instances.saturated import HALF, contraction, mean
from checks.instances.tilts import TILTS
from checks.theory import linear_recursions as rows
from theorytest import at_most, claim, family, horizon, proof, repair, threshold

F = Fraction
A = contraction(HALF, C_R=Fraction(1))  # 1/2


def sparse(n_steps=80):
    """β_t = (3/4)^t at t = 2, 4, 8, ... and 2^-t otherwise: positive and at most (3/4)^t."""
    return [Fraction(3, 4) ** t if t > 1 and t & (t - 1) == 0 else Fraction(1, 2**t) for t in range(n_steps)]


def regular(n_steps=80):
    """β_t = (3/4)^t, whose ratio exceeds a = 1/2."""
    return [Fraction(3, 4) ** t for t in range(n_steps)]


@claim(
    "x:display-conjecture-a-beta",
    kind="almost sure",
    says="Under Corollary 4.10 with errors β_t, L(u_t) − L_min,M ≲ a^t + β_t.",
    formula=r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \lesssim a^t + \beta_t",
    reading="The paper calls this a conjecture. Any constant, here 10⁹, would have to do. The errors that refute it "
    "decay exponentially, which the remark may mean: at 2^k like (3/4)^t, else like 2^−t.",
    gravity="wrong statement",
    finding="conjecture-a-beta",
    controls={"errors of ratio 3/4 > a": {"errors": regular}},
)
def gap_follows_its_last_error(*, errors=sparse):
    """a = 1/2, without noise: just after t = 2^k the error is 2^-t, but the gap still of the order (3/4)^t."""
    gap, ratios = Fraction(1), []
    for t, beta in enumerate(errors()):
        ratios.append(gap / (A**t + beta))
        gap = A * gap + beta
    return at_most(ratios, threshold(10**9), symbol="gap / (a^t + β_t)")


def errors_on_symbols(*, late=0, first=lambda gap: gap):
    return rows.corollary(rows.P(rows.t) * first(rows.X(1)) + rows.a**late * rows.Z(rows.t))


def errors_at(tilt, gap, t):
    """One step is the first part of the statement, several are the second; β_0 = 1."""
    if t == 1:
        return rows.first_step_at(tilt, gap, 1)
    a, factor = tilt.base(), mean(tilt.factors)
    betas, means, sums = [Fraction(1, (k + 1) ** 2) for k in range(t)], [gap], [0]
    for beta in betas:
        means.append(factor * means[-1] + beta)
        sums.append(a * sums[-1] + beta)
    powers = proof.along([a**k for k in range(t + 1)])
    known = {rows.a: a, "t": t + 1, "k": t, rows.X: proof.along(means), rows.Z: proof.along(sums), rows.P: powers}
    return known | {rows.beta: proof.along(betas)}


def by_all_histories(tilt, gap, t):
    """a, β_k = 1/(k + 1)², the first gap, and the mean of the last one."""
    betas, ends = [F(1, (k + 1) ** 2) for k in range(t)], []
    for path in itertools.product(tilt.factors, repeat=t):
        X = gap
        for factor, beta in zip(path, betas, strict=True):
            X = factor * X + beta
        ends.append(X)
    return tilt.base(), betas, gap, sum(ends) / len(ends)


@repair(
    "x:display-conjecture-a-beta/corrected",
    "x:display-conjecture-a-beta",
    says="Under the repaired Corollary 4.10 with deterministic errors β_t and a ≥ 0, E[L(u_t) − L_min,M | F_0] ≤ "
    "a^t (L(u_0) − L_min,M) + Σ_{k<t} a^(t−1−k) β_k.",
    formula=r"\mathbb{E}[\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}\mid\mathcal{F}_0] \le "
    r"a^t(\mathcal{L}(u_0)-\mathcal{L}_{\min,\mathcal{M}}) + \sum_{k<t}a^{t-1-k}\beta_k",
    reading="If β_{k+1} ≥ r β_k with r > a, this is at most a multiple of a^t + β_t. Errors allow a < 0: for ½v² on "
    "M = {1, 2} with T_t = R and s = 1, a = −1/3; from 2 by 1 to 2 with β = 3, 2 the gap 3/2 is above 7/6.",
    forall={
        "u": TILTS,
        "gap": family([Fraction(1), Fraction(3)], "L(u_0) − L_min,M", search=tt.reals(0)),
        "t": family([1, 2, 6], "times", search=tt.integers(1, 5)),
    },
    given=[strong_pl, dominated, repaired_sigma, factor_not_negative],
    tight="attained on tilted lines",
    premises=["eq:rate_recovery_LSSPLCR/corrected"],
    proof=proof.compared(errors_on_symbols, errors_at),
    mutants={
        "one step too late": {"late": 1},
        "without the first gap": {"first": lambda _: 1},
        "a < 0": {"of": lambda *_: (F(-1, 3), [F(3), F(2)], F(3, 2), F(3, 2))},
    },
)
def mean_gap_with_errors(tilt, gap, t, *, late=0, first=lambda gap: gap, of=by_all_histories):
    """All histories; with a < 0 those of M = {1, 2}, where retractions lead from 2 to 1 and back."""
    a, betas, start, found = of(tilt, gap, t)
    n = len(betas)
    bound = a**n * first(start) + sum(a ** (n - 1 - k + late) * beta for k, beta in enumerate(betas))
    return at_most(found, bound, symbol="E[L(u_t) − L_min,M]")


def beyond(a, b, share):
    """max{a, b} for the share 0, and 1 for the share 1."""
    return max(a, b) + share * (1 - max(a, b))


@claim(
    "x:rmk-exponential-beta",
    kind="rate",
    says="Under the repaired Corollary 4.10 with β_t ∈ O(b^t), b < 1, almost surely L(u_t) − L_min,M ∈ O(r^t) for "
    "every r > max{a, b}.",
    formula=r"\chi_t = r^{-t}:\quad \mathbb{E}[\chi_t(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}})] \le "
    r"\mathcal{L}(u_0)-\mathcal{L}_{\min,\mathcal{M}} + \tfrac1{r-b}",
    reading="The modified form, by Theorem 4.9 with χ_t = r^−t; r = b > a can be too much for paths, where runs of bad "
    "draws return for ever. Tried in the mean, with β_t = b^t.",
    forall={
        "a": family([HALF, Fraction(24, 25)], "0 < a < 1", search=tt.reals(0, 1, open=True)),
        "b": family([Fraction(1, 4), HALF, Fraction(97, 100)], "0 < b < 1", search=tt.reals(0, 1, open=True)),
        "r": family(
            [Fraction(1, 100), Fraction(1, 4), 1], "r > max{a, b}, as a share of the rest", search=tt.positive(1)
        ),
        "t": horizon,
    },
    given=[strong_pl, dominated, repaired_sigma.stated],
    premises=["thm:rates_abstrac_SPL", "x:display-thm4.9-one-step"],
    mutants={
        "r below max{a, b}": {"rate": lambda a, b, _: Fraction(99, 100) * max(a, b)},
        "without the sum of the errors": {"total": lambda *_: 0},
    },
)
def exponential_errors(a, b, share, *, rate=beyond, total=lambda r, b: 1 / (r - b) if r > b else 0):
    """X_{t+1} = a X_t + b^t from X_0 = 1; the bound is the first gap plus Σ χ_{t+1} β_t."""
    r, X, weighted = rate(a, b, share), Fraction(1), []
    for t in range(301):
        weighted.append(X / r**t)
        X = a * X + b**t
    yield at_most(a / r, 1, name="the condition on χ", symbol="a χ_{t+1} / χ_t")
    yield at_most(weighted, 1 + total(r, b), name="the weighted gap", until=300, symbol="E[χ_t gap_t]")
