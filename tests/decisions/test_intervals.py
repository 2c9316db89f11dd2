"""Evidence inverted into intervals."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest.decisions.intervals import endpoint, interval, log_mean_exp, outside


@given(st.floats(-1e3, 1e3), st.floats(1e-3, 1e3), st.floats(-5, 5))
def test_ends_are_where_gaussian_evidence_reaches_the_threshold(centre, error, offset):
    """Evidence z²/2 on the right side has its threshold at z = sqrt(2 log(1/α)); ends are rounded outward."""

    def evidence(m, side):
        return max(side * (centre - m) / error, 0.0) ** 2 / 2

    half = error * math.sqrt(2 * math.log(100))
    low, high = interval(evidence, centre=centre + offset * error, step=error, alphas=(0.01, 0.01))
    assert centre - half - 0.05 * error <= low <= centre - half
    assert centre + half <= high <= centre + half + 0.05 * error


def test_no_evidence_gives_no_end():
    assert endpoint(lambda _m, _side: -math.inf, +1, centre=0.0, step=1.0, alpha=0.01) == -math.inf
    assert endpoint(lambda _m, _side: 0.0, -1, centre=0.0, step=1.0, alpha=0.01) == math.inf


def test_mixtures():
    assert log_mean_exp([0.0, -math.inf]) == pytest.approx(-math.log(2))
    assert log_mean_exp([-math.inf, -math.inf]) == -math.inf
    assert log_mean_exp([1e4, 1e4]) == pytest.approx(1e4)


def test_each_end_has_its_own_level():
    """Evidence (m - x)²/2 on the far side of x = 3; both ends are rounded outward, by little."""

    def evidence(m, side):
        return max(side * (3.0 - m), 0.0) ** 2 / 2 if side * (3.0 - m) > 0 else -1.0

    low, high = interval(evidence, centre=3.0, step=0.1, alphas=(0.1, 0.001))
    below, above = math.sqrt(2 * math.log(10)), math.sqrt(2 * math.log(1000))
    assert 3.0 - below - 0.005 < low <= 3.0 - below
    assert 3.0 + above <= high < 3.0 + above + 0.005


@pytest.mark.parametrize(("relation", "below", "above"), [("≤", False, True), ("≥", True, False), ("=", False, False)])
def test_an_estimate_is_outside_on_the_side_that_an_inequality_excludes(relation, below, above):
    assert [outside(relation, estimate, 2.0) for estimate in (1.9, 2.0, 2.1)] == [below, False, above]
