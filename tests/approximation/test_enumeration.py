"""Enumerated multisets against ordered tuples: the same probabilities, the same expectations, the same events."""

import itertools
import math
import re
from collections import defaultdict

import numpy as np
import pytest
from goodness import ALPHA, chi_square, generator
from hypothesis import given, settings
from hypothesis import strategies as st

from theorytest.approximation.enumeration import Draws, draws, estimator_draws, stable_draws
from theorytest.approximation.estimators import Debiased, Given, LeastSquares, QuasiProjection
from theorytest.approximation.measures import Discrete, Uniform
from theorytest.approximation.sampling import GradientDependent, Optimal, Plain, Trace
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.systems import Histogram, Legendre, Monomials
from theorytest.approximation.volume import VolumeRescaled

ATOMS = Discrete(np.array([-1.0, 0.0, 0.5, 2.0]), np.array([0.1, 0.2, 0.3, 0.4]))
SPACE = Space(Monomials(2), ATOMS)


def basis_at_the_atoms():
    """1 and x by Gram and Schmidt, with sums over the atoms."""
    x, p = ATOMS.points[:, 0], ATOMS.weights
    centred = x - p @ x
    return np.stack([np.ones(4), centred / np.sqrt(p @ centred**2)], axis=1)


def ordered(density, n):
    """P of every n-tuple of atoms, for independent points of density `density` with respect to ρ, by multiset."""
    law = defaultdict(float)
    for index in itertools.product(range(4), repeat=n):
        law[tuple(sorted(index))] += math.prod(ATOMS.weights[i] * density[i] for i in index)
    return law


def empirical_gramian(index, density):
    b = basis_at_the_atoms()
    return sum(np.outer(b[i], b[i]) / density[i] for i in index) / len(index)


def by_multiset(every):
    """The enumerated law as a dictionary; every multiset must come once."""
    index = np.sort(np.searchsorted(ATOMS.points[:, 0], every.points[..., 0]), axis=1)
    keys = list(map(tuple, index.tolist()))
    assert len(set(keys)) == len(keys)
    return dict(zip(keys, every.probability.tolist(), strict=True))


def same(law, expected):
    expected = {key: p for key, p in expected.items() if p > 1e-15}
    assert law.keys() == expected.keys()
    assert law == pytest.approx(expected, rel=1e-10)


OPTIMAL = np.sum(basis_at_the_atoms() ** 2, axis=1) / 2
DENSITIES = {
    "Plain": (Plain(SPACE), np.ones(4)),
    "Trace": (Trace(SPACE), OPTIMAL),
    "Optimal": (Optimal(SPACE), OPTIMAL),
}


@pytest.mark.parametrize("name", DENSITIES)
@pytest.mark.parametrize("n", [1, 2, 5])
def test_independent_points_have_the_law_of_ordered_tuples(name, n):
    sampler, density = DENSITIES[name]
    every = draws(sampler, n)
    assert every.points.shape == (math.comb(n + 3, 3), n, 1)
    same(by_multiset(every), ordered(density, n))
    assert every.total == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(("n", "delta"), [(2, 0.9), (4, 0.7), (5, 0.5)])
def test_conditioned_points_have_the_law_of_stable_tuples(n, delta):
    sampler, density = DENSITIES["Optimal"]
    stable = {
        index: p
        for index, p in ordered(density, n).items()
        if np.linalg.norm(np.eye(2) - empirical_gramian(index, density), 2) <= delta + 1e-12
    }
    total = sum(stable.values())
    assert 0 < total < 1
    every = stable_draws(Conditioned(sampler, delta), n)
    same(by_multiset(every), stable)
    assert every.total == pytest.approx(total, rel=1e-12)
    same(by_multiset(draws(Conditioned(sampler, delta), n)), {key: p / total for key, p in stable.items()})


@pytest.mark.parametrize("n", [2, 3, 5])
def test_volume_rescaled_points_have_the_printed_density(n):
    """n^d (n-d)!/n! det Ĝ dμ^n with d = 2 (Appendix F)."""
    constant = n**2 * math.factorial(n - 2) / math.factorial(n)
    expected = {
        index: constant * np.linalg.det(empirical_gramian(index, OPTIMAL)) * p
        for index, p in ordered(OPTIMAL, n).items()
    }
    same(by_multiset(draws(VolumeRescaled(SPACE), n)), expected)


weights = st.lists(st.floats(0.05, 1), min_size=3, max_size=4)


