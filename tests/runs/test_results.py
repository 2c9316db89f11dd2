"""One run of a check: its weakest decision is its verdict, and a check that breaks never passes."""

import json
import warnings

import numpy as np
import pytest
from toys import claim_text, source, write_toy

from theorytest import Decision, Hypothesis, Verdict, at_most, claim, equal, family, finite, horizon, sampled
from theorytest.claims.ledger import load_ledger
from theorytest.encoding import dumps
from theorytest.runs.budget import Setting
from theorytest.runs.outcome import as_expected, is_killed, outcome, passes, tasks_of
from theorytest.runs.replaced import the_judge
from theorytest.runs.results import Result, Task, broken, judge

WORDS = {"says": "It is so.", "expected": "confirmed"}


def judged(check, mutant=None, **words):
    decorated = claim("lem:x", **(WORDS | words))(check)
    return judge(decorated.__claims__[-1], mutant, 1e-3, Setting())


def found(name, verdict, **facts):
    return Decision(name, "by hand", Verdict(verdict), f"{name} is {verdict}", **facts)


def test_the_weakest_decision_speaks():
    def check():
        yield (found("first", "exact"))
        yield (found("fine", "confirmed", resolution=0.01, draws=5, alpha=1e-4))
        yield (found("coarse", "confirmed", resolution=0.1, draws=7, alpha=2e-4))

    result = judged(check)
    assert (result.verdict, result.sentence, result.resolution) == ("confirmed", "confirmed: coarse is confirmed", 0.1)
    assert (result.draws, result.alpha, len(result.evidence)) == (12, pytest.approx(3e-4), 3)


def test_a_refutation_keeps_its_witness_or_its_numbers():
    stored = judged(lambda: found("a", "refuted", witness={"x": np.array([1.0])}))
    tested = judged(lambda: found("a", "refuted", estimate=2.0, claimed=1.0))
    assert stored.witness == {"decision": "a", "x": [1.0]}
    assert tested.witness == {"decision": "a", "claimed": 1.0, "estimate": 2.0, "low": None, "high": None}


def test_no_decision_is_no_evidence():
    result = judged(lambda: [])
    assert result.verdict is Verdict.UNDECIDED
    assert "made no decision" in result.sentence


def leave():
    yield (found("early", "confirmed"))
    raise SystemExit(0)


def skip():
    yield (found("early", "confirmed"))
    pytest.skip("not today")


def divide():
    yield (found("early", "confirmed"))
    return 1 / 0


@pytest.mark.parametrize(
    ("check", "reason"),
    [(leave, "SystemExit: 0"), (skip, "Skipped: not today"), (divide, "ZeroDivisionError: division by zero")],
)
def test_a_check_that_ends_early_is_broken(check, reason):
    result = judged(check)
    assert result.broken.startswith(f"{reason} (test_results.py:")
    assert not as_expected(check.__claims__[-1], result)
    assert not is_killed(result)
    assert "Traceback" in result.trace


def compare(number):
    import sympy

    x = sympy.Symbol("x", real=True)
    return {"order": lambda: x <= number, "size": lambda: float(x), "nan": lambda: sympy.nan < number}[FORMS[number]]()


FORMS = {1: "order", 2: "size", 3: "nan"}


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (1, "whether x <= 1 holds depends on its variables: hand both sides to a relation"),
        (2, "a formula is no real number: its variables have no values, or it is complex"),
        (3, "a formula came out as nan, not a number, and was compared"),
    ],
)
def test_an_error_of_sympy_is_a_sentence_in_a_check_and_in_a_domain(number, reason):
    def branches():
        return equal(1 if compare(number) else 2, 1)

    def members():
        return {"small": compare(number) and 1}

    in_domain = judged(lambda n: equal(n, 1), forall={"n": finite(members)})
    for result in (judged(branches), in_domain):
        assert result.broken.startswith(reason)
        assert "TypeError" not in result.broken


def test_ctrl_c_is_not_swallowed():
    def check():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judged(check)


def test_warning_filters_of_the_door_change_nothing():
    def check():
        yield (found("a", "confirmed", estimate=float(np.float64(1e308) * 10)))

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        strict = judged(check)
    assert strict.broken is None
    assert strict.warnings == ("overflow encountered in scalar multiply",)
    assert strict.evidence[0].estimate == "Infinity"


def test_a_result_survives_json():
    def check():
        yield (found("a", "refuted", curves={"c": np.array([0.1, np.nan])}, resolution=np.inf))

    result = judged(check)
    back = Result.from_plain(json.loads(dumps(result.plain())))
    assert back.plain() == result.plain()
    assert back.task == Task("lem:x")


def test_the_outcome_counts_what_differs_and_what_survives(tmp_path):
    claims = [
        claim_text("lem:mean"),
        claim_text("def:mean", expected="confirmed"),
        claim_text("thm:sum", body="return []"),
        claim_text("rem:far", mutants={"none": {"right": 3.0}}),
    ]
    ledger = load_ledger(write_toy(tmp_path, one=source(*claims)))
    results = {}
    for task in tasks_of(ledger.claims, mutants=True):
        mutant = next((each for each in ledger[task.claim].mutants if each.name == task.mutant), None)
        results[task] = judge(ledger[task.claim], mutant, 1e-3, Setting())
    all_of_it = outcome(ledger.claims, results)
    assert all_of_it.differing == ("def:mean", "thm:sum")
    assert all_of_it.undecided == ("thm:sum",)
    assert all_of_it.survivors == ("thm:sum[four]", "rem:far[none]")
    assert all_of_it.exit_code == 1
    assert all_of_it.sentence == "2 of 4 claims as expected, 1 differing, 1 undecided, 2 of 4 mutants refuted"
    assert outcome([ledger["lem:mean"]], results).exit_code == 0
    alone = {task: result for task, result in results.items() if task.mutant is None}
    assert outcome([ledger["thm:sum"]], alone).exit_code == 3


