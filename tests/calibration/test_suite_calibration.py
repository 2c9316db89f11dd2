"""The calibration of a whole suite: a sound one keeps its promises, broken ones are exposed, damaged files refused.

The sound suite fails a test here with probability at most 1e-4: 1e-6 for each of its promises.
"""

import json
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from theorytest.calibration import suite_calibration
from theorytest.calibration.suite import LIE, SENTENCES, suite
from theorytest.calibration.suite_calibration import ALL_TRUE, ONE_FALSE, Study, SuiteRun, calibrate_suite, studies
from theorytest.calibration.tallies import Calibration, KindTally, Rate, StudyTally, read_calibration, write_calibration
from theorytest.claims.rules import broken_rules
from theorytest.cli import main
from theorytest.decisions.decision import Verdict
from theorytest.report.calibrated import lead, tables
from theorytest.runs.budget import shares
from theorytest.runs.pool import RunnerError
from theorytest.runs.records import RecordError, checksum
from theorytest.runs.results import Task

UNSHARED = Study("no sharing", 0.2, 100, (ALL_TRUE,), shared=False, broken=True)
HASTY = Study("too few draws", 0.05, 8, (ONE_FALSE,), patience=0.05, broken=True)


@pytest.fixture(scope="module")
def sound():
    """Every claim is false once, and true in the other runs."""
    return calibrate_suite(chosen=[Study("the suite", 0.05, len(SENTENCES), (ONE_FALSE,))])


def test_the_suite_is_a_ledger_with_one_budget():
    ledger = suite()
    assert broken_rules(ledger.claims, ledger.paper) == []
    assert sum(shares(ledger.claims, 0.05).values()) == pytest.approx(0.05)
    assert len(ledger.claims) == len({each.id for each in ledger.claims}) == len(SENTENCES)


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.name)
def test_a_lie_is_false_by_its_resolution(sentence):
    excess = (sentence.truth - sentence.false) / abs(sentence.false)
    signed = -excess if sentence.relation == "≥" else excess
    assert signed == pytest.approx(sentence.decision.resolution, rel=1e-6)


def test_the_sound_suite_keeps_its_promises(sound):
    (study,) = sound.studies
    assert study.broken_promises == ()
    assert sound.holds
    assert [rate.runs for rate in study.promises] == [len(SENTENCES)] * 3
    assert {each.kind: each.claims for each in study.kinds} == {each.kind: each.false_runs for each in study.kinds}


def test_every_kind_passes_when_true_and_is_refuted_when_false(sound):
    for each in sound.studies[0].kinds:
        assert each.true_passed > 0.8 * each.true_runs, each.kind
        assert each.false_refuted > 0, each.kind
        assert each.false_passed == 0, each.kind


def test_a_suite_that_does_not_share_its_budget_is_exposed():
    """At a rate of 0.2 some true claim is refuted in about half of the runs."""
    found = calibrate_suite(chosen=[UNSHARED])
    (rate,) = found.studies[0].promises
    assert not rate.holds, rate
    assert found.holds
    assert not replace(found, studies=(replace(found.studies[0], broken=False),)).holds


def test_a_suite_that_looks_too_briefly_is_exposed():
    (study,) = calibrate_suite(chosen=[HASTY]).studies
    alarms, power, passed = study.promises
    assert not power.holds, power
    assert alarms.holds
    assert passed.holds
    assert study.as_it_must_be


def test_the_counts_depend_on_the_seed_and_not_on_the_jobs():
    few = [Study("the suite", 0.3, 2, patience=0.5), Study("unshared", 0.3, 2, (ALL_TRUE,), patience=0.5, shared=False)]
    seen = []
    one = calibrate_suite(chosen=few, seed=3, observe=lambda: seen.append(None))
    assert len(seen) == 6
    assert calibrate_suite(chosen=few, seed=3, jobs=2) == one


