r"""Appendix K.3 [x:appK.3-gaussian-parts]: Gaussian integration by parts, E x_j f = E ∂_j f, removes the coordinates.

Applied twice to products of tangents it asks for σ''', which for max(z, 0)² is twice a Dirac measure. References are
quadratures of the products as they stand, with panels between the kinks for RePU.
"""

import numpy as np

from checks.instances.networks import INTEGRATED
from theorytest import claim, equal
from theorytest.descent.models.shallow import Ridges, tangent_gramian


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
    says="Under the Gaussian measure, integration by parts removes the coordinate factors from all inner products of "
    "tangents; for RePU(2) the second one leaves a Dirac measure for two neurons.",
    formula=r"\mathbb{E}[x_if] = \mathbb{E}[\partial_if], \quad \mathbb{E}[x_ix_j\sigma_k'\sigma_l'] = "
    r"\delta_{ij}\mathbb{E}[\sigma_k'\sigma_l'] + \mathbb{E}[\partial_i\partial_j(\sigma_k'\sigma_l')]",
    forall={"Φ": INTEGRATED},
    reading="The products with two coordinates by the formula, all others in the Gramian of the package. The name "
    "Isserlis' theorem is usual for polynomials.",
    premises=["x:display-appK.2-rotation-2d/corrected"],
    mutants={
        "no third derivatives, as if the kink had no mass": {"third": 0.0},
        "without the identity": {"identity": 0.0},
        "one per cent more of the third derivatives": {"third": 1.01},
    },
)
def integration_by_parts_removes_the_coordinates(instance, *, identity=1.0, third=1.0):
    network, x, w = instance
    slopes = network.activation.slope(x @ network.inner.T + network.bias)
    values = (slopes[:, :, None] * x[:, None, :]).reshape(len(x), -1)
    true = values.T @ (w[:, None] * values)
    E = Ridges(network.activation, network.inner, network.bias).products(3)
    by_parts = twice_by_parts(network.inner, E, identity, third).reshape(true.shape)
    yield equal(by_parts, true, name="two coordinates", digits=11, symbol="E x_i x_j σ_k' σ_l'")
    T = network.tangents(x)
    G = T.T @ (w[:, None] * T)
    yield equal(tangent_gramian(network), G, name="Gramian", digits=11, symbol="(∂_k Φ, ∂_l Φ)")
