r"""Appendix K.2 [x:display-appK.2-rotation-1d, x:display-appK.2-rotation-2d]: Gaussian integrals after a rotation.

References come from the definition: in polar coordinates for centred RePU ridge functions (exact), by quadrature in
all three coordinates for tanh. The text asks of Q only that Qe_1 ∝ α, which -α/‖α‖ satisfies as well.
"""

from __future__ import annotations

import mpmath
import numpy as np

from theorytest import claim, equal, repair
from theorytest.descent.models.shallow.activations import Logistic, RePU, Tanh
from theorytest.descent.models.shallow.ridges import Ridges
from theorytest.descent.models.shallow.smooth import trapezoid

STEP = 0.3  # the trapezoidal rule is exact to 12 digits for the weights below
ALPHA, OTHER = np.array([0.4, -0.2, 0.1]), np.array([0.1, 0.4, 0.3])
U, V = np.array([2.0, 2.0, 1.0]) / 3, np.array([-2.0, 1.0, 2.0]) / 3  # orthonormal


def grid(ndim):
    """A tensor rule for the standard Gaussian of R^ndim."""
    x, w = trapezoid(STEP, 1e-16)
    keep = w > 1e-17
    nodes = np.stack(np.meshgrid(*[x[keep]] * ndim, indexing="ij"), axis=-1).reshape(-1, ndim)
    weights = np.prod(np.stack(np.meshgrid(*[w[keep]] * ndim, indexing="ij")), axis=0).ravel()
    return nodes, weights


def rotation(alpha, other, sign):
    """An orthogonal Q with Qe_1 = sign · α / ‖α‖ and Qe_2 along α' - (α', α)/‖α‖² α."""
    third = np.cross(alpha, other)
    Q, R = np.linalg.qr(np.column_stack([alpha, other, third]))
    return Q * np.sign(np.diag(R)) * np.array([sign, 1, 1])


@claim(
    "x:display-appK.2-rotation-1d",
    kind="identity",
    says="Under the standard Gaussian the integral of a ridge function is that of σ(‖α‖ x_1 + β) over the line.",
    formula=r"\int_{\mathbb{R}^n}\sigma(\alpha^\intercal y + \beta)\rho(y)\,\mathrm{d}y "
    r"= \int_{\mathbb{R}}\sigma(\|\alpha\|_2x_1 + \beta)\rho(x_1)\,\mathrm{d}x_1",
    expected="computed",
    mutants={
        "the length in another norm": {"length": lambda alpha: np.abs(alpha).sum()},
        "the square of the length": {"length": lambda alpha: alpha @ alpha},
    },
)
def rotation_to_one_dimension(*, length=np.linalg.norm):
    """Every line of the display: ρ(Qx) = ρ(x), both signs of Qe_1, and α = 0."""
    (x, w), (line, v) = grid(3), grid(1)
    for name, alpha in {"α": ALPHA, "α = 0": np.zeros(3)}.items():
        for activation in (Tanh(), Logistic()):
            true = w @ activation.value(x @ alpha + 0.4)
            reduced = v @ activation.value(length(alpha) * line[:, 0] + 0.4)
            yield equal(reduced, true, name=f"{name}, {activation}", digits=12, symbol="the integral")
    for sign in (1, -1):
        Q, y = rotation(ALPHA, OTHER, sign), x[::997]
        density = np.exp(-np.sum((y @ Q.T) ** 2, axis=1) / 2)
        yield equal(density, np.exp(-np.sum(y**2, axis=1) / 2), name=f"density, {sign}", digits=13, symbol="ρ(Qx)")
        first = np.abs((y @ Q.T) @ ALPHA - sign * np.linalg.norm(ALPHA) * y[:, 0]).max()
        yield equal(first, 0.0, name=f"argument, {sign}", digits=13, scale=1.0, symbol="a defect")


def centred_product(angle):
    """E max(z, 0)² max(z', 0)² for unit vectors at this angle, in polar coordinates: ∫ r⁵ e^(-r²/2) dr = 8."""
    with mpmath.workdps(20):
        ends = [angle - mpmath.pi / 2, mpmath.pi / 2]
        inside = mpmath.quad(lambda t: (mpmath.cos(t) * mpmath.cos(t - angle)) ** 2, ends)
        return float(8 * inside / (2 * mpmath.pi))


def plane_product(activation, alpha, other, biases, Q):
    """The last line of the display: σ(‖α‖ x_1 + β) σ(γ_1 x_1 + γ_2 x_2 + β') over the plane, γ = (α''Qe_1, α''Qe_2)."""
    gamma = other @ Q[:, :2]
    pairs = Ridges(activation, np.array([[np.linalg.norm(alpha), 0.0], gamma]), np.array(biases))
    return pairs.products(0)[0, 0][0, 1]


