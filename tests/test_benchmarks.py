"""The benchmarks say what they measured: exponents of exact powers, ratios with their spread, shares of a record."""

import re
import sys
from pathlib import Path

import numpy as np
import pytest
from toys import theorytest, write_toy

from theorytest.claims.ledger import load_ledger

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def _beside_the_scripts(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    yield
    for name in ("deep", "growth", "kept", "needed", "page", "power", "recall", "suite", "timing"):
        sys.modules.pop(name, None)


def test_an_exact_power_has_its_exponent():
    from growth import Growth

    sizes = [1, 2, 4, 8, 16]
    noise = np.array([[0.9], [1.0], [1.1]])
    grown = Growth("d, n = 1", sizes, {"squares": noise * np.array(sizes) ** 2.0 * 1e-6})
    np.testing.assert_allclose(grown.exponent("squares"), 2)
    assert grown.cells() == [("squares", "d, n = 1", "2.00", "2.00 to 2.00", "4 to 16", "256 µs")]
    assert grown.panel().series[0].label == "squares"


def test_sizes_take_turns_after_a_warm_up():
    from growth import FEWEST, grow
    from timing import Work

    calls = []
    grown = grow("n", [1, 2, 3], lambda n: {"work": Work(lambda: calls.append(n), n)}, turns=FEWEST)
    assert calls == [1, 2, 3] * (FEWEST + 1)
    assert grown.costs["work"].shape == (FEWEST, 3)


def test_a_row_is_the_median_of_its_turns():
    from timing import Row, Target, Work, aligned, side_by_side

    costs = side_by_side(Work(lambda: sum(range(20_000)), 1), Work(lambda: sum(range(200)), 1), turns=7)
    row = Row("long over short", **costs, target=Target("at least", 2))
    assert row.turns == 7
    assert row.low <= row.ratio <= row.high
    assert row.verdict == "met"
    assert len(aligned([row.cells(), row.cells()]).splitlines()) == 2


def test_the_words_of_a_deep_run_are_those_of_the_command():
    from deep import job

    assert job(1_000, 500).chunks == 2


def test_times_are_said_in_their_unit():
    from timing import in_words

    assert [in_words(t) for t in (2e-9, 3e-6, 4e-3, 5.0, 6000.0)] == ["2 ns", "3 µs", "4 ms", "5 s", "6e+03 s"]


def test_a_page_holds_its_sections_and_is_inert():
    from growth import Growth
    from page import Section, html, markdown

    panel = Growth("d", [1, 2, 4], {"work": np.ones((3, 3))}).panel()
    section = Section("Ratios", "what <it> means", ("what", "ratio"), [("a | <b>", "2")], [panel], ["a note"])
    page = html("speed", [("measured", "today")], [section])
    assert "<b>" not in page
    assert "<svg" in page
    assert not re.search(r"(src|href)=\"(?!#|data:)", page)
    text = markdown("speed", [("measured", "today")], [section])
    assert "| a \\| <b> | 2 |" in text
    assert "- a note" in text


def test_the_time_of_a_run_is_split_by_claim(tmp_path):
    from suite import DEAREST, Suite, read_suite

    assert "make report" in read_suite(tmp_path / "record.json")
    claims = {f"c{i}": [float(i), 1.0] for i in range(30)}
    suite = Suite(300.0, 2, claims, {"Section 1": suite_total(claims)}, "2026-11-16")
    rows = suite.dearest()
    assert rows[0][:3] == ("c29", "2", "30.0 s")
    assert len(rows) == DEAREST + 1
    assert rows[-1][:2] == ("the other 10 claims", "20")
    assert suite.by_section() == [("Section 1", "465.0 s", "100.0 %")]
    assert suite.busy == pytest.approx(465 / 600)
    assert suite.goal().endswith("60 s are the target: met")
    assert Suite(300.0, 2, claims, {}, "2026-11-16", 200.0).goal().endswith("MISSED by 40 s")


def test_the_times_of_a_record_are_read(tmp_path):
    from suite import read_suite

    checks = write_toy(tmp_path)
    assert theorytest(tmp_path, "verify", "--mutants", "--json", "record.json").returncode == 0
    suite = read_suite(tmp_path / "record.json")
    assert len(suite.claims) == len(load_ledger(checks).claims)
    assert len(suite.claims["lem:mean"]) == 3
    assert suite.work == pytest.approx(sum(suite.sections.values()))
    assert 0 < suite.bare < suite.work


def suite_total(claims):
    return sum(map(sum, claims.values()))


def test_near_mutants_are_those_of_at_most_five_per_cent():
    from power import is_near

    from theorytest import at_most, claim

    errors = {
        "a bit more": {"bound": 1.04},
        "twice": {"bound": 2.0},
        "two per cent less": {"rule": abs},
        "25 per cent less": {"rule": abs},
        "another rule": {"rule": abs},
    }

    @claim("x:near", says="Nothing is at most one.", mutants=errors)
    def check(*, bound=1.0, rule=max):
        return at_most(rule(0, 0), bound)

    (made,) = check.__claims__
    assert [each.name for each in made.mutants if is_near(made, each)] == ["a bit more", "two per cent less"]


def test_a_blind_attack_is_a_row_of_the_table():
    from recall import HEAD, recall

    from theorytest import at_most, claim, family, reals

    @claim("x:row", says="2a ≤ a².", forall={"a": family([0, 1], "numbers", search=reals())}, gravity="misprint")
    def check(a):
        return at_most(2 * a, a * a)

    row = recall(check.__claims__[0], 1.0)
    assert (row.outcome, row.kind, str(row.size), str(row.by_hand)) == ("certified", "blind", "1 (1)", "1 (1)")
    assert row.words == "a = 1"
    assert len(row.cells()) == len(HEAD)


def test_a_benchmark_goes_on_where_it_stopped(tmp_path):
    from kept import Age, Kept, Wanted

    path, made = tmp_path / "rows.jsonl", []

    def making(name):
        return Wanted(name, ("claim", "attack"), lambda: made.append(name) or len(made))

    def rows(wanted, seconds):
        return [(each.name, each.row, each.new) for each in Kept(path).rows(wanted, seconds)]

    wanted = [making("a"), making("b")]
    assert rows(wanted, 0.0) == []
    assert rows(wanted[:1], 9.0) == [("a", 1, True)]
    path.write_text(path.read_text() + '["cut sho')
    kept = Kept(path)
    assert [each.age for each in kept.rows(wanted, 0.0)] == [Age.TODAY]
    assert not kept.of_today
    assert kept.note() == "rows: 1 of today's ledger and attack, 1 not made yet"
    kept.tidy()
    assert rows(wanted, 9.0) == [("a", 1, False), ("b", 2, True)]
    Kept(path).tidy(["b"])
    assert rows(wanted, 0.0) == [("b", 2, False)]


def test_a_row_of_an_earlier_claim_or_attack_is_told_as_such_and_made_again(tmp_path):
    from kept import Age, Kept, Wanted

    path = tmp_path / "rows.jsonl"
    assert [each.row for each in Kept(path).rows([Wanted("a", ("claim", "attack"), lambda: 1)], 9.0)] == [1]
    other_claim = Wanted("a", ("another", "attack"), lambda: 2)
    other_attack = Wanted("a", ("claim", "another"), lambda: 3)
    for wanted, age in ((other_claim, Age.CLAIM), (other_attack, Age.ATTACK)):
        kept = Kept(path)
        assert [(each.row, each.age) for each in kept.rows([wanted], 0.0)] == [(1, age)]
        assert not kept.of_today
        assert kept.note() == f"rows: 1 {age}"
    assert [each.row for each in Kept(path).rows([other_claim], 9.0)] == [2]
    assert [each.row for each in Kept(path).rows([other_claim], 0.0)] == [2]


def test_an_older_row_shows_its_age_in_every_table():
    from kept import Age, Row
    from needed import cells
    from power import Power, Tried
    from recall import Recall

    from theorytest import at_most, claim

    @claim("x:old", says="0 ≤ 1.")
    def check():
        return at_most(0, 1)

    made, dropped = check.__claims__[0], {"claim": "x:old", "hypothesis": "d ≥ 2", "outcome": "needed"}
    told = [
        Recall(made, "certified", 1, 0.0, None, None, "", 0, Age.CLAIM).cells(),
        Power(made, [Tried("half", False, True, 1)], Age.CLAIM).cells(),
        cells(Row("x:old without d ≥ 2", {**dropped, "evaluations": 1}, Age.CLAIM)),
    ]
    assert all(any(Age.CLAIM in cell for cell in row) for row in told)


def test_the_mark_of_a_row_follows_the_attack_and_the_options(monkeypatch):
    import kept

    from theorytest import at_most, claim

    @claim("x:marked", says="0 ≤ 1.")
    def check():
        return at_most(0, 1)

    made = check.__claims__[0]
    first, longer = kept.marks(made, kept.told, 1.0), kept.marks(made, kept.told, 2.0)
    assert first[0] == longer[0]
    assert first[1] != longer[1]
    monkeypatch.setattr(kept, "_attack", lambda: "another search")
    assert kept.marks(made, kept.told, 1.0)[1] != first[1]


def test_a_near_mutant_that_is_missed_has_its_reason():
    from power import Power, Tried

    from theorytest import at_most, claim, family, reals

    @claim("x:miss", says="a ≤ 1.", forall={"a": family([0], "numbers", search=reals(0, 1), effort=7)})
    def check(a):
        return at_most(a, 1)

    tried = [Tried("one per cent less", True, False, 7), Tried("half", False, False, 7), Tried("none", True, True, 1)]
    power = Power(check.__claims__[0], tried)
    assert list(power.missed({"x:miss": {"one per cent less": "too few"}})) == [
        ("`x:miss`", "one per cent less", "7", "too few")
    ]
    assert next(power.missed({}))[-1] == "not known"
    assert power.cells()[1:4] == ("1 of 3", "1 of 2", "7")


def test_a_named_instance_without_the_hypothesis_takes_part():
    from needed import dropped

    from theorytest import Hypothesis, at_least, at_most, claim, family, reals
    from theorytest.report.needs import Outcome

    below = Hypothesis("a ≤ 1", lambda a: a <= 1)

    def outcome(members, relate):
        @claim("x:drop", says="Something.", forall={"a": family(members, "n", search=reals(0, 1))}, given=[below])
        def check(a):
            return relate(a)

        return dropped(check.__claims__[0], "a ≤ 1", 0.05)

    assert outcome([1, 3], lambda a: at_most(a, 1)).outcome is Outcome.NEEDED
    assert outcome([1, 3], lambda a: at_least(a, 0)).outcome is Outcome.NOT_FOUND
    assert outcome([1], lambda a: at_most(a, 1)).outcome is Outcome.NONE_LACKS
