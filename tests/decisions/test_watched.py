"""A draw that ignores its generator, keeps state, or repeats itself is found out; honest ones never are."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest.decisions.means import mean_at_most, mean_equals
from theorytest.decisions.probability import probability_at_most, probability_equals
from theorytest.decisions.sequential import Plan
from theorytest.decisions.watched import Chunks, DrawError, shared, surprise

PLAN = Plan(0.01, 0.05, 20_000)
FIXED = np.random.default_rng(5).random(70_000)


def test_a_draw_that_ignores_its_generator(generators):
    with pytest.raises(DrawError, match="takes nothing from its generator, yet its draws differ"):
        mean_equals(lambda _rng, size: FIXED[:size], generators(), PLAN, value=0.5, support=(0, 1))


def test_a_draw_with_randomness_of_its_own(generators):
    own = np.random.default_rng(1)
    with pytest.raises(DrawError, match="two results for one generator"):
        mean_equals(lambda _rng, size: own.random(size), generators(), PLAN, value=0.5, support=(0, 1))


def test_a_draw_that_keeps_state(generators):
    calls = itertools.count(1)
    with pytest.raises(DrawError, match="two results for one generator"):
        mean_at_most(lambda rng, size: rng.random(size) / next(calls), generators(), PLAN, bound=1.0)


def test_a_draw_that_hands_out_the_same_chunk_again(generators):
    def draw(rng, size):
        rng.random()
        return np.resize(FIXED[:1000], size)

    with pytest.raises(DrawError, match="chunk 1 has draws of chunk 0"):
        mean_equals(draw, generators(), PLAN, value=0.5, support=(0, 1))


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda x: np.tile(x[: len(x) // 3 + 1], 3), "repeats its draws after"),
        (lambda x: np.repeat(x, 4), "repeats its draws after 1 of them"),
        (np.sort, "neighbouring draws depend"),
        (lambda x: np.stack([x, 1 - x], axis=1).ravel(), "neighbouring draws depend"),
        (lambda x: np.convolve(x, np.ones(20) / 20, "same"), "neighbouring draws depend"),
        (lambda x: (x[0] + 0.6180339887 * np.arange(len(x))) % 1, "neighbouring draws depend"),
    ],
    ids=["tiled", "repeated", "sorted", "antithetic", "moving means", "a rotation of the circle"],
)
def test_draws_that_depend_on_each_other(generators, made, message):
    with pytest.raises(DrawError, match=message):
        mean_equals(
            lambda rng, size: np.resize(made(rng.random(size))[:size], size),
            generators(),
            PLAN,
            value=0.5,
            variance=4.0,
        )


def test_a_chunk_that_goes_on_in_the_middle_of_another_one():
    rng, chunks = np.random.default_rng(3), Chunks()
    long = rng.random((2000, 2))
    chunks.require_new(long[:1000], 0)
    chunks.require_new(long[1000:], 1)
    with pytest.raises(DrawError, match="chunk 2 has draws of chunk 0"):
        chunks.require_new(np.concatenate([rng.random((50, 2)), long[400:500]]), 2)


def test_pairs_of_all_chunks_count_together():
    """A chunk of 32 shows nothing beyond chance, even where it is sorted; twenty of them do."""
    rng, chunks = np.random.default_rng(4), Chunks()

    def sort_and_show():
        for chunk in range(20):
            chunks.require_new(np.sort(rng.random(32)), chunk)

    with pytest.raises(DrawError, match="neighbouring draws depend"):
        sort_and_show()
    assert chunks.neighbours.pairs > 16


@pytest.mark.parametrize("atoms", [2, 5, 12, 13, 14, 40, 1000])
def test_honest_draws_from_atoms_are_never_accused(atoms):
    """In 200 runs of ten chunks: few atoms repeat windows, more atoms repeat draws, and none are recycled."""
    for seed in range(200):
        rng, chunks = np.random.default_rng(seed), Chunks()
        for chunk, size in enumerate((1, 3, 13, 14, 32, 33, 60, 125, 250, 500)):
            chunks.require_new(rng.integers(atoms, size=size).astype(float), chunk)


def test_a_constant_needs_no_generator(generators):
    found = mean_at_most(lambda _rng, size: np.ones(size), generators(), PLAN, bound=2.0, upper=4.0)
    assert found.verdict.holds


def test_a_spawned_generator_counts_as_used(generators):
    found = mean_equals(lambda rng, n: rng.spawn(1)[0].random(n), generators(), PLAN, value=0.5, support=(0, 1))
    assert found.verdict.holds


@given(st.floats(0, 1), st.integers(1, 400), st.integers(0, 2**32))
def test_honest_events_are_never_accused(p, size, seed):
    """However rare or small: what may repeat by chance is not counted as recycled."""
    chunks, rng = Chunks(), np.random.default_rng(seed)
    for chunk in range(4):
        chunks.require_new((rng.random(size) < p).astype(float), chunk)


@given(st.floats(0.2, 0.8), st.integers(0, 2**32))
def test_recycled_events_are_accused(p, seed):
    event = (np.random.default_rng(seed).random(400) < p).astype(float)
    chunks = Chunks()
    chunks.require_new(event, 0)
    with pytest.raises(DrawError, match=r"chunk 1 (repeats|has draws of) chunk 0"):
        chunks.require_new(event, 1)


def test_surprise_is_the_log_probability_of_agreement():
    assert surprise(np.array([0.0, 1.0])) == pytest.approx(2 * np.log(2))
    assert surprise(np.ones((5, 2, 2))) == 0


def test_rare_events_pass_unaccused(generators):
    found = probability_at_most(lambda rng, n: rng.random(n) < 1e-3, generators(), PLAN, bound=0.01)
    assert found.verdict.holds


def test_every_member_of_an_ensemble_is_handed_out_once(generators):
    """Chunks of events are too short to be seen to repeat: the mean of all draws is that of the whole ensemble."""
    ensemble = (np.random.default_rng(2).random(400) < 0.3).astype(float)

    @shared
    def draw(_rng, size):
        return ensemble[:size]

    found = probability_equals(draw, generators(), Plan(1e-6, 0.05, 400, first_batch=100), value=0.3)
    assert found.draws == 400
    assert found.statistics["successes"] == ensemble.sum()


def test_an_ensemble_that_is_too_small_is_named(generators):
    @shared
    def draw(_rng, size):
        return FIXED[: min(size, 150)] < 0.3

    with pytest.raises(ValueError, match="must return an array of shape"):
        probability_equals(draw, generators(), Plan(1e-6, 0.05, 400, first_batch=100), value=0.3)
