"""The optimiser that looks for the worst instances of a bound finds known maxima."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest.claims.loading import load_module

ROOT = Path(__file__).parents[1] / "checks"


@pytest.fixture(scope="module")
def search():
    """The module with the optimiser, imported as checks import it."""
    return load_module(ROOT, ROOT / "instances" / "worst.py")


@given(st.integers(1, 2), st.integers(1, 3), st.integers(0, 10**6), st.booleans())
def test_samples_have_the_mean_of_their_definition(search, dim, n, seed, optimal):
    points = dim + 2
    found = search.frame(np.random.default_rng(seed).standard_normal(points * (dim + 1)), points, dim, optimal=optimal)
    draws = found.draws(n)
    mean = np.tensordot(draws.probability, draws.gramian, 1)
    assert np.isclose(draws.probability.sum(), 1)
    assert np.allclose(mean, np.eye(dim), atol=1e-8)
    assert np.allclose(np.tensordot(draws.probability, draws.moments, 1), 0, atol=1e-8)
    assert np.allclose(found.U.T @ found.V, 0)
    assert found.k >= dim - 1e-9


def test_stable_samples_are_added_up_from_the_most_stable_one_on(search):
    draws = search.frame(np.arange(1.0, 7.0) ** 2, 3, 2, optimal=True).draws(3)
    for delta, p, S in search.stable_levels(draws):
        chosen = np.flatnonzero(draws.deviation <= delta + 1e-12)
        assert np.isclose(p, draws.probability[chosen].sum())
        assert np.allclose(S, draws.second_moments(chosen).sum(axis=0))


def test_all_orders_are_counted(search):
    _, counts, orders = search.multisets(3, 4)
    assert (counts.sum(axis=1) == 4).all()
    assert orders.sum() == 3**4


def test_the_optimiser_finds_a_known_maximum(search):
    value, found = search.worst(lambda each: -np.ptp(each.mu), 3, 2)
    assert value == pytest.approx(0, abs=1e-3)
    assert found.mu == pytest.approx(1 / 3, abs=1e-3)


def test_a_law_that_all_but_leaves_a_point_out_is_no_instance(search):
    value, _ = search.worst(lambda each: 1 / each.mu.min(), 2, 1, optimal=False, rounds=2)
    assert value < 1e9
