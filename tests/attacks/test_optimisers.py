"""Every method climbs: on a ridge that is not along the axes, and on whole numbers."""

import numpy as np
import pytest

from theorytest.attacks.adapted import adapted
from theorytest.attacks.optimisers import climb, gradient_steps, moves, random_steps, simplex
from theorytest.attacks.ranges import Range
from theorytest.attacks.scales import FITS, Scale

START = np.array([0.8, -0.7, 0.5])


def ridge(u):
    """A quadratic of condition 400 whose top is at (0.1, 0.2, 0.3)."""
    v = u - np.array([0.1, 0.2, 0.3])
    return -(v @ v + 400 * (v[0] - v[1]) ** 2)


@pytest.mark.parametrize("method", [adapted, gradient_steps, simplex, climb])
def test_a_ridge_is_climbed(method):
    at = method(ridge, START, np.zeros(3), 1500, np.random.default_rng(0))
    assert ridge(at) > -1e-3


@pytest.mark.parametrize("method", [random_steps, moves])
def test_simple_steps_rise(method):
    at = method(ridge, START, np.zeros(3), 1500, np.random.default_rng(0))
    assert ridge(at) > ridge(START) / 100


def test_whole_numbers_are_moved_from_cell_to_cell():
    one = Range(0, 9, whole=True)
    hidden = np.array([7, 0, 3, 9])

    def score(u):
        return -float(np.sum(np.abs([one.value(each) for each in u] - hidden)))

    at = climb(score, np.zeros(4), np.full(4, one.cell), 400, np.random.default_rng(0))
    assert score(at) == 0


def test_the_size_of_a_form_is_learned():
    scale, rng = Scale(), np.random.default_rng(0)
    for _ in range(FITS[0]):
        x = 10 ** rng.uniform(-3, 3, 2)
        scale.score(x, x[0] ** 2 * x[1])
    small = scale.score(np.array([1e-4, 1e-4]), -1e-12)
    assert small == pytest.approx(-0.5, abs=0.1)


def test_a_whole_range_holds_whole_numbers_alone():
    one = Range(-2, 3, whole=True)
    assert one.count == 6
    assert list(one.values) == [0, 1, -1, 2, -2, 3]
    assert {one.value(u) for u in np.linspace(-1, 1, 99)} == set(one.values)
    assert all(one.value(one.chart(x)) == x for x in one.values)
    assert not one.holds(0.5)
    assert one.words == "whole numbers in [-2, 3]"
