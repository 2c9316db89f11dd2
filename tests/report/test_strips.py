"""Evidence on a line: read from the sentences, drawn against the claimed side."""

import re
from xml.etree import ElementTree as ET

import pytest

from theorytest.decisions.decision import Verdict
from theorytest.report.book import Entry
from theorytest.report.comparisons import Comparison, claimed_side, closeness, comparisons, tightest
from theorytest.report.strips import closest, evidence_strip, strip


def decision(sentence, claimed=2.0, estimate=1.0, low=None, high=None, draws=0, verdict="exact"):
    words = {"sentence": sentence, "claimed": claimed, "estimate": estimate, "low": low, "high": high}
    return words | {"name": "d", "draws": draws, "verdict": verdict}


def entry(*decisions, verdict="exact"):
    return Entry({}, {"evidence": decisions, "verdict": verdict}, {}, "")


def comparison(ratio=0.5, relation="<=", verdict=Verdict.EXACT, sampled=False, half=0.0):
    found = 2 * ratio
    return Comparison("d", relation, 2.0, found, found - half, found + half, verdict, sampled)


@pytest.mark.parametrize(
    ("sentence", "relation"),
    [
        ("exact: c_var2 = 16 against the claimed <= 4 (no slack)", "<="),
        ("exact: value = 1 against the claimed >= 1 (to 9 digits, slack 1e-09)", ">="),
        ("exact: c_bias1 = 1 against the claimed 1 (to 12 digits, slack 1e-12 = 1e-12 of 1)", "="),
        ("confirmed: d log E X_t / d log t = 1.0 ± 0.1 against the exact finite-window 1 (t = 1 to 9)", "="),
        ("consistent: P(sup X >= 6) = 0.01 in [0.000, 0.047] against the claimed <= 0.6667 (300 draws)", "<="),
        ("confirmed: E X = 0.637 ± 0.024 against the claimed 0.6372 (128,000 draws, Var X <= 2.132)", "="),
        ("consistent: E X = 0.7 ± 0.1 against the claimed >= 0.5 (9 draws, X <= 1e-09, X >= -1.833)", ">="),
    ],
)
def test_the_claimed_side_is_read_from_the_sentence(sentence, relation):
    (found,) = comparisons(entry(decision(sentence)))
    assert found.relation == relation


@pytest.mark.parametrize("claimed", [None, 0.0, -1.0, "Infinity", "NaN"])
def test_only_positive_printed_values_have_multiples(claimed):
    assert comparisons(entry(decision("exact: 1 against the claimed", claimed=claimed))) == []


def test_the_tightest_is_the_one_with_least_to_spare():
    found = [comparison(0.5), comparison(0.99), comparison(3, ">=")]
    assert tightest(found).ratio == 0.99
    assert tightest([*found, comparison(1.2, "<=", Verdict.REFUTED)]).ratio == pytest.approx(1.2)
    assert tightest([]) is None


def test_closeness_in_words():
    assert closeness(comparison(1.0)) == "attained"
    assert closeness(comparison(0.25)) == "0.25 times the claimed value"
    assert closeness(comparison(1 - 1e-6)) == "within 1.0e-06 of the claimed value"
    assert claimed_side(comparison(relation=">=")) == "≥ 2"
    assert closest([comparison(0.25)]) == "0.25 times the claimed value (d)"
    assert closest([]) == ""


def test_values_stand_on_the_claimed_side_of_the_printed_one():
    svg = strip([comparison(0.5), comparison(0.75)])
    at = int(re.search(r'd="M(\d+) \d+V\d+" class="printed"', svg)[1])
    places = [int(x) for x in re.findall(r"M(\d+) \d+v18", svg)]
    assert len(places) == 2
    assert max(places) < at
    assert 'class="claimed"' in svg


def test_a_refutation_is_a_cross_and_a_sample_an_interval():
    svg = strip([comparison(1.5, verdict=Verdict.REFUTED), comparison(0.9, sampled=True, half=0.1)])
    assert {node.get("class") for node in ET.fromstring(svg).iter()} >= {"wrong", "interval", "printed"}


def test_a_refuted_claim_is_not_drawn_by_what_holds_alone():
    holds = decision("exact: 1 against the claimed <= 2 (no slack)")
    endless = decision("refuted: inf against the claimed <= 2 (no slack)", estimate="Infinity", verdict="refuted")
    assert evidence_strip(entry(holds)) != ""
    assert evidence_strip(entry(holds, endless, verdict="refuted")) == ""
    finite = endless | {"estimate": 3.0}
    assert 'class="wrong"' in evidence_strip(entry(holds, finite, verdict="refuted"))


def test_nothing_is_drawn_where_everything_is_equal():
    assert strip([comparison(1.0), comparison(1.0, "=")]) == ""
    assert strip([]) == ""


@pytest.mark.parametrize("ratio", [1e-90, 1e90, 1e300, -5.0, 0.0])
def test_any_ratio_is_shown_inside_the_picture(ratio):
    for sampled in (False, True):
        svg = strip([comparison(ratio, sampled=sampled), comparison(0.5)])
        ET.fromstring(svg)
        assert "nan" not in svg


def test_an_interval_without_an_end_reaches_the_rim():
    svg = strip([Comparison("d", "<=", 1.0, 0.5, -float("inf"), float("inf"), Verdict.CONFIRMED, True)])
    assert "M14 28H626" in svg
