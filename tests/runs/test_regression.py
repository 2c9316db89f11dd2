"""Drift is found as between two samples, and a changed seed alone raises no alarm beyond the budget."""

import gc
import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from theorytest import claim, equal
from theorytest.approximation import Legendre, Optimal, QuasiProjection, Space, Uniform
from theorytest.claims.ledger import Ledger
from theorytest.claims.paper import Item, Paper
from theorytest.decisions.means import mean_equals
from theorytest.decisions.rates import exponent_equals
from theorytest.decisions.sequential import Plan
from theorytest.runs import regression
from theorytest.runs.baseline import Baseline, Quantity, baseline_of, read_baseline, write_baseline
from theorytest.runs.budget import Setting
from theorytest.runs.record import Timings
from theorytest.runs.recording import build_record
from theorytest.runs.records import RecordError
from theorytest.runs.regression import Change, _holm, compare
from theorytest.runs.results import Task, judge
from theorytest.runs.seeds import Generators

OTHERS = 150  # quantities of a suite of the usual size, among which a drift must be seen


def sample_of(draws):
    centred = draws - draws.mean()
    kurtosis = float(np.mean(centred**4) / np.mean(centred**2) ** 2)
    return Quantity(float(draws.mean()), n=len(draws), variance=float(draws.var(ddof=1)), kurtosis=kurtosis)