def test_the_false_claim_goes_round():
    study = Study("the suite", 0.05, 1)
    liars = [SuiteRun(study, ONE_FALSE, r).liar for r in range(2 * len(SENTENCES))]
    assert liars == [each.name for each in SENTENCES] * 2
    assert SuiteRun(study, ALL_TRUE, 5).liar is None


def test_no_two_runs_share_their_draws(monkeypatch):
    seeds = []
    monkeypatch.setattr(suite_calibration, "run", lambda _ledger, _tasks, setting: seeds.append(setting.seed) or {})
    for seed in (0, 1):
        for study in studies(2):
            for world in study.worlds if study.shared else ():
                for number in (0, 1):
                    SuiteRun(study, world, number).verdicts(seed)
    assert len(seeds) == len(set(seeds)) == 24


def test_a_check_that_breaks_ends_the_calibration(monkeypatch):
    def broken(_ledger, tasks, _setting):
        assert Task(SENTENCES[0].name, LIE) in tasks
        return dict.fromkeys(tasks, suite_calibration.Result("a", None, Verdict.UNDECIDED, "", broken="ValueError: no"))

    monkeypatch.setattr(suite_calibration, "run", broken)
    with pytest.raises(RunnerError, match="the check of a broke: ValueError: no"):
        SuiteRun(Study("the suite", 0.05, 1), ONE_FALSE, 0).verdicts(0)


def test_a_thousand_runs_at_two_rates_are_the_default():
    planned = studies(suite_calibration.REPETITIONS)
    sound = [study for study in planned if not study.broken]
    assert [(study.false_alarm, study.runs) for study in sound] == [(0.05, 1000), (0.001, 500), (0.8, 1000)]
    assert sum(study.broken for study in planned) == 2
    with pytest.raises(ValueError, match="repetitions must be at least 1, got 0"):
        calibrate_suite(repetitions=0)


def test_a_single_claim_that_is_refuted_three_times_as_often_as_it_may_be_is_exposed():
    """With probability 0.99; at the rate 0.05 it would be in 4 calibrations of 100."""
    (sharp,) = (study for study in studies(suite_calibration.REPETITIONS) if study.false_alarm == 0.8)
    share = min(shares(suite().claims, sharp.false_alarm).values())
    least = next(k for k in range(sharp.runs) if not Rate("alarms", "≤", share, k, sharp.runs).holds)
    assert binom.sf(least - 1, sharp.runs, 3 * share) > 0.99


@pytest.mark.parametrize(("relation", "other"), [("≤", "greater"), ("≥", "less")])
@pytest.mark.parametrize(("count", "runs"), [(0, 10), (3, 10), (10, 10), (61, 1000)])
def test_intervals_and_p_values_are_exact(relation, other, count, runs):
    rate = Rate("something", relation, 0.05, count, runs)
    reference = binomtest(count, runs, 0.05, alternative=other)
    assert rate.p_value == pytest.approx(reference.pvalue)
    ends = binomtest(count, runs).proportion_ci(0.99, method="exact")
    assert rate.interval == pytest.approx((ends.low, ends.high))


def example(alarms: int = 3, caught: int = 200) -> Calibration:
    kind = KindTally("mean_at_most", 1, 0.1, 0.05, 200, alarms, 190, 200, caught, 0)
    return Calibration(0, {"theorytest": "0"}, (StudyTally("the suite", 0.05, False, 200, alarms, 200, 2, (kind,)),))


def test_promised_stands_beside_measured():
    wholes, kinds = tables(example())
    assert "at most 0.05" in wholes.rows[0]
    assert "0.015 (3 of 200)" in wholes.rows[0]
    assert [row[-1] for row in wholes.rows] == ["not contradicted", "kept", "not contradicted", "kept"]
    assert "200 of 200" in kinds.rows[0]
    assert "No promise is contradicted" in lead(example())
    assert tables(example(alarms=60))[0].rows[0][-1] == "broken"
    assert "Broken promises: any claim refuted, all true" in lead(example(alarms=60))
    assert "mean_at_most refuted when false" in lead(example(caught=150))
    unseen = replace(example(), studies=(replace(example().studies[0], broken=True),))
    assert "too few runs" in lead(unseen)


