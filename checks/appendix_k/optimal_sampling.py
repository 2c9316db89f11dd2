r"""Appendix K.4 [x:display-appK.4-basis, x:display-appK.4-density]: a basis from the Gramian, and its optimal density.

Two RePU neurons on the line, integrated piece by piece, and two tanh neurons on the plane, on a grid that resolves
their tangents to 12 digits.
"""

import functools

import numpy as np

from checks.instances.networks import LINE, NETWORK, coefficients, grid
from theorytest import at_least, claim, equal, family, threshold
from theorytest.approximation import Gaussian
from theorytest.descent.models.shallow import Network, Tanh


def systems():
    """Networks with nodes and weights that integrate their tangents, and the dimension of the span."""
    rule = Gaussian().quadrature(20, tuple(-LINE.bias / LINE.inner[:, 0]))
    return {
        "RePU(2) on the line": (LINE, rule.nodes, rule.weights, 5),
        "tanh on the plane": (NETWORK, *grid(2), 9),
    }


SYSTEMS = family(systems, "generating systems, here of tangents")


@claim(
    "x:appK.4-basis-from-gramian",
    also=["x:display-appK.4-basis"],
    says="The Gramian of a generating system of d functions gives an orthonormal basis of r ≤ d combinations of them.",
    formula=r"\psi_k := \sum_{j=1}^d c_{kj}\phi_j, \quad (\psi_k, \psi_l) = \delta_{kl}, \quad r \le d",
    forall={"φ": SYSTEMS},
    reading="Two RePU neurons on the line have d = 7 tangents in r = 5 dimensions.",
    mutants={
        "not normalised": {"basis": functools.partial(coefficients, scaled=False)},
        "no rank decision": {"basis": functools.partial(coefficients, kept=1e-300)},
    },
)
def gramian_gives_a_basis(system, *, basis=coefficients):
    network, x, w, dim = system
    psi = network.tangents(x) @ basis(network)
    yield equal(psi.shape[1], dim, name="dimension", symbol="r")
    products = psi.T @ (w[:, None] * psi)
    yield equal(products, np.eye(len(products)), name="orthonormal", digits=6, symbol="(ψ_k, ψ_l)")


@claim(
    "x:display-appK.4-density",
    says="For an orthonormal basis ψ_1, ..., ψ_r, each p_k = ψ_k² ρ and their mean p are probability densities.",
    formula=r"p(x) := \tfrac1r\sum_{k=1}^r p_k(x), \quad p_k(x) := \psi_k^2(x)\rho(x), \quad \int p_k = \int p = 1",
    forall={"ψ": SYSTEMS},
    premises=["x:appK.4-basis-from-gramian"],
    mutants={
        "one over d": {"mean": lambda psi, d: np.sum(psi**2, axis=-1) / d},
        "the generating system": {"basis": lambda network: np.eye(network.n_parameters)},
    },
)
def optimal_density_is_one(system, *, mean=lambda psi, _: np.mean(psi**2, axis=-1), basis=coefficients):
    network, x, w, _ = system
    psi = network.tangents(x) @ basis(network)
    yield equal(w @ psi**2, 1.0, name="parts", digits=6, symbol="∫ p_k")
    yield equal(w @ mean(psi, network.n_parameters), 1.0, name="mean", digits=6, symbol="∫ p")


def christoffel(network, x):
    """K at points (n, D)."""
    return np.sum((network.tangents(x) @ coefficients(network)) ** 2, axis=-1)


def across(network):
    """A unit vector orthogonal to the first inner weights on the plane; the only direction on the line."""
    alpha = network.inner[0]
    return np.array([-alpha[1], alpha[0]]) / np.linalg.norm(alpha) if network.ndim == 2 else np.ones(1)


SATURATING = Network(Tanh(), [1.0, -0.5], 0.3, [[0.8], [-0.6]], [0.4, -0.2])
GROWING = {"RePU(2) on the line": (LINE, 4), "tanh on the plane": (NETWORK, 2)}  # with the power of the growth


@claim(
    "x:sec-network-sampling/unbounded",
    voice="ours",
    says="Under the Gaussian measure K may be unbounded: for the two networks tried it grows like x⁴ (RePU(2), on the "
    "line) and ‖x‖² (tanh, on the plane).",
    formula=r"\sup_x\mathfrak{K}(x) = \infty",
    forall={
        "Φ": family(GROWING, "the two networks, with nonzero outer weights"),
        "‖x‖": family([100, 1000, 10_000], "distances along one direction"),
    },
    reading="K(sv)/s^p stays above 0.1. So plain points have no finite constant, where optimal points have k = r.",
    premises=["x:display-appK.4-density"],
    mutants={"tanh on the line": {"change": lambda _: (SATURATING, 2)}, "one power more": {"extra": 1}},
)
def plain_points_have_no_finite_constant(growing, s, *, change=lambda growing: growing, extra=0):
    """K ≥ (∂Φ)² / ‖∂Φ‖² for the derivative by one inner weight, which grows along the line sv."""
    network, power = change(growing)
    growth = christoffel(network, float(s) * across(network)[None]) / float(s) ** (power + extra)
    return at_least(growth, threshold(0.1), symbol=f"K(sv)/s^{power}")
