"""The stability event: exact probabilities and laws by enumeration, and hopeless events that end with an error."""

import itertools

import numpy as np
import pytest
from goodness import ALPHA, chi_square, generator
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from theorytest.approximation.measures import Discrete, Uniform
from theorytest.approximation.sampling import Optimal, Plain, Trace
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import Acceptance, Conditioned, deviation, empirical_gramian, is_stable
from theorytest.approximation.systems import Histogram, Legendre
from theorytest.approximation.volume import VolumeRescaled

CELLS = Space(Histogram.equal(3), Uniform(0, 1))
ATOMS = Discrete(np.array([-1.0, 0.2, 1.0]), np.array([0.2, 0.5, 0.3]))
LINE = Space(Legendre(2), ATOMS)
LEGENDRE = Space(Legendre(5), Uniform())
N, DELTA = 12, 0.55  # |3 N_j / 12 - 1| ≤ 0.55 means 2 ≤ N_j ≤ 6


def multinomial(delta):
    """All cell counts of n = 12 points in 3 equal cells, their probabilities, and which of them are stable."""
    counts = np.array([c for c in itertools.product(range(N + 1), repeat=3) if sum(c) == N])
    return counts, stats.multinomial.pmf(counts, N, np.full(3, 1 / 3)), np.all(np.abs(counts / 4 - 1) <= delta, axis=1)


def cell_counts(x):
    return np.stack([np.sum(np.floor(3 * x[..., 0]) == j, axis=-1) for j in range(3)], axis=-1)


def tally(x, counts):
    code = [1, 20, 400]
    return np.sum((cell_counts(x) @ code)[:, None] == counts @ code, axis=0)


def enumerated(space, n, delta):
    """P(S_δ) on the atoms as a finite sum over all n-tuples."""
    sampler = Optimal(space)
    index = np.array(list(itertools.product(range(3), repeat=n)))
    mu = ATOMS.weights / sampler.weight(ATOMS.points)
    stable = deviation(sampler, ATOMS.points[index]) <= delta + 1e-12
    return float(np.prod(mu[index], axis=1) @ stable)


def test_the_gramian_of_a_histogram_is_diagonal_with_the_cell_counts():
    x = Plain(CELLS).sample(generator(), 50, N)
    expected = cell_counts(x)[..., None] * np.eye(3) * 3 / N
    np.testing.assert_allclose(empirical_gramian(Plain(CELLS), x), expected, atol=1e-14)
    np.testing.assert_allclose(deviation(Plain(CELLS), x), np.abs(cell_counts(x) / 4 - 1).max(axis=-1), atol=1e-14)


def test_the_gramian_of_vector_valued_jets_is_the_sum_over_points_and_components():
    sampler = Trace(Space(Legendre(3), Uniform(), "H1"))
    x = sampler.sample(generator(), 2, 4)
    jets, w = sampler.space.jets(x), sampler.weight(x)
    np.testing.assert_allclose(empirical_gramian(sampler, x), np.einsum("rn,rnkc,rnlc->rkl", w, jets, jets) / 4)


def test_points_outside_the_support_of_the_space_add_nothing():
    sampler = Trace(Space(Histogram((0.0, 0.5, 1.0)), Uniform(-1, 2)))
    assert np.isinf(sampler.weight([[-0.5]])).all()
    inside = empirical_gramian(sampler, [[0.3]])
    np.testing.assert_allclose(empirical_gramian(sampler, [[0.3], [-0.5]]), inside / 2)


@settings(max_examples=20)
@given(d=st.integers(1, 8), n=st.integers(1, 40), delta=st.floats(0.01, 0.99), seed=st.integers(0, 99))
def test_stable_is_what_the_eigenvalues_say_also_where_the_frobenius_norm_decides(d, n, delta, seed):
    sampler = Plain(Space(Legendre(d), Uniform()))
    x = sampler.sample(np.random.default_rng(seed), 20, n)
    said = is_stable(sampler, x, delta)
    assert np.array_equal(said, deviation(sampler, x) <= delta + 16 * d * np.finfo(float).eps)
    assert np.array_equal(is_stable(sampler, x[0], delta), said[0])


@pytest.mark.parametrize("delta", [0.5, 0.49999])
def test_equal_eigenvalues_are_not_screened_out_by_the_frobenius_norm(delta):
    """Two cells with one point in four and three in four: Ĝ = diag(1/2, 3/2), where ‖I - Ĝ‖_F = √2 ‖I - Ĝ‖."""
    sampler = Plain(Space(Histogram.equal(2), Uniform(0, 1)))
    assert is_stable(sampler, [[0.1], [0.6], [0.7], [0.8]], delta) == (delta == 0.5)


