"""Sampling measures: w dμ = dρ, exact laws, unbiased Gramians, and arguments that are refused."""

import numpy as np
import pytest
from goodness import ALPHA, chi_square, generator, hermite_cdf, ks, legendre_cdf, mean_test
from hypothesis import example, given, settings
from hypothesis import strategies as st

from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.integrals import integrate
from theorytest.approximation.laws import FiniteLaw
from theorytest.approximation.measures import Discrete, Gaussian, Product, Uniform
from theorytest.approximation.sampling import GradientDependent, Optimal, Plain, Trace
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import empirical_gramian
from theorytest.approximation.systems import Hermite, Histogram, Legendre, Monomials
from theorytest.approximation.tensor import TensorProduct, total_degree

N = 100_000
ATOMS = Discrete(np.array([-1.0, -0.2, 0.5, 2.0, 3.0]), np.array([0.1, 0.2, 0.3, 0.3, 0.1]))
SPACES = {
    "Legendre": Space(Legendre(5), Uniform()),
    "Legendre H1": Space(Legendre(5), Uniform(), "H1"),
    "Hermite": Space(Hermite(4), Gaussian()),
    "Hermite H1": Space(Hermite(4), Gaussian(), "H1"),
    "monomials": Space(Monomials(4), Uniform(0, 1)),
    "histogram": Space(Histogram((0.0, 0.1, 0.5, 1.0)), Uniform(0, 1)),
    "atoms": Space(Legendre(3), ATOMS),
    "atoms H1": Space(Legendre(3), ATOMS, "H1"),
}
PLANE = Product((Uniform(), Gaussian()))
QUADRATIC = TensorProduct((Legendre(3), Hermite(3)), total_degree(2, 2))
PLANES = {"L2": Space(QUADRATIC, PLANE), "H1": Space(QUADRATIC, PLANE, "H1")}


def kinked(space):
    """A gradient with a kink, a zero and a jump in its slope, as jets of the space."""
    if space.jet_size == 1:
        return lambda x: np.abs(x[..., 0] - 0.3) + (x[..., 0] > 0) * x[..., 0]
    return lambda x: np.stack([np.abs(x[..., 0] - 0.3), *np.moveaxis(1 + x, -1, 0)], axis=-1)


def samplers(space, bound=None):
    return [Plain(space), Trace(space), Optimal(space), GradientDependent(space, kinked(space), bound)]


def density(sampler, t):
    """dμ/dt, or the probabilities of the atoms, from the law that is drawn from."""
    if isinstance(sampler, Plain):
        return sampler.space.measure.density(t)
    law = sampler.law
    return law.masses / law.masses.sum() if isinstance(law, FiniteLaw) else law.distribution.density(t[:, 0])


@pytest.mark.parametrize("name", SPACES)
@given(st.lists(st.floats(0.001, 0.999), min_size=1, max_size=20))
@example([0.3, 0.3 + 1e-9, 0.65])
@settings(max_examples=5, deadline=None)
def test_the_density_of_the_draws_is_that_of_rho_over_the_weight(name, u):
    space = SPACES[name]
    low, high = getattr(space.measure, "support", (0, 1))
    t = 6 * np.array(u)[:, None] - 3 if high == np.inf else low + (high - low) * np.array(u)[:, None]
    t = ATOMS.points if space.measure is ATOMS else t
    at_the_kink = np.abs(t[:, 0] - 0.3) < 1e-7  # where panels end that are halved down to rounding
    for sampler in samplers(space):
        expected = space.measure.density(t) / sampler.weight(t)  # 0 where the gradient vanishes
        error = np.abs(density(sampler, t) - expected)
        assert np.all(error <= np.where(at_the_kink, 1e-8, 1e-12) + 1e-9 * expected)


@pytest.mark.parametrize("norm", ["L2", "H1"])
def test_the_inverse_weight_is_a_probability_density_in_several_dimensions(norm):
    rule = PLANE.quadrature(60)
    for sampler in (Plain(PLANES[norm]), Trace(PLANES[norm]), Optimal(PLANES[norm])):
        tolerance = 1e-3 if norm == "H1" and isinstance(sampler, Optimal) else 1e-12  # K is no polynomial in H1
        assert rule.integrate(1 / sampler.weight(rule.nodes)) == pytest.approx(1, abs=tolerance)