def test_a_surviving_mutant_alone_is_no_pass(tmp_path):
    ledger = load_ledger(write_toy(tmp_path, one=source(claim_text("rem:far", mutants={"none": {"right": 3.0}}))))
    [made], [mutant] = ledger.claims, ledger["rem:far"].mutants
    results = {Task("rem:far", each and each.name): judge(made, each, 1e-3, Setting()) for each in (None, mutant)}
    assert outcome([made], results).exit_code == 1


def test_the_least_certain_arithmetic_and_the_least_room_count():
    result = judged(lambda: [at_most(1, 2, "whole"), at_most(1.0, 4.0, "floating")])
    assert (result.arithmetic, result.sharpness) == ("floating", pytest.approx(0.5))


def test_a_certificate_does_not_outweigh_a_refutation(monkeypatch):
    """The check refutes its own sentence: whatever is stored beside it is not asked."""
    asked = []
    monkeypatch.setattr("theorytest.runs.results._certificate", lambda claim: asked.append(claim.id))
    the_judge.cache_clear()
    assert judged(lambda: at_most(2, 1), expected="refuted").verdict is Verdict.REFUTED
    assert not asked
    the_judge.cache_clear()


def test_the_error_of_a_sampled_decision_cannot_be_swallowed():
    def swallow():
        try:
            yield sampled(lambda *_, **__: 1 / 0, None, name="lost", resolution=0.1, max_draws=10)
        except ZeroDivisionError:
            yield found("kept", "exact")

    result = judged(swallow)
    assert result.verdict is Verdict.UNDECIDED
    assert result.broken.startswith("ZeroDivisionError: division by zero (test_results.py:")


def test_a_plan_that_was_asked_for_and_not_used_is_lost_evidence():
    def forgets(run):
        run.plan(resolution=0.1, max_draws=10)
        yield found("kept", "exact")

    result = judged(forgets)
    assert result.verdict is Verdict.UNDECIDED
    assert "1 sampled decisions were begun and not kept" in result.broken


def test_exact_values_on_named_instances_corroborate_a_sentence_for_all():
    result = judged(lambda n: equal(sum(range(n + 1)), n * (n + 1) // 2), forall={"n": family([1, 2, 3], "integers")})
    assert (result.verdict, result.arithmetic) == (Verdict.CORROBORATED, "rational")
    [reach] = result.scope
    assert reach.tried == ("n = 1", "n = 2", "n = 3")
    assert reach.sentence == "for all n (integers): 3 named instances, not attacked"


def test_a_hypothesis_is_the_only_filter_and_is_told():
    even = Hypothesis("n is even", lambda n: n % 2 == 0)
    result = judged(lambda n: equal(n % 2, 0), forall={"n": finite([1, 2, 4])}, given=[even])
    assert result.verdict is Verdict.EXACT
    assert result.scope[0].coverage == "all 2 cases, 1 excluded by hypothesis"
    assert judged(lambda n: equal(n % 2, 0), forall={"n": finite([1, 2, 4])}).verdict is Verdict.REFUTED


def test_a_case_without_a_decision_is_not_counted_as_tried():
    result = judged(lambda n: equal(1, 1) if n < 3 else [], forall={"n": finite([1, 2, 3])})
    assert "EvidenceError: n = 3 made no decision: only a hypothesis may leave an instance out" in result.broken


def test_exclusions_are_counted_by_case():
    ordered = Hypothesis("n ≤ m", lambda n, m: n <= m)
    result = judged(lambda n, m: at_most(n, m), forall={"n": finite([1, 2]), "m": finite([1, 2])}, given=[ordered])
    assert (result.cases, result.excluded) == (3, 1)


def test_the_horizon_is_the_shortest_that_was_looked_at():
    result = judged(lambda last: at_most(1, 2, until=last), forall={"last": family([2, 1000]), "t": horizon})
    assert result.scope[1].coverage == "up to 2"


def test_a_horizon_is_read_off_the_relations():
    result = judged(lambda: at_most([1, 2], 3, until=2), forall={"t": horizon})
    assert result.verdict is Verdict.CONSISTENT
    assert result.scope[0].coverage == "up to 2"


@pytest.mark.parametrize(("value", "room"), [(1.0, 0.5), (1.9, 0.05), (2.0, 0.0)])
def test_the_judge_sees_how_much_of_a_bound_is_not_used(value, room):
    assert judged(lambda: at_most(value, 2.0)).sharpness == pytest.approx(room)


def test_a_control_must_hold():
    [found] = claim("lem:x", says="Two is at most one.", expected="refuted", controls={"two": {"bound": 2}})(
        lambda *, bound=1: at_most(2, bound)
    ).__claims__
    [control] = found.mutants
    assert control.must_hold
    assert passes(control, judge(found, control, 1e-3, Setting()))
    assert not passes(control, judge(found, None, 1e-3, Setting()))


def test_a_mutant_that_breaks_its_check_is_not_killed():
    assert not is_killed(broken(Task("lem:x", "lie"), "it broke"))