def test_weights_that_are_no_numbers_are_no_instability():
    class Strange(Plain):
        def weight(self, x):
            return np.full(np.shape(x)[:-1], np.nan)

        def weight_of(self, x, _):
            return self.weight(x)

    with pytest.raises(ValueError, match="must be finite, got nan"):
        is_stable(Strange(LEGENDRE), np.zeros((2, 9, 1)), 0.5)


@pytest.mark.parametrize("delta", [0.3, 0.55, 0.8])
def test_the_acceptance_on_a_histogram_is_the_multinomial_probability(delta):
    _, pmf, stable = multinomial(delta)
    acceptance = Conditioned(Optimal(CELLS), delta).batch(generator(), 20_000, N).acceptance
    low, high = acceptance.interval(alpha=ALPHA)
    assert low <= pmf @ stable <= high
    wrong = Conditioned(Optimal(CELLS), delta + 0.25 if delta < 0.7 else 0.55).batch(generator(), 20_000, N).acceptance
    low, high = wrong.interval(alpha=ALPHA)
    assert not low <= pmf @ stable <= high


@pytest.mark.parametrize(("n", "delta"), [(2, 0.9), (3, 0.7), (4, 0.5), (5, 0.35)])
def test_the_acceptance_on_atoms_is_the_enumerated_probability(n, delta):
    exact = enumerated(LINE, n, delta)
    assert 0 < exact < 1
    low, high = Conditioned(Optimal(LINE), delta).batch(generator(), 20_000, n).acceptance.interval(alpha=ALPHA)
    assert low <= exact <= high


def test_conditioned_counts_have_the_conditional_multinomial_law():
    counts, pmf, stable = multinomial(DELTA)
    exact = pmf * stable / (pmf @ stable)
    assert chi_square(tally(Conditioned(Optimal(CELLS), DELTA).sample(generator(), 50_000, N), counts), exact) > ALPHA
    wrong = (Conditioned(Optimal(CELLS), 0.3), Conditioned(Optimal(CELLS), 0.8), Optimal(CELLS))
    for sampler in wrong:  # a smaller and a larger delta, and no conditioning
        assert chi_square(tally(sampler.sample(generator(), 50_000, N), counts), exact) < ALPHA


def test_conditioned_tuples_of_atoms_have_the_enumerated_law():
    index = np.array(list(itertools.product(range(3), repeat=3)))
    sampler = Optimal(LINE)
    p = np.prod((ATOMS.weights / sampler.weight(ATOMS.points))[index], axis=1)
    p = p * (deviation(sampler, ATOMS.points[index]) <= 0.7)
    for draws, expected in ((Conditioned(sampler, 0.7), True), (sampler, False)):
        x = draws.sample(generator(), 30_000, 3)[..., 0]
        counts = np.bincount(np.searchsorted(ATOMS.points[:, 0], x) @ [9, 3, 1], minlength=27)
        assert (chi_square(counts, p / p.sum()) > ALPHA) == expected


@pytest.mark.parametrize("kind", [Plain, Trace, Optimal, VolumeRescaled])
@given(st.floats(0.4, 0.99), st.integers(20, 60))
@settings(max_examples=5, deadline=None)
def test_conditioned_points_satisfy_the_event_and_keep_the_weight(kind, delta, n):
    sampler = Conditioned(kind(LEGENDRE), delta)
    x = sampler.sample(generator(), 3, n)
    assert x.shape == (3, n, 1)
    assert deviation(sampler, x).max() <= delta
    np.testing.assert_array_equal(sampler.weight(x), kind(LEGENDRE).weight(x))
    assert sampler.space is LEGENDRE


def test_the_probability_of_stability_is_at_least_the_bound_of_the_paper():
    """P(S_δ) ≥ 1 - 2 d exp(-δ² n / (2 d)) for optimal draws [sec:least-squares_projection]."""
    for n, delta in ((40, 0.9), (100, 0.6)):
        low, _ = Conditioned(Optimal(LEGENDRE), delta).batch(generator(), 2000, n).acceptance.interval(alpha=ALPHA)
        assert low >= 1 - 10 * np.exp(-(delta**2) * n / 10)


@given(st.floats(0.001, 0.999), st.integers(1, 30), st.floats(1e-6, 0.5))
@settings(max_examples=10, deadline=None)
def test_the_interval_covers_the_probability_as_often_as_it_says(p, proposed, alpha):
    """The coverage is a finite sum over the binomial law."""
    k = np.arange(proposed + 1)
    ends = np.array([Acceptance(int(j), proposed).interval(alpha=alpha) for j in k])
    covered = (ends[:, 0] <= p) & (p <= ends[:, 1])
    assert stats.binom.pmf(k, proposed, p) @ covered >= 1 - alpha - 1e-9


