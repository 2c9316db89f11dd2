r"""Appendix K.2 [x:display-appK.2-rotation-1d, x:display-appK.2-rotation-2d]: Gaussian integrals after a rotation.

References come from the definition: in polar coordinates for centred RePU ridge functions, by quadrature in all three
coordinates for tanh and the logistic function. The text asks of Q only that Qe_1 ∝ α, which -α/‖α‖ satisfies as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from checks.hypotheses import independent, standard_gaussian
from checks.instances.networks import grid
from theorytest import claim, equal, family, product, reals, repair, vectors
from theorytest.descent.models.shallow import Logistic, Ridges, Tanh

ALPHA, OTHER = np.array([0.4, -0.2, 0.1]), np.array([0.1, 0.4, 0.3])
SHORT = vectors([3], -0.4, 0.4)  # the grid does not resolve tanh of longer weights to 12 digits
SIGMAS = {"tanh": Tanh(), "logistic": Logistic()}
SMOOTH = family(SIGMAS, "activations")  # no region: a function is chosen by hand


@claim(
    "x:display-appK.2-rotation-1d",
    says="Under the standard Gaussian on Rⁿ, ∫ σ(αᵀy + β) dρ(y) = ∫ σ(‖α‖x + β) dρ(x) over the line.",
    formula=r"\int_{\mathbb{R}^n}\sigma(\alpha^\intercal y + \beta)\rho(y)\,\mathrm{d}y "
    r"= \int_{\mathbb{R}}\sigma(\|\alpha\|_2x_1 + \beta)\rho(x_1)\,\mathrm{d}x_1",
    forall={
        "σ": SMOOTH,
        "α": family({"α = 0": 0 * ALPHA, "α": ALPHA, "α'": OTHER}, "weights of R³", search=SHORT, effort=10),
        "β": family([0.4, -1.5], "biases", search=reals(-2, 2)),
    },
    mutants={
        "the length in another norm": {"length": lambda alpha: np.abs(alpha).sum()},
        "the square of the length": {"length": lambda alpha: alpha @ alpha},
    },
)
def rotation_to_one_dimension(activation, alpha, beta, *, length=np.linalg.norm):
    (x, w), (line, v) = grid(3), grid(1)
    true = w @ activation.value(x @ alpha + beta)
    found = v @ activation.value(length(alpha) * line[:, 0] + beta)
    return equal(found, true, scale=1.0, symbol="the reduced integral")


@dataclass(frozen=True)
class Product:
    """σ(αᵀy + β) σ(α'ᵀy + β') in R³."""

    activation: Any
    alpha: np.ndarray
    other: np.ndarray
    biases: tuple

    @property
    def integral(self):
        """By quadrature in all three coordinates."""
        (x, w), (b, c) = grid(3), self.biases
        return w @ (self.activation.value(x @ self.alpha + b) * self.activation.value(x @ self.other + c))

    def reduced(self, of, signs):
        """The last line of the display: σ(‖α‖x_1 + β) σ(γ_1x_1 + γ_2x_2 + β') over the plane, γ = α'ᵀQ."""
        Q = of(self.alpha, self.other, signs)
        inner = np.array([[np.linalg.norm(self.alpha), 0.0], self.other @ Q[:, :2]])
        return Ridges(self.activation, inner, np.array(self.biases)).products(0)[0, 0][0, 1]


def frame(alpha, other, signs):
    """An orthogonal Q with Qe_1 = ± α/‖α‖ and Qe_2 = ± the direction of α' - (α', α)/‖α‖² α."""
    Q, R = np.linalg.qr(np.column_stack([alpha, other, np.eye(len(alpha))]))
    Q[:, :2] *= np.sign(np.diag(R)[:2]) * np.array(signs)
    return Q


def unrelated(alpha, other, signs):
    """Qe_2 orthogonal to α' as well."""
    return frame(alpha, np.cross(alpha, other), signs)


