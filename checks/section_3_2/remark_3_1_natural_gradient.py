r"""Remark 3.1: reweighting by the inverse Gramian makes the step a property of the class, not of its parameters."""

from __future__ import annotations

from dataclasses import dataclass

import mpmath as mp
import numpy as np

from checks.hypotheses import plain_points, regular_loss, regular_parametrisation
from checks.instances.nonlinear import (
    LOSSES,
    MASSES,
    MODELS,
    Model,
    derivative,
    empirical_risk,
    exponential,
    gramian,
    riesz_gradient,
    risk,
    tangent_space,
    values,
)
from theorytest import claim, equal, family
from theorytest.approximation import NonProjection, Plain, QuasiProjection

BATCH = (0, 2, 2)  # the points drawn


def cubic(theta, x):
    """a exp(b x) with a = exp θ₁ and b the real root of b³ + b = θ₂."""
    root = 2 / mp.sqrt(3) * mp.sinh(mp.asinh(3 * mp.sqrt(3) * theta[1] / 2) / 3)
    return exponential((mp.exp(theta[0]), root), x)


@dataclass(frozen=True)
class Parametrised:
    """A parametrisation of a class, and another one of the same class at the same u that has the tangent space."""

    model: Model
    other: Model

    @property
    def regular(self):
        """Whether H is regular."""
        H = gramian(self.model.tangent(self.model.theta))
        return bool(np.linalg.matrix_rank(H, tol=1e-10, hermitian=True) == len(H))


def parametrisations():
    """a exp(b x) by (a, b) and by (log a, b³ + b), a neuron, and a product, whose Gramian is singular."""
    first = MODELS["exponential"]
    second = Model(cubic, (float(np.log(0.5)), -0.25 - 0.25**3))
    alone = {name: Parametrised(MODELS[name], MODELS[name]) for name in ("a tanh neuron", "dependent derivatives")}
    return {"a, b": Parametrised(first, second), "log a, b³ + b": Parametrised(second, first)} | alone


def preconditioned(phi, gradient):
    """H⁻¹ ∇."""
    return np.linalg.solve(phi.T @ (MASSES[:, None] * phi), gradient)


@claim(
    "x:rmk-quasi-projection-ngd",
    says="In L² with w = 1 and a regular Gramian H, the step H⁻¹∇L_n in the parameters moves u, to first order, by the "
    "quasi-projection Pⁿg.",
    formula=r"\sum_k (H^{-1}\nabla_\theta\mathcal{L}_n(F(\theta)))_k\,\partial_k F(\theta) = P_t^n g_t",
    forall={"F": family(parametrisations, "parametrisations"), "ℓ": family(LOSSES, "scalar losses")},
    given=[plain_points, regular_loss, regular_parametrisation],
    reading="H is that of the parametrisation, and one batch of three points is drawn.",
    premises=["x:appC-ngd"],
    mutants={
        "the parameter gradient itself": {"direction": lambda phi, gradient: gradient},  # noqa: ARG005
        "the non-projection": {"estimator": NonProjection},
        "the Gramian without masses": {"direction": lambda phi, gradient: np.linalg.solve(phi.T @ phi / 4, gradient)},
    },
)
def quasi_projection_is_a_natural_gradient(model, loss, *, direction=preconditioned, estimator=QuasiProjection):
    """The parameter gradient is differentiated; the quasi-projection is made from the other parametrisation."""
    here, other = model.model, model.other
    phi = here.tangent(here.theta)
    gradient = derivative(lambda t: empirical_risk(loss, BATCH)(here(t)), here.theta)
    space = tangent_space(other, other.theta)
    x, chosen = space.measure.points, list(BATCH)
    g = riesz_gradient(risk(loss), values(other, other.theta))
    c = estimator(Plain(space), len(chosen)).coefficients(x[chosen], g[chosen][:, None, None])[:, 0]
    return equal(phi @ direction(phi, gradient), space.jets(x)[..., 0] @ c, digits=9, symbol="Pⁿg")
