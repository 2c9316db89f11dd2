"""A run beside earlier ones, and the picture of what the checks caught."""

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from theorytest.calibration.tallies import Calibration, KindTally, StudyTally
from theorytest.cli import main
from theorytest.decisions.decision import Verdict
from theorytest.report.book import Book
from theorytest.report.history import history
from theorytest.report.site import Site
from theorytest.report.trust import shares, trust_picture
from theorytest.runs.baseline import baseline_of, write_baseline


@pytest.fixture
def changed(record, tmp_path):
    """A baseline in which one claim had another verdict, one was missing, and one has gone since."""
    before = baseline_of(record)
    first, second, *_ = before.verdicts
    verdicts = {name: verdict for name, verdict in before.verdicts.items() if name != second}
    path = tmp_path / "old.json"
    write_baseline(replace(before, verdicts=verdicts | {first: "undecided", "gone": "exact"}), path)
    return path, first, second


def test_what_changed_is_named(record, changed):
    path, first, second = changed
    found = history(record, [path], {})
    (earlier,) = found.earlier
    assert list(earlier.comparison.verdicts) == [first]
    assert earlier.new(found.now) == [second]
    assert earlier.comparison.not_run == ("gone",)
    assert earlier.sentence.startswith("1 verdict changed, and 0 of ")
    assert Verdict.UNDECIDED in found.words
    site = dict(Site(record, history=found).files())
    page = site["pages/history.html"].decode()
    assert "gone" in page
    assert earlier.sentence in site["index.html"].decode()


def test_a_record_is_compared_as_a_baseline_is(record, toy, tmp_path):
    path = tmp_path / "same.json"
    write_baseline(baseline_of(record), path)
    for file in (path, toy / "record.json"):
        (earlier,) = history(record, [file], {}).earlier
        assert not earlier.comparison.drifted


def test_without_earlier_runs_there_is_no_history(record):
    assert history(record, [], {}) is None
    assert "pages/history.html" not in dict(Site(record).files())


def test_the_command_compares(toy, changed, tmp_path, capsys):
    words = ["report", "--record", str(toy / "record.json"), "--output", str(tmp_path / "out"), "--against"]
    assert main([*words, str(changed[0])]) == 0
    assert (tmp_path / "out" / "pages" / "history.html").exists()
    assert main([*words, str(tmp_path / "nowhere.json")]) == 2
    assert "nowhere.json cannot be read" in capsys.readouterr().err


def study(alarms):
    kind = KindTally("mean", 1, 0.1, 0.01, 100, 1, 99, 50, 49, 0)
    return StudyTally("the suite", 0.05, False, 100, alarms, 50, 0, (kind,))


def test_mutants_and_calibration_are_bars_with_their_promises(record):
    found = shares(Book(record), Calibration(0, {}, (study(3),)))
    assert [(each.refuted, each.relation) for each in found[1:]] == [(49, "≥"), (3, "≤")]
    assert found[0].refuted == record.run.mutation.refuted
    svg = ET.fromstring(trust_picture(found))
    widths = [float(rect.get("width")) for rect in svg.iter("rect")]
    assert widths[0] > widths[1] > widths[2]
    assert "49 of 50 refuted, at least 99 % promised" in svg.get("aria-label")
    assert "runs with only true claims, at rate 0.05: 3 of 100 refuted" in svg.get("aria-label")


def test_nothing_is_drawn_of_nothing():
    assert trust_picture([]) == ""
