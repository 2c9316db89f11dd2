"""Bounded, logarithmic or a power: decided rightly or not at all, never wrongly."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest.decisions.decision import Arithmetic, Verdict
from theorytest.decisions.growth import (
    Growth,
    bounded,
    grows_like_log,
    grows_like_power,
    growth_of,
    log_horizon,
    separating_horizon,
)
from theorytest.decisions.wording import number

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
    "log² k": (lambda t: np.log(t) ** 2, Growth.POWER_OF_LOG),
    "log³ k": (lambda t: np.log(2 * t) ** 3, Growth.POWER_OF_LOG),
    "k^0.3 log k": (lambda t: t**0.3 * np.log(2 * t), Growth.POWER),
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
    early = grows_like_log(TIMES[:21] ** 0.02, TIMES[:21], against=0.02)
    assert early.verdict is Verdict.UNDECIDED
    assert "t^0.02 is told from log t from t =" in early.sentence
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


def test_a_logarithm_is_told_from_the_stated_power_once_the_horizon_is_long_enough():
    late = int(math.log2(log_horizon(0.05)))
    assert grows_like_log(harmonic(TIMES[:late]), TIMES[:late], against=0.05).verdict is Verdict.UNDECIDED
    times = TIMES[: late + 1]
    assert grows_like_log(harmonic(times), times, against=0.05).verdict is Verdict.CONSISTENT
    assert grows_like_log(times**0.05, times, against=0.05).verdict is Verdict.UNDECIDED


ALL = (Growth.BOUNDED, Growth.LOGARITHMIC, Growth.POWER_OF_LOG, Growth.POWER)


@pytest.mark.parametrize("name", SEQUENCES)
def test_among_stated_kinds_another_one_refutes(name):
    sequence, kind = SEQUENCES[name]
    values = sequence(TIMES)
    decisions = {
        Growth.BOUNDED: bounded(values, TIMES, among=ALL),
        Growth.LOGARITHMIC: grows_like_log(values, TIMES, against=0.1, among=ALL),
        Growth.POWER: grows_like_power(values, TIMES, exponent=0.5, among=ALL),
    }
    for claimed, found in decisions.items():
        refutable = kind in ALL and kind is not claimed
        assert (found.verdict is Verdict.REFUTED) == refutable or (claimed is kind is Growth.POWER)
        assert not found.verdict.holds or claimed is kind


def test_another_exponent_refutes_a_power_only_where_there_is_one():
    assert grows_like_power(TIMES**0.5, TIMES, exponent=0.6, among=ALL).verdict is Verdict.REFUTED
    assert grows_like_power(TIMES**0.5, TIMES, exponent=0.4, among=ALL).verdict is Verdict.REFUTED
    assert grows_like_power(TIMES**0.5, TIMES, exponent=0.52, among=ALL).verdict is Verdict.CONSISTENT
    assert grows_like_power(np.log(TIMES) ** 2, TIMES, exponent=0.05).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("doublings", [8, 12, 16, 20, 40])
def test_a_power_is_not_refuted_before_it_can_be_told(doublings):
    """Early, t^0.1 looks like a logarithm, which is one of the kinds that the claim admits."""
    times = TIMES[: doublings + 1]
    found = grows_like_power(times**0.1, times, exponent=0.1, among=ALL)
    assert found.verdict is (Verdict.CONSISTENT if times[-1] >= separating_horizon(0.1) else Verdict.UNDECIDED)


def test_a_refutation_says_which_members_of_the_claimed_kind_it_does_not_reach():
    """1 - t^-0.01 is bounded and looks like log t; log t - 30,000 t^-0.1 looks bounded for long."""
    slow = bounded(1 - TIMES**-0.01, TIMES, among=ALL)
    assert slow.verdict is Verdict.REFUTED
    assert "and approaches a limit no slower than t^-0.01838" in slow.sentence
    times = 2.0 ** np.arange(61)
    hidden = grows_like_log(np.log(times) - 3e4 * times**-0.1, times, against=0.05, among=ALL)
    assert hidden.verdict is Verdict.REFUTED
    assert f"and a logarithm adds more than {number(hidden.estimate)} per doubling" in hidden.sentence
    assert hidden.estimate > np.log(2)


def test_a_logarithm_says_which_powers_of_it_look_the_same():
    found = grows_like_log(np.log(TIMES) ** 1.2, TIMES, against=0.1)
    assert found.verdict is Verdict.CONSISTENT
    assert "(log t)^k for k between 1/2 and 3/2" in found.sentence


def test_the_stated_kinds_hold_the_claimed_one():
    with pytest.raises(ValueError, match="among must hold the claimed kind"):
        bounded(harmonic(TIMES), TIMES, among=(Growth.POWER,))
    with pytest.raises(ValueError, match="kinds that can be told"):
        bounded(harmonic(TIMES), TIMES, among=(Growth.BOUNDED, Growth.IRREGULAR))


def test_exact_values_are_seen_beyond_rounding():
    """1 + Σ 2^-k is told from its limit by fractions after 60 doublings, by floats only until 1e-12."""
    times = 2.0 ** np.arange(61)
    exact = bounded([2 - Fraction(1, 2**j) for j in range(61)], times)
    assert exact.arithmetic is Arithmetic.RATIONAL
    assert exact.estimate == 2.0**-60
    growing = [2 - Fraction(1, 2**j) + Fraction(j, 10**14) for j in range(61)]
    assert bounded(growing, times).verdict is Verdict.UNDECIDED
    assert bounded([float(x) for x in growing], times).arithmetic is Arithmetic.FLOATING


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
        assert grows_like_log(1 - 1 / TIMES + noise, TIMES, against=0.1).verdict is not Verdict.CONSISTENT


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


def test_rounding_is_no_growth():
    noise = 1e-15 * np.random.default_rng(0).standard_normal(J + 1)
    assert growth_of(3.0 + noise, TIMES).growth is Growth.BOUNDED
