r"""Theorem 4.9 [thm:rates_abstrac_SPL]: one step, the conditions on χ_t, the rate, and the proof.

That the points are i.i.d. is used nowhere: the proof covers volume sampling as well, whose points are dependent.
"""

from fractions import Fraction as F

import theorytest as tt
from checks.hypotheses import admissible_chi, descent_bound, no_bias, positive_sigma, strong_pl
from checks.instances.any_steps import ONE_STEPS
from checks.instances.noisy_schemes import noisy_schemes, slow_errors
from checks.instances.saturated import HALF, SIGNS, contraction, mean, retracted_gaps, sigma
from checks.instances.single_steps import others, spent
from checks.theory import symbolic_step as one
from checks.theory.unbiased_step import DESCENDS, DESCENT, SYMBOLIC, lowest, numbers
from checks.theory.weighted_gaps import rate_holds
from theorytest import Hypothesis, at_least, at_most, claim, family, horizon, more_than, proof, repair
from theorytest.descent import Power

projection_error = "s_t² (L + C_R)/2 c_var,2 ‖(I − P_t) g_t‖²"
SPL = {
    "(SPL)": at_least(one.tangent**2, 2 * one.lam * (one.now - lowest)),
    "σ_t > 0": more_than(SYMBOLIC.sigma, 0),
}
CONTRACTS = [*DESCENDS, proof.use("(SPL)", SYMBOLIC.sigma)]


@claim(
    "x:display-thm4.9-one-step",
    also=["x:display-thm4.9-sigma-a", "x:sec4.2.2-perturbed-exponential"],
    says=f"If σ_t > 0, then E[L(u_{{t+1}}) − L_min,M | F_t] ≤ a_t (L(u_t) − L_min,M) + {projection_error} + β_t.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{t+1})-\mathcal{L}_{\min,\mathcal{M}}\mid\mathcal{F}_t] \le "
    r"a_t(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}) + "
    r"s_t^2\tfrac{L+C_R}{2}c_{\mathrm{var},2}\|(I-P_t)g_t\|^2 + \beta_t",
    forall={"u": ONE_STEPS},
    given=[strong_pl, positive_sigma],
    reading="After Corollary 4.13 this is called an exponential convergence that the errors perturb.",
    tight="attained on two points",
    premises=["eq:C-retraction/corrected"],
    proof=proof.as_checked(SYMBOLIC, given=DESCENT | SPL, by=CONTRACTS, at=numbers),
    mutants={
        "no retraction error": {"with_beta": 0},
        "two per cent less of c_var,2": {"part": F(98, 100)},
        "two per cent less of c_var,1": {"variance": F(98, 100)},
        "L for λ": {"curvature": lambda known: known["L"]},
        "1 for c_bias,1": {"bias": lambda _: 1},
    },
)
def one_step_is_bounded(
    world, *, with_beta=1, part=1, variance=1, curvature=lambda known: known["lam"], bias=lambda c_bias1: c_bias1
):
    """Equalities on two points, and for least squares in a fixed space."""
    known, (gap, _, _, beta, after), rest = world.constants, world.seen(), others(world)
    rest["c_bias1"] = bias(rest["c_bias1"])
    a = contraction(world.step, variance * known["c_var1"], lam=curvature(known), **rest)
    return at_most(
        after, a * gap + spent(world, part) + with_beta * beta, digits=10, symbol="E[L(u_{t+1}) − L_min,M | F_t]"
    )


def factor(world):
    """a_t."""
    return contraction(world.step, world.constants["c_var1"], lam=world.constants["lam"], **others(world))


GROWTHS = family(
    {
        "χ_{t+1} = 0": lambda _: F(0),
        "χ_{t+1} = χ_t/2": lambda _: HALF,
        "χ_{t+1} = 5 χ_t/4": lambda _: F(5, 4),
        "χ_{t+1} = χ_t/a_t": lambda a: 1 / a if a > 0 else F(100),
    },
    "χ_t, χ_{t+1} ≥ 0",
    search=tt.reals(0, 3).map(lambda growth: lambda _: growth),
    effort=400,
)
slow_growth = Hypothesis(  # 1/a_t times a_t is 1 up to rounding
    "a_t χ_{t+1} ≤ χ_t", lambda world, growth: factor(world) * growth(factor(world)) <= 1 + F(1, 10**12)
)


def chi_on_symbols(*, faster=1, part=1, with_beta=1):
    """χ_{t+1} times the step of Theorem 4.9, and the gap, which is nonnegative, times χ_t - a_t χ_{t+1} ≥ 0."""
    now, later = proof.nonnegative("χ_t χ_{t+1}")
    gap, _, _, beta, after = SYMBOLIC.seen()
    grown = faster * later
    return proof.statement(
        at_most(grown * after, now * gap + grown * (spent(SYMBOLIC, part) + with_beta * beta)),
        given=DESCENT
        | SPL
        | {"L_min,M": at_least(gap, 0), "a_t χ_{t+1} ≤ χ_t": at_most(factor(SYMBOLIC) * later, now)},
        by=[
            *(proof.product(each, times=later, mean=each.get("mean", False)) for each in CONTRACTS),
            proof.product(proof.use("L_min,M"), proof.use("a_t χ_{t+1} ≤ χ_t")),
        ],
    )


