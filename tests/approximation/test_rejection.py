"""Batched rejection draws exactly the thinned law, target by target."""

import numpy as np
import pytest
from goodness import ALPHA, chi_square, generator, ks

from theorytest.approximation.rejection import accepted, first_accepted

ATOMS = np.array([0.2, 0.3, 0.5])
KEEP = np.array([[1.0, 0.5, 0.1], [0.02, 0.3, 0.3], [0.0, 0.0, 0.05]])  # target i keeps atom k with this probability


def uniform(rng, size):
    return rng.random((size, 1))


def atom(rng, size):
    return rng.choice(3, size=size, p=ATOMS)[:, None].astype(float)


def keep(who, x):
    return KEEP[who % 3][np.arange(len(who))[:, None], x[..., 0].astype(int)]


def targets(tries, size=90_000):
    return first_accepted(generator(), size, tries, atom, keep)[:, 0].astype(int)


def p_values(draws):
    laws = ATOMS * KEEP / (KEEP @ ATOMS)[:, None]
    return [chi_square(np.bincount(draws[i::3], minlength=3), laws[i]) for i in range(3)]


def test_thinned_uniforms_follow_the_thinned_law_and_the_proposals_themselves_do_not():
    x = accepted(generator(), 100_000, uniform, lambda x: x[:, 0])
    assert x.shape == (100_000, 1)
    assert ks(x, np.square) > ALPHA
    assert ks(uniform(generator(), 100_000), np.square) < ALPHA
    assert ks(accepted(generator(), 100_000, uniform, lambda x: np.sqrt(x[:, 0])), np.square) < ALPHA


def test_rare_acceptance_needs_several_rounds_and_changes_nothing():
    x = accepted(generator(), 2_000, uniform, lambda x: 1e-3 * x[:, 0])
    assert x.shape == (2_000, 1)
    assert ks(x, np.square) > ALPHA


@pytest.mark.parametrize("tries", [1, 4, 30])
def test_every_target_has_its_own_law_whatever_the_number_of_tries(tries):
    assert min(p_values(targets(tries))) > ALPHA


def test_taking_the_most_likely_of_the_accepted_proposals_would_be_caught():
    """The first and the last accepted one have the same law; a choice that looks at the points has not."""
    rng, who = generator(), np.arange(90_000)
    x = atom(rng, 4 * len(who)).reshape(-1, 4, 1)
    p = keep(who, x)
    best = np.where(rng.random(p.shape) < p, p, -1.0).argmax(axis=1)
    assert min(p_values(x[who, best, 0].astype(int))) < ALPHA


@pytest.mark.parametrize("p", [1.5, np.nan, np.inf])
def test_a_bound_that_does_not_hold_is_an_error_that_names_the_probability(p):
    with pytest.raises(ValueError, match=f"acceptance probability is {p}: the bound of the rejection sampler"):
        accepted(generator(), 5, uniform, lambda x: np.full(len(x), p))
    with pytest.raises(ValueError, match="acceptance probability is"):
        first_accepted(generator(), 5, 2, uniform, lambda _, x: np.full(x.shape[:2], p))


def test_no_draws_are_an_empty_array_of_points():
    assert accepted(generator(), 0, uniform, lambda x: x[:, 0]).shape == (0, 1)
    assert first_accepted(generator(), 0, 3, atom, keep).shape == (0, 1)


def test_the_same_seed_gives_the_same_draws():
    np.testing.assert_array_equal(targets(4, 300), targets(4, 300))
    a, b = (accepted(generator(), 50, uniform, lambda x: x[:, 0]) for _ in range(2))
    np.testing.assert_array_equal(a, b)
