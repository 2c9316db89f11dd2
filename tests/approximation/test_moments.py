"""Bias and variance as matrices: expectations over ordered samples, the frontier by bisection, and worst gradients."""

import itertools
import math
import re
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorytest.approximation.estimators import Debiased, LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.hull import hull
from theorytest.approximation.measures import Discrete, Uniform
from theorytest.approximation.moments import Moments, enumerated, frontier, matrices
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.systems import Legendre, Monomials
from theorytest.approximation.volume import VolumeRescaled

ATOMS = Discrete(np.array([-1.0, 0.0, 0.5, 2.0]), np.array([0.1, 0.2, 0.3, 0.4]))
SPACE = Space(Monomials(2), ATOMS)
E = hull(SPACE, 0)
e = E.jets(ATOMS.points)[..., 0]  # the rows: atoms
b = e[:, :2]
w = 2 / np.sum(b**2, axis=1)
MASS = ATOMS.weights / w
N = 3


def quasi(index):
    """(e_j, b_k)_n, a matrix (d, e), point by point."""
    return sum(w[i] * np.outer(b[i], e[i]) for i in index) / len(index)


def gramian(index):
    return sum(w[i] * np.outer(b[i], b[i]) for i in index) / len(index)


def least_squares(index):
    return np.linalg.pinv(gramian(index), rcond=1e-10) @ quasi(index)


def non_projection(index):
    """Σ_k (e_j, φ_k)_n φ_k with φ = 1, x, expressed in the basis by sums over the atoms."""
    phi = ATOMS.points ** np.arange(2)
    zeta = sum(w[i] * np.outer(phi[i], e[i]) for i in index) / len(index)
    return (b * ATOMS.weights[:, None]).T @ phi @ zeta


def debiased(index):
    first, Q = least_squares(index[:2]), quasi(index[2:])
    return first + Q - Q[:, :2] @ first


def independent(index):
    return math.prod(MASS[i] for i in index)


def stable(index):
    return independent(index) * (np.linalg.norm(np.eye(2) - gramian(index), 2) <= 0.9)


def volume(index):
    return independent(index) * np.linalg.det(gramian(index))


CONDITIONED = Conditioned(Optimal(SPACE), 0.9)
CASES = {
    "non-projection": (NonProjection(Optimal(SPACE), N), non_projection, independent),
    "quasi-projection": (QuasiProjection(Optimal(SPACE), N), quasi, independent),
    "least squares": (LeastSquares(Optimal(SPACE), N), least_squares, independent),
    "conditioned least squares": (LeastSquares(CONDITIONED, N), least_squares, stable),
    "conditioned quasi-projection": (QuasiProjection(CONDITIONED, N), quasi, stable),
    "volume-rescaled": (LeastSquares(VolumeRescaled(SPACE), N), least_squares, volume),
    "debiased": (
        Debiased(LeastSquares(Optimal(SPACE), 2), QuasiProjection(Optimal(SPACE), 1)),
        debiased,
        independent,
    ),
}


def expectation(matrix, law):
    """E P and E PᵀP as sums over all ordered samples."""
    samples = list(itertools.product(range(4), repeat=N))
    p = np.array([law(index) for index in samples])
    P = np.array([matrix(index) for index in samples])
    return np.einsum("r,rij->ij", p, P) / p.sum(), np.einsum("r,rki,rkj->ij", p, P, P) / p.sum()


@pytest.mark.parametrize("name", CASES)
def test_the_moments_are_sums_over_ordered_samples(name):
    estimator, matrix, law = CASES[name]
    A, S = expectation(matrix, law)
    found = enumerated(estimator, E)
    np.testing.assert_allclose(found.A, A, atol=1e-10 * np.abs(A).max())
    np.testing.assert_allclose(found.S, S, atol=1e-10 * np.abs(S).max())


@pytest.mark.parametrize("name", ["quasi-projection", "volume-rescaled", "debiased"])
def test_unbiased_estimators_have_the_orthogonal_projection_as_mean(name):
    np.testing.assert_allclose(enumerated(CASES[name][0], E).A, np.eye(2, 4), atol=1e-12)


def test_conditioned_least_squares_is_biased():
    found = enumerated(CASES["conditioned least squares"][0], E)
    assert found.c_bias1 == pytest.approx(1, abs=1e-12)
    assert found.c_bias2 > 1e-3


