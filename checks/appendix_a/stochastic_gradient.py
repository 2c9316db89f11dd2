r"""Appendix A [eq:etahat_is_parameter_grad]: ζ̂_k = (∇_v L(F(θ)), φ_k)_n is the gradient of the empirical risk in θ.

Every side is differentiated by definition (`checks.instances.nonlinear`), so that the chain rule, the Riesz gradient
and the empirical inner product are three separate computations. The display before it writes D_θ v(θ) for D_θ F(θ).
"""

import itertools

from checks.hypotheses import plain_points, regular_loss, values_differentiable
from checks.instances import nonlinear as on
from checks.instances.nonlinear import POINTS, REGRESSIONS
from theorytest import claim, equal, family, integers

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
