r"""Appendix K.4 [x:display-appK.4-basis, x:display-appK.4-density]: a basis from the Gramian, and its optimal density.

Two RePU neurons on the line, integrated piece by piece, and two tanh neurons on the plane, on a grid that resolves
their tangents to 12 digits.
"""

import functools

import numpy as np

from checks.instances.networks import LINE, NETWORK, coefficients, grid
from theorytest import claim, equal, family
from theorytest.approximation import Gaussian


def systems():
    """Networks with nodes and weights that integrate their tangents, and the dimension of the span."""
    rule = Gaussian().quadrature(20, tuple(-LINE.bias / LINE.inner[:, 0]))
    return {
        "RePU(2) on the line": (LINE, rule.nodes, rule.weights, 5),
        "tanh on the plane": (NETWORK, *grid(2), 9),
    }


SYSTEMS = family(systems, "generating systems, here of tangents")  # no region: each needs its own quadrature


@claim(
    "x:appK.4-basis-from-gramian",
    also=["x:display-appK.4-basis", "x:display-appK.4-density"],
    says="The Gramian of d generating functions gives an orthonormal basis of r ≤ d combinations of them; each "
    "p_k = ψ_k² ρ and their mean p are probability densities.",
    formula=r"\psi_k := \sum_{j=1}^d c_{kj}\phi_j, \quad (\psi_k, \psi_l) = \delta_{kl}, \quad r \le d, \quad "
    r"p := \tfrac1r\sum_{k=1}^r \psi_k^2\rho, \quad \int p = 1",
    forall={"φ": SYSTEMS},
    reading="Two RePU neurons on the line have d = 7 tangents in r = 5 dimensions.",
    mutants={
        "not normalised": {"basis": functools.partial(coefficients, scaled=False)},
        "no rank decision": {"basis": functools.partial(coefficients, kept=1e-300)},
        "the sum over d": {"parts": lambda r, d: d},  # noqa: ARG005 (takes what the true one takes)
    },
)
def gramian_gives_a_basis(system, *, basis=coefficients, parts=lambda r, _: r):
    network, x, w, dim = system
    psi = network.tangents(x) @ basis(network)
    yield equal(psi.shape[1], dim, name="dimension", symbol="r")
    products = psi.T @ (w[:, None] * psi)
    yield equal(products, np.eye(len(products)), name="orthonormal", digits=6, symbol="(ψ_k, ψ_l)")
    density = np.sum(psi**2, axis=-1) / parts(dim, network.n_parameters)
    yield equal(w @ density, 1.0, name="density", digits=6, symbol="∫ p")
