r"""Appendix F: the volume-rescaled measure γ_n, its normalisation, and the determinantal point process for n = d."""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import factorial, prod

import numpy as np

from checks.instances.spaces import scalar_spaces
from checks.section_3_2.optimal_weight import on_the_nodes, smallest_k
from checks.theory.rational_volume import (
    determinants,
    dpp_law,
    independent,
    instances,
    marginal,
    printed_factor,
    volume_law,
)
from theorytest import at_most, claim, equal
from theorytest.approximation.integrals import integrate
from theorytest.approximation.measures import Gaussian, Uniform, tensor_rule
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import empirical_gramian
from theorytest.approximation.systems import Hermite, Legendre
from theorytest.approximation.volume import VolumeRescaled

LARGEST = 4  # points of a sample in the enumerations


def cases():
    """Every rational instance with every n from its dimension to four."""
    for name, points in instances().items():
        for n in range(points.dim, LARGEST + 1):
            yield f"{name}, n = {n}", points, n


def christoffel(space, x):
    """K = ‖b‖²."""
    return np.sum(space.jets(x)[..., 0] ** 2, axis=-1)


def printed_density(space, x):
    """w⁻¹ = ‖b‖² / d."""
    return christoffel(space, x) / space.dim


@claim(
    "x:appF-optimal-measure",
    kind="definition",
    says="The squared feature norm over the dimension is a probability density whose weight has the smallest k.",
    formula=r"\mu_t = w_t^{-1}\rho,\quad w_t^{-1} = \tfrac{1}{d_t}\|b(x)\|_2^2",
    expected="computed",
    premises=["x:sec3.2-optimal-weight"],
    mutants={
        "no dimension": {"density": christoffel},
        "the norm unsquared": {"density": lambda space, x: np.sqrt(christoffel(space, x))},
        "plain sampling": {"density": lambda space, x: np.ones(x.shape[:-1])},  # noqa: ARG005 (the same for all spaces)
    },
)
def feature_norm_is_the_optimal_density(*, density=printed_density):
    """Its integral, the sampler's weight, and its largest w K against the least of all weights (a linear programme)."""
    for name, space in scalar_spaces().items():
        total = integrate(lambda x, s=space: density(s, x), space.measure, knots=space.system.knots, rtol=1e-11)
        yield equal(total.value, 1.0, name=f"{name}: mass", digits=9, symbol="the mass of mu")
        finite = on_the_nodes(space)
        x, p = finite.measure.points, finite.measure.weights
        K, w = christoffel(finite, x), VolumeRescaled(finite).weight(x)
        seen = K > 0
        yield equal(1 / w[seen], density(finite, x)[seen], name=f"{name}: weight", symbol="1/w")
        largest = np.max(K[seen] / density(finite, x)[seen])
        yield equal(largest, smallest_k(K, p), name=f"{name}: sup w K", digits=7, symbol="sup w K")


def printed_share(points, sample):
    """w(x_i) / n for every draw of x_i."""
    return {i: sample.count(i) * points.weight[i] / len(sample) for i in set(sample)}


@claim(
    "x:display-appF-inner-product",
    kind="identity",
    says="With volume-rescaled points the weighted empirical inner product is still unbiased on the space.",
    formula=r"(u,v)_n = \tfrac1n\sum_{i=1}^n w_t(x_i)u(x_i)v(x_i),\qquad "
    r"\mathbb{E}_{\gamma_n^{\mu_t}}(u,v)_n = (u,v)",
    expected="computed",
    premises=["x:appF-optimal-measure"],
    mutants={
        "no weight": {"share": lambda points, x: {i: Fraction(x.count(i), len(x)) for i in set(x)}},  # noqa: ARG005
        "a sum instead of a mean": {"share": lambda points, x: {i: x.count(i) * points.weight[i] for i in set(x)}},
        "plain points": {"law": lambda points, n: independent(points.p, n)},
    },
)
def inner_product_is_unbiased(run, *, share=printed_share, law=volume_law):
    """In fractions, point by point where T lives; and the empirical Gramian of the package against the display."""
    for name, points, n in cases():
        mean = [Fraction(0)] * len(points.p)
        for x, probability in law(points, n).items():
            for i, value in share(points, x).items():
                mean[i] += probability * value
        seen = [i for i, k in enumerate(points.K) if k]
        values, masses = [mean[i] for i in seen], points.p[seen]
        yield equal(values, masses, name=name, symbol="the mean of w/n")
    yield from _gramian_of_the_package(run)


