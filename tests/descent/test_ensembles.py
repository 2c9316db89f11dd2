"""What an ensemble shows, by hand and with replicas that have diverged."""

import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from theorytest.descent.ensembles import summarise
from theorytest.descent.targets import TARGETS


def ensemble(gap, diverged=None, **words):
    gap = np.asarray(gap, dtype=float)
    lost = np.zeros(len(gap), dtype=int) if diverged is None else np.asarray(diverged)
    run = SimpleNamespace(gap=gap, n_replicas=len(gap), times=np.arange(1, gap.shape[1] + 1), diverged=lost)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return summarise(run, 0.5, **words)


@given(arrays(float, st.tuples(st.integers(2, 30), st.integers(1, 4)), elements=st.floats(0, 1e6)))
def test_numbers_of_each_time(gap):
    found, R = ensemble(gap), len(gap)
    for i in range(gap.shape[1]):
        ordered = sorted(gap[:, i])
        mean = sum(ordered) / R
        assert found.mean[i] == pytest.approx(mean)
        assert found.stderr[i] == pytest.approx(np.sqrt(sum((g - mean) ** 2 for g in ordered) / (R - 1) / R), abs=1e-9)
        for share, value in ((0.1, found.low[i]), (0.5, found.median[i]), (0.9, found.high[i])):
            below, upto = np.mean(gap[:, i] < value), np.mean(gap[:, i] <= value)
            assert value in ordered
            assert below - 1e-12 <= share <= upto + 1e-12


def test_diverged_replicas_are_infinite_and_not_undefined():
    gap = [[1.0, np.inf], [1.0, np.inf], [1.0, 2.0], [3.0, 3.0], [4.0, 4.0]]
    found = ensemble(gap, diverged=[2, 2, 0, 0, 0])
    assert found.diverged == 2
    assert (found.mean[1], found.stderr[1], found.high[1]) == (np.inf, np.inf, np.inf)
    assert (found.low[1], found.median[1]) == (2.0, 4.0)
    everyone = ensemble(np.full((3, 2), np.inf), diverged=[1, 1, 1])
    for each in (everyone.mean, everyone.stderr, everyone.median, everyone.low, everyone.high):
        assert np.all(each == np.inf)


def test_one_replica_has_no_standard_error():
    found = ensemble([[1.0, 2.0]])
    np.testing.assert_array_equal(found.stderr, [np.inf, np.inf])
    np.testing.assert_array_equal(found.median, [1, 2])


def test_gaps_whose_squares_overflow():
    found = ensemble([[1e300], [3e300]])
    assert found.mean[0] == 2e300
    assert not np.isnan(found.stderr).any()


def test_keys_of_the_json():
    keys = {"t", "mean", "stderr", "median", "q10", "q90", "exact_mean", "loss_min", "diverged"}
    found = ensemble([[1.0], [2.0]]).plain()
    assert set(found) == keys
    assert found["exact_mean"] is None
    assert ensemble([[1.0], [2.0]], exact=np.array([1.5])).plain()["exact_mean"] == [1.5]


@pytest.mark.parametrize(
    ("name", "at", "value"),
    [
        ("exp", 1.0, np.e),
        ("sin", 0.25, 1.0),
        ("step", 0.0, 1.0),
        ("step", -0.1, 0.0),
        ("abs", -2.0, 2.0),
        ("runge", 0.2, 0.5),
    ],
)
def test_targets_by_name(name, at, value):
    assert TARGETS[name](np.array([[at]])) == pytest.approx(value)
    assert TARGETS[name](np.full((2, 5, 1), at)).shape == (2, 5)
