"""Appendix A, lines 2038 to 2062 [x:appA-chain-rule]: for a differentiable map F : R^d -> H = L²
the empirical risk L_n(F(θ)) has the gradient ζ̂, by the chain rule.

Read as printed, differentiable into L²: false for every sample, since SGD differentiates point values of F. True where
θ -> F(θ)(x) is differentiable at the sample points, as for networks with smooth activations; this has to be asked.
Uniform points of the circle [0, 1), F(θ)(x) = θ (1 + ψ(x)), F(0) = 0, where ψ is the hat of height 1 and half-width |θ|
around 1/θ mod 1. Then |F(θ) - θ|² = (2/3) |θ|³, so that F'(0) = φ = 1 in L². Least squares, target 1, one point x.
"""

from fractions import Fraction


def F(theta, x):
    distance = (x - 1 / theta) % 1
    return theta * (1 + max(0, 1 - min(distance, 1 - distance) / abs(theta)))


x = Fraction(1, 2)  # any other point of the circle does as well
zeta = (0 - 1) * 1  # (g, φ)_n with g = F(0) - 1 and φ = 1
at, past = Fraction(1) / (10**9 + x), Fraction(1) / 10**9  # θ with the hat at x, and half a turn away from it
slopes = [((F(theta, x) - 1) ** 2 - 1) / 2 / theta for theta in (at, past)]
print("printed: the difference quotients of L_n(F(θ)) at θ = 0 tend to", zeta)
print("true: along two sequences θ -> 0 they tend to", [round(slope) for slope in slopes])
assert slopes == [-2 + 2 * at, -1 + past / 2]
