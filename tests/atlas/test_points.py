"""Estimators as means over points: identities by exact sums, and broken estimators and samplers that are seen."""

from dataclasses import dataclass

import numpy as np
import pytest

from theorytest.approximation import QuasiProjection, matrices
from theorytest.atlas import subjects
from theorytest.atlas.cells import Cell
from theorytest.atlas.directions import directions, weighted
from theorytest.atlas.effort import EFFORTS
from theorytest.atlas.measuring import measure, measure_all
from theorytest.atlas.points import Means, singles_of
from theorytest.atlas.subjects import subject
from theorytest.atlas.vectors import Dense
from theorytest.atlas.worlds import World

QUICK = EFFORTS["quick"]
DISCRETE = World("discrete", "L2", "orthonormal")
UNIFORM = World("uniform", "L2", "orthonormal")


@pytest.mark.parametrize("estimator", ["quasi", "debiased"])
@pytest.mark.parametrize("n", [1, 4])
def test_one_point_says_what_n_points_do_up_to_a_wrong_mean(estimator, n):
    it = subject(Cell(estimator, DISCRETE, "rho", 3, n))
    singles = singles_of(it, it.estimator.sample(np.random.default_rng(0), 16))
    measure_, rng = it.hull.space.measure, np.random.default_rng(1)
    G = rng.normal(size=(it.hull.dim, 3))
    Z = singles.at(measure_.points.reshape(-1, 1), G)
    mean = np.einsum("p,pdm->dm", measure_.weights, Z.whole())
    variance = np.sum(G * (it.exact.S @ G), axis=0)
    for u in (mean, np.zeros_like(mean), rng.normal(size=mean.shape)):
        lost = (1 - 1 / n) * np.sum((mean - u) ** 2, axis=0)
        np.testing.assert_allclose(measure_.weights @ Means(u, n).f(Z), variance - lost, rtol=1e-10)
        assert (lost <= Means(u, n).lost(mean, np.zeros(3), 5.0, 10) * (1 + 1e-12)).all()


def test_no_number_lies_below_its_floor():
    rng = np.random.default_rng(0)
    means = Means(rng.normal(size=(4, 3)), 7)
    u2 = np.sum(means.u**2, axis=0)
    at_most = means.f(Dense(np.concatenate([rng.normal(size=(5000, 4, 3)), -6 * means.u[None]])))
    assert (at_most >= means.floor(positive=False) - 1e-9).all()
    np.testing.assert_allclose(at_most[-1], -6 * u2)  # attained at Z = -(n - 1) u
    forward = np.abs(rng.uniform(0, 2, size=(5000, 1, 3))) * means.u
    assert (means.f(Dense(forward)) >= means.floor(positive=True) - 1e-9).all()


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        (Cell("quasi", UNIFORM, "rho", 3, 6), True),
        (Cell("non", World("uniform", "L2", "redundant"), "rho", 3, 6), True),
        (Cell("lsq", UNIFORM, "optimal", 1, 4), True),
        (Cell("volume", UNIFORM, "volume", 1, 4), True),
        (Cell("free-lsq", UNIFORM, "optimal", 3, 6), False),
        (Cell("conditioned-quasi", UNIFORM, "optimal", 3, 6), False),
        (Cell("volume", UNIFORM, "volume", 3, 6), False),
    ],
    ids=str,
)
def test_only_means_over_independent_points_are_taken_apart(cell, found):
    it = subject(cell)
    assert (singles_of(it, it.estimator.sample(np.random.default_rng(0), 16)) is not None) == found


def test_cells_that_share_their_points_have_the_rows_of_cells_alone():
    block = [Cell("quasi", UNIFORM, "rho", 3, n) for n in (1, 6, 30)]
    assert measure_all(block, QUICK, 0) == [measure(cell, QUICK, 0) for cell in block]


@dataclass(frozen=True)
class Counting(QuasiProjection):
    """Divides by n - 1 in place of n, as soon as there are two points: no mean over its points."""

    def coefficients(self, x, jets):
        return super().coefficients(x, jets) * (self.n_samples / max(self.n_samples - 1, 1))


@dataclass(frozen=True)
class Heavier(QuasiProjection):
    """Weights that are too large by a tenth."""

    def coefficients(self, x, jets):
        return 1.1 * super().coefficients(x, jets)


def broken(monkeypatch, kind, cell):
    """The row of a cell whose quasi-projection is another."""
    subject(cell)  # its exact moments are those of the right one
    monkeypatch.setattr(subjects, "QuasiProjection", kind)
    row = measure(cell, QUICK, 0)
    return {name for name, q in row.quantities.items() if q.agrees is False}


def test_an_estimator_that_is_no_mean_is_measured_as_it_is(monkeypatch):
    cell = Cell("quasi", UNIFORM, "optimal", 3, 4)
    it = subject(cell)
    x = it.sampler.sample(np.random.default_rng(0), 16, 4)
    wrong = Counting(it.sampler, 4)
    assert np.abs(matrices(wrong, it.hull, x) / matrices(it.estimator, it.hull, x) - 4 / 3).max() < 1e-9
    assert broken(monkeypatch, Counting, cell) >= {"unbiased", "c_var1", "c_var2"}


def test_wrong_weights_are_seen_at_single_points(monkeypatch):
    assert broken(monkeypatch, Heavier, Cell("quasi", UNIFORM, "rho", 3, 6)) >= {"c_bias1", "c_var1", "c_var2"}


def test_points_that_depend_on_each_other_are_seen_by_their_products(monkeypatch):
    cell = Cell("quasi", UNIFORM, "rho", 3, 6)
    plain = type(subject(cell).sampler)
    honest = plain.sample
    monkeypatch.setattr(plain, "sample", lambda self, rng, R, n: np.repeat(honest(self, rng, R, 1), n, axis=1))
    row = measure(cell, QUICK, 0)
    assert row.quantities["c_var2"].agrees  # single points have the right law
    assert row.quantities["independence"].agrees is False
    assert row.quantities["independence"].low > row.quantities["c_var2"].value


def test_points_from_another_law_are_seen(monkeypatch):
    cell = Cell("quasi", UNIFORM, "rho", 3, 6)
    plain = type(subject(cell).sampler)
    honest = plain.sample
    monkeypatch.setattr(plain, "sample", lambda self, rng, R, n: 0.9 * honest(self, rng, R, n))
    assert any(q.agrees is False for q in measure(cell, QUICK, 0).quantities.values())


def test_weights_leave_the_mean_and_make_the_variance_smaller():
    it = subject(Cell("quasi", World("gaussian", "L2", "orthonormal"), "optimal", 1, 1))
    chosen = directions(it.exact, it.exact, it.printed(None))
    singles = singles_of(it, it.estimator.sample(np.random.default_rng(0), 16))
    draws = squares(singles, chosen, 1)[:, chosen.columns["c_var2"]]
    found = weighted(chosen, {"c_var2": draws})
    weights = found.weights["c_var2"]
    assert weights.sum() == pytest.approx(1)
    kept = squares(singles, found, 2)[:, found.columns["c_var2"]] @ weights
    assert kept.mean() == pytest.approx(1, abs=0.05)
    assert kept.std() < 0.3 * draws.mean(axis=1).std()
    assert found.group("c_var2")[0].shape[1] == len(weights) < draws.shape[1]


def squares(singles, chosen, seed):
    return singles.at(singles.sample(np.random.default_rng(seed), 20_000, 1), chosen.gradients).square
