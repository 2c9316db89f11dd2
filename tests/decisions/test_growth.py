"""Bounded, logarithmic or a power: decided rightly or not at all, never wrongly."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest.decisions.decision import Verdict
from theorytest.decisions.growth import (
    Growth,
    bounded,
    grows_like_log,
    grows_like_power,
    growth_of,
    separating_horizon,
)

J = 40
TIMES = 2.0 ** np.arange(J + 1)


def harmonic(t):
    return np.log(t) + np.euler_gamma + 1 / (2 * t)


SEQUENCES = {
    "harmonic sums": (harmonic, Growth.LOGARITHMIC),
    "0.38 ln k": (lambda t: 0.38 * np.log(t), Growth.LOGARITHMIC),
    "a constant": (lambda t: 0 * t + 3.0, Growth.BOUNDED),
    "1 - 1/k": (lambda t: 1 - 1 / t, Growth.BOUNDED),
    "1 - 1/log² k": (lambda t: 1 - 1 / np.log(2 * t) ** 2, Growth.BOUNDED),
    "k^0.5": (np.sqrt, Growth.POWER),
    "log log k": (lambda t: np.log(np.log(2 * t) + 1), Growth.BETWEEN),
    "an oscillation": (lambda t: np.cos(np.log2(t) * 2.1), Growth.IRREGULAR),
}


@pytest.mark.parametrize(("sequence", "growth"), SEQUENCES.values(), ids=SEQUENCES)
def test_each_kind_is_seen(sequence, growth):
    assert growth_of(sequence(TIMES), TIMES).growth is growth


@pytest.mark.parametrize("name", ["harmonic sums", "0.38 ln k", "log log k", "k^0.5", "an oscillation"])
def test_what_grows_is_never_called_bounded(name):
    assert bounded(SEQUENCES[name][0](TIMES), TIMES).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("name", ["a constant", "1 - 1/k", "1 - 1/log² k"])
def test_what_is_bounded_is_consistent_with_that(name):
    found = bounded(SEQUENCES[name][0](TIMES), TIMES)
    assert found.verdict is Verdict.CONSISTENT
    assert found.until == TIMES[-1]


def test_a_small_power_is_told_from_a_logarithm_only_after_its_horizon():
    late = separating_horizon(0.02)
    times = 2.0 ** np.arange(math.log2(late) + 1)
    assert growth_of(times**0.02, times).growth is Growth.POWER
    early = grows_like_log(TIMES[:21] ** 0.02, TIMES[:21])
    assert early.verdict is not Verdict.CONSISTENT or "a power below" in early.sentence
    assert bounded(TIMES**0.02, TIMES).verdict is Verdict.UNDECIDED


def test_a_sequence_that_behaves_for_224_steps_and_then_fails():
    def late_growth(t):
        return 1 - 1 / t + np.where(t > 224, np.log(t / 224), 0.0)

    assert bounded(late_growth(TIMES), TIMES).verdict is Verdict.UNDECIDED
    with pytest.raises(ValueError, match="at least 8 doublings"):  # before the end of the good behaviour
        bounded(late_growth(TIMES[:8]), TIMES[:8])


def test_only_a_value_beyond_a_stated_bound_refutes():
    assert bounded(harmonic(TIMES), TIMES, by=20.0).verdict is Verdict.REFUTED
    assert bounded(harmonic(TIMES), TIMES, by=100.0).verdict is Verdict.UNDECIDED
    assert bounded(1 - 1 / TIMES, TIMES, by=1.0).verdict is Verdict.CONSISTENT


def test_powers_are_compared_with_their_exponent():
    assert grows_like_power(np.sqrt(TIMES), TIMES, exponent=0.5).verdict is Verdict.CONSISTENT
    assert grows_like_power(np.sqrt(TIMES), TIMES, exponent=0.6).verdict is Verdict.UNDECIDED
    assert grows_like_power(harmonic(TIMES), TIMES, exponent=0.5).verdict is Verdict.UNDECIDED


@given(st.floats(0.05, 3), st.floats(0.1, 10), st.floats(-5, 5))
def test_decaying_corrections_are_bounded_whatever_their_rate(rate, scale, limit):
    found = bounded(limit - scale * TIMES**-rate, TIMES)
    assert found.verdict in (Verdict.CONSISTENT, Verdict.UNDECIDED)
    assert growth_of(limit - scale * TIMES**-rate, TIMES).growth is not Growth.LOGARITHMIC


@given(st.floats(0.01, 2), st.floats(0.01, 10), st.floats(-5, 5))
def test_powers_and_logarithms_are_never_bounded(power, scale, start):
    for values in (start + scale * TIMES**power, start + scale * np.log(TIMES)):
        assert bounded(values, TIMES).verdict is not Verdict.CONSISTENT


def test_noise_is_irregular_or_undecided_over_a_thousand_seeds():
    """A logarithm with noise is never called bounded, and a bounded sequence with noise never logarithmic."""
    for seed in range(1000):
        noise = 0.1 * np.random.default_rng(seed).standard_normal(J + 1)
        assert bounded(0.38 * np.log(TIMES) + noise, TIMES).verdict is not Verdict.CONSISTENT
        assert grows_like_log(1 - 1 / TIMES + noise, TIMES).verdict is not Verdict.CONSISTENT


@pytest.mark.parametrize(
    ("values", "times", "sentence"),
    [
        ([1.0] * 9, [1.0] * 9, "times must be positive and double each time"),
        ([1.0] * 3, [1.0, 2.0, 4.0], "at least 8 doublings, got 2"),
        ([math.nan] * 9, 2.0 ** np.arange(9), "values must be finite"),
        ([1.0] * 8, 2.0 ** np.arange(9), "two sequences of one length"),
        (["a"] * 9, 2.0 ** np.arange(9), "values must be numbers"),
    ],
)
def test_bad_input_is_one_sentence(values, times, sentence):
    with pytest.raises(ValueError, match=sentence):
        bounded(values, times)
