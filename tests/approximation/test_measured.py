"""Measured constants: intervals that cover the truth as often as they say, one seed one result, bounded memory."""

import numpy as np
import pytest
from goodness import ALPHA, generator
from scipy import stats

from theorytest.approximation import Conditioned, Discrete, Legendre, Monomials, Optimal, Space, Uniform
from theorytest.approximation import measured as package
from theorytest.approximation.estimators import Debiased, Given, LeastSquares, QuasiProjection
from theorytest.approximation.hull import Hull, hull
from theorytest.approximation.measured import measured
from theorytest.approximation.moments import enumerated
from theorytest.approximation.sampling import Plain

ATOMS = Discrete(np.array([-1.0, 0.0, 0.5, 2.0]), np.array([0.1, 0.2, 0.3, 0.4]))
POINTS = Space(Monomials(2), ATOMS)
LINE = Space(Legendre(2), Uniform())
CELLS = ("c_bias1", "c_bias2", "c_var1", "c_var2")
REPETITIONS, LEVEL = 300, 0.2


class Drawn:
    """An estimator that hands out points which were drawn together: rejection has a price for each batch."""

    def __init__(self, estimator, n_replicas):
        self.estimator, self.space, self.n_samples = estimator, estimator.space, estimator.n_samples
        self.left = estimator.sample(generator(), n_replicas)

    def sample(self, rng, n_replicas):  # noqa: ARG002 (drawn already)
        x, self.left = self.left[:n_replicas], self.left[n_replicas:]
        return x

    def coefficients(self, x, jets):
        return self.estimator.coefficients(x, jets)


def repeated(estimator, E):
    drawn = Drawn(estimator, 250 * REPETITIONS)
    return [measured(drawn, E, generator(), 250, alpha=LEVEL) for _ in range(REPETITIONS)]


def often_covered(found, cell, truth):
    """Whether the intervals hold the value as often as they say."""
    count = sum(getattr(each, cell).low <= truth <= getattr(each, cell).high for each in found)
    return count >= stats.binom.ppf(ALPHA, REPETITIONS, 1 - LEVEL)


def test_intervals_cover_the_constants_of_the_quasi_projection():
    """(1, 0, (n - 1 + d)/n, d/n) for optimal points, whatever the hull."""
    n, d = 5, 2
    found = repeated(QuasiProjection(Optimal(LINE), n), hull(LINE, 3))
    for cell, truth in zip(CELLS, (1.0, 0.0, (n - 1 + d) / n, d / n), strict=True):
        assert often_covered(found, cell, truth)
    assert not often_covered(found, "c_bias1", 1.1)
    assert not often_covered(found, "c_var1", 1.45)
    assert not often_covered(found, "c_var2", 0.5)


def test_intervals_cover_the_enumerated_constants_of_conditioned_least_squares():
    estimator, E = LeastSquares(Conditioned(Optimal(POINTS), 0.9), 6), hull(POINTS, 0)
    exact, found = enumerated(estimator, E), repeated(estimator, E)
    assert exact.c_bias2 > 0.01
    assert often_covered(found, "c_bias2", exact.c_bias2)
    assert often_covered(found, "c_var2", exact.c_var2)
    assert not often_covered(found, "c_var2", 1.4 * exact.c_var2)
    for cell in ("c_bias1", "c_var1"):  # least squares reproduces T: nothing is random there
        interval = getattr(found[0], cell)
        assert (interval.low, interval.high) == (pytest.approx(1, abs=1e-9), pytest.approx(1, abs=1e-9))


def test_values_lie_between_their_bounds_and_a_smaller_alpha_widens_them():
    E = hull(LINE, 3)
    narrow, wide = (measured(QuasiProjection(Optimal(LINE), 5), E, generator(), 400, alpha=a) for a in (0.1, 1e-4))
    for cell in CELLS:
        inner, outer = getattr(narrow, cell), getattr(wide, cell)
        assert outer.low <= inner.low <= inner.value <= inner.high <= outer.high
        assert outer.plain() == {"value": outer.value, "low": outer.low, "high": outer.high}
    assert (wide.n_replicas, wide.complement_dim, wide.alpha) == (400, 3, 1e-4)


def test_the_mean_matrices_are_those_of_all_draws():
    estimator, E = QuasiProjection(Optimal(LINE), 5), hull(LINE, 2)
    x = estimator.sample(generator(), 50)
    P = np.einsum("rn,rnk,rne->rke", Optimal(LINE).weight(x) / 5, LINE.jets(x)[..., 0], E.jets(x)[..., 0])
    found = measured(estimator, E, generator(), 50).moments
    np.testing.assert_allclose(found.A, P.mean(axis=0), atol=1e-12)
    np.testing.assert_allclose(found.S, np.mean(np.swapaxes(P, 1, 2) @ P, axis=0), atol=1e-12)


