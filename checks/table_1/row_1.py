r"""Table 1, row 1: rates of min_{t≤τ} ‖P_t g_t‖² under (B), (LS) and (CR) alone."""

from dataclasses import replace

import numpy as np

from checks import hypotheses as assume
from checks.instances.ensembles import EPSILON, cells, flat_runs
from checks.instances.stationary_problems import envelope, growths
from checks.instances.stationary_runs import EXACT_DESCENTS
from theorytest import at_least, at_most, claim, horizon, proof, sampled
from theorytest.decisions.growth import Growth
from theorytest.decisions.horizon import on_horizon
from theorytest.decisions.path_growth import paths_bounded
from theorytest.decisions.probability import probability_at_most

HORIZON = 100_000


def rate_on_symbols(*, exponent=1, constant=2):
    """X_{τ+1} + τ m_τ/(2(L + C_R)) ≤ X_1 by induction over τ, for the running minimum m of ‖P_tg_t‖²; X ≥ 0."""
    L, C_R, k, tau = proof.positive("L"), proof.nonnegative("C_R"), proof.integer("k"), proof.integer("τ")
    X, moved, squares, m = (
        proof.function("X", "≥0"),
        proof.function("X̄"),
        proof.function("‖Pg‖²"),
        proof.function("min‖Pg‖²"),
    )
    s, K, least = 1 / (L + C_R), L + C_R, "min_{t≤τ}‖P_tg_t‖²"
    given = {
        "(LS)": proof.for_all(k, at_most(moved(k), X(k) - s * squares(k) + L / 2 * s**2 * squares(k))),
        "(CR)": proof.for_all(k, at_most(X(k + 1), moved(k) + C_R / 2 * s**2 * squares(k))),
        f"{least}: first": at_most(m(1), squares(1)),
        f"{least}: old": proof.for_all(k, at_most(m(k + 1), m(k))),
        f"{least}: new": proof.for_all(k, at_most(m(k + 1), squares(k + 1))),
    }
    one = lambda t: [proof.use(name, at={"k": t}) for name in ("(LS)", "(CR)")]  # noqa: E731
    later = [proof.use(f"{least}: new", s / 2, at={"k": tau}), proof.use(f"{least}: old", tau * s / 2, at={"k": tau})]
    first = [*one(1), proof.use(f"{least}: first", s / 2)]
    summed = proof.lemma(
        "the sum",
        at_most(X(tau + 1) + tau * m(tau) / (2 * K), X(1)),
        then=[proof.use("the sum", 2 * K / tau)],
        by=proof.induction(tau, base=first, step=[*one(tau + 1), *later, proof.use(proof.HYPOTHESIS)]),
    )
    return proof.statement(at_most(m(tau), constant * K * X(1) / tau**exponent), given=given, by=summed)


def rate_at(world):
    """At τ = 1, 10, ..., 10⁵; the envelopes are no part of the statement."""
    K, squares, found = world.smoothness, world.squares(HORIZON), [None] * HORIZON
    for tau in 10 ** np.arange(6):
        least = {tau: squares[tau - 1]}.__getitem__
        found[tau - 1] = {"L": K / 3, "C_R": 2 * K / 3, "τ": tau, "X": {1: world.gap}.__getitem__, "min‖Pg‖²": least}
    return found + ([None] * (HORIZON + 6) if world.flat is not None else [])


@claim(
    "x:tab1-row1-gd",
    also=["x:sec4.2.1-gd-rate"],
    kind="rate",
    says="If β_t = 0 and s = 1/(L+C_R), then gradient descent has "
    "min_{t≤τ}‖P_tg_t‖² ≤ 2(L+C_R)(L(u_1) - L_min,M)/τ = O(1/τ).",
    formula=r"\min_{t\le\tau}\|P_tg_t\|^2 \le "
    r"\frac{2(L+C_R)(\mathcal{L}(u_1)-\mathcal{L}_{\min,\mathcal{M}})}\tau",
    # not searched: far out the envelope of each loss decides, which is known by hand
    forall={"L, M": EXACT_DESCENTS, "τ": horizon},
    given=[assume.bounded_below, assume.smooth_loss, assume.controlled_retraction, assume.no_error, assume.no_noise],
    reading="The table prints O(1/t); the constant is the classical one. Exponents above 1.01 fail for q = 0.02. "
    "f_q(z) = (1 + z)^-q.",
    proof=proof.compared(rate_on_symbols, rate_at, per=1 / proof.integer("τ")),
    mutants={
        "the exponent 1.05": {"exponent": 1.05},
        "a tenth of the constant": {"constant": 0.2},
        "the whole gradient": {"of": lambda world, squares: squares + world.normal},
    },
)
def gradient_descent_has_rate_one(world, *, exponent=1, constant=2, of=lambda _, squares: squares):
    """Recursion up to t = 10⁵; all squares fall."""
    t = np.arange(1.0, HORIZON + 1)
    squares, bound = of(world, world.squares(HORIZON)), constant * world.smoothness * world.gap
    yield at_most(squares * t**exponent, bound, "up to 10⁵", digits=9, until=HORIZON, symbol="τ min‖Pg‖²")
    if world.flat is not None:
        yield from above_the_envelope(world.flat, squares, exponent, bound)


