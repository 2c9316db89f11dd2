r"""Section 3.1: with the non-projection the scheme is plain stochastic gradient descent on the parameters.

The package's non-projection is run on the tangent space of a class that is not linear; the reference differentiates the
composed empirical risk and knows neither gradients in function space nor tangent functions.
"""

import numpy as np

from checks.hypotheses import plain_points, regular_loss, retraction_in_parameters
from checks.instances.nonlinear import (
    cases,
    derivative,
    empirical_risk,
    nearest,
    riesz_gradient,
    risk,
    tangent_space,
    values,
)
from theorytest import claim, equal, family
from theorytest.approximation import LeastSquares, NonProjection, Optimal, Plain, QuasiProjection

STEP = 0.0625
BATCHES = ((0, 2, 3), (1, 1, 3), (0, 1, 2))  # the points drawn at three steps


def scheme(model, loss, estimator):
    """u ↦ F(θ - s ϑ), Σ ϑ_k φ_k = P^n g with g the gradient of the true risk in L², three times."""
    theta = np.array(model.theta)
    for batch in BATCHES:
        chosen = list(batch)
        space = tangent_space(model, theta)
        g = riesz_gradient(risk(loss), values(model, theta))
        x = space.measure.points
        c = estimator(space, len(chosen)).coefficients(x[chosen], g[chosen][:, None, None])[:, 0]
        theta = theta - STEP * nearest(model.tangent(theta), space.jets(x)[..., 0] @ c)
    return theta


def sgd(model, loss, batches):
    """θ ↦ θ - s ∇_θ L_n(F(θ))."""
    theta = np.array(model.theta)
    for batch in batches:
        theta = theta - STEP * derivative(lambda t, b=batch: empirical_risk(loss, b)(model(t)), theta)
    return theta


@claim(
    "x:sec3.1-yields-sgd",
    says="In L² with w = 1 and steps taken in the parameters, the scheme with the non-projection is SGD.",
    formula=r"\theta_{t+1} = \theta_t - s_t\hat\zeta = \theta_t - s_t\nabla_\theta\mathcal{L}_n(F(\theta_t))",
    forall={"F, ℓ": family({name: (model, loss) for name, model, loss in cases()}, "classes F and scalar losses ℓ")},
    given=[plain_points, regular_loss, retraction_in_parameters],
    reading="Three steps of the scheme from one start are compared with three steps of SGD with the same points.",
    premises=["eq:etahat_is_parameter_grad", "x:sec1.1-example-v"],
    mutants={
        "the quasi-projection": {"estimator": lambda space, n: QuasiProjection(Plain(space), n)},
        "least squares": {"estimator": lambda space, n: LeastSquares(Plain(space), n)},
        "weighted points": {"estimator": lambda space, n: NonProjection(Optimal(space), n)},
        "other points": {"batches": (BATCHES[0], BATCHES[1], (0, 1, 3))},
    },
)
def non_projection_yields_sgd(case, *, estimator=lambda space, n: NonProjection(Plain(space), n), batches=BATCHES):
    """Where the derivatives are dependent, ζ̂ is orthogonal to their relations, hence the shortest coefficients."""
    model, loss = case
    return equal(scheme(model, loss, estimator), sgd(model, loss, batches), digits=9, symbol="θ_3")
