r"""Table 1, row 1: rates of min_{t≤τ} ‖P_t g_t‖² under (B), (LS) and (CR) alone.

The loss falls for ever along f_q(z) = (1 + z)^-q, so that no strong PL condition holds: along the gradient flow
‖P g‖² decays like S^(-2(q+1)/(q+2)) in the sum S of the steps, an exponent that is close to 1 for small q.
Almost sure rates are held to the maximal inequality of Theorem 4.8. It is loose on these losses, so that it refutes an
iterate at rest or a much larger exponent, but no nearer lie; what paths typically do is a claim about their median.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from checks.instances.ensembles import EPSILON, THREE_POINTS, flat_runs
from checks.instances.stationary_problems import envelope, flat_descent, growths
from checks.section_3_2.quasi_projection import TWO_POINTS
from theorytest import at_least, at_most, claim, equal, sampled
from theorytest.approximation.estimators import NonProjection, QuasiProjection
from theorytest.approximation.measures import Discrete
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Monomials
from theorytest.decisions.horizon import finite_horizon, on_horizon
from theorytest.decisions.probability import probability_at_most
from theorytest.decisions.trajectories import maximal_inequality

UNEQUAL_POINTS = Discrete(np.array([-1.0, 1.0]), np.array([0.4, 0.6]))
HORIZON = 100_000
FLATNESS = (0.02, 0.1, 0.5, 1.0)


@claim(
    "x:tab1-row1-gd",
    also=["x:sec4.2.1-gd-rate"],
    kind="rate",
    says="Gradient descent with the step 1/L has a smallest squared gradient of order 1/t, at most 2 L gap / t; "
    "no exponent above 1.01 holds for all smooth losses that are bounded below.",
    formula=r"\min_{t\le\tau}\|g_t\|^2 \le \frac{2L(\mathcal{L}(u_1)-\mathcal{L}_{\min})}\tau",
    expected="consistent",
    tight="approached: the exponent of f_q tends to 1 with q to 0",
    mutants={"exponent x 1.2": {"exponent": 1.2}, "a steeper upper envelope": {"steepness": 0.97}},
)
def gradient_descent_has_rate_one(*, exponent=1.0, steepness=1.0):
    """Recursion up to t = 10⁵ for four q, between two envelopes that hold for all t by convexity.

    Far out, at log t = 10 to 10⁶, the lower envelope decides about exponents whatever the constant (up to 10³ here).
    It is at least q² (growth t)^(-2(q+1)/(q+2)), as its growth exceeds 1.
    """
    t, far = np.arange(1.0, HORIZON + 1), 10.0 ** np.arange(1, 7)
    for q in FLATNESS:
        squares, twice_L = flat_descent(q, HORIZON), 2 * q * (q + 1)
        slow, fast = growths(q)
        bound = twice_L * t**-exponent
        rule = on_horizon(at_most, HORIZON)
        yield rule(squares / bound, 1.0, name=f"q = {q}", digits=9, symbol="min |g|^2 / bound")
        upper = envelope(q, t, slow) ** (2 - steepness)
        yield at_least(squares / envelope(q, t, fast), 1.0, name=f"q = {q}: above", digits=9)
        yield at_most(squares / upper, 1.0, name=f"q = {q}: below", digits=9)
        least = 2 * np.log(q) - 2 * (q + 1) / (q + 2) * (np.log(fast) + far)
        bound = np.log(1000 * twice_L) - exponent * far
        yield at_most(least, bound, name=f"q = {q}: far", digits=None, symbol="log min |g|^2")


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
    yield at_least(rest, level, name="at rest", digits=None, symbol="t^r |P g_1|^2")
    yield sampled(
        maximal_inequality,
        lambda rng, size: TIMES**exponent * drawn(run).smallest(LAST, TIMES, rng, size),
        level=level,
        bound=run.total / c,
        name="almost surely",
        symbol=f"P(sup t^{exponent:.2g} min |P g|^2 >= {level:.3g})",
        resolution=0.2,
        max_draws=300,
    )


def typically(run, exponent, name, slower=True):
    """The median path falls at least (or at most) like τ^-r from τ = 100 to τ = 1000."""

    def missed(rng, size):
        scaled = TIMES**exponent * run.smallest(LAST, TIMES, rng, size)
        grows = scaled[:, -1] > scaled[:, 0]
        return grows if slower else ~grows

    yield sampled(
        lambda *args, **options: finite_horizon(probability_at_most(*args, **options)),
        missed,
        bound=0.5,
        name=name,
        symbol=f"P(min |P g|^2 falls {'less' if slower else 'more'} than t^-{exponent:.2g} from t = 100 to 1,000)",
        resolution=0.2,
        max_draws=1000,
    )


@claim(
    "x:tab1-row1-best",
    also=["eq:rate_recovery_BLSCR"],
    kind="rate",
    says="Without orthogonal part and retraction error constant steps give the rate t^(-1+eps), almost surely.",
    formula=r"\|(I-P_t)g_t\| = \beta_t = 0 \implies "
    r"\min_{t\le\tau}\|P_tg_t\|^2 \lesssim \tau^{-1+\varepsilon} \text{ a.s.}",
    expected="consistent",
    premises=["thm:stationary_point", "x:sec4.2.1-constant-step"],
    mutants={"an iterate at rest": {"drawn": at_rest}, "t^-2": {"exponent": 2.0}},
)
def best_case_rate(*, exponent=1 - EPSILON, drawn=lambda run: run):
    """q = 1/4, two points, one sample, s = s̄ = 1/2, with B/c for the exponent 1, which holds as well.

    See `eq:rate_recovery_BLSCR/no-epsilon`.
    """
    yield from almost_surely(flat_runs()["best"], exponent, 1.0, drawn)


@claim(
    "x:tab1-row1-best/typical",
    kind="rate",
    says="The median path of the best case falls faster than t^-0.9, from t = 100 to 1,000 on a flat loss.",
    formula=r"\mathrm{med}\,\min_{t\le\tau}\|P_tg_t\|^2 \lesssim \tau^{-1+\varepsilon}",
    expected="consistent",
    mutants={
        "t^-1.15": {"exponent": 1.15},
        "an iterate at rest": {"drawn": at_rest},
        "Robbins-Monro steps": {"drawn": lambda run: replace(run, exponent=0.6)},
    },
)
def best_case_median(*, exponent=1 - EPSILON, drawn=lambda run: run):
    """Slope -1.11, as the gradient flow has."""
    yield from typically(drawn(flat_runs()["best"]), exponent, "typically")


@claim(
    "eq:rate_nonrecovery_BLSCR",
    also=["x:tab1-row1-worst"],
    kind="rate",
    says="Where Theorem 4.8 applies, its summable xi included, and the orthogonal part does not vanish, steps of "
    "the order t^(-1/2-eps) give the rate t^(-1/2+eps), almost surely.",
    formula=r"\|(I-P_t)g_t\|+\beta_t \ge c,\ \xi\in\ell^1,\ s_t = \bar s\,t^{-1/2-\varepsilon} \implies "
    r"\min_{t\le\tau}\|P_tg_t\|^2 \lesssim \tau^{-1/2+\varepsilon} \text{ a.s.}",
    expected="consistent",
    premises=["thm:stationary_point", "x:sec4.2.1-step-choice/corrected"],
    mutants={"an iterate at rest": {"drawn": at_rest}, "the rate t^-1": {"exponent": 1.0}},
)
def worst_case_rate(*, exponent=0.5 - EPSILON, drawn=lambda run: run):
    """ε = 1/10, q = 1/4, four points, one sample, orthogonal part 0.28: bounded, which makes ξ summable.

    That a lower bound of the orthogonal part is not enough is `eq:rate_nonrecovery_BLSCR/upper-bound`.
    """
    yield from almost_surely(flat_runs()["worst"], exponent, 0.5 - EPSILON, drawn)


@claim(
    "x:tab1-row1-worst/typical",
    kind="rate",
    says="The median path with an orthogonal part falls faster than t^-0.4 for steps t^-0.6, from t = 100 to "
    "1,000 on a flat loss.",
    formula=r"\mathrm{med}\,\min_{t\le\tau}\|P_tg_t\|^2 \lesssim \tau^{-1/2+\varepsilon}",
    expected="consistent",
    mutants={
        "t^-0.5": {"exponent": 0.5},
        "an iterate at rest": {"drawn": at_rest},
        "steps t^-0.7": {"drawn": lambda run: replace(run, exponent=0.7)},
    },
)
def worst_case_median(*, exponent=0.5 - EPSILON, drawn=lambda run: run):
    """ε = 1/10: slope -0.43."""
    yield from typically(drawn(flat_runs()["worst"]), exponent, "typically")


@claim(
    "x:tab1-row1-sgd",
    also=["x:sec4.2.1-sgd-rate"],
    kind="rate",
    says="SGD, the non-projection with plain samples, has the rate t^(-1/2+eps) for steps t^(-1/2-eps), almost "
    "surely, when the orthogonal part is bounded.",
    formula=r"\min_{t\le\tau}\|P_tg_t\|^2 \lesssim \tau^{-1/2+\varepsilon} \text{ a.s.}",
    expected="consistent",
    premises=["thm:stationary_point"],
    mutants={"an iterate at rest": {"drawn": at_rest}, "the rate t^-1": {"exponent": 1.0}},
)
def sgd_rate(*, exponent=0.5 - EPSILON, drawn=lambda run: run):
    """ε = 1/10, q = 1/2, three points, the system {1, x} with c_bias1 = 2/3.

    The rate known for SGD assumes a bounded variance; without it the counterexample to (20) is one for SGD too.
    """
    yield from almost_surely(flat_runs()["sgd"], exponent, 0.5 - EPSILON, drawn)


@claim(
    "x:tab1-row1-sgd/typical",
    kind="rate",
    says="The median path of SGD falls faster than t^-0.4 for steps t^-0.6, from t = 100 to 1,000 on a flat loss.",
    formula=r"\mathrm{med}\,\min_{t\le\tau}\|P_tg_t\|^2 \lesssim \tau^{-1/2+\varepsilon}",
    expected="consistent",
    mutants={
        "t^-0.55": {"exponent": 0.55},
        "an iterate at rest": {"drawn": at_rest},
        "steps t^-0.8": {"drawn": lambda run: replace(run, exponent=0.8)},
    },
)
def sgd_median(*, exponent=0.5 - EPSILON, drawn=lambda run: run):
    """ε = 1/10: slope -0.48."""
    yield from typically(drawn(flat_runs()["sgd"]), exponent, "typically")


@claim(
    "x:sec4.2.2-faster-than-sgd",
    kind="rate",
    says="At its best the scheme is faster than t^-0.9, and SGD with a lasting orthogonal part and Robbins-Monro "
    "steps is slower: the two rates compared belong to two settings.",
    formula=r"\tau^{-1+\varepsilon} \ll \tau^{-1/2+\varepsilon}",
    expected="consistent",
    premises=["x:tab1-row1-best/typical", "x:tab1-row1-sgd/typical"],
    mutants={"SGD in the best case with constant steps": {"sgd": "sgd at its best"}},
)
def best_case_is_faster_than_sgd(*, sgd="sgd"):
    """Median paths of both. SGD on a problem without orthogonal part, with constant steps, is not slower: a mutant."""
    yield from typically(flat_runs()["best"], 1 - EPSILON, "scheme")
    yield from typically(flat_runs()[sgd], 1 - EPSILON, "SGD", slower=False)


@claim(
    "x:sec4.2.2-faster-than-sgd/same-problem",
    kind="identity",
    says="On the same problem nothing is gained by itself: for all functions on two equal points SGD is the "
    "scheme, sample by sample, so that its rate is the same in the best case and in the worst.",
    formula=r"\varphi_k = b_k,\ w_t\equiv 1 \text{ optimal} \implies P_{\mathrm{SGD}}^n = P_t^n",
    expected="computed",
    mutants={"unequal points": {"measure": UNEQUAL_POINTS}, "three points": {"measure": THREE_POINTS}},
)
def sgd_can_be_the_scheme(*, measure=TWO_POINTS):
    """Both laws of the samples and both estimators; Theorem 4.8 holds for non-projections as well."""
    space = Space(Monomials(2), measure)
    x = measure.points[:, None, :]  # every sample of one point
    jets = np.stack([3 + x, 1 - 2 * x], axis=-1)  # of two gradients
    weight = Optimal(space).weight(measure.points)
    yield equal(weight, 1.0, name="law", digits=12, symbol="the optimal weight")
    scheme = QuasiProjection(Optimal(space), 1).coefficients(x, jets)
    sgd = NonProjection(Plain(space), 1).coefficients(x, jets)
    yield equal(sgd, scheme, name="two points", digits=12, symbol="a coefficient")
