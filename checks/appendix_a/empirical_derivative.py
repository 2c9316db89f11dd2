r"""Appendix A, the display before [eq:etahat_is_parameter_grad]: is L_n Fréchet differentiable in L²(ρ)?

A Fréchet derivative is a bounded functional, ⟨D L_n, h⟩ ≤ c ‖h‖. Point values are not bounded: the spike h = 1 on
[x_1 - ε/2, x_1 + ε/2] has h(x_1) = 1, and ‖h‖² = ε for uniform points. With ε = 0 it is 0 in L², and changes L_n.
"""

from fractions import Fraction

from checks.instances.pointwise_losses import ANY_BOUND, BOUNDS, HALF, Spike
from theorytest import at_most, claim, family


@claim(
    "x:display-appA-frechet",
    says="In L²(ρ) the empirical risk has the Fréchet derivative ⟨D Lₙ(v), h⟩ = (ℓ̃'(v(•); •), h)ₙ.",
    formula=r"D_v\mathcal{L}_n(v) \in L^2(\rho)^*, \ \langle D_v\mathcal{L}_n(v), h\rangle = "
    r"(\tilde\ell'(v(\bullet);\bullet), h)_n",
    forall={"c": family(BOUNDS, "bounds that the derivative may have", search=ANY_BOUND)},
    reading="Along functions with point values the formula holds, see eq:etahat_is_parameter_grad.",
    gravity="missing hypothesis",
    finding="point-values-in-L2",
    controls={"a sample point of mass 1/2": {"atom": Fraction(1, 2)}},
)
def derivative_is_bounded(c, *, atom=Fraction(0)):
    """Least squares, the sample point 1/2 and v - u* = 1: ⟨D L_n, h⟩ = h(1/2), against a spike of norm 1/(2c)."""
    h = Spike(Fraction(1), 1 / (4 * c**2), atom)
    return at_most(h(HALF) ** 2 / h.norm_squared, c**2, symbol="⟨D Lₙ, h⟩²/‖h‖²")