def centred_product(angle):
    """E max(z, 0)² max(z', 0)² for unit vectors at this angle, in polar coordinates: ∫ r⁵ e^(-r²/2) dr = 8."""
    t = sp.Symbol("t", real=True)
    inside = sp.integrate((sp.cos(t) * sp.cos(t - angle)) ** 2, (t, angle - sp.pi / 2, sp.pi / 2))
    return sp.simplify(8 * inside / (2 * sp.pi))


@dataclass(frozen=True)
class Centred:
    """RePU(2) ridges of the plane without biases, α = e_1 and α' at an angle in (0, π), in closed form."""

    angle: Any

    @property
    def integral(self):
        """By the definition."""
        return centred_product(self.angle)

    def reduced(self, _, signs):
        """With Q = diag(signs) γ is α' with these signs, at another angle from e_1."""
        return centred_product(sp.acos(signs[0] * sp.cos(self.angle)))


PRODUCTS = family(
    {"RePU(2) on the plane at 45°, in closed form": Centred(sp.pi / 4)}
    | {f"{name} in R³": Product(sigma, ALPHA, OTHER, (0.4, -0.2)) for name, sigma in SIGMAS.items()},
    "products of two ridge functions",
    search=product(SHORT, SHORT, reals(-2, 2), reals(-2, 2))
    .where(lambda alpha, other, *_: np.any(np.cross(alpha, other)))
    .map(lambda alpha, other, b, c: Product(Tanh(), alpha, other, (b, c))),
    effort=10,
)
BOTH = (1, -1)


@repair(
    "x:display-appK.2-rotation-2d/corrected",
    "x:display-appK.2-rotation-2d",
    by={"first": (1,)},
    says="If Qe_1 = α/‖α‖ and Qe_2 is ± the direction of α' - (α', α)α/‖α‖², the integral of a product of ridge "
    "functions is the displayed one over the plane.",
    formula=r"Qe_1 = \tfrac{\alpha}{\|\alpha\|_2} \implies \int_{\mathbb{R}^n}\sigma(\alpha^\intercal y + \beta)"
    r"\sigma(\alpha'^\intercal y + \beta')\rho(y)\,\mathrm{d}y = \int_{\mathbb{R}^2}\sigma(\|\alpha\|_2x_1 + \beta)"
    r"\sigma(\gamma_1x_1 + \gamma_2x_2 + \beta')\rho(x_1, x_2)\,\mathrm{d}(x_1, x_2)",
    mutants={"Qe_2 in another direction": {"of": unrelated}},
)
@claim(
    "x:display-appK.2-rotation-2d",
    says="If Qe_1 ∝ α and Qe_2 ∝ α' - (α', α)α/‖α‖² for an orthogonal Q, the integral of a product of ridge functions "
    "is the displayed one over the plane.",
    formula=r"\int_{\mathbb{R}^n}\sigma(\alpha^\intercal y + \beta)\sigma(\alpha'^\intercal y + \beta')\rho(y)"
    r"\,\mathrm{d}y = \int_{\mathbb{R}^2}\sigma(\|\alpha\|_2x_1 + \beta)\sigma(\gamma_1x_1 + \gamma_2x_2 + \beta')"
    r"\rho(x_1, x_2)\,\mathrm{d}(x_1, x_2)",
    forall={"σ, α, α'": PRODUCTS},
    given=[standard_gaussian, independent],
    gravity="fails only when read literally",
    finding="sign-of-the-rotation",
    reading="Proportional with either sign; Householder's Q has the negative one.",
)
def rotation_to_two_dimensions(pair, *, first=BOTH, of=frame):
    """Q = -I turns 45° into 135°: 1/4 - 3/(4π) = 0.01127 for the integral 3/4 + 3/(4π) = 0.98873."""
    found = [pair.reduced(of, (a, b)) for a in first for b in BOTH]
    return equal(found, pair.integral, digits=11, symbol="the reduced integral")
