"""Points of a wider law: means by exact sums, ratios that are bounded, and a sampler of another law that is seen."""

import numpy as np
import pytest

from theorytest.atlas.cells import Cell
from theorytest.atlas.directions import directions
from theorytest.atlas.effort import EFFORTS
from theorytest.atlas.measuring import measure
from theorytest.atlas.numbers import per_pair, per_point
from theorytest.atlas.points import Means, singles_of
from theorytest.atlas.subjects import subject
from theorytest.atlas.vectors import Dense
from theorytest.atlas.wide import WIDEST, wide_of
from theorytest.atlas.worlds import World

STANDARD = EFFORTS["standard"]
DISCRETE = World("discrete", "L2", "orthonormal")
GAUSSIAN = World("gaussian", "L2", "orthonormal")
CONTINUOUS = ("uniform", "L2"), ("gaussian", "L2"), ("uniform", "H1"), ("product-2", "L2"), ("product-3", "L2")


@pytest.mark.parametrize("sampling", ["rho", "optimal"])
@pytest.mark.parametrize("n", [1, 6])
def test_pairs_have_the_means_of_points_by_exact_sums(sampling, n):
    it = subject(Cell("quasi", DISCRETE, sampling, 3, n))
    singles = singles_of(it, it.estimator.sample(np.random.default_rng(0), 16))
    chosen, printed = directions(it.exact, it.exact, it.printed(None)), it.printed(None)
    wide, rho = wide_of(it.sampler, it.hull), it.hull.space.measure
    x = rho.points
    Z, r, means = singles.at(x, chosen.gradients), wide.ratio(x), Means(it.exact.A @ chosen.gradients, n)
    mu, nu = rho.weights / it.sampler.weight(x), rho.weights * wide.density(x)
    assert mu.sum() == pytest.approx(1)
    assert nu.sum() == pytest.approx(1)
    own, zero = per_point(Z, means, chosen, printed), np.zeros(len(x))
    halves = [per_pair(pair, means, chosen, printed) for pair in (((Z, r), (Z, zero)), ((Z, zero), (Z, r)))]
    constant = per_pair(((Z, zero), (Z, zero)), means, chosen, printed)
    for name, draws in own.items():
        both = mu @ halves[0][name] + nu @ halves[1][name] - constant[name][0]
        assert both == pytest.approx(mu @ draws, rel=1e-10), name


@pytest.mark.parametrize(("measure_", "norm"), CONTINUOUS)
def test_the_density_is_that_of_the_points_and_ratios_are_bounded(measure_, norm):
    it = subject(Cell("quasi", World(measure_, norm, "orthonormal"), "rho", 3, 1))
    wide = wide_of(it.sampler, it.hull)
    rule = it.hull.space.measure.quadrature(30)
    assert rule.weights @ wide.density(rule.nodes) == pytest.approx(1, rel=1e-9)
    y = wide.sample(np.random.default_rng(0), 20_000)
    cosines = np.cos(y).prod(axis=1)  # of a function that no polynomial is
    exact = rule.weights @ (wide.density(rule.nodes) * np.cos(rule.nodes).prod(axis=1))
    assert abs(cosines.mean() - exact) < 5 * cosines.std() / np.sqrt(len(y))
    assert (wide.ratio(y) > 0).all()
    assert (wide.ratio(y) <= WIDEST).all()


def test_no_weighted_number_lies_below_its_floor():
    rng, means = np.random.default_rng(0), Means(np.random.default_rng(1).normal(size=(4, 3)), 7)
    Z = np.concatenate([rng.normal(size=(5000, 4, 3)), -6 * means.u[None]])
    ratios = np.append(rng.uniform(0, WIDEST, (5000, 1)), [[WIDEST]], axis=0)
    numbers = ratios * means.raw(Dense(Z)) - means.constant
    assert (numbers >= means.floor(positive=False, factor=WIDEST) - 1e-9).all()
    np.testing.assert_allclose(numbers[-1], means.floor(positive=False, factor=WIDEST))  # attained


@pytest.fixture(scope="module")
def heavy():
    return measure(Cell("quasi", GAUSSIAN, "rho", 3, 1), STANDARD, 0)


def test_a_heavy_tail_is_resolved_and_the_row_says_how(heavy):
    for name in ("c_var1", "c_var2"):
        q = heavy.quantities[name]
        assert q.wide
        assert q.agrees
        assert q.resolution <= 0.0205
    assert not heavy.quantities["unbiased"].wide
    assert heavy.quantities["law"].agrees


def test_a_sampler_of_another_law_is_seen_by_the_ratios(monkeypatch):
    cell = Cell("quasi", GAUSSIAN, "rho", 3, 1)
    plain = type(subject(cell).sampler)
    honest = plain.sample
    monkeypatch.setattr(plain, "sample", lambda self, rng, R, n: 0.95 * honest(self, rng, R, n))
    assert measure(cell, STANDARD, 0).quantities["law"].agrees is False


def test_waves_and_histograms_have_no_wider_law():
    for system in ("fourier", "histogram"):
        it = subject(Cell("quasi", World("uniform", "L2", system), "optimal", 3, 1))
        assert wide_of(it.sampler, it.hull) is None