@claim(
    "x:display-appK.2-rotation-2d",
    kind="identity",
    says="For every orthogonal Q with Qe_1 and Qe_2 proportional to α and to the rest of α', the integral of "
    "a product of ridge functions is that of σ(‖α‖ x_1 + β) σ(γ_1 x_1 + γ_2 x_2 + β') over the plane.",
    formula=r"\int_{\mathbb{R}^n}\sigma(\alpha^\intercal y + \beta)\sigma(\alpha'^\intercal y + \beta')\rho(y)"
    r"\,\mathrm{d}y = \int_{\mathbb{R}^2}\sigma(\|\alpha\|_2x_1 + \beta)\sigma(\gamma_1x_1 + \gamma_2x_2 + \beta')"
    r"\rho(x_1, x_2)\,\mathrm{d}(x_1, x_2)",
    expected="refuted",
    gravity="misprint",
)
def rotation_to_two_dimensions_as_printed(*, signs=(1, -1)):
    """Q = -I refutes it for α = e_1, α' = (e_1 + e_2)/√2 and σ(z) = max(z, 0)²: γ_1 < 0 turns 45° into 135°.

    The integral is 3/4 + 3/(4π) = 0.98873, the reduced one 1/4 - 3/(4π) = 0.01127. Householder's Q has this sign.
    """
    alpha, other = np.array([1.0, 0.0]), np.array([1.0, 1.0]) / np.sqrt(2)
    for sign in signs:
        value = plane_product(RePU(2), alpha, other, (0.0, 0.0), sign * np.eye(2))
        true = centred_product(mpmath.pi / 4)
        yield equal(value, true, name=f"Q = {sign} I", digits=12, symbol="the reduced integral")


@repair(
    "x:display-appK.2-rotation-2d/corrected",
    "x:display-appK.2-rotation-2d",
    kind="identity",
    says="The reduction to the plane holds when Qe_1 = α / ‖α‖; the sign of Qe_2 does not matter, and γ_2 = 0 for "
    "parallel weights.",
    formula=r"Qe_1 = \tfrac{\alpha}{\|\alpha\|_2} \implies \int_{\mathbb{R}^n}\sigma(\alpha^\intercal y + \beta)"
    r"\sigma(\alpha'^\intercal y + \beta')\rho(y)\,\mathrm{d}y = \int_{\mathbb{R}^2}\sigma(\|\alpha\|_2x_1 + \beta)"
    r"\sigma(\gamma_1x_1 + \gamma_2x_2 + \beta')\rho(x_1, x_2)\,\mathrm{d}(x_1, x_2)",
    expected="computed",
    mutants={
        "the opposite direction": {"frame": lambda alpha, other: rotation(alpha, other, -1)},
        "independent arguments": {"frame": lambda alpha, other: rotation(alpha, np.cross(alpha, other), 1)},
    },
)
def rotation_to_two_dimensions(*, frame=lambda alpha, other: rotation(alpha, other, 1)):
    """Against quadrature in all three coordinates for the analytic activations, against polar coordinates for RePU."""
    x, w = grid(3)
    Q = frame(ALPHA, OTHER)
    for activation in (Tanh(), Logistic()):
        for word, other in {"a plane": OTHER, "parallel": -1.5 * ALPHA}.items():
            true = w @ (activation.value(x @ ALPHA + 0.4) * activation.value(x @ other - 0.2))
            value, name = plane_product(activation, ALPHA, other, (0.4, -0.2), Q), f"{activation}, {word}"
            yield equal(value, true, name=name, digits=11, symbol="the reduced integral")
    alpha, other = U / 2, 2 * (U + V)  # at 45°
    value = plane_product(RePU(2), alpha, other, (0.0, 0.0), frame(alpha, other))
    true = centred_product(mpmath.pi / 4) * 2
    yield equal(value, true, name="RePU(2)", digits=12, symbol="the reduced integral")


@claim(
    "x:appK.2-gramians",
    kind="identity",
    says="Gramians of networks give norms, distances, orthonormal bases and projections of networks.",
    formula=r"\|\Phi_\theta - \Phi_{\theta'}\|^2 = c^\intercal G c, \quad \psi = R^{-\intercal}\phi,\ "
    r"R^\intercal R = G \implies (\psi_k, \psi_l) = \delta_{kl}",
    expected="computed",
    premises=["x:display-appK.2-inner-product/corrected"],
    mutants={"without the constant": {"border": 0.0}, "one per cent more of the diagonal": {"diagonal": 0.01}},
)
def gramians_give_norms_and_bases(*, border=1.0, diagonal=0.0):
    """Ridge Gramians of the package in R^3 against quadrature in all coordinates."""
    x, w = grid(3)
    inner, bias = np.array([ALPHA, OTHER, ALPHA - OTHER]), np.array([0.4, -0.2, 0.1])
    for activation in (Tanh(), Logistic()):
        G = Ridges(activation, inner, bias).gramian()
        G[-1, :-1] *= border
        G[:-1, -1] *= border
        G += diagonal * np.diag(np.diag(G))
        values = np.column_stack([activation.value(x @ inner.T + bias), np.ones(len(x))])
        c = np.array([1.0, -2.0, 0.5, 0.7])
        distance = w @ (values @ c) ** 2
        yield equal(c @ G @ c, distance, name=f"{activation}: norm", digits=11, symbol="‖Φ - Φ'‖²")
        psi = np.linalg.solve(np.linalg.cholesky(G), values.T).T
        yield equal(psi.T @ (w[:, None] * psi), np.eye(4), name=f"{activation}: basis", digits=9, symbol="(ψ, ψ)")
        rest = values[:, :3] @ np.linalg.solve(G[:3, :3], G[:3, 3]) - 1  # the projection of 1 on the ridges, minus 1
        yield equal(
            rest * w @ values[:, :3],
            0.0,
            name=f"{activation}: projection",
            digits=9,
            scale=1.0,
            symbol="a product of the error",
        )