def test_a_file_gives_the_same_counts_back(tmp_path, sound):
    path = tmp_path / "new" / "calibration.json"
    for each in (sound, example()):
        write_calibration(each, path)
        assert read_calibration(path) == each
    published = json.loads(path.read_bytes())["studies"][0]["promises"][0]
    assert published["low"] < 3 / 200 < published["high"]


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda text: text[:100], "not JSON, perhaps cut short"),
        (lambda text: text.replace('"schema": 1', '"schema": 7'), "does not hold a calibration of schema 1"),
        (lambda _: "[]", "does not hold a calibration of schema 1"),
        (lambda text: text.replace('"all_true_alarms": 3', '"all_true_alarms": 0'), "changed after it was written"),
        (lambda _: sealed({"schema": 1}), "is incomplete"),
        (lambda _: sealed({"schema": 1, "seed": 0, "versions": {}, "studies": [3]}), "is incomplete"),
        (lambda text: sealed(changed(text, kinds=[])), "nothing was counted of 'the suite'"),
        (lambda text: sealed(changed(text, all_true_runs=-1)), "all_true_runs is -1"),
        (lambda text: sealed(changed(text, all_true_runs="many")), "all_true_runs is 'many'"),
        (lambda text: sealed(changed(text, all_true_alarms=201)), "in 201 of 200 runs is no count"),
    ],
)
def test_a_damaged_file_is_one_sentence(tmp_path, damage, words):
    path = tmp_path / "calibration.json"
    write_calibration(example(), path)
    path.write_text(damage(path.read_text()))
    with pytest.raises(RecordError, match=words) as caught:
        read_calibration(path)
    assert "\n" not in str(caught.value)


def sealed(data) -> str:
    return json.dumps(data | {"sha256": checksum(data)})


def changed(text: str, **study) -> dict:
    data = json.loads(text)
    data.pop("sha256")
    data["studies"][0] |= study
    return data


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(cut=st.integers(0, 4000), noise=st.binary(max_size=20), lost=st.integers(0, 50))
def test_any_damage_is_refused_or_harmless(tmp_path, cut, noise, lost):
    path = tmp_path / "calibration.json"
    write_calibration(example(), path)
    whole = path.read_bytes()
    path.write_bytes(whole[:cut] + noise + whole[cut + lost :])
    with suppress(RecordError):
        assert read_calibration(path) == example()


def test_the_command_prints_writes_and_judges(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(suite_calibration, "studies", lambda n: [Study("the suite", 0.05, n), HASTY])
    path = tmp_path / "calibration.json"
    words = ["calibrate", "--suite", "--repetitions", "1", "--jobs", "1", "--json", str(path)]
    assert main(words) == 0
    said = capsys.readouterr()
    assert "No promise is contradicted, and the suites that are broken on purpose were exposed." in said.out
    assert "broken, as it must be" in said.out
    assert "10 runs of a suite of 33 claims" in said.err
    assert read_calibration(path).runs == 10
    monkeypatch.setattr(suite_calibration, "studies", lambda _: [replace(HASTY, broken=False)])
    assert main(words) == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--json", "x.json"], "--json and --jobs belong to --suite: give it too, or leave them out"),
        (["--jobs", "2"], "--json and --jobs belong to --suite: give it too, or leave them out"),
        (["--suite", "--json", "."], "--json must name a file, got the folder ."),
    ],
)
def test_options_that_make_no_sense_are_one_sentence(words, sentence, capsys):
    assert main(["calibrate", *words]) == 2
    assert capsys.readouterr().err == f"theorytest: {sentence}\n"


@pytest.mark.parametrize("words", [["--repetitions", "0"], ["--repetitions", "x"], ["--suite", "--jobs", "0"]])
def test_numbers_that_make_no_sense_are_refused(words, capsys):
    with pytest.raises(SystemExit) as caught:
        main(["calibrate", *words])
    assert caught.value.code == 2
    assert "must be a whole number of at least 1" in capsys.readouterr().err
