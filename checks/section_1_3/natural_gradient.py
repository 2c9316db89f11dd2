r"""Section 1.3: in parameters the scheme is a natural gradient descent, which can resemble Newton's method."""

import mpmath as mp
import numpy as np

from checks.hypotheses import no_noise, retraction_in_parameters, shortest, whole_span
from checks.instances.nonlinear import (
    CLASSES,
    LOSSES,
    MASSES,
    MODELS,
    POINTS,
    gramian,
    nearest,
    scalar_derivative,
    target,
    values,
)
from checks.instances.parameter_steps import plain_gradient, preconditioned
from theorytest import claim, equal, family


def in_function_space(model, loss):
    """The shortest coefficients of the projected gradient, which the pointwise derivatives of the loss give."""
    theta = np.array(model.theta)
    return nearest(model.tangent(theta), scalar_derivative(loss, values(model, theta)))


@claim(
    "x:sec1.3-ngd-in-parameters",
    says="In the parameter space, the optimisation scheme can be seen as a natural gradient descent.",
    formula=r"u_{t+1} = F(\theta_{t+1}), \qquad \theta_{t+1} = \theta_t - s_t H^+\nabla_\theta\mathcal{L}(F(\theta_t))",
    forall={"F": CLASSES, "ℓ": family(LOSSES, "pointwise differentiable losses")},
    given=[no_noise, whole_span, retraction_in_parameters, shortest],
    reading="Both steps are taken in the parameters; their directions are compared.",
    premises=["x:appC-ngd", "x:sec1.1-example-v"],
    mutants={
        "gradient descent in the parameters": {"direction": plain_gradient},
        "one per cent more": {"direction": lambda *of: 1.01 * preconditioned(*of)},
    },
)
def scheme_is_natural_gradient_descent(model, loss, *, direction=preconditioned):
    found = direction(model, loss, np.array(model.theta))
    return equal(found, in_function_space(model, loss), digits=9, symbol="ϑ")


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