def test_the_constants_are_extreme_over_all_gradients():
    """c_bias1 = min (t, A t), c_bias2 = max ‖A₁₂ c‖, c_var1 = max E‖P t‖², c_var2 = max E‖P c‖² on unit circles."""
    A, S = expectation(least_squares, independent)
    found = enumerated(CASES["least squares"][0], E)
    circle = np.stack([np.cos(angle := np.linspace(0, np.pi, 20_001)), np.sin(angle)])
    quadratic = {
        "c_bias1": np.einsum("ig,ij,jg->g", circle, A[:, :2], circle).min(),
        "c_bias2": np.linalg.norm(A[:, 2:] @ circle, axis=0).max(),
        "c_var1": np.einsum("ig,ij,jg->g", circle, S[:2, :2], circle).max(),
        "c_var2": np.einsum("ig,ij,jg->g", circle, S[2:, 2:], circle).max(),
    }
    for name, value in quadratic.items():
        assert getattr(found, name) == pytest.approx(value, rel=1e-6), name


def random_moments(seed, d, more, decoupled=False):
    rng = np.random.default_rng(seed)
    root = rng.standard_normal((d + more, d + more))
    S = root @ root.T
    if decoupled:
        S[:d, d:] = S[d:, :d] = 0
    return Moments(rng.standard_normal((d, d + more)), S)


def semidefinite(S, d, c1, c2):
    gap = np.diag(np.r_[np.full(d, c1), np.full(len(S) - d, c2)]) - S
    return np.linalg.eigvalsh(gap)[0] >= 0


def bisected(found, c2):
    """The smallest c_var1 for which diag(c_var1, c_var2) - S is positive semidefinite."""
    low, high = 0.0, 1e9
    assert semidefinite(found.S, found.dim, high, c2)
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if semidefinite(found.S, found.dim, middle, c2) else (middle, high)
    return high


seeds, sizes = st.integers(0, 2**32 - 1), st.integers(1, 4)


@given(seeds, sizes, sizes, st.floats(1.01, 100), st.booleans())
@settings(max_examples=30)
def test_the_frontier_is_where_positive_semidefiniteness_ends(seed, d, more, factor, decoupled):
    found = random_moments(seed, d, more, decoupled)
    c2 = factor * found.c_var2
    assert found.c_var1_with(c2) == pytest.approx(bisected(found, c2), rel=1e-4)


@given(seeds, sizes, sizes)
@settings(max_examples=20)
def test_below_the_smallest_second_constant_no_first_one_holds(seed, d, more):
    found = random_moments(seed, d, more)
    assert found.c_var1_with(0.999 * found.c_var2) == np.inf
    assert not semidefinite(found.S, d, 1e12, 0.999 * found.c_var2)


def test_where_nothing_couples_the_corner_is_attained():
    found = random_moments(0, 2, 3, decoupled=True)
    assert found.c_var1_with(found.c_var2) == pytest.approx(found.c_var1)
    alone = Moments(np.eye(2), np.diag([3.0, 2.0]))  # no complement
    assert (alone.c_bias2, alone.c_var2, alone.c_var1_with(0.0)) == (0.0, 0.0, 3.0)


@given(seeds, sizes, sizes, st.floats(0.1, 3), st.floats(0.1, 3))
@settings(max_examples=30)
def test_the_slack_is_negative_iff_the_worst_gradient_breaks_the_bound(seed, d, more, factor1, factor2):
    found = random_moments(seed, d, more)
    c1, c2 = factor1 * found.c_var1, factor2 * found.c_var2
    g = found.worst(c1, c2)
    t, c = g[:d], g[d:]
    assert np.linalg.norm(g) == pytest.approx(1)
    spare = c1 * t @ t + c2 * c @ c - g @ found.S @ g
    assert found.slack(c1, c2) == pytest.approx(spare, abs=1e-9 * np.abs(found.S).max())
    others = np.random.default_rng(seed).standard_normal((d + more, 50))
    others /= np.linalg.norm(others, axis=0)
    bound = c1 * np.sum(others[:d] ** 2, axis=0) + c2 * np.sum(others[d:] ** 2, axis=0)
    assert np.all(bound - np.einsum("ig,ij,jg->g", others, found.S, others) >= spare - 1e-9 * np.abs(found.S).max())


def test_the_slack_changes_its_sign_on_the_frontier():
    found = enumerated(CASES["least squares"][0], E)
    c2 = 1.5 * found.c_var2
    c1 = found.c_var1_with(c2)
    assert found.slack(1.001 * c1, c2) > 0 > found.slack(0.999 * c1, c2)
    assert found.slack(c1, c2) == pytest.approx(0, abs=1e-9)


