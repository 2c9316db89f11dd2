r"""Appendix K.4 [x:display-appK.4-marginals]: a conditional density is a quotient of two integrals of ψ_k² ρ.

In rational numbers for polynomials of degree up to 2 in each coordinate, under the uniform law of the cube [-1, 1]³.
"""

from fractions import Fraction
from math import prod

from checks.instances.conditional_laws import CONDITIONALS, Conditional
from theorytest import claim, equal, repair

BOOLE = {Fraction(k, 2): Fraction(w, 45) for k, w in zip(range(-2, 3), (7, 32, 12, 32, 7), strict=True)}  # degree ≤ 5


@repair(
    "x:display-appK.4-marginals/corrected",
    "x:display-appK.4-marginals",
    by={"divisor": lambda each: each.before},
    also=["x:display-appK.4-chain"],
    says="For l ≥ 2, the displayed integral over x_n, ..., x_{l+1}, divided by that over x_n, ..., x_l where it is "
    "positive, is the conditional density of x_l.",
    formula=r"p_k(x_l \mid x_{l-1},\ldots,x_1) = \frac{\int\psi_k^2\rho\,\mathrm{d}(x_n,\ldots,x_{l+1})}"
    r"{\int\psi_k^2\rho\,\mathrm{d}(x_n,\ldots,x_l)}, \quad p_k(x) = p_k(x_n \mid x_{n-1},\ldots,x_1)\cdots p_k(x_1)",
    reading="The conditional densities have mass 1 and multiply to p_k.",
    mutants={"divided by the density under ρ": {"divisor": lambda each: each.of_rho}},
)
@claim(
    "x:display-appK.4-marginals",
    says="The conditional density of x_l given x_{l-1}, ..., x_1 is the integral of ψ_k² ρ over x_n, ..., x_{l+1}.",
    formula=r"p_k(x_l \mid x_{l-1},\ldots,x_1) = \int\psi_k^2(x)\rho(x)\,\mathrm{d}(x_n,\ldots,x_{l+1})",
    forall={"ψ_k, l, x": CONDITIONALS},
    gravity="wrong constant",
    finding="conditional-density-not-normalised",
    reading="The display is the joint density of x_1, ..., x_l; for l = 1 it is right.",
)
def conditional_density(each, *, divisor=lambda _: 1):
    """For ψ = 1 the printed density of x_2 given x_1 has the mass 1/2. Masses by Boole's rule, which is exact here."""
    fixed = each.point[: each.last - 1]
    mass = sum(w * each.displayed(each.last, (*fixed, x)) for x, w in BOOLE.items())
    yield equal(mass / divisor(each), 1, name="mass", symbol="the mass of p_k(x_l | x_{l-1}, ..., x_1)")
    later = [Conditional(each.psi, last, each.point) for last in (2, 3)]
    product_of = prod(c.displayed(c.last, c.point[: c.last]) / divisor(c) for c in later)
    found, true = each.displayed(1, each.point[:1]) * product_of, each.displayed(3, each.point)
    yield equal(found, true, name="chain", digits=8, symbol="the product of the conditional densities")
