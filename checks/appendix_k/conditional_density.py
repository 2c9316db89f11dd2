r"""Appendix K.4 [x:display-appK.4-marginals]: a conditional density is a quotient of two integrals of ψ_k² ρ.

In rational numbers for polynomials under the uniform law of the cube [-1, 1]³, in floating point for two tanh neurons.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from checks.instances.conditional_components import PLACES, components, joint, marginal, mass_up_to, rho
from theorytest import claim, equal, family, repair
from theorytest.descent.models.shallow import on_panels

CUBE = sp.symbols("x1:4")
POINT = dict(zip(CUBE, (sp.Rational(1, 3), sp.Rational(-1, 2), sp.Rational(2, 5)), strict=True))


@dataclass(frozen=True)
class OnTheCube:
    """x_l given the coordinates before it, for a polynomial ψ of norm one."""

    psi: Any
    last: int  # l

    @property
    def displayed(self):
        """∫ ψ² ρ d(x_n, ..., x_{l+1}), a polynomial in x_1, ..., x_l."""
        found = self.psi**2 / 8
        for x in CUBE[self.last :]:
            found = sp.integrate(found, (x, -1, 1))
        return sp.expand(found)

    @property
    def before(self):
        """The display for l - 1."""
        return OnTheCube(self.psi, self.last - 1).displayed.subs(POINT)

    @property
    def of_rho(self):
        """The density of ρ at x_1, ..., x_{l-1}."""
        return sp.Rational(1, 2) ** (self.last - 1)

    def mass(self, divisor):
        """Of the conditional density at POINT, for l ≥ 2."""
        x = CUBE[self.last - 1]
        fixed = {y: value for y, value in POINT.items() if y != x}
        return sp.integrate(self.displayed.subs(fixed), (x, -1, 1)) / divisor(self)

    def chain(self, divisor):
        """p(x_1) p(x_2 | x_1) ... at POINT, and ψ² ρ."""
        first = OnTheCube(self.psi, 1).displayed.subs(POINT)
        later = [OnTheCube(self.psi, k) for k in (2, 3)]
        product = sp.prod([first, *(each.displayed.subs(POINT) / divisor(each) for each in later)])
        return product, (self.psi**2 / 8).subs(POINT)


@dataclass(frozen=True)
class OnThePlane:
    """x_2 given x_1 under the Gaussian, for a component of two tanh neurons."""

    psi: Any
    x: float

    @property
    def before(self):
        """p_k(x_1)."""
        return marginal(self.psi, np.array([self.x]))[0]

    @property
    def of_rho(self):
        return rho(self.x)

    def density(self, divisor):
        """On Gauss-Legendre panels, with their weights."""
        t, w = on_panels(np.linspace(-9, 9, 61))
        return joint(self.psi, np.full_like(t, self.x), t) / divisor(self), w, t

    def mass(self, divisor):
        density, w, _ = self.density(divisor)
        return density @ w

    def chain(self, divisor):
        density, _, t = self.density(divisor)
        return mass_up_to(self.psi, self.x, 9.0) * density, joint(self.psi, np.full_like(t, self.x), t)


def conditionals():
    """ψ = 1 and a polynomial that couples the coordinates, then the components of the network at three x_1."""
    x, y, z = CUBE
    polynomials = {"ψ = 1": sp.Integer(1), "ψ = ³⁄₂(x_1x_2 + x_3)": sp.Rational(3, 2) * (x * y + z)}
    exact = {f"{name} on the cube, l = {k}": OnTheCube(psi, k) for name, psi in polynomials.items() for k in (2, 3)}
    tanh = {f"{name}, x_1 = {x:g}": OnThePlane(psi, x) for name, psi in components().items() for x in PLACES}
    return exact | tanh


CONDITIONALS = family(conditionals, "components ψ_k of norm one, l ≥ 2 and values of x_1, ..., x_{l-1}")


@repair(
    "x:display-appK.4-marginals/corrected",
    "x:display-appK.4-marginals",
    by={"divisor": lambda each: each.before},
    also=["x:display-appK.4-chain"],
    says="For l ≥ 2, the displayed integral over x_n, ..., x_{l+1}, divided by that over x_n, ..., x_l where it is "
    "positive, is the conditional density of x_l.",
    formula=r"p_k(x_l \mid x_{l-1},\ldots,x_1) = \frac{\int\psi_k^2\rho\,\mathrm{d}(x_n,\ldots,x_{l+1})}"
    r"{\int\psi_k^2\rho\,\mathrm{d}(x_n,\ldots,x_l)}, \quad p_k(x) = p_k(x_n \mid x_{n-1},\ldots,x_1)\cdots p_k(x_1)",
    forall={"ψ_k, l, x": CONDITIONALS},
    reading="The conditional densities have mass 1 and multiply to p_k; n = 3 on the cube, n = l = 2 for tanh.",
    mutants={"divided by the density under ρ": {"divisor": lambda each: each.of_rho}},
)
@claim(
    "x:display-appK.4-marginals",
    says="The conditional density of x_l given x_{l-1}, ..., x_1 is the integral of ψ_k² ρ over x_n, ..., x_{l+1}.",
    formula=r"p_k(x_l \mid x_{l-1},\ldots,x_1) = \int\psi_k^2(x)\rho(x)\,\mathrm{d}(x_n,\ldots,x_{l+1})",
    forall={"ψ_k, l, x": CONDITIONALS},
    expected="refuted",
    gravity="wrong constant",
    finding="conditional-density-not-normalised",
    reading="The display is the joint density of x_1, ..., x_l; for l = 1 it is right.",
)
def conditional_density(component, *, divisor=lambda _: 1):
    """For ψ = 1 on the cube the printed density of x_2 given x_1 has the mass 1/2."""
    yield equal(component.mass(divisor), 1, name="mass", digits=8, symbol="the mass of p_k(x_l | x_{l-1}, ..., x_1)")
    product, true = component.chain(divisor)
    yield equal(product, true, name="chain", digits=8, symbol="the product of the conditional densities")
