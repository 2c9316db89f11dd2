"""Table 1 as one chart [tab:rates]: what is tabulated, what is exact in a window of times, what was fitted there."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from checks.instances.ensembles import EPSILON, flat_runs, moments_of, plain_sgd
from checks.instances.noisy_schemes import waves
from checks.instances.stationary_problems import flat_descent
from checks.views.problems import descent, kinked
from theorytest.approximation import Optimal, QuasiProjection
from theorytest.claims.views import CellRates, Estimate, chart
from theorytest.descent import TABLE_1, Constant, Fit, LinearDescent, descend, fit_rate, window_slope

REPLICAS, STEP = 600, 0.3
OF = ("mean", "median", "path")
ALPHA = 0.05
FLAT = np.unique(np.rint(np.geomspace(60, 1000, 14))).astype(int)
LATE = np.unique(np.rint(np.geomspace(400, 8000, 14))).astype(int)
EARLY = np.arange(1, 13)
PRINTED = {"best": "1 − ε", "worst": "1/2 − ε", "SGD": "1/2 − ε"}


def fitted(times: Any, paths: Any, exact: Mapping[str, Any], *, exponential: bool = False) -> tuple[Estimate, ...]:
    """Mean, median and path with 95 % intervals; `exact` has the known curves."""
    return tuple(
        _estimate(fit_rate(times, paths, of=of, exponential=exponential, alpha=ALPHA, exact=exact.get(of))) for of in OF
    )


def _estimate(fit: Fit) -> Estimate:
    if fit.reason:
        return Estimate(fit.question.of, note=fit.reason)
    ends = (fit.slope, fit.low, fit.high) if fit.question.exponential else (fit.slope, fit.high, fit.low)
    value, low, high = (_rate(fit, each) for each in ends)
    words = f"fitted from t = {int(fit.times[0])} to {int(fit.times[-1])}" + (f"; {fit.heavy}" if fit.heavy else "")
    return Estimate(fit.question.of, value, low, high, None if fit.exact is None else _rate(fit, fit.exact), words)


def _rate(fit: Fit, slope: float) -> float:
    """a of aᵗ or r of t^−r."""
    return float(np.exp(slope)) if fit.question.exponential else -slope


def flat_cell(rng: np.random.Generator, column: str, words: str) -> CellRates:
    """Row 1 on a flat loss, where only (LS) helps; it is not quadratic, so that no mean is known exactly."""
    cell = TABLE_1[f"x:tab1-row1-{column.lower()}"]
    assert cell.exponent is not None
    paths = flat_runs()[column.lower()].smallest(int(FLAT[-1]), FLAT, rng, REPLICAS)
    r = cell.exponent(EPSILON)
    printed = f"{PRINTED[column]} = {r:g} with ε = {EPSILON:g}"
    return CellRates(cell.label, words, "r", "≥", r, printed, fitted(FLAT, paths, {}), "min‖Pg‖² ~ t^−r")


def algebraic_cell(
    rng: np.random.Generator, label: str, words: str, process: Any, moments: Any, first: float
) -> CellRates:
    """Row 2 with steps t^(δ−1), δ = 0.9 ε: the exact mean is a recursion."""
    cell = TABLE_1[label]
    assert cell.exponent is not None
    steps, r = cell.rule(first, EPSILON), cell.exponent(EPSILON)
    paths = descend(process, steps, int(LATE[-1]), rng, REPLICAS, times=LATE).gap
    exact = {"mean": moments.gap(steps, LATE, process.initial)}
    printed = f"1 − 2ε = {r:g} with ε = {EPSILON:g}, δ = {0.9 * EPSILON:g}"
    return CellRates(label, words, "r", "≥", r, printed, fitted(LATE, paths, exact), "gap ~ t^−r")


def contracting(rng: np.random.Generator) -> CellRates:
    """Row 2, best case: two waves and one point, where mean and path are known."""
    loss, a = waves().loss, 1 - 2 * STEP + 2 * STEP**2
    process = LinearDescent(QuasiProjection(Optimal(loss.space), 1), loss)
    paths = descend(process, Constant(STEP), int(EARLY[-1]), rng, 4 * REPLICAS, times=EARLY).gap
    exact = {"mean": a**EARLY, "path": max(STEP, 1 - STEP) ** (2.0 * EARLY)}
    words = f"least squares by two waves, d = 2, n = 1, s = {STEP}"
    printed = f"1 − 2λσ = {a:.3g} with s = {STEP}"
    found = fitted(EARLY, paths, exact, exponential=True)
    return CellRates("x:tab1-row2-best", words, "a", "≤", a, printed, found, "gap ~ aᵗ")


def without_noise() -> list[CellRates]:
    """Both cells of gradient descent: one path, known exactly."""
    t = np.unique(np.rint(np.geomspace(100, 1e5, 14))).astype(int)
    r = -window_slope(t, flat_descent(0.1, int(t[-1]))[t - 1])
    always = "no randomness: mean, median and path are one curve, computed from t = 100 to 100,000"
    once = "no randomness: each step multiplies the gap by this factor"
    return [
        CellRates(
            "x:tab1-row1-gd", "f_q(z) = (1 + z)^−q, q = 0.1", "r", "≥", 1.0, "1",
            (Estimate("all", exact=r, note=always),), "min‖Pg‖² ~ t^−r",
        ),
        CellRates(
            "x:tab1-row2-gd", "x²/2 on a line, C_R = 1, a retraction that uses up (CR)", "a", "≤", 0.5,
            "1 − λ/(L + C_R) = 1/2", (Estimate("all", exact=0.5, note=once),), "gap ~ aᵗ",
        ),
    ]  # fmt: skip


@chart(
    "Table 1",
    says="Each panel is a cell of the table on one instance. The line is the tabulated rate, and the shaded side is "
    "what it allows; a dot with its bar is the fitted rate with its 95 % interval, for the mean, the median and single "
    "paths of an ensemble; a diamond is the exact rate in the same window. A rate on the shaded side agrees with the "
    "table, which bounds from one side only.",
)
def table_1(rng: np.random.Generator) -> list[CellRates]:
    """Row by row."""
    loss, sgd = kinked(3), plain_sgd()
    _, moments = descent(loss, "optimal", 1)
    process = LinearDescent(QuasiProjection(Optimal(loss.space), 1), loss, initial=loss.best)
    return [
        *without_noise(),
        flat_cell(rng, "best", "f_q, q = 1/4, two points, one optimal sample, constant step"),
        flat_cell(rng, "worst", "f_q, q = 1/4, four points, one optimal sample, something outside"),
        flat_cell(rng, "SGD", "f_q, q = 1/2, three points, the system {1, x}, one plain sample"),
        contracting(rng),
        algebraic_cell(
            rng, "x:tab1-row2-worst", "|x| by quadratics from the minimum on, one optimal point", process, moments, 0.5
        ),
        algebraic_cell(
            rng, "x:tab1-row2-sgd", "|x| by {1, x} from the minimum on, one plain point", sgd, moments_of(sgd), 2.0
        ),
    ]
