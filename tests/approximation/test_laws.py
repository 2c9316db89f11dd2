"""The law f ρ on finitely many points and on the line."""

import numpy as np
import pytest
from goodness import ALPHA, chi_square, generator, ks
from hypothesis import given
from hypothesis import strategies as st

from theorytest.approximation.laws import FiniteLaw, LineLaw, line_edges, univariate
from theorytest.approximation.measures import Discrete, Gaussian, Uniform

PLANE = Discrete(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 2.0], [3.0, 3.0]]), np.array([0.1, 0.2, 0.3, 0.4]))


def frequencies(x, points):
    return np.all(x[:, None] == points, axis=-1).sum(axis=0)


def test_atoms_are_drawn_with_probability_f_times_their_weight_and_not_with_their_weight():
    law = univariate(lambda x: 1 + x.sum(axis=-1), PLANE)
    counts = frequencies(law.draw(generator(), 100_000), PLANE.points)
    masses = np.array([1, 2, 3, 7]) * PLANE.weights
    assert isinstance(law, FiniteLaw)
    assert chi_square(counts, masses / masses.sum()) > ALPHA
    assert chi_square(counts, PLANE.weights) < ALPHA
    assert counts.sum() == 100_000


def test_an_atom_where_f_vanishes_is_never_drawn():
    law = univariate(lambda x: x[..., 0], PLANE)
    assert frequencies(law.draw(generator(), 10_000), PLANE.points)[[0, 2]].tolist() == [0, 0]


def test_draws_on_the_line_follow_the_density_and_not_the_measure():
    law = univariate(lambda x: x[..., 0] ** 2, Uniform(0, 1))
    x = law.draw(generator(), 50_000)
    assert isinstance(law, LineLaw)
    assert x.shape == (50_000, 1)
    assert ks(x, lambda t: t**3) > ALPHA
    assert ks(Uniform(0, 1).sample(generator(), (50_000,)), lambda t: t**3) < ALPHA


@given(st.floats(-5, 5), st.floats(0.01, 10), st.lists(st.floats(-20, 20), max_size=8))
def test_edges_increase_and_hold_the_ends_and_the_knots_inside(low, width, knots):
    edges = line_edges(Uniform(low, low + width), knots)
    inside = [t for t in knots if low < t < low + width]
    assert np.all(np.diff(edges) > 0)
    assert (edges[0], edges[-1]) == (low, low + width)
    assert set(edges) == {low, low + width, *inside}


@given(st.floats(-1e3, 1e3), st.floats(1e-3, 1e3))
def test_a_gaussian_is_cut_where_its_density_underflows(mean, std):
    law = Gaussian(mean, std)
    edges = line_edges(law, ())
    assert np.all(np.diff(edges) > 0)
    assert law.density(edges[[0, -1], None]).max() < 1e-300


@pytest.mark.parametrize("measure", [PLANE, Uniform(), Gaussian()])
def test_a_function_that_is_not_finite_is_refused_before_any_draw(measure):
    with pytest.raises(ValueError, match=r"f\(x\) must be finite, got nan"):
        univariate(lambda x: np.full(len(x), np.nan), measure)
