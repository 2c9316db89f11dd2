r"""Appendix A [eq:etahat_is_parameter_grad]: ζ̂_k = (∇_v L(F(θ)), φ_k)_n is the gradient of the empirical risk in θ.

The display before it writes D_θ v(θ) for D_θ F(θ). Every side is differentiated by definition (`checks.nonlinear`), so
that the chain rule, the Riesz gradient and the empirical inner product are three separate computations.
"""

from __future__ import annotations

import itertools

import numpy as np

from checks.instances.nonlinear import (
    MASSES,
    POINTS,
    cases,
    derivative,
    directional,
    empirical_risk,
    riesz_gradient,
    risk,
    values,
)
from theorytest import claim, equal

PAIRS = tuple(itertools.product(range(len(POINTS)), repeat=2))  # every ordered sample of two points


def parameter_gradient(model, loss, draws):
    """∇_θ L_n(F(θ)), straight from the composed function."""
    return derivative(lambda theta: empirical_risk(loss, draws)(model(theta)), model.theta)


def scalar_derivative(loss, v):
    """ℓ̃'(v(x); x) at every point."""
    return np.array([derivative(lambda s, x=x: loss(s[0], x), [v_i])[0] for v_i, x in zip(v, POINTS, strict=True)])


def empirical_product(g, phi, draws):
    """(g, φ_k)_n = (1/n) Σ g(x_i) φ_k(x_i) for all k, with w = 1."""
    chosen = list(draws)
    return g[chosen] @ phi[chosen] / len(chosen)


@claim(
    "x:display-appA-empirical-risk",
    also=["eq:min_problem"],
    kind="identity",
    says="The mean of the pointwise losses at points drawn from rho estimates the risk without bias.",
    formula=r"\mathbb{E}\,\mathcal{L}_n(v) = \mathcal{L}(v) = \int \ell(v;x)\,\mathrm{d}\rho(x)",
    expected="computed",
    mutants={
        "points that are not drawn from rho": {"law": np.full(len(POINTS), 1 / len(POINTS))},
        "a sum for the mean": {"share": 2},
    },
)
def empirical_risk_is_unbiased(*, law=MASSES, share=1):
    """Over every pair of points with its probability."""
    for name, model, loss in cases():
        v = values(model, model.theta)
        mean = sum(np.prod(law[list(pair)]) * share * float(empirical_risk(loss, pair)(v)) for pair in PAIRS)
        yield equal(mean, float(risk(loss)(v)), name=name, digits=12, symbol="E L_n")


@claim(
    "x:appA-chain-rule",
    also=["x:display-appA-parameter-gradient"],
    kind="identity",
    says="The derivative of the empirical risk in a parameter is that in the function, along a tangent function.",
    formula=r"(\nabla_\theta\mathcal{L}_n(F(\theta)), e_k) = \langle D_v\mathcal{L}_n(F(\theta)), \varphi_k\rangle",
    expected="computed",
    mutants={
        "tangent functions of another parameter": {"moved": 1.01},
        "the derivative of the true risk": {"functional": lambda loss, _: risk(loss)},
    },
)
def parameter_derivative_factors(*, moved=1.0, functional=empirical_risk):
    """The right-hand side is one limit along the line v + s φ_k, the left-hand side one along θ + s e_k."""
    for name, model, loss in cases():
        v, phi = values(model, model.theta), model.tangent([moved * t for t in model.theta])
        for draws in ((0,), (0, 2, 2)):
            yield equal(
                directional(functional(loss, draws), v, phi),
                parameter_gradient(model, loss, draws),
                name=f"{name}, draws {draws}",
                digits=11,
                symbol="<D L_n, phi_k>",
            )


@claim(
    "eq:etahat_is_parameter_grad",
    also=["app:leibniz"],
    kind="identity",
    says="The coefficients of the non-projection are the gradient of the empirical risk in the parameters.",
    formula=r"\hat\zeta_k = (\nabla_v\mathcal{L}(F(\theta)), \varphi_k)_n = "
    r"(\nabla_\theta\mathcal{L}_n(F(\theta)), e_k)",
    expected="computed",
    premises=["x:appA-chain-rule", "x:display-appA-frechet/corrected", "x:appA-leibniz-gradient"],
    mutants={
        "the gradient of the values instead of Riesz's": {"gradient": derivative},
        "the empirical gradient": {"functional": lambda loss: empirical_risk(loss, (0, 1))},
        "a sum for the mean": {"product": lambda g, phi, draws: 2 * empirical_product(g, phi, draws)},
    },
)
def coefficients_are_the_parameter_gradient(*, gradient=riesz_gradient, functional=risk, product=empirical_product):
    """∇_v L is the gradient of the true risk, evaluated at the sample only: every pair of points, three losses."""
    for name, model, loss in cases():
        v, phi = values(model, model.theta), model.tangent(model.theta)
        g = gradient(functional(loss), v)
        ours = [product(g, phi, pair) for pair in PAIRS]
        reference = [parameter_gradient(model, loss, pair) for pair in PAIRS]
        yield equal(ours, reference, name=name, digits=11, symbol="the coefficient")


@claim(
    "x:appA-leibniz-gradient",
    also=["x:sec3.1-pointwise-gradient"],
    kind="identity",
    says="On points with mass, the gradient of the risk in L2 is the scalar derivative of the loss at each point; "
    "along the tangent functions it is the gradient of the risk in the parameters.",
    formula=r"\nabla_v\mathcal{L}(v) = \tilde\ell'(v(\bullet);\bullet), \qquad "
    r"(\nabla_v\mathcal{L}(F(\theta)), \varphi_k) = \partial_k \mathcal{L}(F(\theta))",
    expected="computed",
    mutants={
        "the gradient of the values instead of Riesz's": {"gradient": derivative},
        "another measure": {"masses": np.array([0.39, 0.31, 0.1, 0.2])},
    },
)
def gradient_is_the_pointwise_derivative(*, gradient=riesz_gradient, masses=MASSES):
    """What measures without atoms ask of the loss is decided in `running_example` and `corollary_a_2`."""
    for name, model, loss in cases():
        v, phi = values(model, model.theta), model.tangent(model.theta)
        g = gradient(risk(loss, masses), v)
        pointwise = scalar_derivative(loss, v)
        parameters = derivative(lambda theta, m=model, loss=loss: risk(loss)(m(theta)), model.theta)
        yield equal(g, pointwise, name=f"{name}: gradient", digits=11, symbol="the gradient")
        yield equal((MASSES * g) @ phi, parameters, name=f"{name}: parameters", digits=11, symbol="(g, phi_k)")