@pytest.mark.parametrize("name", ["Legendre", "Legendre H1", "Hermite", "atoms H1"])
@given(st.lists(st.floats(-2, 2), min_size=4, max_size=4).filter(lambda c: max(map(abs, c)) > 0.1))
@settings(max_examples=5, deadline=None)
def test_the_gradient_dependent_density_minimises_the_variance_bound(name, c):
    """∫ w K ‖Lg‖² dρ is the square of the normaliser, and no larger than for the other weights."""
    space, g = SPACES[name], Monomials(4)
    jets = lambda x: np.stack([g.values(x) @ c, g.gradients(x)[..., 0] @ c][: space.jet_size], axis=-1)  # noqa: E731
    sampler = GradientDependent(space, jets)
    smallest = sampler.normaliser.value**2
    rule = space.measure.quadrature(600 if name == "Legendre H1" else 60)
    K, size = Christoffel(space)(rule.nodes), np.sum(jets(rule.nodes) ** 2, axis=-1)
    for other in (Plain(space), Trace(space), Optimal(space)):
        assert smallest <= rule.integrate(other.weight(rule.nodes) * K * size) * (1 + 1e-9)
    seen = size > 0  # elsewhere the weight is infinite
    w = sampler.weight(rule.nodes)[seen]
    np.testing.assert_allclose(w**2 * K[seen] * size[seen], smallest, rtol=1e-9)  # so ∫ w K ‖Lg‖² dρ = normaliser²
    total = integrate(lambda x: np.sqrt(Christoffel(space)(x) * np.sum(jets(x) ** 2, axis=-1)), space.measure)
    assert total.value**2 == pytest.approx(smallest, rel=1e-6)  # the kinks of |g| are no knots


@pytest.mark.parametrize("scale", [1e-200, 1e-20, 1e150])
def test_the_gradient_dependent_law_does_not_depend_on_the_size_of_the_gradient(scale):
    space = SPACES["Legendre"]
    a, b = (GradientDependent(space, lambda x, c=c: c * x[..., 0]).sample(generator(), 2, 50) for c in (1.0, scale))
    np.testing.assert_allclose(a, b, rtol=1e-9)


EXACT = {"Legendre": legendre_cdf(5), "Hermite": hermite_cdf(4)}