def test_the_estimate_is_the_relative_frequency():
    assert Acceptance(3, 12).estimate == 0.25


def test_a_hopeless_event_ends_with_its_estimated_probability():
    with pytest.raises(ValueError, match=r"P\(S_delta\) is about 0 and below the floor 0.001 \(0 of \d+ proposals"):
        Conditioned(Optimal(LINE), 1e-9).sample(generator(), 1, 4)
    with pytest.raises(ValueError, match=r"P\(S_delta\) is about 0.\d+ and below the floor 0.9"):
        Conditioned(Optimal(CELLS), 0.3, floor=0.9).sample(generator(), 100, N)


def test_too_few_points_are_refused_at_once_since_the_probability_is_zero():
    with pytest.raises(ValueError, match=r"n_samples must be an integer of at least 5, got 4: P\(S_delta\) = 0"):
        Conditioned(Optimal(LEGENDRE), 0.5).sample(generator(), 1, 4)
    h1 = Optimal(Space(Legendre(5), Uniform(), "H1"))  # each point gives two rows of the Gramian
    with pytest.raises(ValueError, match="n_samples must be an integer of at least 3, got 2"):
        Conditioned(h1, 0.9).sample(generator(), 1, 2)
    assert Conditioned(h1, 0.99).sample(generator(), 1, 4).shape == (1, 4, 1)


@pytest.mark.parametrize("delta", [0, 1, -0.5, 1.5, np.nan, np.inf, "half", None])
def test_a_delta_outside_the_open_unit_interval_is_refused(delta):
    with pytest.raises(ValueError, match="delta must"):
        Conditioned(Optimal(LEGENDRE), delta)
    if delta is not None:  # then there is a floor without being asked
        with pytest.raises(ValueError, match="floor must"):
            Conditioned(Optimal(LEGENDRE), 0.5, floor=delta)


def test_the_floor_is_as_asked_or_what_can_be_afforded():
    many = Optimal(Space(Legendre(300), Uniform()))
    for n in (300, 3_000):
        assert Conditioned(many, 0.5).least(n) == pytest.approx((n + 750) * 300**2 / 2e10)
    assert Conditioned(many, 0.5).least(10**6) == 0.5
    assert Conditioned(many, 0.5, floor=1e-6).least(10**6) == 1e-6
    assert Conditioned(Optimal(LEGENDRE), 0.5).least(40) == 1e-3


def test_what_is_dear_says_so():
    dear, never = Conditioned(Optimal(LEGENDRE), 0.5), Acceptance(0, 100)
    with pytest.raises(
        ValueError, match=r"below the floor 0\.5, where one sample takes 2e\+10 multiplications \(0 of 100"
    ):
        dear.refuse_hopeless(never, 10**9)
    dear.refuse_hopeless(never, 40)  # 1 in 1000 may still come


@pytest.mark.parametrize("bad", [0, -3, True, 2.0])
def test_empty_batches_are_refused(bad):
    sampler = Conditioned(Optimal(LEGENDRE), 0.5)
    with pytest.raises(ValueError, match="n_replicas must be an integer of at least 1, got"):
        sampler.sample(generator(), bad, 40)
    with pytest.raises(ValueError, match="n_samples must be an integer of at least 1, got"):
        sampler.sample(generator(), 2, bad)


def test_the_same_seed_gives_the_same_points():
    sampler = Conditioned(Optimal(LEGENDRE), 0.7)
    np.testing.assert_array_equal(sampler.sample(generator(), 7, 40), sampler.sample(generator(), 7, 40))


@pytest.mark.parametrize(("cells", "n", "delta"), [(2, 4, 0.5), (3, 6, 0.5), (5, 10, 0.5)])
def test_deviations_that_equal_delta_are_in_the_closed_event(cells, n, delta):
    """The counts put atoms on the boundary: in integers |cells N - n| <= delta n, in doubles half of them fall out."""
    counts = np.array([c for c in itertools.product(range(n + 1), repeat=cells) if sum(c) == n])
    pmf = stats.multinomial.pmf(counts, n, np.full(cells, 1 / cells))
    inside = np.abs(cells * counts - n).max(axis=1) <= round(delta * n)
    space = Space(Histogram.equal(cells), Uniform(0, 1))
    low, high = Conditioned(Optimal(space), delta).batch(generator(), 20_000, n).acceptance.interval(alpha=ALPHA)
    assert low <= pmf @ inside <= high
    strict = np.abs(cells * counts - n).max(axis=1) < round(delta * n)
    assert not low <= pmf @ strict <= high