def _gramian_of_the_package(run):
    space = Space(Legendre(3), Uniform())
    sampler = VolumeRescaled(space)
    x = sampler.sample(run.generators("points")(0), 20, 5)
    b = space.jets(x)[..., 0]
    display = sum(3 / np.sum(b[:, i] ** 2, axis=1)[:, None, None] * _outer(b[:, i]) for i in range(5)) / 5
    yield equal(empirical_gramian(sampler, x), display, name="the package", symbol="(b_k, b_l)_n")


def _outer(b):
    return b[:, :, None] * b[:, None, :]


def polynomial_mass(space, n, factor):
    """∫ factor det Ĝ dμ^n by Gauss quadrature: with Π w⁻¹ the integrand is a polynomial of degree 2d - 2 per point."""
    rule = space.measure.quadrature(2 * space.dim)
    product = tensor_rule([rule] * n)
    b = space.jets(product.nodes[..., None])[..., 0]  # (nodes, n, d)
    K = np.sum(b**2, axis=-1)
    G = np.einsum("ri,rik,ril->rkl", space.dim / K, b, b) / n
    return factor * product.integrate(np.linalg.det(G) * np.prod(K / space.dim, axis=1))


@claim(
    "x:display-appF-volume-density",
    kind="identity",
    says="The determinant of the empirical Gramian with the printed factor is a probability density.",
    formula=r"\mathrm{d}\gamma_n^{\mu_t}(\boldsymbol x) = \frac{n^{d_t}(n-d_t)!}{n!}"
    r"\det(\hat G(\boldsymbol x))\,\mathrm{d}\mu_t^{\otimes n}(\boldsymbol x)",
    expected="computed",
    mutants={
        "no power of n": {"factor": lambda n, d: Fraction(factorial(n - d), factorial(n))},
        "a falling factorial of n - 1": {"factor": lambda n, d: printed_factor(n, d) * Fraction(n, max(n - d, 1))},
        "d! for n!/(n-d)!": {"factor": lambda n, d: Fraction(n**d, factorial(d))},
    },
)
def volume_density_is_normalised(*, factor=printed_factor):
    """In fractions on every instance; by exact quadrature for Legendre and Hermite polynomials."""
    for name, points, n in cases():
        law = volume_law(points, n, factor)
        yield equal(sum(law.values()), 1, name=name, symbol="the mass of gamma_n")
    for d, n in ((2, 2), (2, 3), (2, 5), (3, 3), (3, 5)):
        for space in (Space(Legendre(d), Uniform()), Space(Hermite(d), Gaussian())):
            mass = polynomial_mass(space, n, float(factor(n, d)))
            name = f"{type(space.system).__name__} {d}, n = {n}"
            yield equal(mass, 1.0, name=name, digits=10, symbol="the mass of gamma_n")


@claim(
    "x:appF-favours-determinant",
    kind="remark",
    says="Against independent points the determinant is larger on average, by its variance over its mean, "
    "and every single point is exactly as likely as an independent one.",
    formula=r"\mathbb{E}_{\gamma_n}\det\hat G = \mathbb{E}_{\mu^{\otimes n}}\det\hat G + "
    r"\frac{\mathbb{V}_{\mu^{\otimes n}}\det\hat G}{\mathbb{E}_{\mu^{\otimes n}}\det\hat G},\qquad x_i \sim \mu_t",
    premises=["x:display-appF-volume-density"],
    mutants={
        "independent points": {"law": lambda points, n: independent(points.mu, n)},
        "plain points in the product": {"law": lambda points, n: _rescaled_plain(points, n)},
    },
)
def determinant_is_favoured(*, law=volume_law):
    """For d = 1 the determinant is constant and nothing is favoured; the likelihood of one point never is."""
    for name, points, n in cases():
        gamma, iid, det = law(points, n), independent(points.mu, n), determinants(points, n)
        mean, square = (sum(iid[x] * det[x] ** k for x in iid) for k in (1, 2))
        favoured = sum(gamma[x] * det[x] for x in gamma)
        yield equal(favoured, square / mean, name=name, symbol="E det")
        single = marginal(gamma, (0,), len(points.p))
        yield equal(single, points.mu, name=f"{name}: a point", symbol="P(x_1)")


