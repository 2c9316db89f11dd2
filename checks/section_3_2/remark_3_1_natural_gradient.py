r"""Remark 3.1: reweighting by the inverse Gramian makes the step a property of the class, not of its parameters."""

from __future__ import annotations

import mpmath as mp
import numpy as np

from checks.instances.nonlinear import LOSSES, MODELS, Model, exponential, nearest, riesz_gradient, risk, values
from checks.section_1_3.natural_gradient import plain_gradient, preconditioned
from theorytest import claim, equal

# The class {a exp(b x)} in two parametrisations: (a, b), and (log a, b³ + b).
CUBIC = (float(np.log(0.5)), -0.25 - 0.25**3)


def other_value(theta, x):
    """a exp(b x) with a = exp θ₁ and b the real root of b³ + b = θ₂."""
    root = 2 / mp.sqrt(3) * mp.sinh(mp.asinh(3 * mp.sqrt(3) * theta[1] / 2) / 3)
    return exponential((mp.exp(theta[0]), root), x)


OTHER = Model(other_value, CUBIC)


@claim(
    "x:rmk-quasi-projection-ngd",
    kind="identity",
    says="Weighted by the inverse Gramian, the parameter gradient gives a step in function space that does not "
    "depend on the parameters: it is the projected gradient.",
    formula=r"\sum_k (H^{-1}\nabla_\theta\mathcal{L}(F(\theta)))_k\,\partial_k F(\theta) = P_t g_t "
    r"\quad\text{in every parametrisation of } \mathcal{M}",
    expected="computed",
    premises=["x:appC-ngd"],
    mutants={"the parameter gradient itself": {"direction": plain_gradient}, "another point": {"at": (-0.7, -0.25)}},
)
def step_does_not_depend_on_the_parameters(*, direction=preconditioned, at=CUBIC):
    """One class, two parametrisations, the same u; the projection of the pointwise gradient without a Gramian."""
    model = MODELS["exponential"]
    for name, loss in LOSSES.items():
        phi, g = model.tangent(model.theta), riesz_gradient(risk(loss), values(model, model.theta))
        projected = phi @ nearest(phi, g)
        for word, each, theta in (("a, b", model, model.theta), ("log a, b^3 + b", OTHER, at)):
            step = each.tangent(theta) @ direction(each, loss, theta)
            yield equal(step, projected, name=f"{name}, {word}", digits=10, symbol="the step")
