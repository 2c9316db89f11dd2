"""The judge judged: every decision on worlds with known truth, its promised error rate and power beside the measured.

Promises: a true claim, tight, is refuted with probability at most α. A claim false by the resolution is refuted with
probability at least 0.99 within the budget, and passes with probability at most α. Each is tested exactly: `p_value`
is the binomial probability of a result at least as bad as the measured one if the promise were only just kept.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from theorytest.calibration import broken
from theorytest.calibration import worlds as w
from theorytest.decisions.curves import curve_at_most
from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.directions import matrix_at_most
from theorytest.decisions.means import mean_at_least, mean_at_most, mean_equals
from theorytest.decisions.probability import probability_at_least, probability_at_most, probability_equals
from theorytest.decisions.rates import contraction_equals, exponent_at_least, exponent_at_most, exponent_equals
from theorytest.decisions.sequential import POWER, Generators, Plan
from theorytest.decisions.trajectories import drift_at_most, maximal_inequality
from theorytest.decisions.watched import Draw

_QUICK = ("probability", "maximal")
PASSES = tuple(verdict for verdict in Verdict if verdict.holds)

# The e-process pays for looking at any time and for not knowing λ: about four times the draws of a z-test.
BUDGET = 4

_CHEAP = 10  # times the repetitions, for decisions that take a millisecond or a single look

DELTA = 0.4  # the violation that false claims have, where the law allows to see it soon


@dataclass(frozen=True)
class Case:
    """One decision on one world: `run(generators, plan)` decides a claim that is true, or false by the resolution."""

    decision: str
    world: str
    true: bool
    plan: Plan
    run: Callable[[Generators, Plan], Decision | Verdict]
    broken: bool = False
    cheap: bool = False  # worth more repetitions, which see smaller breaches of the promise


@dataclass(frozen=True)
class Row:
    """What a decision promised on a world, and what was measured."""

    decision: str
    world: str
    truth: str
    promised: str
    repetitions: int
    refuted: float
    passed: float
    p_value: float
    broken: bool

    def holds(self, *, level: float = 1e-6) -> bool:
        """Whether the measured rates agree with the promise; a kept promise fails this with probability ≤ `level`."""
        return self.p_value >= level


def calibrate(
    *, repetitions: int = 100, alpha: float = 0.01, seed: int = 0, cases: Sequence[Case] | None = None
) -> list[Row]:
    """The calibration table. Every repetition has its own generators, derived from seed, case and number."""
    if repetitions < 1:
        raise ValueError(f"repetitions must be at least 1, got {repetitions}")
    chosen = default_cases(alpha) if cases is None else cases
    return [_row(case, repetitions * (_CHEAP if case.cheap else 1), seed) for case in chosen]


def default_cases(alpha: float) -> list[Case]:
    """All decisions on all worlds that they make sense on, then the broken ones."""
    return [
        *(case for world in (w.LIGHT, w.SKEWED, w.PARETO, w.BOUNDED) for case in _mean_cases(world, alpha)),
        *_probability_cases(alpha),
        *_structure_cases(alpha),
        *_broken_cases(alpha),
    ]


def _mean_cases(world: w.World, alpha: float) -> list[Case]:
    """Violations of at most 40 %; of a factor 2 for Pareto(1.5), where only E X ≤ B can be refuted."""
    if np.isinf(world.deviation):
        return _heavy_cases(world, alpha)
    delta = DELTA * min(world.deviation, 1.0)
    plan, support = _plan(alpha, delta, world.deviation), (0.0, world.upper)
    assumed = {} if np.isfinite(world.upper) else {"kurtosis": world.kurtosis}
    cases = []
    for true in (True, False):
        above, below = (1.0, 1.0) if true else (1 / (1 + delta), 1 / (1 - delta))
        options: dict[str, object] = {"bound": above, "upper": world.upper, **assumed}
        cases.append(_case("mean_at_most", world, true, plan, mean_at_most, options))
        options = {"bound": below, "support": support, "variance": world.deviation**2}
        cases.append(_case("mean_at_least", world, true, plan, mean_at_least, options))
        if assumed:  # otherwise the ends of the support say enough
            cases.append(_case("mean_at_least, with a kurtosis", world, true, plan, mean_at_least, options | assumed))
        options = {"value": above, "support": support, **assumed}
        cases.append(_case("mean_equals", world, true, plan, mean_equals, options))
    return cases


def _heavy_cases(world: w.World, alpha: float) -> list[Case]:
    plan = _plan(alpha, 1.0, 3.0)
    return [
        _case("mean_at_most", world, True, plan, mean_at_most, {"bound": 1.0}),
        _case("mean_equals", world, True, plan, mean_equals, {"value": 1.0, "support": (0.0, np.inf)}),
        _case("mean_at_most", world, False, plan, mean_at_most, {"bound": 0.5}),
    ]


def _probability_cases(alpha: float) -> list[Case]:
    world = w.event(0.2)
    plan = _plan(alpha, DELTA, world.deviation)
    cases = []
    for true in (True, False):
        p = 0.2 if true else 0.2 / (1 + DELTA)
        cases.append(_case("probability_at_most", world, true, plan, probability_at_most, {"bound": p}))
        below = 0.2 if true else 0.2 / (1 - DELTA)
        cases.append(_case("probability_at_least", world, true, plan, probability_at_least, {"bound": below}))
        cases.append(_case("probability_equals", world, true, plan, probability_equals, {"value": p}))
    return cases


def _structure_cases(alpha: float) -> list[Case]:
    """Directions, rates, maximal and drift inequalities."""
    cases = []
    for true in (True, False):
        shift = 1.0 if true else 1 + DELTA
        drifting = w.World(w.DRIFTING.name, _scaled(w.DRIFTING.sample, shift), w.DRIFTING.deviation)
        matrix: dict[str, object] = {"bound": np.eye(5) / shift, "norm_bound": 5 * shift}
        rate: dict[str, object] = {"times": w.TIMES, "slope": -1.0 if true else -1 / 1.1, "kurtosis": w.PATHS.kurtosis}
        contraction = {**rate, "times": np.log(w.TIMES)}  # the same paths are exponential in log t
        paths = _plan(alpha, 0.1, w.PATHS.deviation)
        drift: dict[str, object] = {"kurtosis": 60.0}
        maximal: dict[str, object] = {"level": 4.0, "bound": 1 / shift}
        cases += [
            _case(
                "matrix_at_most", w.MATRICES, true, _plan(alpha, DELTA, w.MATRICES.deviation), matrix_at_most, matrix
            ),
            _case("exponent_equals", w.PATHS, true, paths, exponent_equals, rate),
            _case(
                "exponent_at_most", w.PATHS, true, paths, exponent_at_most, {**rate, "slope": -1.0 if true else -1.1}
            ),
            _case("exponent_at_least", w.PATHS, true, paths, exponent_at_least, rate),
            _case("contraction_equals", w.PATHS, true, paths, contraction_equals, contraction),
            *_curve_cases(alpha, true),
            _case(
                "maximal_inequality",
                w.DOUBLING,
                true,
                _plan(alpha, DELTA, w.DOUBLING.deviation),
                maximal_inequality,
                maximal,
            ),
            _case("drift_at_most", drifting, true, _plan(alpha, DELTA, drifting.deviation), drift_at_most, drift),
        ]
    return cases


def _curve_cases(alpha: float, true: bool) -> list[Case]:
    """E X_t ≤ 1/t, or less than that by the resolution; a factor 2 for Pareto(1.5)."""
    light, heavy = _plan(alpha, 0.1, w.PATHS.deviation), _plan(alpha, 1.0, w.HEAVY_PATHS.deviation)
    options = {"times": w.TIMES, "curve": 1 / w.TIMES / (1.0 if true else 1.1), "kurtosis": 15.0}
    wild = {"times": w.TIMES, "curve": 1 / w.TIMES / (1.0 if true else 2.0)}
    return [
        _case("curve_at_most", w.PATHS, true, light, curve_at_most, options),
        _case("curve_at_most", w.HEAVY_PATHS, true, heavy, curve_at_most, wild),
    ]


def _broken_cases(alpha: float) -> list[Case]:
    """Decisions that break their promise on true claims."""
    plan = Plan(alpha, DELTA, 1000)
    rate: dict[str, object] = {"times": w.TIMES, "slope": -1.0}
    matrix: dict[str, object] = {"bound": np.eye(5)}
    return [
        _case("broken: z-test, E X >= B", w.PARETO, True, plan, broken.z_test_at_least, {"bound": 1.0}, True),
        _case("broken: OLS slope interval", w.PATHS, True, plan, broken.ols_exponent, rate, True),
        _case("broken: plug-in eigenvalue", w.MATRICES, True, plan, broken.plug_in_matrix, matrix, True),
    ]


def _plan(alpha: float, delta: float, deviation: float) -> Plan:
    needed = Plan(alpha, delta, 1).needed(deviation)
    return Plan(alpha, delta, BUDGET * needed, first_batch=max(needed // 8, 50))


def _case(
    name: str,
    world: w.World,
    true: bool,
    plan: Plan,
    decide: Callable[..., Decision | Verdict],
    options: Mapping[str, object],
    is_broken: bool = False,
) -> Case:
    def run(generators: Generators, plan: Plan) -> Decision | Verdict:
        return decide(world.sample, generators, plan, **options)

    return Case(name, world.name, true, plan, run, is_broken, cheap=is_broken or name.startswith(_QUICK))


def _scaled(sample: Draw, factor: float) -> Draw:
    return lambda rng, size: factor * np.asarray(sample(rng, size))


def _row(case: Case, repetitions: int, seed: int) -> Row:
    verdicts = [_verdict(case.run(_generators(case, seed, r), case.plan)) for r in range(repetitions)]
    refuted = sum(v is Verdict.REFUTED for v in verdicts)
    passed = sum(v in PASSES for v in verdicts)
    alpha = case.plan.alpha
    truth = "true" if case.true else f"false by {100 * case.plan.resolution:.3g} %"
    promised = f"refuted <= {alpha:g}" if case.true else f"refuted >= {POWER:g}, passed <= {alpha:g}"
    return Row(
        decision=case.decision,
        world=case.world,
        truth=truth,
        promised=promised,
        repetitions=repetitions,
        refuted=refuted / repetitions,
        passed=passed / repetitions,
        p_value=_p_value(case, refuted, passed, repetitions),
        broken=case.broken,
    )


def _p_value(case: Case, refuted: int, passed: int, repetitions: int) -> float:
    """The exact binomial test of the promise; a false claim has two promises, hence the factor 2."""
    from scipy.stats import binom  # dear to load, and needed at the end only

    if case.true:
        return float(binom.sf(refuted - 1, repetitions, case.plan.alpha))
    too_often = float(binom.sf(passed - 1, repetitions, case.plan.alpha))
    too_rarely = float(binom.cdf(refuted, repetitions, POWER))
    return min(1.0, 2 * min(too_often, too_rarely))


def _verdict(decision: Decision | Verdict) -> Verdict:
    return decision.verdict if isinstance(decision, Decision) else decision


def _generators(case: Case, seed: int, repetition: int) -> Generators:
    key = zlib.crc32(f"{case.decision}|{case.world}|{case.true}".encode())
    return lambda chunk: np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(key, repetition, chunk)))