def _rescaled_plain(points, n):
    law, det = independent(points.p, n), determinants(points, n)
    total = sum(law[x] * det[x] for x in law)
    return {x: law[x] * det[x] / total for x in law}


@claim(
    "x:display-appF-dpp-density",
    kind="identity",
    says="For n = d the volume-rescaled measure is the projection determinantal point process of the kernel.",
    formula=r"\mathrm{d}\gamma_{d_t}(\boldsymbol x) = \frac{1}{d_t!}"
    r"\det(B(\boldsymbol x)^\intercal B(\boldsymbol x))\,\mathrm{d}\rho^{\otimes d_t}(\boldsymbol x)",
    premises=["x:display-appF-volume-density"],
    mutants={
        "no factorial": {"factor": lambda d: factorial(d)},
        "the product of mu": {"masses": lambda points: points.mu},
        "one point more": {"extra": 1},
    },
)
def dpp_is_the_case_of_few_points(*, factor=lambda d: 1, masses=lambda points: points.p, extra=0):  # noqa: ARG005
    """Sample by sample; and pairs have the determinant of the kernel as intensity, which makes it determinantal."""
    for name, points in instances().items():
        d, p = points.dim, masses(points)
        law, gamma = dpp_law(points), volume_law(points, d + extra)
        printed = {x: factor(d) * q * prod(p[i] / points.p[i] for i in x) for x, q in law.items()}
        gap = sum(abs(printed.get(x, 0) - gamma.get(x, 0)) for x in printed | gamma)
        yield equal(gap, 0, name=name, symbol="the distance of the laws")
        if d > 1:
            pairs = marginal(printed, (0, 1), len(p)) * d * (d - 1)
            k, mass = points.kernel, points.p
            minors = (np.outer(points.K, points.K) - k**2) * np.outer(mass, mass)
            yield equal(pairs, minors, name=f"{name}: pairs", symbol="an intensity")


def equal_features(points, x):
    """Whether two of the points have the same features."""
    return any(points.features[i] == points.features[j] for i, j in itertools.combinations(x, 2))


@claim(
    "x:appF-repulsion",
    kind="remark",
    says="Equal features make the density of the determinantal process vanish, "
    "and every pair of points is at most as frequent as for as many independent ones.",
    formula=r"b(x_i) = b(x_k) \implies \det(B^\intercal B) = 0,\qquad "
    r"d_t(d_t-1)\,\mathbb{P}(x_1, x_2) \le d_t^2\,\mu_t(x_1)\mu_t(x_2)",
    premises=["x:display-appF-dpp-density"],
    mutants={
        "bound x 0.9": {"bound": 0.9},
        "one point more": {"extra": 1},
        "points from mu": {"law": lambda points, n: independent(points.mu, n)},
    },
)
def equal_features_repel(*, extra=0, law=volume_law, bound=1):
    """The features repel, not the points: two points of one cell exclude each other, and those of opposite features.

    The bound on pairs is attained by orthogonal features.
    """
    for name, points in instances().items():
        d = points.dim
        gamma = law(points, d + extra)
        if d == 1:
            continue  # one point has nobody to repel
        met = sum(probability for x, probability in gamma.items() if equal_features(points, x))
        yield equal(met, 0, name=f"{name}: equal", symbol="P(equal features)")
        pairs = marginal(gamma, (0, 1), len(points.p)) * d * (d - 1)
        free = bound * d**2 * np.outer(points.mu, points.mu)
        yield at_most(pairs, free, name=f"{name}: pairs", symbol="an intensity")
