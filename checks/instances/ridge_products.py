"""Ridge functions σ(αᵀy + β) of R³ and products of two, with their integrals for the standard Gaussian measure."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from checks.instances.networks import blends, grid
from theorytest import family, product, reals, vectors
from theorytest.descent.models.shallow import Logistic, Ridges, Tanh

ALPHA, OTHER = np.array([0.4, -0.2, 0.1]), np.array([0.1, 0.4, 0.3])
SHORT = vectors([3], -0.4, 0.4)  # the grid does not resolve tanh of longer weights to 12 digits
ANY_SHORT = vectors((1, 2, 3), -0.4, 0.4)
SIGMAS = {"tanh": Tanh(), "logistic": Logistic()}
SMOOTH = family(
    SIGMAS, "activations; here tanh and the logistic function", search=blends(2, reals(-1, 1))
)  # longer scales are not resolved either


@dataclass(frozen=True)
class Product:
    """σ(αᵀy + β) σ(α'ᵀy + β') in R³."""

    activation: Any
    alpha: Any
    other: Any
    biases: tuple[Any, ...]

    @property
    def integral(self) -> Any:
        """By quadrature in all three coordinates."""
        (x, w), (b, c) = grid(3), self.biases
        return w @ (self.activation.value(x @ self.alpha + b) * self.activation.value(x @ self.other + c))

    def reduced(self, of: Any, signs: Any) -> Any:
        """The last line of the display: σ(‖α‖x_1 + β) σ(γ_1x_1 + γ_2x_2 + β') over the plane, γ = α'ᵀQ."""
        Q = of(self.alpha, self.other, signs)
        inner = np.array([[np.linalg.norm(self.alpha), 0.0], self.other @ Q[:, :2]])
        return Ridges(self.activation, inner, np.array(self.biases)).products(0)[0, 0][0, 1]


def centred_product(angle: Any) -> Any:
    """E max(z, 0)² max(z', 0)² for unit vectors at this angle, in polar coordinates: ∫ r⁵ e^(-r²/2) dr = 8."""
    t = sp.Symbol("t", real=True)
    square = sp.expand((sp.cos(t) * sp.expand_trig(sp.cos(t - angle))) ** 2)  # faster to integrate
    inside = sp.integrate(square, (t, angle - sp.pi / 2, sp.pi / 2))
    return sp.simplify(8 * inside / (2 * sp.pi))


@dataclass(frozen=True)
class Centred:
    """RePU(2) ridges of the plane without biases, α = e_1 and α' at an angle in (0, π), in closed form."""

    angle: Any

    @property
    def integral(self) -> Any:
        """By the definition."""
        return centred_product(self.angle)

    def reduced(self, _: Any, signs: Any) -> Any:
        """With Q = diag(signs) γ is α' with these signs, at another angle from e_1."""
        return centred_product(sp.acos(signs[0] * sp.cos(self.angle)))


PRODUCTS = family(
    {"RePU(2) on the plane at 45°, in closed form": Centred(sp.pi / 4)}
    | {f"{name} in R³": Product(sigma, ALPHA, OTHER, (0.4, -0.2)) for name, sigma in SIGMAS.items()},
    "products of two ridge functions on R² or R³",
    search=product(SHORT, SHORT, reals(-2, 2), reals(-2, 2))
    .where(lambda alpha, other, *_: np.any(np.cross(alpha, other)))
    .map(lambda alpha, other, b, c: Product(Tanh(), alpha, other, (b, c))),
    effort=10,
)
