"""The estimators against their printed formulas, written as loops over the points."""

import re

import numpy as np
import pytest
from goodness import ALPHA, generator, mean_test
from samplers import REDUNDANT, SAMPLERS, SPACES, N, drawn, estimators, function, line

from theorytest.approximation.estimators import (
    Debiased,
    Estimator,
    Given,
    LeastSquares,
    NonProjection,
    QuasiProjection,
    project,
)
from theorytest.approximation.measures import Uniform
from theorytest.approximation.sampling import Plain, Trace
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Histogram, Legendre, Monomials
from theorytest.approximation.volume import VolumeRescaled

CASES = [pytest.param(sampler, id=name) for name, sampler in SAMPLERS.items()]


def inner(w, u, v):
    """(u, v)_n = 1/n Σ_i w(x_i) (L_{x_i} u)ᵀ L_{x_i} v, point by point, for jets (n, l)."""
    return sum(w[i] * float(np.dot(u[i], v[i])) for i in range(len(w))) / len(w)


def printed_sum(w, phi, g, phi_y):
    """Σ_k (g, φ_k)_n φ_k(y), which is [eq:non-projection] and, for a basis, [eq:quasi-projection]."""
    return sum(inner(w, g, phi[:, k]) * phi_y[:, k] for k in range(phi.shape[1]))


def printed_least_squares(w, phi, g, phi_y):
    """Σ_k (Ĝ⁺ η̂)_k φ_k(y) [eq:least-squares-projection]."""
    size = range(phi.shape[1])
    gramian = np.array([[inner(w, phi[:, k], phi[:, j]) for j in size] for k in size])
    eta = np.array([inner(w, g, phi[:, k]) for k in size])
    return np.einsum("k,ykl->yl", np.linalg.pinv(gramian, rcond=1e-10) @ eta, phi_y)