def above_the_envelope(q, squares, exponent, bound):
    """The squares lie above an envelope that holds for all t by convexity.

    Far out, at log t = 10 to 10⁶, the envelope q² (growth t)^(-2(q+1)/(q+2)) decides about exponents, whatever the
    constant (up to 10³ here).
    """
    t, far, (_, fast) = np.arange(1.0, HORIZON + 1), 10.0 ** np.arange(1, 7), growths(q)
    yield at_least(squares / envelope(q, t, fast), 1.0, "the envelope", digits=9, symbol="min‖g‖² over the envelope")
    least = 2 * np.log(q) - 2 * (q + 1) / (q + 2) * (np.log(fast) + far)
    yield at_most(least, np.log(1000 * bound) - exponent * far, "far out", digits=None, symbol="log min‖g‖²")


LAST, TIMES, DOUBLED = 1000, np.array([100, 300, 1000]), 2 ** np.arange(2, 11)
TYPICAL, SLACK = on_horizon(probability_at_most, LAST), 0.02


def at_rest(run):
    """The same run with steps of no length."""
    return replace(run, stretch=1e-9)


def almost_surely(run, exponent):
    """sup_τ τ^r min ‖P g‖² < ∞ along paths, over the first ‖P g‖², given that it is bounded or grows like a power.

    Near the tabulated exponent a path may still add SLACK per doubling.
    """
    return sampled(
        paths_bounded,
        lambda rng, size: DOUBLED**exponent * run.smallest(int(DOUBLED[-1]), DOUBLED, rng, size) / run.first_square,
        times=DOUBLED,
        slack=SLACK,
        among=(Growth.BOUNDED, Growth.POWER),
        name="almost surely",
        symbol=f"sup τ^{exponent:.2g} min‖Pg‖²/‖Pg_1‖²",
        resolution=0.2,
        max_draws=300,
    )


def typically(run, exponent, name="typically", slower=True):
    """The median path falls at least (or at most) like τ^-r from τ = 100 to τ = 1000."""

    def missed(rng, size):
        scaled = TIMES**exponent * run.smallest(LAST, TIMES, rng, size)
        grows = scaled[:, -1] > scaled[:, 0]
        return grows if slower else ~grows

    symbol = f"P(min‖Pg‖² falls {'less' if slower else 'more'} than τ^-{exponent:.2g} from τ = 100 to 1,000)"
    return sampled(TYPICAL, missed, bound=0.5, name=name, symbol=symbol, resolution=0.2, max_draws=1000)


READ = "Checked are paths up to τ = 1,024 and their median from τ = 100 to 1,000, for ε = 1/10."


