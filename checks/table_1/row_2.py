r"""Table 1, row 2 [tab:rates]: (LS) + (SPL) + (CR), the gap L(u_t) - L_min,M.

Exponential cells: the contraction a of the mean, and of single paths, which is no larger. Algebraic cells, O(t^(-1+2ε))
for steps t^(δ-1) with 0 < δ < ε, here δ = 0.9 ε: jumps of heavy-tailed samples make all exponents above 1 - 2δ fail
almost surely in general.
"""

from fractions import Fraction as F
from functools import cache

import numpy as np

from checks import hypotheses as assume
from checks.instances.ensembles import moments_of, plain_sgd
from checks.instances.noisy_schemes import JUMP, ONE_LAW, jumps_allow, one_law_returns, waves
from checks.instances.stationary_runs import EXACT_STEPS
from checks.theory.weighted_gaps import SUMMABLE, conditions_hold, rate_holds
from theorytest import at_least, at_most, claim, equal, family, horizon, less_than, proof, sampled
from theorytest.approximation import Optimal, QuasiProjection
from theorytest.decisions.horizon import finite_horizon
from theorytest.decisions.means import mean_equals
from theorytest.descent import TABLE_1, LinearDescent, Power, descend, window_slope

BEST, WORST, SGD = (TABLE_1[f"x:tab1-row2-{column}"] for column in ("best", "worst", "sgd"))
WINDOW = np.unique(np.rint(np.geomspace(1_000, 16_000, 20))).astype(int)


def contraction_on_symbols(*, a=lambda lam, K: 1 - lam / K, length=1):
    """(LS) and (CR) along -s P_tg_t, then (SPL); X is the gap, X̄ the one before the retraction."""
    lam, L = proof.positive("λ L")
    C_R, square = proof.nonnegative("C_R ‖Pg‖²")
    X, moved, after = proof.real("X X̄ X⁺")
    s = length / (L + C_R)
    given = {
        "(LS)": at_most(moved, X - s * square + L / 2 * s**2 * square),
        "(CR)": at_most(after, moved + C_R / 2 * s**2 * square),
        "(SPL)": at_least(square, 2 * lam * X),
    }
    by = [proof.use("(LS)"), proof.use("(CR)"), proof.use("(SPL)", 1 / (2 * (L + C_R)))]
    return proof.statement(at_most(after, a(lam, L + C_R) * X), given=given, by=by)


def contraction_at(world):
    lam, K, steps = world
    now, after = steps(1)
    return {"λ": lam, "L": K / 3, "C_R": K * 2 / 3, "X": now, "X⁺": after}


@claim(
    "x:tab1-row2-gd",
    kind="rate",
    says="If β_t = 0 and s = 1/(L+C_R), each step of gradient descent multiplies the gap by at most 1 - λ/(L+C_R).",
    formula=r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \in \mathcal{O}(a^t), \quad a = 1-\tfrac{\lambda}{L+C_R}",
    forall={"L, M": EXACT_STEPS},
    given=[
        assume.smooth_loss,
        assume.strong_polyak_lojasiewicz,
        assume.controlled_retraction,
        assume.no_error,
        assume.no_noise,
    ],
    reading="The table prints O(aᵗ); a = 0 is possible, when one step reaches the minimum.",
    tight="attained by saturated retractions",
    premises=["x:display-thm4.9-one-step"],
    proof=proof.compared(contraction_on_symbols, contraction_at),
    mutants={"a step of 2/(L+C_R)": {"length": 2}, "λ 5 % larger": {"a": lambda lam, K: 1 - F(21, 20) * lam / K}},
)
def gradient_descent_contracts(world, *, a=lambda lam, K: 1 - lam / K, length=1):
    lam, K, steps = world
    before, after = steps(length)
    return at_most(after, a(lam, K) * before, symbol="the next gap")


def path_logs(rng, size, *, step):
    """log(gap_2 / gap_1) for one step of the scheme in both waves of frequency 1, from one point."""
    loss = waves().loss
    process = LinearDescent(QuasiProjection(Optimal(loss.space), 1), loss)
    gap = descend(process, BEST.rule(step), 1, rng, size, times=[1, 2]).gap
    return np.log(gap[:, 1] / gap[:, 0])


@claim(
    "x:tab1-row2-best",
    also=["x:sec4.2.2-c-zero", "x:sec4.2.2-two-scenarios"],
    kind="rate",
    says="If (I-P_t)g_t = β_t = 0 and s_t = s with σ > 0, then the gap is O(aᵗ) almost surely, a = 1 - 2λσ.",
    formula=r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \in \mathcal{O}(a^t) \text{ a.s.}, \quad "
    r"a = 1-2\lambda\sigma, \quad \sigma = c_{\mathrm{bias},1}s-s^2\tfrac{L+C_R}2c_{\mathrm{var},1} > 0",
    forall={
        "L, M, Pⁿ, s": family(
            {f"least squares by two waves, d = 2, n = 1, s = {s}": s for s in (0.1, 0.3, 0.9)},
            "losses, classes, estimators and steps",  # not searched: paths are sampled
        ),
        "t": horizon,
    },
    given=[assume.strong_pl, assume.no_orthogonal_part, assume.no_error],
    reading="Corollary 4.10 with c = 0. Here a = 1 - 2s + 2s². The mean contracts by a, and E log(Y_{t+1}/Y_t) = 2 log "
    "max{s, 1 - s} < log a, so that almost every path contracts faster.",
    tight="attained in the mean",
    premises=["cor:exponential-convergence/corrected"],
    mutants={
        "the paths like the mean": {"paths": lambda s: np.log(1 - 2 * s + 2 * s**2)},
        "σ 5 % larger": {"a": lambda s: 1 - 2.1 * (s - s**2)},
    },
)
def best_case_contracts(s, *, a=lambda s: 1 - 2 * s + 2 * s**2, paths=lambda s: 2 * np.log(max(s, 1 - s))):
    """The direction after a step does not change the law of the next factor 1 - 4s(1-s) cos²θ, θ uniform."""
    times = np.arange(1, 15)
    gap = waves().gap(BEST.rule(s), times)
    yield equal(gap / gap[0], a(s) ** (times - 1.0), "mean", digits=10, until=14, symbol="E gap")
    yield less_than(paths(s), np.log(a(s)), "faster", symbol="E log(Y_{t+1}/Y_t)")

    def rule(draw, generators, plan, **options):
        return finite_horizon(mean_equals(draw, generators, plan, symbol="E log(Y_{t+1}/Y_t)", **options))

    support = (2 * np.log(abs(1 - 2 * s)) - 1e-9, 1e-9)
    options = {"value": paths(s), "support": support, "resolution": 0.02, "max_draws": 400_000}
    yield sampled(rule, lambda rng, size: path_logs(rng, size, step=s), name="paths", **options)