def chi_at(world, growth):
    return numbers(world) | {"χ_t": 1, "χ_{t+1}": growth(factor(world))}


@repair(
    "x:thm4.9-chi-conditions/corrected",
    "x:thm4.9-chi-conditions",
    also=["x:display-thm4.9-xi"],
    says="If σ_t > 0 and F_t-measurable χ_t, χ_{t+1} ≥ 0 satisfy a_tχ_{t+1} ≤ χ_t, then E[χ_{t+1}Y_{t+1}|F_t] ≤ χ_tY_t "
    "+ χ_{t+1}ξ_t for Y_t = L(u_t)−L_min,M.",
    formula=r"\sigma_t > 0,\ a_t\chi_{t+1} \le \chi_t \implies \mathbb{E}[\chi_{t+1}Y_{t+1}\mid\mathcal{F}_t] \le "
    r"\chi_tY_t + \chi_{t+1}\xi_t",
    given=[strong_pl, positive_sigma, slow_growth],
    tight="attained on two points",
    premises=["x:display-thm4.9-one-step"],
    proof=proof.compared(chi_on_symbols, chi_at),
    mutants={
        "χ_t grows faster than 1/a_t": {"faster": F(101, 100)},
        "ξ_t without the projection error": {"part": 0},
        "ξ_t without β_t": {"with_beta": 0},
    },
)
@claim(
    "x:thm4.9-chi-conditions",
    says="If χ_t ≥ 0 is deterministic and a_t χ_{t+1} ≤ χ_t for t ≥ T, then χ_t (L(u_t) − L_min,M) rises in the mean "
    "by at most χ_{t+1} ξ_t.",
    formula=r"a_t\chi_{t+1} \le \chi_t \implies \mathbb{E}[\chi_{t+1}Y_{t+1}\mid\mathcal{F}_t] \le "
    r"\chi_tY_t + \chi_{t+1}\xi_t, \quad Y_t = \mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}",
    reading="As printed, σ_t > 0 is a condition of the first part only. Where σ_t < 0, (SPL) bounds ‖P_t g_t‖² from "
    "the wrong side.",
    forall={"u": ONE_STEPS, "χ": GROWTHS},
    given=[strong_pl, slow_growth],
    gravity="fails only when read literally",
    finding="thm4.9-sigma-positive",
    premises=["x:display-thm4.9-one-step"],
)
def weighted_gap_rises_by_a_summable_amount(world, growth, *, faster=1, part=1, with_beta=1):
    """With χ_t = 1. For s = 1 the gap is multiplied by 9 along 4, but a = 3."""
    (gap, _, _, beta, after), chi = world.seen(), faster * growth(factor(world))
    bound = gap + chi * (spent(world, part) + with_beta * beta)
    return at_most(chi * after, bound, digits=10, symbol="E[χ_{t+1} Y_{t+1} | F_t]")


DELTA = 0.1


@claim(
    "thm:rates_abstrac_SPL",
    also=["x:display-thm4.9-rate", "x:thm4.9-proof-rs", "section:almost_sure_SPL"],
    kind="almost sure",
    says="For deterministic χ_t ≥ 0 with a_tχ_{t+1} ≤ χ_t and σ_t > 0 for t ≥ T, and Σχ_{t+1}ξ_t < ∞: almost surely "
    "L(u_t) − L_min,M ≲ 1/χ_t.",
    formula=r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \lesssim \chi_t^{-1} \quad\text{almost surely}",
    reading="σ_t > 0, printed in the first part, is read for the second one, too; the proof calls χ_t deterministic. "
    "Where χ_t = 0 the rate says nothing.",
    forall={
        # not searched: their paths are sampled
        "u": family(noisy_schemes, "classes, losses, estimators and retractions"),
        "χ": family({"t^0.7": 0.7, "t^0.5": 0.5, "1": 0.0}, "χ_t > 0"),
        "t": horizon,
    },
    given=[strong_pl, positive_sigma.stated],
    expected="consistent",
    tight="approached in its maximal inequality by equal jumps",
    premises=["x:thm4.9-chi-conditions/corrected"],
    mutants={
        "χ_t at the edge of summability": {"rate": lambda _: 1 - 2 * DELTA},
        "errors of order s_t": {"drawn": slow_errors},
    },
)
def gap_is_bounded_by_chi(scheme, chi, *, rate=lambda chi: chi, drawn=lambda scheme: scheme):
    """Steps t^-0.9 / 2, for which all χ_t are admissible from the first step on."""
    yield from rate_holds("the theorem", Power(0.5, 1 - DELTA), rate(chi), drawn(scheme))


