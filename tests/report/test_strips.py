"""Evidence on a line, drawn against the claimed side."""

import re
from types import SimpleNamespace
from xml.etree import ElementTree as ET

import pytest
from changed_records import stored

from theorytest.decisions.decision import Verdict
from theorytest.report.book import Entry
from theorytest.report.comparisons import Comparison, claimed_side, closeness, comparisons, tightest
from theorytest.report.strips import closest, evidence_strip, strip


def decision(sign, claimed=2.0, estimate=1.0, low=None, high=None, draws=0, verdict="exact"):
    numbers = {"claimed": claimed, "estimate": estimate, "low": low, "high": high}
    return stored(sign=sign, draws=draws, verdict=Verdict(verdict), **numbers)


def entry(*decisions, verdict="exact"):
    judged = SimpleNamespace(evidence=decisions, verdict=Verdict(verdict))
    return Entry(None, judged, None, "")


def comparison(ratio=0.5, relation="≤", verdict=Verdict.EXACT, sampled=False, half=0.0):
    found = 2 * ratio
    return Comparison("d", relation, 2.0, found, found - half, found + half, verdict, sampled)


@pytest.mark.parametrize(("sign", "relation"), [("≤", "≤"), ("<", "≤"), ("≥", "≥"), (">", "≥"), ("=", "=")])
def test_the_claimed_side_is_that_of_the_relation(sign, relation):
    (found,) = comparisons(entry(decision(sign)))
    assert found.relation == relation


def test_a_threshold_of_ours_is_never_called_claimed():
    (found,) = comparisons(entry(stored(claimed=2.0, estimate=1.0, sign="≤", statistics={"ours": 1.0})))
    assert claimed_side(found) == "≤ 2 (a threshold of ours)"


@pytest.mark.parametrize("claimed", [None, 0.0, -1.0, float("inf"), float("nan")])
def test_only_positive_printed_values_have_multiples(claimed):
    assert comparisons(entry(decision("=", claimed=claimed))) == []


def test_the_tightest_is_the_one_with_least_to_spare():
    found = [comparison(0.5), comparison(0.99), comparison(3, "≥")]
    assert tightest(found).ratio == 0.99
    assert tightest([*found, comparison(1.2, "≤", Verdict.REFUTED)]).ratio == pytest.approx(1.2)
    assert tightest([]) is None


def test_closeness_in_words():
    assert closeness(comparison(1.0)) == "attained"
    assert closeness(comparison(0.25)) == "0.25 times what it is compared with"
    assert closeness(comparison(1 - 1e-6)) == "within 1.0e-06 of what it is compared with"
    assert claimed_side(comparison(relation="≥")) == "≥ 2"
    assert closest([comparison(0.25)]) == "0.25 times what it is compared with (d)"
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
    holds = decision("≤")
    endless = decision("≤", estimate=float("inf"), verdict="refuted")
    assert evidence_strip(entry(holds)) != ""
    assert evidence_strip(entry(holds, endless, verdict="refuted")) == ""
    finite = decision("≤", estimate=3.0, verdict="refuted")
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
    svg = strip([Comparison("d", "≤", 1.0, 0.5, -float("inf"), float("inf"), Verdict.CONFIRMED, True)])
    assert "M14 28H626" in svg
