r"""Corollary 4.10 [cor:exponential-convergence]: with ‖(I - P)g‖ ≤ c ‖Pg‖ a constant step converges exponentially."""

import itertools
from fractions import Fraction
from math import prod

import theorytest as tt
from checks.hypotheses import dominated, no_perturbation, repaired_sigma, strong_pl
from checks.instances.saturated import HALF, mean
from checks.instances.tilts import TILTS, squared
from checks.theory import linear_recursions as rows
from checks.theory.weighted_gaps import excursion
from theorytest import Hypothesis, at_most, claim, family, horizon, proof, repair

LEVEL = 4  # K of the maximal inequality
HORIZON = 400


def as_printed(c):
    """c in the first power."""
    return c


printed_sigma = Hypothesis(
    "σ > 0, as printed", lambda tilt: tilt.base(as_printed) < 1, "σ = c_bias,1 s̄ − s̄² (L + C_R)/2 (c_var,1 + c c_var,2)"
)


@repair(
    "cor:exponential-convergence/corrected",
    "cor:exponential-convergence",
    by={"power": squared},
    says="If ‖(I − P_t) g_t‖ ≤ c ‖P_t g_t‖ and σ > 0 with c_var,1 + c² c_var,2 in it, then almost surely "
    "L(u_t) − L_min,M ∈ O(a^t), a = 1 − 2λσ.",
    formula=r"\mathbb{P}\big(\sup_t a^{-t}(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}) \ge K\big) \le "
    r"\tfrac1K(\mathcal{L}(u_0)-\mathcal{L}_{\min,\mathcal{M}})",
    reading="The constant depends on the path: the probability that it exceeds K times the first gap is at most "
    "1/K, here for K = 4.",
    given=[strong_pl, no_perturbation.stated, repaired_sigma],
    premises=["thm:rates_abstrac_SPL"],
    mutants={"no c": {"power": lambda _: 0}, "two per cent less of c²": {"power": lambda c: Fraction(49, 50) * c**2}},
)
@claim(
    "cor:exponential-convergence",
    also=["x:cor4.10-sigma", "x:display-cor4.10-proof-chain", "x:cor4.10-proof-order"],
    kind="almost sure",
    says="If ‖(I − P_t) g_t‖ ≤ c ‖P_t g_t‖ and σ > 0 with c_var,1 + c c_var,2 in it, then almost surely "
    "L(u_t) − L_min,M ∈ O(a^t), a = 1 − 2λσ.",
    formula=r"\|(I-P_t)g_t\| \le c\|P_tg_t\|,\ "
    r"\sigma = c_{\mathrm{bias},1}\bar s-\bar s^2\tfrac{L+C_R}{2}(c_{\mathrm{var},1}+c\,c_{\mathrm{var},2}) > 0 "
    r"\implies \mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \in \mathcal{O}(a^t)",
    reading="≤ is read as ≲, as in the proof, whose second line has c for c², too. For c ≤ 1 the sentence is true, "
    "since c² ≤ c.",
    forall={"u": TILTS, "t": horizon},
    given=[strong_pl, no_perturbation.stated, printed_sigma],
    gravity="wrong constant",
    finding="cor4.10-c-squared",
    premises=["thm:rates_abstrac_SPL"],
)
def exponential_rate(tilt, *, power=as_printed):
    """By the law of large numbers the gap decays per step like the root of the product of both factors.

    c = 2, s = 1/2: a = 19/20 as printed, but the factors 17/20 and 5/4 have the product 17/16, and the gap explodes.
    """
    low, high = tilt.factors
    a = tilt.base(power)
    yield at_most(low * high, a**2, name="almost surely", symbol="e^(2 E log factor)")
    yield at_most(mean([low, high]), a, name="in the mean", symbol="E factor")
    lost = excursion([(HALF, factor) for factor in tilt.factors], a, LEVEL, HORIZON)
    yield at_most(lost, 1 / LEVEL, name="the random constant", until=HORIZON, symbol="P(sup a^−t gap_t ≥ 4 gap_0)")


def rate_on_symbols(*, late=0, power=squared):
    return rows.corollary(rows.X(1) * rows.P(rows.t + late), errors=0, power=power)


def rate_at(tilt, gap):
    """The first step is the first part of the statement, all others are the second; t counts from 1."""
    a, factor = tilt.base(squared), mean(tilt.factors)
    known = {rows.a: a, rows.P: proof.along([a**k for k in range(8)])}
    known[rows.X] = proof.along([gap * factor**k for k in range(8)])
    for t in range(8):
        yield rows.first_step_at(tilt, gap) if t == 1 else known | {"t": t + 1, "k": t}


@repair(
    "eq:rate_recovery_LSSPLCR/corrected",
    "eq:rate_recovery_LSSPLCR",
    by={"first": lambda gap: gap},
    kind="rate",
    also=["x:display-cor4.10-proof-chain"],
    says="Under the repaired Corollary 4.10, E[L(u_t) − L_min,M | F_0] ≤ a^t (L(u_0) − L_min,M).",
    formula=r"\mathbb{E}[\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}\mid\mathcal{F}_0] \le "
    r"a^t(\mathcal{L}(u_0)-\mathcal{L}_{\min,\mathcal{M}})",
    reading="By the chain of the proof, with c² for c; t = 1 is its last line. The induction has a ≥ 0; as gaps "
    "are nonnegative, all of them are 0 if a < 0.",
    tight="attained on tilted lines",
    proof=proof.compared(rate_on_symbols, rate_at),
    mutants={
        "one step more": {"late": 1},
        "c for c²": {"power": as_printed},
        "two per cent less of c²": {"power": lambda c: Fraction(49, 50) * c**2},
    },
)
@claim(
    "eq:rate_recovery_LSSPLCR",
    kind="almost sure",
    says="Under Corollary 4.10, almost surely L(u_t) − L_min,M ≤ a^t.",
    formula=r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \le a^t",
    reading="With c² in a, and in the mean, which is less. The proof ends with O(a^t).",
    forall={"u": TILTS, "gap": family([HALF, 1, 2], "L(u_0) − L_min,M", search=tt.positive()), "t": horizon},
    given=[strong_pl, dominated, no_perturbation.stated, repaired_sigma],
    gravity="misprint",
    finding="cor4.10-constant",
)
def mean_gap_contracts(tilt, gap, *, first=lambda _: 1, power=squared, late=0):
    """All histories of up to seven draws."""
    for t in range(8):
        E = sum(gap * prod(path) for path in itertools.product(tilt.factors, repeat=t)) / Fraction(2) ** t
        bound = first(gap) * tilt.base(power) ** (t + late)
        yield at_most(E, bound, name=f"t = {t}", until=7, symbol="E[L(u_t) − L_min,M]")
