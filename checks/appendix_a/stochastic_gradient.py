r"""Appendix A [eq:etahat_is_parameter_grad]: ζ̂_k = (∇_v L(F(θ)), φ_k)_n is the gradient of L_n in θ.

L_n takes point values, of which a derivative in L²(ρ) says nothing: uniform points of the circle [0, 1) and F(θ) =
θ (φ + |θ|^p ψ_θ), F(0) = 0, with a hat ψ_θ of height 1 that sweeps the circle infinitely often as θ → 0 while it
narrows. Then ‖F(θ) - θ φ‖ = |θ|^{1+p} ‖ψ_θ‖ = o(θ) for every p ≥ 0. For p = 0 each x sees the hat come and go.
"""

import itertools
from fractions import Fraction

from checks.hypotheses import differentiable_loss, plain_points, regular_loss, values_differentiable
from checks.instances import nonlinear as on
from checks.instances.moving_hats import CURVES, tangent
from checks.instances.nonlinear import POINTS, REGRESSIONS
from checks.instances.pointwise_losses import ANY_BOUND, BOUNDS, Spike
from theorytest import at_most, claim, equal, family, integers, repair, threshold, vectors

SIZES = family([1, 2], "positive integers", search=integers(1, 2))


def samples(n):
    """Every ordered sample of n points."""
    return itertools.product(range(len(POINTS)), repeat=n)


@claim(
    "eq:etahat_is_parameter_grad",
    also=["app:leibniz", "x:display-appA-empirical-risk", "x:display-appA-parameter-gradient", "x:sec3.1-yields-sgd"],
    says="If w = 1 and F is differentiable at the sample, the coefficients of the non-projection are ∇_θ Lₙ(F(θ)), "
    "those of an SGD step.",
    formula=r"\hat\zeta_k = (\nabla_v\mathcal{L}(F(\theta)), \varphi_k)_n = \partial_k\mathcal{L}_n(F(\theta))",
    forall={"F, ℓ̃": REGRESSIONS, "n": SIZES},
    given=[plain_points, regular_loss, values_differentiable.stated],
    reading="The chain rule that it follows from is taken for granted; what that needs is charged to it.",
    premises=["x:appA-chain-rule/differentiable-at-points", "cor:leibniz_application/corrected"],
    mutants={
        "the gradient of the values instead of Riesz's": {"gradient": on.derivative},
        "a sum for the mean": {"product": lambda g, phi, draws: len(draws) * on.empirical_product(g, phi, draws)},
        "one per cent more": {"product": lambda g, phi, draws: 1.01 * on.empirical_product(g, phi, draws)},
    },
)
def coefficients_are_the_parameter_gradient(case, n, *, gradient=on.riesz_gradient, product=on.empirical_product):
    """∇_v L is the gradient of the true risk, evaluated at the sample only."""
    g, phi = gradient(on.risk(case.loss), case.v), case.phi
    ours = [product(g, phi, draws) for draws in samples(n)]
    reference = [on.parameter_gradient(case.model, on.empirical_risk(case.loss, draws)) for draws in samples(n)]
    return equal(ours, reference, digits=11, symbol="ζ̂_k")


HALF = Fraction(1, 2)
TURNS = (10**3, 10**6, 10**9)  # how often the hat has passed


SAMPLES = family(
    {"one point": (HALF,), "two points": (Fraction(1, 3), Fraction(3, 4))},
    "samples of the circle",
    search=vectors((1, 2), 0, 1).map(lambda x: tuple(map(Fraction, x))),
)


LOSSES = family(
    {"least squares, target 1": (Fraction(-1), HALF, Fraction(0)), "3v + v³": (Fraction(3), Fraction(0), Fraction(1))},
    "differentiable losses, here c_1v + c_2v² + c_3v³",
    search=vectors([3], -3, 3).map(lambda c: tuple(map(Fraction, c)), "cubics"),
)


def coefficient(loss, sample):
    """(ℓ̃'(F(0)), φ)_n at F(0) = 0."""
    return loss[0] * sum(tangent(x) for x in sample) / len(sample)


def quotient(loss, curve, theta, sample):
    """(L_n(F(θ)) - L_n(F(0))) / θ."""
    values = [curve.value(theta, x) for x in sample]
    return sum(c * v**k for v in values for k, c in enumerate(loss, start=1)) / len(sample) / theta


def parameters(sample):
    """θ → 0 from both sides: with the hat at the first point of the sample, then opposite to it."""
    return [1 / (side * turn + sample[0] + shift) for turn in TURNS for shift in (0, HALF) for side in (1, -1)]


@repair(
    "x:appA-chain-rule/differentiable-at-points",
    "x:appA-chain-rule",
    says="If the values F(θ)(xᵢ) have the derivatives φ_k(xᵢ) at every sample point and ℓ̃ is differentiable, then ∂_k "
    "Lₙ(F(θ)) = (ℓ̃'(F(θ)), φ_k)ₙ.",
    reading="This is ζ̂_k where ∇L(F(θ)) = ℓ̃'(F(θ)), see Corollary A.2.",
    given=[values_differentiable, differentiable_loss, plain_points],
    finding="point-values-in-L2",
    mutants={"one per cent more": {"slope": lambda *case: Fraction(101, 100) * coefficient(*case)}},
)
@claim(
    "x:appA-chain-rule",
    says="If F: ℝᵈ → L²(ρ) is differentiable, then the chain rule holds: ∂_k Lₙ(F(θ)) is the derivative of Lₙ along "
    "φ_k, which is ζ̂_k.",
    formula=r"F:\mathbb{R}^d\to L^2(\rho)\text{ differentiable} \implies \nabla_\theta\mathcal{L}_n(F) = \hat\zeta",
    forall={"ℓ̃": LOSSES, "F": CURVES, "x": SAMPLES},
    given=[differentiable_loss, plain_points],
    gravity="missing hypothesis",
    finding="point-values-in-L2",
)
def quotients_tend_to_the_coefficient(loss, curve, sample, *, slope=coefficient):
    """x = 1/2, target 1: quotients tend to -9/4 where the hat is at x, and to ζ̂ = -5/4 where it is not.

    Where (F(θ) - θ φ)/θ ≤ |θ| ≤ 1 they are within (|c_1| + 6|c_2| + 12|c_3|) |θ|, since φ + ψ ≤ 9/4.
    """
    thetas = parameters(sample)
    small = threshold([abs(theta) for theta in thetas])
    yield at_most([curve.remainder_squared(theta) for theta in thetas], small, name="into L²", symbol="‖F - θφ‖²/θ²")
    errors = [abs(quotient(loss, curve, theta, sample) - slope(loss, sample)) for theta in thetas]
    within = sum(weight * abs(c) for weight, c in zip((1, 6, 12), loss, strict=True))
    yield at_most(errors, threshold([within * abs(theta) for theta in thetas]), name="limit", symbol="|quotient - ζ̂|")


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