@repair(
    "x:display-thm4.9-proof-descent/corrected",
    "x:display-thm4.9-proof-descent",
    by={"with_beta": 1},
    given=[descent_bound, no_bias.stated],
    says=f"E[L(u_{{t+1}}) − L_min,M | F_t] ≤ L(u_t) − L_min,M − σ_t ‖P_t g_t‖² + {projection_error} + β_t.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{t+1})-\mathcal{L}_{\min,\mathcal{M}}\mid\mathcal{F}_t] \le "
    r"(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}) - \sigma_t\|P_tg_t\|^2 + "
    r"s_t^2\tfrac{L+C_R}{2}c_{\mathrm{var},2}\|(I-P_t)g_t\|^2 + \beta_t",
    tight="attained on two points",
    proof=proof.as_checked(SYMBOLIC, given=DESCENT, by=DESCENDS, at=numbers),
    mutants={
        "two per cent less of β_t": {"with_beta": F(98, 100)},
        "one per cent more of σ_t": {"drop": F(101, 100)},
        "one per cent less of the orthogonal part": {"part": F(99, 100)},
    },
)
@claim(
    "x:display-thm4.9-proof-descent",
    also=["x:display-thm4.9-proof-spl"],
    says=f"E[L(u_{{t+1}}) − L_min,M | F_t] ≤ L(u_t) − L_min,M − σ_t ‖P_t g_t‖² + {projection_error}.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{t+1})-\mathcal{L}_{\min,\mathcal{M}}\mid\mathcal{F}_t] \le "
    r"(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}) - \sigma_t\|P_tg_t\|^2 + "
    r"s_t^2\tfrac{L+C_R}{2}c_{\mathrm{var},2}\|(I-P_t)g_t\|^2",
    reading="The next display, where (SPL) is inserted, lacks β_t as well until its last line.",
    forall={"u": ONE_STEPS},
    given=[strong_pl],
    gravity="misprint",
    finding="thm4.9-beta",
)
def descent_in_one_step(world, *, with_beta=0, drop=1, part=1):
    """From x = 1 the step s = 1 leads to the minimum and the retraction away from it by β = 1: 1 against 0."""
    gap, tangent, _, beta, after = world.seen()
    bound = gap - drop * world.sigma * tangent + spent(world, part) + with_beta * beta
    return at_most(after, bound, digits=10, symbol="E[L(u_{t+1}) − L_min,M | F_t]")


def gap_of_the_next(x, step, normal):
    """L(u_{t+1}) - L_min,M after both draws, and E[L(u_{t+2}) - L_min,M | F_t]."""
    nexts = [x - step * (x + sign * normal) for sign in SIGNS]
    return [HALF * y**2 for y in nexts], mean([mean(retracted_gaps(y, normal, step)) for y in nexts])


def gap_of_the_iterate(x, step, normal):
    """L(u_t) - L_min,M, and E[L(u_{t+1}) - L_min,M | F_t]."""
    return [HALF * x**2], mean(retracted_gaps(x, normal, step))


positive_step_sigma = Hypothesis("σ_t > 0", lambda step: sigma(step, 1) > 0)


@claim(
    "x:thm4.9-proof-shift",
    also=["x:display-thm4.9-proof-chi", "x:display-cor4.10-proof-chi"],
    says="For Ỹ_t = L(u_{t+1}) − L_min,M, E[χ_{t+1} Ỹ_{t+1} | F_t] ≤ χ_{t+1} a_t Ỹ_t + χ_{t+1} ξ_t ≤ χ_t Ỹ_t + "
    "χ_{t+1} ξ_t.",
    formula=r"\tilde Y_t := \mathcal{L}(u_{t+1})-\mathcal{L}_{\min,\mathcal{M}} \implies "
    r"\mathbb{E}[\tilde Y_{t+1}\mid\mathcal{F}_t] \le a_t\tilde Y_t + \xi_t",
    forall={
        "x": family([F(1), F(0), F(-7, 3)], "starts on two points, ‖(I − P_t) g_t‖ = 1", search=tt.reals()),
        "s": family([F(1, 5), HALF, F(9, 5), F(2)], "s > 0", search=tt.positive()),
    },
    given=[strong_pl, positive_step_sigma, admissible_chi],
    gravity="misprint",
    finding="gap-index-shift",
    reading="The proof of Corollary 4.10 repeats it with ξ_t = 0 and χ_t = a^−t.",
    controls={"Ỹ_t = L(u_t) − L_min,M": {"gaps": gap_of_the_iterate}},
)
def gap_and_its_index(x, step, *, gaps=gap_of_the_next):
    """With χ_{t+1} = χ_t / a_t. The printed right side is known only one step later than the left one."""
    now, after = gaps(x, step, F(1))
    chi, xi = (F(1), 1 / contraction(step)), step**2 / 2
    middle = [chi[1] * contraction(step) * gap + chi[1] * xi for gap in now]
    yield at_most(chi[1] * after, middle, name="the first inequality", symbol="E[χ_{t+1} Ỹ_{t+1} | F_t]")
    right = [chi[0] * gap + chi[1] * xi for gap in now]
    yield at_most(chi[1] * after, right, name="both", symbol="E[χ_{t+1} Ỹ_{t+1} | F_t]")