@pytest.mark.parametrize("name", EXACT)
def test_optimal_draws_pass_and_plain_draws_fail_the_kolmogorov_smirnov_test(name):
    space, cdf = SPACES[name], EXACT[name]
    assert ks(Optimal(space).sample(generator(), 10, N // 10), cdf) > ALPHA
    assert ks(Trace(space).sample(generator(), 10, N // 10), cdf) > ALPHA
    assert ks(Plain(space).sample(generator(), 10, N // 10), cdf) < ALPHA


@pytest.mark.parametrize("name", ["Legendre H1", "Hermite H1"])
def test_in_h1_optimal_trace_and_gradient_dependent_draws_have_three_different_laws(name):
    space = SPACES[name]
    drawn = [s.sample(generator(), 10, N // 10) for s in samplers(space)[1:]]
    laws = [s.law.distribution.cdf for s in samplers(space)[1:]]  # exact by the tests of distributions
    p = np.array([[ks(x, law) for law in laws] for x in drawn])
    assert np.diag(p).min() > ALPHA
    assert p[~np.eye(3, dtype=bool)].max() < ALPHA


@pytest.mark.parametrize("name", ["atoms", "atoms H1"])
def test_atoms_are_drawn_with_probability_rho_over_w(name):
    space = SPACES[name]
    expected = [ATOMS.weights / s.weight(ATOMS.points) for s in samplers(space)]
    for i, sampler in enumerate(samplers(space)):
        x = sampler.sample(generator(), 10, N // 10).ravel()
        counts = np.sum(x[:, None] == ATOMS.points[:, 0], axis=0)
        p = [chi_square(counts, e) for e in expected]
        assert p[i] > ALPHA
        assert all(q < ALPHA for e, q in zip(expected, p, strict=True) if not np.allclose(e, expected[i]))


def gramian_variance(sampler, rule):
    """Var of w (L b_k)ᵀ(L b_l) under μ: ∫ w ((L b_k)ᵀ(L b_l))² dρ - δ_kl."""
    jets = sampler.space.jets(rule.nodes)
    products = (jets @ np.swapaxes(jets, -1, -2)) ** 2
    return rule.integrate(sampler.weight(rule.nodes)[:, None, None] * products) - np.eye(sampler.space.dim)


@pytest.mark.parametrize("name", ["Legendre", "Legendre H1", "Hermite", "Hermite H1", "histogram", "atoms H1"])
def test_the_expectation_of_the_empirical_gramian_is_the_identity(name):
    space = SPACES[name]
    knots = space.system.knots[0]
    rule = space.measure.quadrature(300 if isinstance(space.measure, Uniform) else 80, knots)
    for sampler in (Trace(space), Optimal(space)):
        G = empirical_gramian(sampler, sampler.sample(generator(), N // 4, 1))
        assert mean_test(G, np.eye(space.dim), gramian_variance(sampler, rule)) > ALPHA
        wrong = empirical_gramian(sampler, Plain(space).sample(generator(), N // 4, 1))
        assert mean_test(wrong, np.eye(space.dim), gramian_variance(sampler, rule)) < ALPHA


def waves(x):
    return np.cos(x @ np.array([[1.0, 0.5], [2, 1], [0, 1.5], [3, -2]]).T + np.arange(4))


def gradient_in_plane(space):
    """The first function of the basis with both coordinates: its norm is 1, so ‖L_x g‖² ≤ K(x)."""
    return lambda x: space.jets(x)[..., 4, :]


@pytest.mark.parametrize("norm", ["L2", "H1"])
def test_joint_moments_are_those_of_rho_over_the_weight_in_several_dimensions(norm):
    """The weight is taken from the formula, the points from the sampler: only μ = w⁻¹ ρ brings them together."""
    space = PLANES[norm]
    rule = PLANE.quadrature(80)
    for sampler in (Trace(space), Optimal(space), GradientDependent(space, gradient_in_plane(space), bound=1.0)):
        x = sampler.sample(generator(), 1, N // 2)[0]
        inverse = rule.weights / sampler.weight(rule.nodes)
        assert mean_test(waves(x), inverse @ waves(rule.nodes) / inverse.sum()) > ALPHA
        wrong = Plain(space).sample(generator(), 1, N // 2)[0]
        assert mean_test(waves(wrong), inverse @ waves(rule.nodes) / inverse.sum()) < ALPHA


def test_in_several_dimensions_h1_tells_optimal_from_trace_draws():
    space, rule = PLANES["H1"], PLANE.quadrature(80)
    inverse = rule.weights / Optimal(space).weight(rule.nodes)
    x = Trace(space).sample(generator(), 1, N)[0]
    assert mean_test(waves(x), inverse @ waves(rule.nodes) / inverse.sum()) < ALPHA


@pytest.mark.parametrize("name", ["Legendre", "Hermite H1", "atoms"])
def test_batches_have_the_shape_of_replicas_samples_and_dimension_and_repeat_with_the_seed(name):
    for sampler in samplers(SPACES[name]):
        x = sampler.sample(generator(), 3, 7)
        assert x.shape == (3, 7, 1)
        assert sampler.weight(x).shape == (3, 7)
        np.testing.assert_array_equal(x, sampler.sample(generator(), 3, 7))
    assert Optimal(PLANES["H1"]).sample(generator(), 4, 2).shape == (4, 2, 2)


@pytest.mark.parametrize("bad", [0, -1, True, 2.5, None, "3", np.nan])
def test_numbers_of_replicas_and_samples_that_are_no_positive_integers_are_refused(bad):
    for sampler in samplers(SPACES["Legendre"]):
        with pytest.raises(ValueError, match="n_samples must be an integer of at least 1, got"):
            sampler.sample(generator(), 2, bad)
        with pytest.raises(ValueError, match="n_replicas must be an integer of at least 1, got"):
            sampler.sample(generator(), bad, 2)


BAD_GRADIENTS = {
    r"gradient\(x\) must be finite, got nan": lambda x: x[..., 0] * np.nan,
    r"gradient\(x\) must have shape \(\d+, 1\), got \(3, 3\)": lambda _: np.ones((3, 3)),
    r"gradient\(x\) must be an array of real numbers": lambda _: "steep",
    "gradient must not vanish": lambda x: 0 * x[..., 0],
}


@pytest.mark.parametrize("message", BAD_GRADIENTS)
def test_gradients_without_a_density_are_refused(message):
    with pytest.raises(ValueError, match=message):
        GradientDependent(SPACES["Legendre"], BAD_GRADIENTS[message]).sample(generator(), 1, 1)


def test_gradient_and_bound_are_checked_before_any_sampling():
    with pytest.raises(ValueError, match="gradient must be a function of the points, got None"):
        GradientDependent(SPACES["Legendre"], None)
    for bad in (0.0, -1.0, np.nan):
        with pytest.raises(ValueError, match="bound must be"):
            GradientDependent(SPACES["Legendre"], np.sin, bound=bad)


def test_several_dimensions_need_a_bound_that_holds():
    space = PLANES["L2"]
    with pytest.raises(ValueError, match="bound must be given in several dimensions"):
        GradientDependent(space, gradient_in_plane(space)).sample(generator(), 1, 1)
    with pytest.raises(ValueError, match="the bound of the rejection sampler does not hold"):
        GradientDependent(space, gradient_in_plane(space), bound=1e-3).sample(generator(), 1, 1000)


@pytest.mark.parametrize("bad", [[[np.nan]], [1.0, 2.0], 3.0])
def test_weights_at_bad_points_are_refused(bad):
    for sampler in samplers(SPACES["Legendre"]):
        with pytest.raises(ValueError, match="x must"):
            sampler.weight(bad)