@given(weights, st.integers(1, 3), st.integers(0, 3))
@settings(max_examples=15)
def test_every_law_has_total_probability_one(weights, dim, more):
    p = np.array(weights) / np.sum(weights)
    space = Space(Legendre(dim), Discrete(np.linspace(-1, 1, len(p)), p))
    for sampler in (Plain(space), Optimal(space), VolumeRescaled(space), Conditioned(Optimal(space), 0.99)):
        n = max(dim + more, 6) if isinstance(sampler, Conditioned) else dim + more
        assert draws(sampler, n).total == pytest.approx(1, abs=1e-11)


@pytest.mark.parametrize("sampler", [Optimal(SPACE), Conditioned(Optimal(SPACE), 0.7), VolumeRescaled(SPACE)])
def test_the_samplers_draw_from_the_enumerated_law(sampler):
    law = by_multiset(draws(sampler, 4))
    x = sampler.sample(generator(), 50_000, 4)
    index = np.sort(np.searchsorted(ATOMS.points[:, 0], x[..., 0]), axis=1)
    keys, counts = np.unique(index, axis=0, return_counts=True)
    drawn = dict(zip(map(tuple, keys.tolist()), counts.tolist(), strict=True))
    assert drawn.keys() <= law.keys()
    assert chi_square([drawn.get(key, 0) for key in law], list(law.values())) > ALPHA
    assert chi_square([drawn.get(key, 0) for key in law], list(law.values())[::-1]) < ALPHA


def test_atoms_that_are_never_drawn_are_left_out():
    """The gradient vanishes at 0.5, and the only function of the second space at -1."""
    sampler = GradientDependent(SPACE, lambda x: x[..., 0] - 0.5)
    assert set(np.unique(draws(sampler, 2).points)) == {-1.0, 0.0, 2.0}
    cell = Optimal(Space(Histogram((-0.5, 3.0)), ATOMS))
    assert set(np.unique(draws(cell, 2).points)) == {0.0, 0.5, 2.0}
    assert draws(cell, 2).total == pytest.approx(1)


def test_a_debiased_projection_has_the_product_of_both_laws():
    estimator = Debiased(LeastSquares(Optimal(SPACE), 2), QuasiProjection(Plain(SPACE), 1))
    every = estimator_draws(estimator)
    assert every.total == pytest.approx(1)
    index = np.searchsorted(ATOMS.points[:, 0], every.points[..., 0])
    law = ordered(OPTIMAL, 2)
    for (i, j, k), p in zip(index.tolist(), every.probability, strict=True):
        assert p == pytest.approx(law[tuple(sorted((i, j)))] * ATOMS.weights[k])
    assert len(np.unique(index, axis=0)) == len(index) == 10 * 4


def test_known_points_are_certain_and_own_estimators_bring_their_draws():
    known = np.array([[0.0], [2.0]])
    every = estimator_draws(Given(LeastSquares(Optimal(SPACE), 2), known))
    np.testing.assert_array_equal(every.points, [known])
    assert every.probability.tolist() == [1.0]

    class Own:
        def draws(self):
            return Draws(known[None], np.array([1.0]))

    np.testing.assert_array_equal(estimator_draws(Own()).points, [known])


CONTINUOUS = Optimal(Space(Legendre(2), Uniform()))
WRONG = {
    "n_samples must be an integer of at least 1, got 0": lambda: draws(Optimal(SPACE), 0),
    "n_samples must be an integer, got 1.5": lambda: draws(Optimal(SPACE), 1.5),
    "n_samples must be an integer of at least 2, got 1: volume sampling": lambda: draws(VolumeRescaled(SPACE), 1),
    "only samples of a Discrete measure can be enumerated, got a Uniform": lambda: draws(CONTINUOUS, 2),
    "n_samples = 300 of 4 points have more than 2,000,000 samples": lambda: draws(Optimal(SPACE), 300),
    "S_delta is empty for delta = 1e-09 and n_samples = 2": lambda: draws(Conditioned(Optimal(SPACE), 1e-9), 2),
    "estimator must have a sampler or a method draws, got a object: nothing to enumerate": lambda: estimator_draws(
        object()
    ),
}


@pytest.mark.parametrize("sentence", WRONG)
def test_wrong_arguments_end_with_a_sentence(sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        WRONG[sentence]()


def test_nearly_coinciding_points_are_refused():
    measure = Discrete(np.array([0.0, 1e-7, 1.0, 2.0]), np.full(4, 0.25))
    with pytest.raises(ValueError, match="the points must be farther apart"):
        draws(VolumeRescaled(Space(Monomials(2), measure)), 2)
