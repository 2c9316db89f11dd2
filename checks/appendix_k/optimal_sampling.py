r"""Appendix K.4 [x:display-appK.4-basis, x:display-appK.4-density]: a basis from the Gramian, and its optimal density.

Two RePU neurons on the line, integrated piece by piece, and two tanh neurons on the plane, on a grid that resolves
their tangents to 12 digits.
"""

from __future__ import annotations

import functools

import numpy as np

from checks.instances.networks import grid
from theorytest import at_least, claim, equal
from theorytest.approximation.measures import Gaussian
from theorytest.descent.models.shallow.activations import RePU, Tanh
from theorytest.descent.models.shallow.network import Network
from theorytest.descent.models.shallow.ridges import tangent_gramian

NETWORK = Network(Tanh(), [1.0, -0.5], 0.3, [[0.6, -0.5], [0.3, 0.7]], [0.4, -0.2])
LINE = Network(RePU(2), [1.0, -0.5], 0.3, [[0.8], [-0.6]], [0.4, -0.2])
KEPT = 1e-9  # eigenvalues of the normalised Gramian


def coefficients(network, kept=KEPT, scaled=True):
    """c_kj with ψ_k = Σ_j c_kj φ_j from the Gramian of the tangents alone, an array (d, r)."""
    G = tangent_gramian(network)
    scale = np.sqrt(np.diag(G))
    values, V = np.linalg.eigh(G / np.outer(scale, scale))
    chosen = values > kept
    return V[:, chosen] / scale[:, None] / (np.sqrt(values[chosen]) if scaled else 1.0)


def systems():
    """Networks with nodes and weights that integrate their tangents, and the dimension of the span."""
    rule = Gaussian().quadrature(20, tuple(-LINE.bias / LINE.inner[:, 0]))
    yield "RePU(2) on the line", LINE, rule.nodes, rule.weights, 5
    yield "tanh on the plane", NETWORK, *grid(2), 9


@claim(
    "x:appK.4-basis-from-gramian",
    also=["x:display-appK.4-basis"],
    kind="identity",
    says="The Gramian of a generating system gives an orthonormal basis of r ≤ d of its combinations.",
    formula=r"\psi_k := \sum_{j=1}^d c_{kj}\phi_j, \quad (\psi_k, \psi_l) = \delta_{kl}, \quad r \le d",
    expected="computed",
    mutants={
        "not normalised": {"basis": functools.partial(coefficients, scaled=False)},
        "no rank decision": {"basis": functools.partial(coefficients, kept=1e-300)},
    },
)
def gramian_gives_a_basis(*, basis=coefficients):
    """Two RePU neurons on the line have d = 7 tangents in 5 dimensions."""
    for name, network, x, w, dim in systems():
        psi = network.tangents(x) @ basis(network)
        yield equal(psi.shape[1], dim, name=f"{name}: r", symbol="r")
        products = psi.T @ (w[:, None] * psi)
        yield equal(products, np.eye(len(products)), name=name, digits=6, symbol="(ψ_k, ψ_l)")


def optimal_density(psi):
    """p / ρ = 1/r Σ_k ψ_k²."""
    return np.mean(psi**2, axis=-1)


@claim(
    "x:display-appK.4-density",
    kind="identity",
    says="Each ψ_k² ρ and their mean p are probability densities, and K w = r with the weight w = ρ / p.",
    formula=r"p(x) := \tfrac1r\sum_{k=1}^r p_k(x), \quad p_k(x) := \psi_k^2(x)\rho(x), \quad \int p_k = \int p = 1",
    expected="computed",
    premises=["x:appK.4-basis-from-gramian"],
    mutants={
        "one over d": {"mean": lambda psi, d: np.sum(psi**2, axis=-1) / d},
        "the generating system": {"basis": lambda network: np.eye(network.n_parameters)},
    },
)
def optimal_density_is_one(*, mean=lambda psi, _: optimal_density(psi), basis=coefficients):
    for name, network, x, w, dim in systems():
        psi = network.tangents(x) @ basis(network)
        yield equal(w @ psi**2, 1.0, name=f"{name}: parts", digits=6, symbol="∫ p_k")
        p = mean(psi, network.n_parameters)
        yield equal(w @ p, 1.0, name=f"{name}: p", digits=6, symbol="∫ p")
        k = np.sum(psi**2, axis=-1) / p
        yield equal(k, float(dim), name=f"{name}: K w", digits=6, symbol="K w")


def christoffel(network, x):
    """K at points (n, D)."""
    return np.sum((network.tangents(x) @ coefficients(network)) ** 2, axis=-1)


def across(network):
    """A unit vector orthogonal to the first inner weights on the plane; the only direction on the line."""
    alpha = network.inner[0]
    return np.array([-alpha[1], alpha[0]]) / np.linalg.norm(alpha) if network.ndim == 2 else np.ones(1)


SATURATING = Network(Tanh(), [1.0, -0.5], 0.3, [[0.8], [-0.6]], [0.4, -0.2])
UNBOUNDED = {"RePU(2) on the line": (LINE, 4), "tanh on the plane": (NETWORK, 2)}  # with the power of its growth


@claim(
    "x:sec-network-sampling/unbounded",
    kind="remark",
    says="Under the Gaussian measure plain points have k infinite: the Christoffel function of the tangents grows "
    "like |x|² for tanh on the plane, across the weights of a neuron, and like |x|⁴ for RePU(2). With optimal points "
    "k = r. Only for saturating activations on the line is it bounded.",
    formula=r"\sup_x\mathfrak{K}(x) = \infty, \quad \sup_x w(x)\mathfrak{K}(x) = r\ \text{for}\ w = r/\mathfrak{K}",
    expected="computed",
    premises=["x:display-appK.4-density"],
    mutants={
        "tanh on the line": {"networks": {"tanh on the line": (SATURATING, 2)}},
        "one power more": {"extra": 1},
    },
)
def plain_points_have_no_finite_constant(*, networks=UNBOUNDED, extra=0):
    """K ≥ (∂Φ)² / ‖∂Φ‖² for the derivative by one inner weight, which grows along the line sv."""
    s = np.array([1e2, 1e3, 1e4])
    for name, (network, power) in networks.items():
        growth = christoffel(network, s[:, None] * across(network)) / s ** (power + extra)
        yield at_least(growth, 0.1, name=name, digits=None, symbol=f"K(sv) / s^{power}")
    limits = christoffel(SATURATING, np.array([[-1e3], [-1e2], [1e2], [1e3]]))
    yield equal(limits[[0, 3]], limits[[1, 2]], name="bounded", digits=6, symbol="K far out")