@claim(
    "x:tab1-row1-best",
    also=["eq:rate_recovery_BLSCR"],
    kind="rate",
    says="If (I-P_t)g_t = β_t = 0 and s_t = s ≤ s̄, then min_{t≤τ}‖P_tg_t‖² = O(τ^(-1+ε)) almost surely.",
    formula=r"\|(I-P_t)g_t\| = \beta_t = 0 \implies "
    r"\min_{t\le\tau}\|P_tg_t\|^2 \lesssim \tau^{-1+\varepsilon} \text{ a.s.}",
    forall=cells(
        "best",
        "f_q, q = 1/4, two points, one optimal sample, s = s̄",
        ["flat, target inside", "target inside"],
        1 - EPSILON,
    ),
    given=[assume.conditions_of_4_8, assume.no_orthogonal_part, assume.no_error],
    reading=f"{READ} The steps give the exponent 1, the gradient flow 1.11: exponents up to 1.1 would pass as well.",
    premises=["thm:stationary_point", "x:sec4.2.1-constant-step"],
    mutants={
        "τ^-1.15": {"exponent": lambda _: 1.15},
        "an iterate at rest": {"drawn": at_rest},
        "Robbins-Monro steps": {"drawn": lambda run: replace(run, exponent=0.6)},
    },
)
@claim(
    "x:tab1-row1-worst",
    kind="rate",
    says="If Theorem 4.8 applies with s_t = s̄t^(-1/2-ε) and ‖(I-P_t)g_t‖ is bounded, then "
    "min_{t≤τ}‖P_tg_t‖² = O(τ^(-1/2+ε)) almost surely.",
    formula=r"\xi\in\ell^1,\ s_t = \bar s\,t^{-1/2-\varepsilon} \implies "
    r"\min_{t\le\tau}\|P_tg_t\|^2 \lesssim \tau^{-1/2+\varepsilon} \text{ a.s.}",
    forall=cells(
        "worst",
        "f_q, q = 1/4, four points, one optimal sample, orthogonal part 0.28",
        ["the line", "flat, target outside", "circle", "spiral"],
    ),
    given=[assume.conditions_of_4_8, assume.bounded_orthogonal_part],
    reading=f"{READ} Exponents up to 0.41 would pass as well. The lower bound c of the orthogonal part gives no rate.",
    premises=["thm:stationary_point", "x:sec4.2.1-step-choice/corrected"],
    mutants={
        "τ^-0.45": {"exponent": lambda _: 0.45},
        "an iterate at rest": {"drawn": at_rest},
        "steps t^-0.7": {"drawn": lambda run: replace(run, exponent=0.7)},
    },
)
@claim(
    "x:tab1-row1-sgd",
    also=["x:sec4.2.1-sgd-rate"],
    kind="rate",
    says="With finite c_var,1 and c_var,2, ‖(I-P_t)g_t‖ bounded and s_t = s̄t^(-1/2-ε), SGD has "
    "min_{t≤τ}‖P_tg_t‖² = O(τ^(-1/2+ε)) almost surely.",
    formula=r"\min_{t\le\tau}\|P_tg_t\|^2 \lesssim \tau^{-1/2+\varepsilon} \text{ a.s.}",
    forall=cells("sgd", "f_q, q = 1/2, three points, the system {1, x}, one plain sample"),
    given=[assume.conditions_of_4_8, assume.bounded_orthogonal_part],
    reading=f"{READ} Exponents up to 0.47 would pass as well. SGD is the non-projection with plain points; its "
    "variance is bounded if k_t and λ*(G) are.",
    premises=["thm:stationary_point"],
    mutants={
        "τ^-0.52": {"exponent": lambda _: 0.52},
        "an iterate at rest": {"drawn": at_rest},
        "steps t^-0.8": {"drawn": lambda run: replace(run, exponent=0.8)},
    },
)
def rate_of_the_smallest_gradient(cell, *, exponent=lambda tabulated: tabulated, drawn=lambda run: run):
    run, r = drawn(cell[0]), exponent(cell[1])
    yield almost_surely(run, r)
    yield typically(run, r)


@claim(
    "x:sec4.2.2-faster-than-sgd",
    kind="rate",
    says="For L-smooth losses the scheme can be faster than SGD: min_{t≤τ}‖P_tg_t‖² falls faster on one flat loss, "
    "without orthogonal part, than for SGD on another, with one.",
    formula=r"\tau^{-1+\varepsilon} \ll \tau^{-1/2+\varepsilon}",
    expected="consistent",
    reading="An example is enough for 'can'. The two rates belong to two settings, with constant and with "
    "Robbins-Monro steps; without orthogonal part SGD is as fast. The medians are compared with τ^-0.9, which is ours, "
    "from τ = 100 to 1,000.",
    premises=["x:tab1-row1-best", "x:tab1-row1-sgd"],
    mutants={"SGD without orthogonal part, constant steps": {"sgd": "sgd at its best"}},
)
def best_case_is_faster_than_sgd(*, sgd="sgd"):
    yield typically(flat_runs()["best"], 1 - EPSILON, "the scheme")
    yield typically(flat_runs()[sgd], 1 - EPSILON, "SGD", slower=False)