def test_one_seed_gives_one_result():
    estimator, E = QuasiProjection(Optimal(LINE), 5), hull(LINE, 2)
    first, again = (measured(estimator, E, generator(), 100) for _ in range(2))
    other = measured(estimator, E, np.random.default_rng(1), 100)
    for cell in CELLS:
        assert getattr(first, cell) == getattr(again, cell)
        assert getattr(first, cell) != getattr(other, cell)


def test_without_a_complement_its_constants_are_zero():
    found = measured(QuasiProjection(Optimal(LINE), 5), Hull(LINE, LINE), generator(), 100)
    assert found.c_bias2.plain() == found.c_var2.plain() == {"value": 0.0, "low": 0.0, "high": 0.0}
    assert found.c_var1.low > 0


def test_many_points_are_drawn_in_blocks(monkeypatch):
    """At most BLOCK coordinates at once; with known points for each replica there is one block."""
    sizes = []

    class Counting(QuasiProjection):
        def sample(self, rng, n_replicas):
            sizes.append(n_replicas)
            return super().sample(rng, n_replicas)

    monkeypatch.setattr(package, "BLOCK", 5 * 30)
    whole = measured(Counting(Optimal(LINE), 5), hull(LINE, 2), generator(), 100, alpha=ALPHA)
    assert sizes == [30, 30, 30, 10]
    assert whole.c_var1.low < 1.2 < whole.c_var1.high
    monkeypatch.undo()
    known = Plain(LINE).sample(generator(), 40, 3)
    estimator = Debiased(Given(LeastSquares(Plain(LINE), 3), known), QuasiProjection(Optimal(LINE), 5))
    assert measured(estimator, hull(LINE, 2), generator(), 40).n_replicas == 40


def test_what_would_fill_the_memory_is_refused_before_anything_is_drawn():
    E = hull(LINE, 2)
    with pytest.raises(ValueError, match=r"n_replicas must be at most 8,388,608, got 10,000,000: P\^n on E is a 2 x 4"):
        measured(QuasiProjection(Optimal(LINE), 5), E, generator(), 10_000_000)
    with pytest.raises(ValueError, match="n_samples must be at most 4,194,304, got 5,000,000"):
        measured(QuasiProjection(Optimal(LINE), 5_000_000), E, generator(), 20)


class Own:
    """An estimator that gives whatever it is told to."""

    space, n_samples = LINE, 5

    def __init__(self, x=None, coefficients=None):
        self.x, self.given = x, coefficients

    def sample(self, rng, n_replicas):
        return Plain(LINE).sample(rng, n_replicas, 5) if self.x is None else self.x

    def coefficients(self, x, jets):
        right = QuasiProjection(Plain(LINE), 5).coefficients(x, jets)
        return self.given(right)


@pytest.mark.parametrize(
    ("estimator", "message"),
    [
        (Own(coefficients=lambda right: right * np.nan), r"coefficients\(x, jets\) must be finite, got nan at index"),
        (Own(coefficients=lambda right: right / 0.0), r"coefficients\(x, jets\) must be finite, got"),
        (Own(coefficients=lambda right: right[:, :1]), r"coefficients\(x, jets\) must have shape \(50, 2, 4\), got"),
        (Own(coefficients=lambda right: right[0]), r"coefficients\(x, jets\) must have shape \(50, 2, 4\), got"),
        (Own(coefficients=lambda right: np.swapaxes(right, 1, 2)), r"must have shape \(50, 2, 4\), got \(50, 4, 2\)"),
        (Own(x=np.zeros((50, 4, 1))), r"sample\(rng, n_replicas\) must have shape \(50, 5, 1\), got \(50, 4, 1\)"),
        (Own(x=np.full((50, 5, 1), np.inf)), r"sample\(rng, n_replicas\) must be finite"),
    ],
)
@pytest.mark.filterwarnings("ignore:divide by zero", "ignore:invalid value")
def test_what_an_estimator_must_not_give_is_refused(estimator, message):
    with pytest.raises(ValueError, match=message):
        measured(estimator, hull(LINE, 2), generator(), 50)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"n_replicas": 19}, "n_replicas must be an integer of at least 20, got 19: some choose directions"),
        ({"alpha": 0}, r"alpha must lie in \(0, 1\)"),
        ({"rng": 3}, "rng must be a Generator"),
    ],
)
def test_arguments_outside_their_range_are_refused(changes, message):
    given = {"rng": generator(), "n_replicas": 50} | changes
    with pytest.raises(ValueError, match=message):
        measured(QuasiProjection(Optimal(LINE), 5), hull(LINE, 2), **given)
