r"""Table 1, row 1: rates of min_{t≤τ} ‖P_t g_t‖² under (B), (LS) and (CR) alone.

The almost sure cells are held to the maximal inequality of Theorem 4.8, which is loose on flat losses: alone it lets
twice the tabulated exponent pass. What the median path does from τ = 100 to 1,000 is nearer.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from checks.hypotheses import (
    bounded_below,
    bounded_orthogonal_part,
    conditions_of_4_8,
    no_error,
    no_noise,
    no_orthogonal_part,
    no_retraction,
    smooth_loss,
)
from checks.instances.ensembles import EPSILON, flat_runs
from checks.instances.stationary_problems import envelope, flat_descent, growths
from theorytest import at_least, at_most, claim, family, horizon, sampled
from theorytest.decisions.horizon import finite_horizon
from theorytest.decisions.probability import probability_at_most
from theorytest.decisions.trajectories import maximal_inequality

HORIZON = 100_000


@claim(
    "x:tab1-row1-gd",
    also=["x:sec4.2.1-gd-rate"],
    kind="rate",
    says="With s = 1/L gradient descent has min_{t≤τ}‖g_t‖² ≤ 2L(L(u_1) - L_min)/τ = O(1/τ).",
    formula=r"\min_{t\le\tau}\|g_t\|^2 \le \frac{2L(\mathcal{L}(u_1)-\mathcal{L}_{\min})}\tau",
    forall={"L": family((0.02, 0.1, 0.5, 1.0), "losses f_q(z) = (1 + z)^-q"), "τ": horizon},
    given=[bounded_below, smooth_loss, no_retraction, no_noise],
    reading="The table prints O(1/t); the constant is the classical one. Exponents above 1.01 fail for q = 0.02.",
    mutants={"the exponent 1.05": {"exponent": 1.05}, "a tenth of the constant": {"constant": 0.2}},
)
def gradient_descent_has_rate_one(q, *, exponent=1.0, constant=2.0):
    """Recursion up to t = 10⁵, above an envelope that holds for all t by convexity.

    Far out, at log t = 10 to 10⁶, the envelope q² (growth t)^(-2(q+1)/(q+2)) decides about exponents, whatever the
    constant (up to 10³ here).
    """
    t, far = np.arange(1.0, HORIZON + 1), 10.0 ** np.arange(1, 7)
    squares, twice_L = flat_descent(q, HORIZON), constant * q * (q + 1)
    _, fast = growths(q)
    yield at_most(squares * t**exponent, twice_L, "up to 10⁵", digits=9, until=HORIZON, symbol="τ min‖g‖²")
    yield at_least(squares / envelope(q, t, fast), 1.0, "the envelope", digits=9, symbol="min‖g‖² over the envelope")
    least = 2 * np.log(q) - 2 * (q + 1) / (q + 2) * (np.log(fast) + far)
    bound = np.log(1000 * twice_L) - exponent * far
    yield at_most(least, bound, "far out", digits=None, symbol="log min‖g‖²")


LAST, TIMES, LEVEL = 1000, np.array([100, 300, 1000]), 1.5


def at_rest(run):
    """The same run with steps of no length."""
    return replace(run, stretch=1e-9)


def almost_surely(run, exponent, printed, drawn):
    """P(sup_τ τ^r min ‖P g‖² ≥ K B/c) ≤ 1/K over τ ≥ 100 with c = min_τ S_τ τ^-r for the printed r, and K = 3/2.

    A larger K would let an iterate at rest pass; that it does not is decided first.
    """
    times = np.arange(1.0, LAST + 1)
    c = float(np.min((np.cumsum(run.weights(LAST)) * times**-printed)[TIMES[0] - 1 :]))
    level, rest = LEVEL * run.total / c, LAST**printed * run.first_square
    yield at_least(rest, level, "at rest", digits=None, symbol="τ^r ‖Pg_1‖²")
    yield sampled(
        maximal_inequality,
        lambda rng, size: TIMES**exponent * drawn(run).smallest(LAST, TIMES, rng, size),
        level=level,
        bound=run.total / c,
        name="almost surely",
        symbol=f"P(sup τ^{exponent:.2g} min‖Pg‖² ≥ {level:.3g})",
        resolution=0.2,
        max_draws=300,
    )


def typically(run, exponent, name="typically", slower=True):
    """The median path falls at least (or at most) like τ^-r from τ = 100 to τ = 1000."""

    def missed(rng, size):
        scaled = TIMES**exponent * run.smallest(LAST, TIMES, rng, size)
        grows = scaled[:, -1] > scaled[:, 0]
        return grows if slower else ~grows

    def rule(*args, **options):
        return finite_horizon(probability_at_most(*args, **options))

    symbol = f"P(min‖Pg‖² falls {'less' if slower else 'more'} than τ^-{exponent:.2g} from τ = 100 to 1,000)"
    return sampled(rule, missed, bound=0.5, name=name, symbol=symbol, resolution=0.2, max_draws=1000)


def on(column, words):
    """The domains of a cell: one flat loss."""
    return {"L, T, Pⁿ, ε": family(lambda: {words: flat_runs()[column]}, "losses, spaces, estimators, ε"), "τ": horizon}


READ = "Checked are the maximal inequality of Theorem 4.8 and the median from τ = 100 to 1,000, on one flat loss."


@claim(
    "x:tab1-row1-best",
    also=["eq:rate_recovery_BLSCR"],
    kind="rate",
    says="If (I-P_t)g_t = β_t = 0 and s_t = s ≤ s̄, then min_{t≤τ}‖P_tg_t‖² = O(τ^(-1+ε)) almost surely.",
    formula=r"\|(I-P_t)g_t\| = \beta_t = 0 \implies "
    r"\min_{t\le\tau}\|P_tg_t\|^2 \lesssim \tau^{-1+\varepsilon} \text{ a.s.}",
    forall=on("best", "f_q, q = 1/4, two points, one optimal sample, s = s̄, ε = 1/10"),
    given=[conditions_of_4_8, no_orthogonal_part, no_error],
    reading=READ,
    premises=["thm:stationary_point", "x:sec4.2.1-constant-step"],
    mutants={
        "τ^-1.15": {"exponent": 1.15},
        "an iterate at rest": {"drawn": at_rest},
        "Robbins-Monro steps": {"drawn": lambda run: replace(run, exponent=0.6)},
    },
)
def best_case_rate(flat, *, exponent=1 - EPSILON, drawn=lambda run: run):
    """With B/c for the exponent 1, which holds as well. The median has the slope -1.11 of the gradient flow."""
    yield from almost_surely(flat, exponent, 1.0, drawn)
    yield typically(drawn(flat), exponent)


@claim(
    "x:tab1-row1-worst",
    kind="rate",
    says="If Theorem 4.8 applies with s_t = s̄t^(-1/2-ε) and ‖(I-P_t)g_t‖ is bounded, then "
    "min_{t≤τ}‖P_tg_t‖² = O(τ^(-1/2+ε)) almost surely.",
    formula=r"\xi\in\ell^1,\ s_t = \bar s\,t^{-1/2-\varepsilon} \implies "
    r"\min_{t\le\tau}\|P_tg_t\|^2 \lesssim \tau^{-1/2+\varepsilon} \text{ a.s.}",
    forall=on("worst", "f_q, q = 1/4, four points, one optimal sample, orthogonal part 0.28, ε = 1/10"),
    given=[conditions_of_4_8, bounded_orthogonal_part],
    reading=f"{READ} The lower bound c of the orthogonal part that is printed before it gives no rate by itself.",
    premises=["thm:stationary_point", "x:sec4.2.1-step-choice/corrected"],
    mutants={
        "τ^-0.5": {"exponent": 0.5},
        "an iterate at rest": {"drawn": at_rest},
        "steps t^-0.7": {"drawn": lambda run: replace(run, exponent=0.7)},
    },
)
def worst_case_rate(flat, *, exponent=0.5 - EPSILON, drawn=lambda run: run):
    yield from almost_surely(flat, exponent, 0.5 - EPSILON, drawn)
    yield typically(drawn(flat), exponent)


@claim(
    "x:tab1-row1-sgd",
    also=["x:sec4.2.1-sgd-rate"],
    kind="rate",
    says="With finite c_var,1 and c_var,2, ‖(I-P_t)g_t‖ bounded and s_t = s̄t^(-1/2-ε), SGD has "
    "min_{t≤τ}‖P_tg_t‖² = O(τ^(-1/2+ε)) almost surely.",
    formula=r"\min_{t\le\tau}\|P_tg_t\|^2 \lesssim \tau^{-1/2+\varepsilon} \text{ a.s.}",
    forall=on("sgd", "f_q, q = 1/2, three points, the system {1, x}, one plain sample, ε = 1/10"),
    given=[conditions_of_4_8, bounded_orthogonal_part],
    reading=f"{READ} SGD is the non-projection with plain points; its variance is bounded if k_t is finite.",
    premises=["thm:stationary_point"],
    mutants={
        "τ^-0.55": {"exponent": 0.55},
        "an iterate at rest": {"drawn": at_rest},
        "steps t^-0.8": {"drawn": lambda run: replace(run, exponent=0.8)},
    },
)
def sgd_rate(flat, *, exponent=0.5 - EPSILON, drawn=lambda run: run):
    yield from almost_surely(flat, exponent, 0.5 - EPSILON, drawn)
    yield typically(drawn(flat), exponent)


@claim(
    "x:sec4.2.2-faster-than-sgd",
    kind="rate",
    says="For L-smooth losses the scheme can be faster than SGD: on flat losses its median without orthogonal part "
    "falls faster than τ^-0.9, that of SGD with one slower.",
    formula=r"\tau^{-1+\varepsilon} \ll \tau^{-1/2+\varepsilon}",
    expected="consistent",
    reading="An example is enough for 'can'. The two rates belong to two settings, with constant and with "
    "Robbins-Monro steps; seen from τ = 100 to 1,000.",
    premises=["x:tab1-row1-best", "x:tab1-row1-sgd"],
    mutants={"SGD without orthogonal part, constant steps": {"sgd": "sgd at its best"}},
)
def best_case_is_faster_than_sgd(*, sgd="sgd"):
    yield typically(flat_runs()["best"], 1 - EPSILON, "the scheme")
    yield typically(flat_runs()[sgd], 1 - EPSILON, "SGD", slower=False)
