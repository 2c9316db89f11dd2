"""Streamed ensembles: the numbers of kept ones, whatever the order of the parts, in memory that does not grow."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from theorytest.approximation import Legendre, Optimal, QuasiProjection, Space, Uniform
from theorytest.descent import TARGETS, Constant, LinearDescent, Quadratic, by_quadrature, descend
from theorytest.descent.streaming import PowerSums, Streamed, batches, nothing, stream
from theorytest.fits import kurtosis

TIMES = np.array([1, 2, 5, 11])
CENTRE = np.array([0.9, 0.6, 0.2, 0.01])


@pytest.fixture(scope="module")
def process():
    space = Space(Legendre(3), Uniform())
    return LinearDescent(QuasiProjection(Optimal(space), 1), Quadratic(space, TARGETS["exp"]))


def part(gap, centre):
    x = gap - centre
    sums = np.stack([(x**k).sum(axis=0) for k in (1, 2, 3, 4)])
    return PowerSums(len(gap), sums, gap.min(axis=0), gap.max(axis=0), np.zeros(gap.shape[1]))


def streamed(parts, centre):
    total = nothing(centre)
    for each in parts:
        total = total.add(each)
    return total.summary()


gaps = arrays(float, st.tuples(st.integers(2, 40), st.just(2)), elements=st.floats(0, 1e6))


@given(gaps, st.lists(st.integers(0, 40), max_size=5), st.randoms(use_true_random=False), st.floats(-10, 1e6))
def test_any_parts_in_any_order_give_the_same_bits(gap, cuts, random, centre):
    c = np.full(2, centre)
    parts = [part(each, c) for each in np.split(gap, sorted(min(cut, len(gap)) for cut in cuts)) if len(each)]
    shuffled = random.sample(parts, len(parts))
    one, other = streamed(parts, c), streamed(shuffled, c)
    for name in ("count", "mean", "variance", "kurtosis", "least", "largest"):
        assert np.array_equal(getattr(one, name), getattr(other, name), equal_nan=True), name
    size = max(gap.max(), abs(centre))
    assert one.mean == pytest.approx(gap.mean(axis=0), rel=1e-12, abs=1e-12 * size)
    assert one.variance == pytest.approx(gap.var(axis=0, ddof=1), rel=1e-9, abs=1e-12 * size**2)
    assert np.array_equal(one.largest, gap.max(axis=0))


def test_a_stream_knows_what_kept_trajectories_show(process):
    found = nothing(CENTRE).add(
        stream(process, Constant(1 / 3), 10, np.random.default_rng(5), 500, times=TIMES, centre=CENTRE)
    )
    gap = descend(process, Constant(1 / 3), 10, np.random.default_rng(5), 500, times=TIMES).gap
    summary = found.summary()
    assert summary.mean == pytest.approx(gap.mean(axis=0), rel=1e-13)
    assert summary.stderr == pytest.approx(gap.std(axis=0, ddof=1) / np.sqrt(500), rel=1e-12)
    assert summary.stderr[0] == 0  # all replicas start at the same place
    assert summary.kurtosis[1:] == pytest.approx([kurtosis(each) for each in gap.T[1:]], rel=1e-9)
    z = summary.deviations(by_quadrature(process.estimator, process.loss).gap(Constant(1 / 3), TIMES))
    assert np.isnan(z[0])
    assert np.all(np.abs(z[1:]) < 6)


def test_divergence_is_a_result(process):
    sums = stream(process, Constant(1e80), 10, np.random.default_rng(0), 50, times=TIMES, centre=CENTRE)
    found = nothing(CENTRE).add(sums).summary()
    assert found.diverged.tolist() == [0, 0, 50, 50]
    assert np.isfinite(found.mean[:2]).all()
    assert np.isinf(found.mean[2:]).all()
    assert np.isinf(found.stderr[2:]).all()
    assert np.isnan(found.deviations(np.full(4, np.inf))[2:]).all()


def test_batches_add_up_and_are_bounded(process):
    for n_replicas in (1, 16_384, 16_385, 100_000):
        sizes = list(batches(process, n_replicas, 12))
        assert sum(sizes) == n_replicas
        assert max(sizes) <= 16_384
    assert list(batches(process, 3, 10**9)) == [1, 1, 1]


def test_the_memory_does_not_grow_with_the_replicas(process):
    peaks = []
    for n_replicas in (20_000, 200_000):
        tracemalloc.start()
        stream(process, Constant(1 / 3), 3, np.random.default_rng(0), n_replicas, times=TIMES[:2], centre=CENTRE[:2])
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] == pytest.approx(peaks[0], rel=0.02)


def test_one_replica_has_no_spread():
    with pytest.raises(ValueError, match="at least 2 replicas, got 0"):
        nothing(CENTRE).summary()
    with pytest.raises(ValueError, match="centre must be finite"):
        nothing(np.array([np.inf]))


def test_huge_numbers_are_infinite_and_not_an_error():
    gap = np.array([[1.3e154], [0.0]])
    with np.errstate(over="ignore"):
        found = streamed([part(gap, np.zeros(1))], np.zeros(1))
    assert isinstance(found, Streamed)
    assert found.mean == pytest.approx([6.5e153])
    assert np.isinf(found.kurtosis).all()
