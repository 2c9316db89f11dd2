r"""Section 1.3: in parameters the scheme is a natural gradient descent, which can resemble Newton's method."""

import mpmath as mp
import numpy as np

from checks.hypotheses import no_noise, retraction_in_parameters, shortest, whole_span
from checks.instances.nonlinear import LOSSES, MASSES, MODELS, POINTS, derivative, gramian, nearest, target, values
from checks.instances.parameter_steps import plain_gradient, preconditioned
from theorytest import claim, equal, family

STEP = 0.125
N_STEPS = 3


def in_function_space(model, loss, theta):
    """Three steps of the scheme with the exact projection: the pointwise gradient, projected, then retracted."""
    for _ in range(N_STEPS):
        u = values(model, theta)
        g = np.array([derivative(lambda s, x=x: loss(s[0], x), [v])[0] for v, x in zip(u, POINTS, strict=True)])
        theta = theta - STEP * nearest(model.tangent(theta), g)
    return values(model, theta)


@claim(
    "x:sec1.3-ngd-in-parameters",
    says="In the parameter space, the optimisation scheme can be seen as a natural gradient descent.",
    formula=r"u_{t+1} = F(\theta_{t+1}), \qquad \theta_{t+1} = \theta_t - s_t H^+\nabla_\theta\mathcal{L}(F(\theta_t))",
    forall={
        "F": family(MODELS, "differentiable classes F(θ), functions on four points"),
        "ℓ": family(LOSSES, "pointwise differentiable losses"),
    },
    given=[no_noise, whole_span, retraction_in_parameters, shortest],
    reading="Three steps of both, with s = 1/8.",
    premises=["x:appC-ngd", "x:sec1.1-example-v"],
    mutants={"gradient descent in the parameters": {"direction": plain_gradient}, "another step": {"step": 0.12}},
)
def scheme_is_natural_gradient_descent(model, loss, *, direction=preconditioned, step=STEP):
    theta = np.array(model.theta)
    reference = in_function_space(model, loss, theta)
    for _ in range(N_STEPS):
        theta = theta - step * direction(model, loss, theta)
    return equal(values(model, theta), reference, digits=9, symbol="u_3")


CURVATURE = np.array([1.0, 4.0, 0.5, 2.0])  # D²L in L²(ρ), different at every point
PHI = np.column_stack([np.ones(4), POINTS])
AIM = np.array([target(x) for x in POINTS])


def newton_step(metric, theta):
    """One natural gradient step of size 1 for L(v) = ½ ∫ a |v - u*|² dρ and the inner product ∫ m u v dρ."""
    residual = PHI @ theta - AIM
    H = PHI.T @ ((MASSES * metric)[:, None] * PHI)
    return theta - np.linalg.solve(H, PHI.T @ (MASSES * CURVATURE * residual))


@claim(
    "x:sec1.3-ngd-newton-like",
    says="Under suitable conditions on L, F and H, natural gradient descent is a Newton-like algorithm.",
    formula=r"\theta - H^{-1}\nabla_\theta\mathcal{L} = \theta^*, \quad H = \nabla_\theta^2(\mathcal{L}\circ F) "
    r"\text{ at } \theta^*",
    reading="Two examples: with the inner product of a quadratic loss, lines reach the minimiser in one step of size "
    "1; for exponentials that contain the target, the Gramian there is the Hessian of least squares.",
    expected="computed",
    mutants={"the inner product of L2": {"metric": np.ones(4)}, "a target outside the class": {"offset": 0.01}},
)
def natural_gradient_is_newton_like(*, metric=CURVATURE, offset=0.0):
    """The minimiser by weighted least squares; the Hessian from second derivatives of the composed risk."""
    root = np.sqrt(MASSES * CURVATURE)
    best = np.linalg.lstsq(root[:, None] * PHI, root * AIM, rcond=None)[0]
    reached = newton_step(metric, np.array([3.0, -2.0]))
    yield equal(reached, best, name="one step", digits=11, symbol="theta")
    model = MODELS["exponential"]
    u = values(model, model.theta) + offset
    found = hessian(
        lambda theta: sum(p * (v - a) ** 2 for p, v, a in zip(MASSES, model(theta), u, strict=True)) / 2, model
    )
    H = gramian(model.tangent(model.theta))
    yield equal(H, found, name="the target in the class", digits=9, symbol="H")


def hessian(f, model):
    """The second derivatives of f at the parameters of a class, differentiated twice by definition."""
    with mp.workdps(30):
        at = [mp.mpf(t) for t in model.theta]
        orders = [[tuple(int(i == k) + int(j == k) for k in range(2)) for j in range(2)] for i in range(2)]
        return np.array([[float(mp.diff(lambda a, b: f((a, b)), at, n)) for n in row] for row in orders])
