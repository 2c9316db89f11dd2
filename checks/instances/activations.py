"""Activations σ of shallow networks, with what the claims of Appendix K know of each.

Neurons max(αᵀx + β, 0)^p on Rⁿ with whole weights, and the jump that their derivatives by an inner weight have.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import tanh
from typing import Any

import numpy as np
import sympy

from checks.instances.networks import blends
from theorytest import family, integers, product
from theorytest.attacks.region import either
from theorytest.descent.models.shallow import Logistic, RePU, Tanh

ANY_ACTIVATION = either(integers(2, 5).map(RePU, "RePU of the powers 2 to 5"), blends(2, integers(-2, 2)))
ACTIVATIONS = family(
    [RePU(2), RePU(3), Logistic(), Tanh()], "differentiable activations", search=ANY_ACTIVATION, effort=6
)


def of_power(p: Any) -> Any:
    """RePU(p) in the package, and by its formula."""
    return RePU(p), lambda z: max(z, Fraction(0)) ** p


SIGMAS = {"RePU(2)": of_power(2), "tanh": (Tanh(), lambda z: tanh(z))}
WITH_FORMULAS = family(SIGMAS, "activations; here by their formulas", search=integers(2, 5).map(of_power))
CURVATURE = {RePU(2): 2.0, Tanh(): 4 / (3 * np.sqrt(3)), Logistic(): 1 / (6 * np.sqrt(3))}  # sup |σ''|
# no region: the package knows the integrals of three activations
CURVED = family(list(CURVATURE), "activations; here with known sup |σ''|")
NODES = np.array([16, 32, 64, 128])
FALLING = np.exp(-4 * np.sqrt(NODES)) + 1e-14
CASES = {  # σ, and our bounds of the error on the line and in the plane
    "RePU(2)": (RePU(2), 0.21 * NODES**-1.5, 1.7 * NODES**-1.5),
    "logistic": (Logistic(), FALLING, FALLING),
}
# no region: each has bounds of its own
QUADRATURES = family(CASES, "continuous activations of polynomial growth")
PLACES = tuple(sympy.Rational(k, 2) for k in range(-4, 5))


@dataclass(frozen=True)
class Neuron:
    """max(α'x + β, 0)^p on Rⁿ, and the index j of the weight by which it is differentiated."""

    power: int
    alpha: tuple[Any, ...]
    beta: int
    j: int

    @property
    def kink(self) -> Any:
        """A point of the kink, with x_j ≠ 0 if there is one: the nearest to 0, or 1 beside it along the kink."""
        square = sum(a * a for a in self.alpha)
        foot = [sympy.Rational(-self.beta * a, square) for a in self.alpha]
        along = [int(i == self.j) - sympy.Rational(self.alpha[self.j] * a, square) for i, a in enumerate(self.alpha)]
        return foot if foot[self.j] else [x + t for x, t in zip(foot, along, strict=True)]

    @property
    def kinked(self) -> Any:
        """Whether x_j is not 0 somewhere on the kink: α'x + β is no multiple of x_j."""
        return self.kink[self.j] != 0

    def obstruction(self, factor: Any) -> Any:
        """What no network has: the jump of the derivative of order p - 1 of x_j σ'(α'x + β) across the kink.

        Where α'x + β is a multiple of x_j, the distance of x_j σ' from (p/α_j) σ on a line.
        """
        p = self.power
        if not self.kinked:
            alpha = self.alpha[self.j]
            active = [(x, max(alpha * x, 0)) for x in PLACES]
            return max(abs(x * p * z ** (p - 1) - sympy.Rational(p, alpha) * z**p) for x, z in active)
        t, kink = sympy.Symbol("t"), self.kink
        z = sum(a * (x + t * a) for a, x in zip(self.alpha, kink, strict=True)) + self.beta
        inside = factor(kink[self.j] + t * self.alpha[self.j]) * p * z ** (p - 1)
        return abs(sympy.diff(inside, t, p - 1).subs(t, 0))


WEIGHTS = integers(-3, 3)
NEURONS = family(
    {
        "RePU(2), one input, no bias": Neuron(2, (3,), 0, 0),
        "RePU(3), one weight, its coordinate, no bias": Neuron(3, (2, 0), 0, 0),
        "RePU(2), one input, bias 1": Neuron(2, (2,), 1, 0),
        "RePU(2), one weight, the other coordinate": Neuron(2, (2, 0), 0, 1),
        "RePU(3), two inputs, no bias": Neuron(3, (1, 1), 0, 0),
        "RePU(3), three inputs": Neuron(3, (1, 0, 2), 1, 1),
    },
    "neurons with nonzero inner and outer weights",
    search=product(integers(2, 4), WEIGHTS, WEIGHTS, WEIGHTS, integers(0, 1))
    .where(lambda power, v, w, beta, j: v or w)  # noqa: ARG005 (takes them all)
    .map(lambda power, v, w, beta, j: Neuron(power, (v, w), beta, j)),
    effort=60,
)