def suite(seed, n=400, third=OTHERS // 3):
    """Means of several laws and probabilities, as a run without any change leaves them."""
    rng = np.random.default_rng(seed)
    quantities = {f"exponential {i}": sample_of(rng.exponential(size=n)) for i in range(third)}
    quantities |= {f"normal square {i}": sample_of(rng.normal(size=n) ** 2) for i in range(third)}
    hits = rng.binomial(n, 0.2, size=third)
    quantities |= {f"event {i}": Quantity(k / n, n=n, successes=int(k)) for i, k in enumerate(hits)}
    return Baseline(dict.fromkeys(quantities, "confirmed"), quantities)


def measured(name, rule, draw, seed, *, resolution, max_draws, **claimed):
    """The baseline of one claim that a rule of the judge decides."""
    plan = Plan(1e-3, resolution, max_draws)
    decision = rule(draw, Generators(seed, "claim", name), plan, name=name, **claimed)
    return baseline_of(record_of("claim", decision, seed))


def record_of(name, decision, seed=0):
    """A record of one claim with one decision, as a judge leaves it."""
    [made] = claim(name, kind="definition", says="It is so.", expected="exact")(lambda: decision).__claims__
    ledger = Ledger(Path(), Paper((Item(name, "1", "claim", "it"),)), {}, (made,))
    results = {Task(name): judge(made, None, 1.0, Setting(seed=seed))}
    return build_record(ledger, Setting(seed=seed), results, Timings("now", 1.0, 1))


def among_others(baseline, seed):
    others = suite(seed)
    return Baseline({**others.verdicts, **baseline.verdicts}, {**others.quantities, **baseline.quantities})


def drift(run, **change):
    """Whether a comparison within a whole suite is quiet without a change and drifts with it, there and only there."""
    before, same, changed = run(seed=1), run(seed=2), run(seed=3, **change)
    quiet = compare(among_others(before, 1), among_others(same, 2))
    loud = compare(among_others(before, 1), among_others(changed, 3))
    assert not quiet.drifted
    # a run stops as soon as a claim is refuted, with too few draws to say more than that its verdict changed
    return {*loud.verdicts, *(each.name.split(":")[0] for each in loud.moved)} == {"claim"}


SPACE = Space(Legendre(3), Uniform())


def variance_constant(seed, factor=1.0):
    """E ‖P^n g‖² = 1 + (d - 1)/n of the quasi-projection with one optimal point per step, g in T."""
    estimator = QuasiProjection(Optimal(SPACE), 1)

    def draw(rng, size):
        x = estimator.sample(rng, size)
        g = SPACE.jets(x)[..., 0, :]  # the jet of the first basis function, (R, n, l)
        found = estimator.coefficients(x, g[..., None])[..., 0]
        return factor * np.sum(found**2, axis=-1)

    bounds = {"value": 3.0, "support": (0.0, 40.0)}
    return measured("variance", mean_equals, draw, seed, resolution=0.012, max_draws=400_000, **bounds)


def test_three_per_cent_of_a_variance_constant_are_found():
    assert drift(variance_constant, factor=1.03)


def weights(seed, factor=1.0):
    """E w(x) = 1 for optimal points."""
    sampler = Optimal(SPACE)

    def draw(rng, size):
        return factor * sampler.weight(sampler.sample(rng, n_replicas=size, n_samples=1))[:, 0]

    bounds = {"value": 1.0, "support": (0.0, 3.0)}
    return measured("weights", mean_equals, draw, seed, resolution=0.004, max_draws=10**6, **bounds)


def test_weights_that_are_off_by_one_per_cent_are_found():
    assert drift(weights, factor=1.01)


def exponent(seed, slope=-1.0):
    times = np.geomspace(10, 1000, 12)

    def draw(rng, size):
        return times**slope * rng.gamma(4.0, 0.25, size=(size, 1)) * rng.gamma(20.0, 0.05, size=(size, 12))

    return measured(
        "rate", exponent_equals, draw, seed, resolution=0.02, max_draws=40_000, times=times, slope=-1.0, kurtosis=15.0
    )


def test_an_exponent_that_changed_by_a_twentieth_is_found():
    assert drift(exponent, slope=-1.05)


@pytest.fixture
def _frozen():
    """Holm's procedure in statsmodels collects garbage each time, which takes longer than all the rest."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("_frozen")
def test_seeds_alone_raise_no_alarm_beyond_the_budget():
    pairs, budget = 200, 0.05
    runs = [(suite(2 * k, third=5), suite(2 * k + 1, third=5)) for k in range(pairs)]
    alarms = sum(compare(*pair, false_alarm=budget).drifted for pair in runs)
    # spent, and not more than it
    assert stats.binom.ppf(1e-4, pairs, budget / 2) <= alarms <= stats.binom.ppf(0.999, pairs, budget)
    assert not any(compare(*pair).drifted for pair in runs)  # the default budget: one alarm in 10,000 comparisons


def test_quantities_share_the_false_alarm_rate():
    """Holm: of two, the first needs p ≤ 0.005 at the rate 0.01, and the second then p ≤ 0.01."""

    def alarms(*p_values):
        mean = Quantity(1.0, n=10, variance=1.0)
        return [each.moved for each in _holm([Change(f"{p}", mean, mean, 1.0, p) for p in p_values], 0.01)]

    assert alarms(0.006, 0.2) == [False, False]
    assert alarms(0.004, 0.2) == [True, False]
    assert alarms(0.004, 0.009) == [True, True]


def test_a_smaller_budget_that_leaves_a_claim_open_is_no_drift():
    standard, quick = {"seed": 0, "budget": "standard"}, {"seed": 0, "budget": "quick"}
    before, now = Baseline({"a": "confirmed"}, {}, standard), Baseline({"a": "undecided"}, {}, quick)
    assert not compare(before, now).drifted
    assert compare(before, now).not_compared == {
        "a": "was confirmed with the standard budget, is undecided with the quick one"
    }
    assert compare(before, Baseline({"a": "undecided"}, {}, standard)).drifted
    assert compare(before, Baseline({"a": "refuted"}, {}, quick)).drifted


def test_exact_numbers_about_drawn_instances_are_compared_within_one_seed():
    def run(seed, value):
        return Baseline({}, {"a": Quantity(value, drawn=1.0)}, {"seed": seed, "budget": "standard"})

    assert not compare(run(0, 1.0), run(1, 2.0)).drifted
    assert list(compare(run(0, 1.0), run(1, 2.0)).not_compared) == ["a"]
    assert compare(run(0, 1.0), run(0, 2.0)).drifted


def test_exact_numbers_are_rounded_where_they_are_large():
    def run(value):
        return baseline_of(record_of("a", equal(value, 1.0, name="d").decide()))

    assert not compare(run(3e93), run(3e93 * (1 + 1e-9))).drifted
    assert compare(run(3e93), run(3.001e93)).drifted


def stopped_when_low(rng, size):
    """Means of laws with mean 0 and variance 1, each run stopped at the first of seven looks that finds it low."""
    total, n, going, before = np.zeros(size), np.zeros(size, int), np.ones(size, bool), 0
    for draws in 1000 * 2 ** np.arange(7):
        total[going] += rng.normal(size=going.sum()) * np.sqrt(draws - before)
        n[going], before = draws, draws
        going &= total > -1.5 * np.sqrt(draws)
    means = zip((total / n).tolist(), n.tolist(), strict=True)
    quantities = {str(i): Quantity(mean, n=k, variance=1.0, kurtosis=3.0) for i, (mean, k) in enumerate(means)}
    return Baseline(dict.fromkeys(quantities, "confirmed"), quantities)


def test_runs_that_stop_when_their_draws_decide_keep_the_budget(at_most, monkeypatch):
    rng, pairs = np.random.default_rng(0), 2000
    before, now = (stopped_when_low(rng, pairs) for _ in range(2))

    def alarms():
        return sum(change.p_value < 0.05 for change in compare(before, now).changes)

    assert at_most(alarms(), pairs, 0.05)
    monkeypatch.setattr(regression, "_price", lambda _: 1)
    assert not at_most(alarms(), pairs, 0.05)


@given(st.floats(-1e6, 1e6), st.floats(-1, 1))
def test_an_exact_number_moves_beyond_rounding_only(value, change):
    before = Baseline({}, {"a": Quantity(value, max(1, abs(value)))})
    now = Baseline({}, {"a": Quantity(value + change, max(1, abs(value)))})
    moved = bool(compare(before, now).moved)
    assert moved == (abs((value + change) - value) > 1e-7 * max(1, abs(value)))


def test_the_same_run_never_drifts():
    found = compare(suite(7), suite(7))
    assert not found.drifted
    assert all(change.distance == 0 for change in found.changes)


def test_verdicts_new_and_vanished_are_named():
    every = {"x: a": Quantity(0.0), "x: b": Quantity(0.0), "gone: a": Quantity(0.0)}
    before = Baseline({"x": "exact", "gone": "exact"}, every)
    now = Baseline({"x": "refuted", "came": "exact"}, {"x: a": Quantity(1.0), "came: a": Quantity(0.0)})
    found = compare(before, now)
    assert found.verdicts == {"x": ("exact", "refuted")}
    assert (found.new, found.vanished, found.not_run) == (("came: a",), ("x: b",), ("gone",))
    assert found.moved[0].sentence == "x: a: its distance from the claim was 0 and is 1"


def test_what_rare_draws_decide_is_not_compared():
    heavy = Quantity(1.0, n=1000, variance=100.0, kurtosis=500.0)
    found = compare(Baseline({}, {"a": heavy}), Baseline({}, {"a": Quantity(9.0, n=1000, variance=1.0, kurtosis=3.0)}))
    assert found.not_compared == {"a": "rare draws decide where its mean lies"}
    other = compare(Baseline({}, {"a": Quantity(1.0)}), Baseline({}, {"a": Quantity(0.5, n=10, successes=5)}))
    assert other.not_compared == {"a": "was measured as exact number, is now probability"}


@pytest.mark.parametrize("unit", [1e-100, 1.0, 1e100])
def test_units_do_not_matter(unit):
    before, now = (Quantity(x * unit, n=100, variance=unit**2, kurtosis=2.0) for x in (1.0, 2.0))
    (change,) = compare(Baseline({}, {"a": before}), Baseline({}, {"a": now})).changes
    assert change.moved
    assert change.distance == pytest.approx(math.sqrt(50))
    looks = 12  # at which a run of 100 draws may have stopped
    price = (looks * (looks + 1)) ** 2
    assert change.p_value == pytest.approx(price * stats.ttest_ind_from_stats(2, 1, 100, 1, 1, 100).pvalue)


def test_a_constant_sample_moves_when_it_changes():
    def constant(value):
        return Baseline({}, {"a": Quantity(value, n=100, variance=0.0, kurtosis=1.0)})

    assert not compare(constant(2.0), constant(2.0)).moved
    assert compare(constant(2.0), constant(2.1)).moved[0].distance == math.inf


def test_a_baseline_comes_back_from_its_file(tmp_path):
    path = tmp_path / "baseline.json"
    write_baseline(suite(3), path)
    back = read_baseline(path)
    assert (back.verdicts, back.quantities) == (suite(3).verdicts, suite(3).quantities)


def with_quantity(**quantity):
    return json.dumps({"schema": 1, "verdicts": {}, "run": {}, "quantities": {"a": quantity}})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "does not hold a baseline: it is not JSON"),
        ("[" * 100_000, "does not hold a baseline: it is not JSON"),
        ("[]", "does not hold a baseline of schema 2"),
        (json.dumps({"schema": 9}), "does not hold a baseline of schema 2"),
        (json.dumps({"schema": 1, "verdicts": {}}), r"is incomplete \(.*: write it anew"),
        (
            json.dumps({"schema": 1, "verdicts": {}, "run": {}, "quantities": {"a": {}}}),
            r"is incomplete \(.*: write it anew",
        ),
        (with_quantity(value=math.nan, n=5, variance=1.0), "value of a is nan"),
        (with_quantity(value="1", n=5, variance=1.0), "value of a is '1'"),
        (with_quantity(value=1.0, n=5.5, variance=1.0), "n of a is 5.5"),
        (with_quantity(value=1.0, n=5, variance=-1.0), "variance of a is -1.0"),
        (with_quantity(value=1.0, n=5, successes=6), "a has 6 successes in 5 draws"),
    ],
)
def test_a_file_that_is_no_baseline_is_one_sentence(tmp_path, text, sentence):
    path = tmp_path / "baseline.json"
    path.write_text(text)
    with pytest.raises(RecordError, match=sentence):
        read_baseline(path)
    with pytest.raises(RecordError, match="cannot be read"):
        read_baseline(tmp_path / "none.json")


def test_a_budget_outside_its_range_is_refused():
    with pytest.raises(ValueError, match=r"false_alarm must lie in \(0, 1\), got 2"):
        compare(suite(0), suite(1), false_alarm=2)
