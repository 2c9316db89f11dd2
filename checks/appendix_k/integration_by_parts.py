r"""Appendix K.3 [x:appK.3-gaussian-parts]: Gaussian integration by parts, E x_j f = E ∂_j f, removes the coordinates.

Applied twice to products of tangents it asks for σ''', which for max(z, 0)² is twice a Dirac measure. References are
quadratures of the products as they stand, with panels between the kinks for RePU.
"""

from __future__ import annotations

import itertools

import numpy as np
import sympy

from checks.instances.networks import grid
from theorytest import at_least, claim, equal
from theorytest.approximation.measures import Gaussian
from theorytest.descent.models.shallow.activations import Logistic, RePU, Tanh
from theorytest.descent.models.shallow.network import Network
from theorytest.descent.models.shallow.ridges import Ridges, tangent_gramian

OUTER, BIAS = np.array([1.0, -2.0]), np.array([0.3, -0.4])
LINE = np.array([[0.8], [-0.6]])
PLANE = np.array([[0.5, -0.3], [0.2, 0.6]])
MIX = sympy.ImmutableMatrix([[1, 0, 0], [1, 2, 0], [0, 1, 1]])


def instances():
    """Networks of width 2 with nodes and weights that integrate their tangents."""
    for activation in (RePU(2), RePU(3)):
        rule = Gaussian().quadrature(20, tuple(-BIAS / LINE[:, 0]))
        yield f"{activation}, D = 1", Network(activation, OUTER, 0.5, LINE, BIAS), rule.nodes, rule.weights
    for activation in (Tanh(), Logistic()):
        yield f"{activation}, D = 2", Network(activation, OUTER, 0.5, PLANE, BIAS), *grid(2)


def twice_by_parts(alpha, E, identity=1.0, third=1.0):
    """E x_i x_j σ_k' σ_l' from the table of E σ^(a)_k σ^(b)_l, as an array (k, i, l, j)."""
    eye = identity * np.eye(alpha.shape[1])
    return (
        np.einsum("ij,kl->kilj", eye, E[1, 1])
        + third * np.einsum("ki,kj,kl->kilj", alpha, alpha, E[3, 1])
        + np.einsum("ki,lj,kl->kilj", alpha, alpha, E[2, 2])
        + np.einsum("kj,li,kl->kilj", alpha, alpha, E[2, 2])
        + third * np.einsum("li,lj,kl->kilj", alpha, alpha, E[1, 3])
    )


@claim(
    "x:appK.3-gaussian-parts",
    kind="identity",
    says="Gaussian integration by parts removes the coordinate factors from all products of tangents; for RePU(2) "
    "the second one leaves a Dirac measure.",
    formula=r"\mathbb{E}[x_if] = \mathbb{E}[\partial_if], \quad \mathbb{E}[x_ix_j\sigma_k'\sigma_l'] = "
    r"\delta_{ij}\mathbb{E}[\sigma_k'\sigma_l'] + \mathbb{E}[\partial_i\partial_j(\sigma_k'\sigma_l')]",
    expected="computed",
    premises=["x:display-appK.2-rotation-2d/corrected"],
    mutants={
        "no third derivatives, as if the kink had no mass": {"third": 0.0},
        "without the identity": {"identity": 0.0},
    },
)
def integration_by_parts_removes_the_coordinates(*, identity=1.0, third=1.0):
    """The products with two coordinates by the formula, all others in the Gramian of the package."""
    for name, network, x, w in instances():
        slopes = network.activation.slope(x @ network.inner.T + network.bias)
        values = (slopes[:, :, None] * x[:, None, :]).reshape(len(x), -1)
        true = values.T @ (w[:, None] * values)
        E = Ridges(network.activation, network.inner, network.bias).products(3)
        by_parts = twice_by_parts(network.inner, E, identity, third).reshape(true.shape)
        yield equal(by_parts, true, name=name, digits=11, symbol="E x_i x_j σ_k' σ_l'")
        T = network.tangents(x)
        G = T.T @ (w[:, None] * T)
        yield equal(tangent_gramian(network), G, name=f"{name}: Gramian", digits=11, symbol="(∂_k Φ, ∂_l Φ)")


def pairings(indices, covariance):
    """Isserlis' theorem: the moment E Π x_i is the sum over all pairings of the products of covariances."""
    if not indices:
        return sympy.Integer(1)
    if len(indices) % 2:
        return sympy.Integer(0)
    first, rest = indices[0], indices[1:]
    return sum(
        covariance[first, partner] * pairings(rest[:k] + rest[k + 1 :], covariance) for k, partner in enumerate(rest)
    )


def taylor_terms(count):
    """The terms of E x tanh(x) when Isserlis' theorem is applied to the Taylor series: t_k E x^(2k)."""
    x = sympy.Symbol("x")
    series = sympy.series(sympy.tanh(x), x, 0, 2 * count).removeO()
    return [series.coeff(x, 2 * k - 1) * sympy.factorial2(2 * k - 1) for k in range(1, count + 1)]


@claim(
    "x:appK.3-gaussian-parts/isserlis",
    kind="remark",
    says="Isserlis' theorem is integration by parts for polynomials. For other σ it is not enough: applied to the "
    "Taylor series of tanh its terms grow without bound.",
    formula=r"\mathbb{E}\Bigl[x_1\prod_{i\ge 2}x_i\Bigr] = \sum_{j\ge 2}\mathrm{Cov}(x_1, x_j)"
    r"\,\mathbb{E}\Bigl[\prod_{i\ne 1,j}x_i\Bigr]",
    expected="computed",
    mutants={"independent coordinates": {"mix": sympy.eye(3)}, "terms that grow a hundredfold": {"growth": 100.0}},
)
def isserlis_is_for_polynomials(*, mix=MIX, growth=2.0):
    """Moments of x = B z up to order 6 from independent normal z, where E z^(2k) = (2k - 1)!!, against the pairings."""
    covariance = mix * mix.T
    for indices in ((0, 1), (0, 0, 1, 2), (1, 1, 1, 1), (0, 1, 1, 2, 2, 2)):
        true, sum_of_pairings = independent_moment(MIX, indices), pairings(indices, covariance)
        name = f"E of {indices}"
        yield equal(int(sum_of_pairings), int(true), name=name, symbol="the moment")
    terms = [abs(float(t)) for t in taylor_terms(8)]
    ratios = [b / a for a, b in itertools.pairwise(terms[3:])]
    yield at_least(ratios, growth, name="tanh", digits=None, symbol="the ratio of two terms")


def independent_moment(B, indices):
    """E Π_i (B z)_i by multiplying out."""
    z = sympy.symbols("z0:3")
    x = B * sympy.Matrix(z)
    polynomial = sympy.Poly(sympy.prod([x[i] for i in indices]), *z)
    even = [(powers, c) for powers, c in polynomial.terms() if all(k % 2 == 0 for k in powers)]
    return sum(c * sympy.prod([sympy.factorial2(k - 1) for k in powers]) for powers, c in even)