def test_the_frontier_falls_from_the_corner_to_the_smallest_first_constant():
    found = enumerated(CASES["least squares"][0], E)
    curve = frontier(found, n_points=12, reach=100.0)
    assert curve.shape == (12, 2)
    assert np.all(np.diff(curve[:, 1]) >= 0)
    assert np.all(np.diff(curve[1:, 0]) <= 0)
    assert curve[-1, 1] == pytest.approx(100 * found.c_var2)
    assert np.all(curve[:, 0] >= found.c_var1)
    for c1, c2 in curve[1:]:
        assert found.slack(c1 * (1 + 1e-6), c2) >= -1e-9


def test_an_infinite_constant_has_no_frontier():
    class Unbounded:
        c_bias1, c_bias2, c_var1, c_var2 = 1.0, 0.0, np.inf, np.inf

        def c_var1_with(self, c_var2):
            return np.inf if c_var2 else np.nan

    assert frontier(Unbounded()).shape == (0, 2)


def test_matrices_are_the_same_in_blocks_and_alone():
    """The replicas exceed one block; on the space itself, least squares is the identity."""
    estimator = LeastSquares(Optimal(Space(Legendre(3), Uniform())), 10)
    larger = hull(estimator.space, 2)
    x = estimator.sample(np.random.default_rng(0), 90_000)
    P = matrices(estimator, larger, x)
    assert P.shape == (90_000, 3, 5)
    np.testing.assert_allclose(P[..., :3], np.broadcast_to(np.eye(3), (90_000, 3, 3)), atol=1e-6)
    for r in (0, 50_000, 89_999):
        np.testing.assert_allclose(matrices(estimator, larger, x[r : r + 1])[0], P[r], rtol=1e-9, atol=1e-9)


def test_tens_of_samples_of_few_atoms_are_enumerated():
    """On two atoms the indicators e = 1_x / √p are a basis; E (1_x / p)² = 1 / p gives E‖P e‖² = 1 + (1/p - 1)/n."""
    coin = Discrete(np.array([0.0, 1.0]), np.array([0.3, 0.7]))
    space, n = Space(Monomials(2), coin), 40
    found = enumerated(QuasiProjection(Plain(space), n), hull(space, 0))
    assert found.c_var1 == pytest.approx(1 + (1 / 0.3 - 1) / n)
    np.testing.assert_allclose(np.linalg.eigvalsh(found.S), 1 + (1 / np.array([0.7, 0.3]) - 1) / n)


SQUARE = Moments(np.eye(1, 2), np.eye(2))
WRONG = {
    "A must have at least as many columns as rows, got shape (2, 1)": lambda: Moments(np.ones((2, 1)), np.ones((1, 1))),
    "A must have shape (any, any), got (2,)": lambda: Moments(np.ones(2), np.eye(2)),
    "S must have shape (2, 2), got (3, 3)": lambda: Moments(np.eye(1, 2), np.eye(3)),
    "A must be finite, got nan at index (0, 0)": lambda: Moments(np.array([[np.nan, 0]]), np.eye(2)),
    "c_var2 must be a finite real number, got nan": lambda: SQUARE.c_var1_with(np.nan),
    "c_var1 must be a finite real number, got 'one'": lambda: SQUARE.slack("one", 1),
    "c_var2 must be a finite real number, got inf": lambda: SQUARE.worst(1, np.inf),
    "only samples of a Discrete measure": lambda: enumerated(
        QuasiProjection(Plain(Space(Legendre(2), Uniform())), 2), hull(Space(Legendre(2), Uniform()), 1)
    ),
}


@pytest.mark.parametrize("sentence", WRONG)
def test_wrong_arguments_end_with_a_sentence(sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        WRONG[sentence]()


def test_an_estimator_that_is_not_linear_has_no_matrix():
    @dataclass(frozen=True)
    class Clipped:
        sampler: Plain
        n_samples: int
        space = property(lambda self: self.sampler.space)

        def sample(self, rng, n_replicas):
            return self.sampler.sample(rng, n_replicas, self.n_samples)

        def coefficients(self, x, jets):
            return np.clip(QuasiProjection(self.sampler, self.n_samples).coefficients(x, jets), -1, 1)

    space = Space(Legendre(2), Uniform())
    estimator = Clipped(Plain(space), 3)
    with pytest.raises(ValueError, match=r"Clipped.coefficients must be linear in the jets"):
        matrices(estimator, hull(space, 2), estimator.sample(np.random.default_rng(0), 5))