def jumping():
    """The values of ε, each with two δ."""
    named = {f"ε = {eps}, δ = 0.9 ε and 0.99 ε": eps for eps in (0.05, 0.3, 0.4, 0.49)}
    return family(named, "losses, classes, estimators; 0 < δ < ε < 1/2")  # not searched: paths are sampled


ALGEBRAIC = [assume.strong_pl, assume.bounded_orthogonal_part, assume.small_errors_1]


@claim(
    "x:tab1-row2-worst",
    kind="rate",
    says="If 0 < δ < ε, s_t ≍ t^(δ-1), β_t = O(t^(2δ-2)) and ‖(I-P_t)g_t‖ is bounded, then the gap is O(t^(-1+2ε)) "
    "almost surely.",
    formula=r"s_t \asymp t^{\delta-1},\ 0<\delta<\varepsilon \implies "
    r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \in \mathcal{O}(t^{-1+2\varepsilon})",
    forall={"L, M, Pⁿ, δ, ε": jumping(), "t": horizon},
    given=ALGEBRAIC,
    reading="Both conditions of Theorem 4.9, and its maximal inequality for rare jumps and β = 0; faster rates fail "
    "for jumps that return.",
    tight="approached as δ tends to ε, by jumps that return for ever; its maximal inequality by equal jumps",
    premises=["cor:quasi-linear-convergence/corrected"],
    mutants={
        "t^(-1 + 1.8 ε), which is t^(-1 + 2δ)": {"exponent": lambda eps: 1 - 1.8 * eps},
        "δ = ε": {"steps": lambda eps: Power(0.5, 1 - eps)},
        "δ = 0": {"steps": lambda _: Power(0.1, 1.0)},
        "β_t = t^(-3/2), which is summable": {"beta": lambda _: 1.5},
    },
)
def worst_case_is_sublinear(
    eps, *, exponent=WORST.exponent, steps=lambda eps: WORST.rule(0.5, eps), beta=lambda delta: 2 - 2 * delta
):
    errors = exponent(eps) - beta(0.9 * eps)
    yield at_most(errors, SUMMABLE, "errors", digits=None, symbol="the exponent of χ_{t+1} β_t")
    yield from rate_holds("δ = 0.9 ε", steps(eps), exponent(eps))
    yield from conditions_hold("δ = 0.99 ε", Power(0.5, 1 - 0.99 * eps), exponent(eps))
    yield from jumps_allow("returning", exponent(eps), (1 - steps(eps).exponent, 0.99 * eps), JUMP)


@cache
def mean_slope(eps):
    """-d log E gap / d log t over a late window for classical SGD and the target |x|, by exact moments.

    Steps from 2 on: with λ = 1/3 and steps from 1/2 on, ε = 0.05 is seen much later than in the window.
    """
    process = plain_sgd()
    return -window_slope(WINDOW, moments_of(process).gap(SGD.rule(2.0, eps), WINDOW, process.initial))


@claim(
    "x:tab1-row2-sgd",
    also=["x:sec4.2.2-same-as-sgd"],
    kind="rate",
    says="For strongly convex losses and samples of bounded variance, SGD with s_t ≍ t^(δ-1), 0 < δ < ε, has a gap of "
    "O(t^(-1+2ε)) almost surely.",
    formula=r"s_t \asymp t^{\delta-1},\ 0<\delta<\varepsilon \implies "
    r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \in \mathcal{O}(t^{-1+2\varepsilon})",
    forall={"L, M, Pⁿ, δ, ε": jumping(), "t": horizon},
    given=[assume.strong_pl, assume.bounded_orthogonal_part, assume.no_error],
    reading="The exponent of the worst case. Checked are the mean for the target |x| by {1, x}, and paths in one "
    "parameter, where z_t² of one law with two moments and no more exceeds t/log²t for ever.",
    premises=["x:tab1-row2-worst"],
    mutants={"an exponent of 0.02 more": {"exponent": lambda eps: 1.02 - 2 * eps}},
)
def sgd_is_sublinear(eps, *, exponent=SGD.exponent):
    yield equal(SGD.exponent(eps), WORST.exponent(eps), "the cells", symbol="the exponent")
    yield at_least(mean_slope(eps), exponent(eps), "mean", until=int(WINDOW[-1]), symbol="the exponent of the mean")
    yield from rate_holds("rare points", SGD.rule(0.5, eps), exponent(eps))
    yield from conditions_hold("δ = 0.99 ε", Power(0.5, 1 - 0.99 * eps), exponent(eps))
    yield from one_law_returns()
    yield from jumps_allow("one law", exponent(eps), (0.9 * eps, 0.99 * eps), ONE_LAW)
