"""Tail diagnostics."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import kurtosis

from theorytest.decisions.tails import hill, tails


def test_moments_agree_with_scipy(generators):
    x = generators()(0).exponential(size=1000)
    found = tails(x)
    assert found.kurtosis == pytest.approx(kurtosis(x, fisher=False))
    assert found.variance == pytest.approx(x.var(ddof=1))
    assert found.largest_share == pytest.approx(x.max() / x.sum())


def test_the_index_of_a_pareto_law(generators):
    """With k = 1000 of 10^6 draws: Hill's standard error is 1.5 / sqrt(1000), eight of them are allowed."""
    assert hill(1 + generators()(0).pareto(1.5, 10**6)) == pytest.approx(1.5, abs=8 * 1.5 / math.sqrt(1000))


def test_domination(generators):
    rng = generators()(0)
    assert tails(1 + rng.pareto(1.0, 10_000)).dominated
    assert not tails(rng.exponential(size=10_000)).dominated
    assert not tails(rng.standard_normal(10_000)).dominated
    assert tails(np.append(np.zeros(999), 1.0)).dominated
    assert "rare draws dominate" in tails(np.append(np.zeros(999), 1.0)).words()
    assert tails(np.ones(1000)).words() == ""


@given(arrays(float, st.integers(1, 200), elements=st.floats(-1e100, 1e100)))
def test_diagnostics_are_numbers_for_any_sample(draws):
    with np.errstate(over="ignore"):
        found = tails(draws / 1e20)
    assert all(math.isfinite(value) for value in found.statistics().values())
    assert found.kurtosis >= 1 - 1e-9