@pytest.mark.parametrize("sampler", CASES)
def test_coefficients_are_the_printed_sums(sampler):
    space, (x, jets) = sampler.space, drawn(sampler, 0, gradients=1)
    w, g, y = sampler.weight(x), jets[..., 0], space.measure.sample(generator(), (5,))
    phi, phi_y, b, b_y = space.system_jets(x), space.system_jets(y), space.jets(x), space.jets(y)
    expected = (
        (NonProjection, printed_sum(w, phi, g, phi_y)),
        (QuasiProjection, printed_sum(w, b, g, b_y)),
        (LeastSquares, printed_least_squares(w, phi, g, phi_y)),
    )
    for kind, values in expected:
        coefficients = kind(sampler, N).coefficients(x, jets)[:, 0]
        np.testing.assert_allclose(function(space, coefficients, y), values, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("sampler", CASES)
def test_the_debiased_projection_is_the_printed_sum(sampler):
    """P̃ g + Q (g - P̃ g), with Q a sum over the last four points [eq:debiased_projector]."""
    space, (x, jets) = sampler.space, drawn(sampler, 1, gradients=1)
    w, g, y, b = sampler.weight(x), jets[..., 0], space.measure.sample(generator(), (5,)), space.jets(x)
    old, new = slice(None, N - 4), slice(N - 4, None)
    first = printed_least_squares(w[old], b[old], g[old], space.jets(y))
    left = g[new] - printed_least_squares(w[old], b[old], g[old], b[new])
    expected = first + printed_sum(w[new], b[new], left, space.jets(y))
    coefficients = estimators(sampler)[-1].coefficients(x, jets)[:, 0]
    np.testing.assert_allclose(function(space, coefficients, y), expected, rtol=1e-8, atol=1e-8)


def test_the_non_projection_depends_on_the_generating_system():
    y, (x, jets) = np.array([[0.3]]), drawn(Trace(SPACES["redundant"]), 0, gradients=1)
    systems = (Legendre(3), Monomials(3), REDUNDANT)
    values = [
        function(space, NonProjection(Plain(space), N).coefficients(x, jets)[:, 0], y).item()
        for space in (Space(system, Uniform()) for system in systems)
    ]
    assert np.diff(np.sort(values)).min() > 1e-3


def test_a_singular_replica_gets_the_pseudo_inverse_and_leaves_the_others_alone():
    """Two of the four replicas repeat one point; the others must be what they are alone."""
    sampler = Trace(SPACES["Legendre"])
    x, jets = drawn(sampler, 0, replicas=(4,))
    x[1], x[3] = x[1, :1], x[3, :1]
    estimator = LeastSquares(sampler, N)
    together = estimator.coefficients(x, jets)
    np.testing.assert_allclose(together[[0, 2]], estimator.coefficients(x[[0, 2]], jets[[0, 2]]), rtol=1e-12)
    for r in (1, 3):
        b = sampler.space.jets(x[r])[0, :, 0]  # Ĝ = w b bᵀ and η̂ = w b mean(g), so that Ĝ⁺ η̂ = b mean(g) / ‖b‖²
        np.testing.assert_allclose(together[r], np.outer(b, jets[r, :, 0].mean(axis=0)) / (b @ b), rtol=1e-9)


def test_points_outside_the_support_of_the_space_add_nothing():
    """There w is infinite and the functions vanish: 0 · ∞ counts as 0."""
    sampler = Trace(Space(Histogram((0.0, 0.5, 1.0)), Uniform(-1, 2)))
    inside = np.array([[0.2], [0.3], [0.8], [0.9]])
    x = np.concatenate([inside, [[-0.5], [1.5]]])
    g = np.arange(1.0, 7.0)[:, None, None]
    assert np.isinf(sampler.weight(x)).sum() == 2
    for kind, n in ((NonProjection, 6), (QuasiProjection, 6), (LeastSquares, 4)):  # Ĝ⁺ η̂ does not see 1/n
        few = kind(sampler, 4).coefficients(inside, g[:4]) * 4 / n
        np.testing.assert_allclose(kind(sampler, 6).coefficients(x, g), few, rtol=1e-12)


class OwnSampler:
    """All that an estimator may ask of a sampler that a user wrote."""

    space = SPACES["Legendre"]

    def weight(self, x):
        return 2 / (1 + np.asarray(x)[..., 0] ** 2 * 3)

    def sample(self, rng, n_replicas, n_samples):
        return rng.uniform(-1, 1, (n_replicas, n_samples, 1))


def test_a_sampler_needs_no_more_than_a_space_a_weight_and_draws():
    sampler = OwnSampler()
    x, jets = drawn(sampler, 0)
    w, b = sampler.weight(x), sampler.space.jets(x)
    eta = np.array([[inner(w, jets[..., m], b[:, k]) for m in range(2)] for k in range(4)])
    np.testing.assert_allclose(QuasiProjection(sampler, N).coefficients(x, jets), eta, rtol=1e-12)
    gramian = np.array([[inner(w, b[:, k], b[:, j]) for j in range(4)] for k in range(4)])
    np.testing.assert_allclose(LeastSquares(sampler, N).coefficients(x, jets), np.linalg.solve(gramian, eta))


@pytest.mark.parametrize("name", ["Trace, Legendre", "Optimal, H1", "Conditioned", "VolumeRescaled"])
def test_points_come_from_the_sampler(name):
    sampler = SAMPLERS[name]
    for estimator in estimators(sampler)[:-1]:
        drawn_points = estimator.sample(generator(), 3)
        np.testing.assert_array_equal(drawn_points, sampler.sample(generator(), 3, N))
        assert isinstance(estimator, Estimator)
        assert (estimator.space, estimator.n_samples) == (sampler.space, N)


def test_the_debiased_projection_draws_both_parts_one_after_the_other():
    sampler, rng = SAMPLERS["Trace, Legendre"], generator()
    x = estimators(sampler)[-1].sample(generator(), 3)
    np.testing.assert_array_equal(x, np.concatenate([sampler.sample(rng, 3, N - 4), sampler.sample(rng, 3, 4)], axis=1))


def test_known_points_are_kept_and_copied():
    sampler = SAMPLERS["Trace, Legendre"]
    known, jets = drawn(sampler, 0)
    estimator = Given(LeastSquares(sampler, 4), known)
    original, known = known, known.copy()
    original[:] = 0
    x = estimator.sample(generator(), 5)
    np.testing.assert_array_equal(x, np.broadcast_to(known, (5, N, 1)))
    assert estimator.n_samples == N
    expected = LeastSquares(sampler, N).coefficients(known, jets)
    np.testing.assert_allclose(estimator.coefficients(x[0], jets), expected, rtol=1e-12)


def test_known_points_may_differ_between_replicas():
    sampler = SAMPLERS["Trace, Legendre"]
    known, _ = drawn(sampler, 0, replicas=(3,))
    debiased = Debiased(Given(LeastSquares(sampler, 4), known), QuasiProjection(sampler, 2))
    x = debiased.sample(generator(), 3)
    np.testing.assert_array_equal(x[:, :N], known)
    assert x.shape == (3, N + 2, 1)
    with pytest.raises(ValueError, match="n_replicas must be 3, one for each known set of points, got 4"):
        debiased.sample(generator(), 4)


def test_the_quasi_projection_is_unbiased_and_least_squares_with_independent_points_is_not():
    """E P^n g for g = x³, not in the span of 1 and x: (g, b) = (0, √3/5)."""
    sampler, exact = Trace(Space(Legendre(2), Uniform())), [0, np.sqrt(3) / 5]
    quasi, volume = QuasiProjection(sampler, 3), LeastSquares(VolumeRescaled(sampler.space), 3)
    biased = LeastSquares(Plain(sampler.space), 3)
    for estimator, unbiased in ((quasi, True), (volume, True), (biased, False)):
        draws = project(estimator, lambda x: x[..., 0] ** 3, estimator.sample(generator(), 100_000))
        assert (mean_test(draws, exact) > ALPHA) == unbiased


@pytest.mark.parametrize("name", ["Trace, Legendre", "Trace, plane"])
def test_gradients_are_given_as_values_jets_or_several_at_once(name):
    estimator = QuasiProjection(SAMPLERS[name], N)
    x = estimator.sample(generator(), 3)
    values = project(estimator, lambda x: np.sin(x[..., 0]), x)
    assert values.shape == (3, estimator.space.dim)
    np.testing.assert_array_equal(values, project(estimator, lambda x: np.sin(x[..., :1]), x))
    both = project(estimator, lambda x: np.stack([np.sin(x[..., :1]), np.cos(x[..., :1])], axis=-1), x)
    assert both.shape == (3, estimator.space.dim, 2)
    np.testing.assert_allclose(both[..., 0], values, rtol=1e-12)
    np.testing.assert_allclose(project(estimator, lambda x: np.sin(x[..., 0]), x[1]), values[1], rtol=1e-12)


def test_in_h1_a_gradient_gives_its_jet():
    sampler = SAMPLERS["Optimal, H1"]
    estimator = LeastSquares(sampler, N)
    x = estimator.sample(generator(), 1)[0]
    square = project(estimator, lambda x: np.concatenate([x**2, 2 * x], axis=-1), x)
    y = np.array([[-0.4], [0.7]])
    np.testing.assert_allclose(function(sampler.space, square, y), np.concatenate([y**2, 2 * y], axis=-1), atol=1e-9)
    with pytest.raises(ValueError, match=r"jets must have shape .*\(12, 2, 'any'\), got \(12,\)"):
        project(estimator, lambda x: x[..., 0], x)


LEGENDRE, H1 = Trace(SPACES["Legendre"]), Trace(Space(Legendre(5), Uniform(), "H1"))
QUASI = QuasiProjection(LEGENDRE, N)
BADLY = Space(Monomials(40), Uniform(), rank_tolerance=1e-18)
WRONG = {
    "sampler must be a sampler such as Optimal(space), got 3": lambda: QuasiProjection(3, 2),
    "n_samples must be an integer of at least 1, got 0": lambda: NonProjection(LEGENDRE, 0),
    "n_samples must be an integer of at least 1, got 2.5": lambda: QuasiProjection(LEGENDRE, 2.5),
    "n_samples must be an integer of at least 4, got 3: the empirical": lambda: LeastSquares(LEGENDRE, 3),
    "n_samples must be an integer of at least 3, got 2: the empirical": lambda: LeastSquares(H1, 2),
    "n_samples must be an integer of at least 4, got 3: volume": lambda: QuasiProjection(SAMPLERS["VolumeRescaled"], 3),
    "n_samples must be an integer of at least 4, got 3: P(S": lambda: QuasiProjection(SAMPLERS["Conditioned"], 3),
    "the quasi-projection needs an orthonormal basis, but that": lambda: QuasiProjection(Plain(BADLY), 3),
    "projection must be an estimator such as": lambda: Debiased(LEGENDRE, QUASI),
    "correction must be an estimator such as": lambda: Debiased(QUASI, QuasiProjection),
    "must share one Space object, got two": lambda: Debiased(QUASI, QuasiProjection(H1, 3)),
    "estimator must be an estimator such as": lambda: Given(LEGENDRE, np.zeros((3, 1))),
    "points must have shape (n, D) or (replicas, n, D), got (1,)": lambda: Given(QUASI, np.zeros(1)),
    "points must have shape (..., 1), one row per point, got (3, 2)": lambda: Given(QUASI, np.zeros((3, 2))),
    "points must be finite, got nan at index (0, 0)": lambda: Given(QUASI, [[np.nan]]),
    "n_replicas must be an integer of at least 1, got 0": lambda: Given(QUASI, np.zeros((3, 1))).sample(generator(), 0),
    "gradient(x) must be finite, got inf": lambda: project(QUASI, lambda x: x[..., 0] + np.inf, np.zeros((3, 1))),
    "x must have shape (..., 1), one row per point, got (3, 2)": lambda: project(QUASI, line, np.zeros((3, 2))),
    "jets must have shape (*points, l, gradients) = (3, 1, 'any'), got (3, 2, 1)": lambda: QUASI.coefficients(
        np.zeros((3, 1)), np.zeros((3, 2, 1))
    ),
    "jets must have shape (*points, l, gradients) = (1, 'any'), got (1, 1)": lambda: QUASI.coefficients(
        np.zeros(1), np.zeros((1, 1))
    ),
    "jets must be finite, got nan": lambda: QUASI.coefficients(np.zeros((3, 1)), np.full((3, 1, 1), np.nan)),
}


@pytest.mark.parametrize("sentence", WRONG)
def test_wrong_arguments_end_with_a_sentence(sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        WRONG[sentence]()


def test_least_squares_does_without_an_orthonormal_basis():
    """A space whose basis the quasi-projection refuses is good enough where the basis is a choice."""
    assert LeastSquares(Plain(BADLY), 80).n_samples == 80
