"""Appendices K.2 and K.4 [x:appK.2-gramians, x:display-appK.4-basis]: what the Gramian of a generating system gives."""

from functools import partial

import numpy as np

from checks.instances.networks import LINE, NETWORK, coefficients, grid
from theorytest import claim, equal, family
from theorytest.approximation import Gaussian
from theorytest.descent.models.shallow import Ridges, Tanh, tangent_gramian

INNER, BIAS = np.array([[0.4, -0.2, 0.1], [0.1, 0.4, 0.3], [0.3, -0.6, -0.2]]), np.array([0.4, -0.2, 0.1])


def systems():
    """The Gramian, values at nodes, the weights of the nodes, and the dimension of the span."""
    rule, (x, w), (plane, v) = Gaussian().quadrature(20, tuple(-LINE.bias / LINE.inner[:, 0])), grid(3), grid(2)
    ridges = np.column_stack([np.tanh(x @ INNER.T + BIAS), np.ones(len(x))])
    return {
        "three tanh ridges and 1 in R³": (Ridges(Tanh(), INNER, BIAS).gramian(), ridges, w, 4),
        "tangents of RePU(2) on the line": (tangent_gramian(LINE), LINE.tangents(rule.nodes), rule.weights, 5),
        "tangents of tanh on the plane": (tangent_gramian(NETWORK), NETWORK.tangents(plane), v, 9),
    }


SYSTEMS = family(systems, "generating systems")  # no region: each needs its own quadrature


@claim(
    "x:appK.4-basis-from-gramian",
    also=["x:appK.2-gramians", "x:display-appK.4-basis", "x:display-appK.4-density"],
    says="The Gramian of d functions gives norms, projections and an orthonormal basis of r ≤ d combinations; each "
    "p_k = ψ_k² ρ and their mean p are probability densities.",
    formula=r"\Bigl\|\sum_j c_j\phi_j\Bigr\|^2 = c^\intercal Gc, \quad \psi_k := \sum_{j=1}^d c_{kj}\phi_j, \quad "
    r"(\psi_k, \psi_l) = \delta_{kl}, \quad r \le d, \quad p := \tfrac1r\sum_{k=1}^r \psi_k^2\rho, \quad \int p = 1",
    forall={"φ": SYSTEMS},
    reading="Two RePU neurons on the line have d = 7 tangents in r = 5 dimensions. Distances are norms of differences.",
    premises=["x:display-appK.2-inner-product/corrected"],
    mutants={
        "one per cent more of the diagonal": {"diagonal": 0.01},
        "not normalised": {"basis": partial(coefficients, scaled=False)},
        "no rank decision": {"basis": partial(coefficients, kept=1e-300)},
        "the sum over d": {"parts": lambda r, d: d},  # noqa: ARG005 (takes what the true one takes)
    },
)
def gramian_gives_a_basis(system, *, basis=coefficients, parts=lambda r, _: r, diagonal=0.0):
    """Against quadrature; the square of the first function is projected."""
    G, values, w, dim = system
    G = G + diagonal * np.diag(np.diag(G))
    c = np.cos(np.arange(len(G)))
    yield equal(c @ G @ c, w @ (values @ c) ** 2, name="norm", digits=9, symbol="‖Σ c_j φ_j‖²")
    psi = values @ basis(G)
    yield equal(psi.shape[1], dim, name="dimension", symbol="r")
    products = psi.T @ (w[:, None] * psi)
    yield equal(products, np.eye(len(products)), name="orthonormal", digits=6, scale=1.0, symbol="(ψ_k, ψ_l)")
    rest = values[:, 0] ** 2 - psi @ (psi.T @ (w * values[:, 0] ** 2))
    yield equal(values.T @ (w * rest), 0.0, name="projection", digits=6, scale=1.0, symbol="(f - Pf, φ_j)")
    density = np.sum(psi**2, axis=-1) / parts(dim, len(G))
    yield equal(w @ density, 1.0, name="density", digits=6, symbol="∫ p")
