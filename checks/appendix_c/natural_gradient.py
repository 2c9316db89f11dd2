r"""Appendix C [eq:quasi-projection-system]: η = H⁺ζ, η̂ = H⁺ζ̂ with the Gramian H of the functions φ_k = ∂_k F(θ).

The appendix supposes that b = H⁺φ is an orthonormal basis. Its Gramian is H⁺H H⁺ = H⁺, so that this holds for H = I
alone; (H⁺)^{1/2} φ has the Gramian H H⁺, the identity where H is regular. The system itself, η_k = (g, b_k) and
η̂_k = (g, b_k)_n, holds for every φ. Its η are the coefficients of the projection with respect to φ, the dual of b, and
with respect to b only where the supposition holds.
"""

from __future__ import annotations

import numpy as np

from checks.instances.nonlinear import (
    LOSSES,
    MASSES,
    MODELS,
    cases,
    derivative,
    empirical_risk,
    gramian,
    nearest,
    riesz_gradient,
    risk,
    tangent_space,
    values,
)
from theorytest import claim, equal, repair
from theorytest.approximation.estimators import LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.sampling import Optimal, Plain

DRAWS = ((0,), (0, 1), (2, 2, 0, 1))


def pseudo_inverse(H):
    return np.linalg.pinv(H, rcond=1e-12, hermitian=True)


def seen(H):
    """The eigenvalues of H that are not zero, with their eigenvectors."""
    eigenvalues, V = np.linalg.eigh(H)
    positive = eigenvalues > 1e-12 * eigenvalues[-1]
    return eigenvalues[positive], V[:, positive]


def pseudo_root(H):
    """(H⁺)^{1/2}."""
    eigenvalues, V = seen(H)
    return (V / np.sqrt(eigenvalues)) @ V.T


def projector(H):
    """The orthogonal projector onto the range of H."""
    V = seen(H)[1]
    return V @ V.T


ONE_FUNCTION = np.full((4, 1), 2.0)  # φ = 2 on any probability space: H = 4


def systems():
    """φ = 2 first, then the tangent functions of every class; the last of these are dependent."""
    return {"phi = 2": ONE_FUNCTION} | {name: model.tangent(model.theta) for name, model in MODELS.items()}


@claim(
    "x:appC-basis",
    kind="identity",
    says="What the appendix supposes, read for every class: the pseudo-inverse Gramian applied to the tangent "
    "functions is an orthonormal basis.",
    formula=r"b = H^+\varphi \implies (b_k, b_l) = \delta_{kl}",
    expected="refuted",
    gravity="misprint",
)
def pseudo_inverse_orthonormalises(*, factor=pseudo_inverse):
    """One function, φ = 2: H = 4, b = 1/2 and (b, b) = 1/4. In general the Gramian of b is H⁺.

    So Σ_k η_k b_k is not the projection: for g = 1 it is 1/4. What the appendix concludes survives, as η = H⁺ζ are the
    coefficients of the projection in φ (`eq:quasi-projection-system/coefficients`), which natural gradients are.
    """
    for name, phi in systems().items():
        G = gramian(phi @ factor(gramian(phi)))
        yield equal(G, np.eye(len(G)), name=name, digits=10, symbol="(b_k, b_l)")


@repair(
    "x:appC-basis/corrected",
    "x:appC-basis",
    kind="identity",
    says="The root of the pseudo-inverse Gramian, applied to the tangent functions, has the projector onto the "
    "range of H as its Gramian: it is an orthonormal basis where the tangent functions are independent.",
    formula=r"b = (H^+)^{1/2}\varphi \implies \big((b_k, b_l)\big)_{kl} = H H^+, \quad\text{and } = I "
    r"\text{ for regular } H",
    expected="computed",
    mutants={
        "the pseudo-inverse": {"factor": pseudo_inverse},
        "two per cent more": {"factor": lambda H: 1.02 * pseudo_root(H)},
        "the identity for dependent functions": {"claimed": lambda H: np.eye(len(H))},
    },
)
def root_orthonormalises(*, factor=pseudo_root, claimed=projector):
    """With dependent tangent functions, F = θ₁ θ₂ x, the two functions of b are a tight frame of a line."""
    for name, phi in systems().items():
        H = gramian(phi)
        yield equal(gramian(phi @ factor(H)), claimed(H), name=name, digits=10, scale=1.0, symbol="(b_k, b_l)")


def dual(phi):
    """b = H⁺φ at the points, from the pseudo-inverse of the scaled functions and without their Gramian."""
    root = np.sqrt(MASSES)
    return np.linalg.pinv(root[:, None] * phi, rcond=1e-9).T / root[:, None]


GRADIENT = np.array([0.5, -2.0, 1.0, 0.25])


@claim(
    "eq:quasi-projection-system",
    kind="identity",
    says="The inner products with b = H^+ phi, exact and empirical, are H^+ times those with the tangent functions.",
    formula=r"\eta_k = (g, b_k),\ \hat\eta_k = (g, b_k)_n,\ b = H^+\varphi \implies "
    r"\eta = H^+\zeta,\ \hat\eta = H^+\hat\zeta",
    expected="computed",
    mutants={
        "the root of the pseudo-inverse": {"factor": pseudo_root},
        "the Gramian itself": {"factor": lambda H: H},
        "an empirical Gramian": {"empirical": lambda phi, draws: phi[draws].T @ phi[draws] / len(draws)},
        "one per cent more": {"factor": lambda H: 1.01 * pseudo_inverse(H)},
    },
)
def system_is_as_printed(*, factor=pseudo_inverse, empirical=lambda phi, _: gramian(phi)):
    """By linearity, for dependent functions as well: b is found by singular values, H⁺ζ by eigenvalues of H."""
    g = GRADIENT
    for name, phi in systems().items():
        b = dual(phi)
        eta, zeta = b.T @ (MASSES * g), phi.T @ (MASSES * g)
        yield equal(factor(gramian(phi)) @ zeta, eta, name=name, digits=10, symbol="H^+ zeta")
        for draws in map(list, DRAWS):
            eta, zeta = (v[draws].T @ g[draws] / len(draws) for v in (b, phi))
            value = factor(empirical(phi, draws)) @ zeta
            yield equal(value, eta, name=f"{name}, draws {draws}", digits=10, symbol="H^+ zeta-hat")


def combined(phi, g, synthesis):
    """Σ_k η_k times the functions of the reading, with η = H⁺ζ and ζ_k = (g, φ_k)."""
    H, zeta = gramian(phi), phi.T @ (MASSES * g)
    return synthesis(phi, H) @ (pseudo_inverse(H) @ zeta)


def quasi_projection(model, sampler, draws, g):
    """P^n g at the points for one sample, from the package."""
    space = tangent_space(model, model.theta)
    chosen = list(draws)
    x = space.measure.points[chosen]
    coefficients = sampler(space, len(chosen)).coefficients(x, g[chosen][:, None, None])[:, 0]
    return space.jets(space.measure.points)[..., 0] @ coefficients


@claim(
    "eq:quasi-projection-system/coefficients",
    kind="identity",
    says="The vectors H^+ zeta and H^+ zeta-hat hold the coefficients of projection and quasi-projection "
    "in the tangent functions themselves.",
    formula=r"P_t g = \sum_k (H^+\zeta)_k\varphi_k, \qquad \sum_k (g, b_k)_n b_k = \sum_k (H^+\hat\zeta)_k\varphi_k",
    expected="computed",
    premises=["eq:quasi-projection-system", "x:appC-basis/corrected"],
    mutants={
        "coefficients of H^+ phi": {"synthesis": lambda phi, H: phi @ pseudo_inverse(H)},
        "coefficients of the orthonormal basis": {"synthesis": lambda phi, H: phi @ pseudo_root(H)},
        "the empirical Gramian": {"estimator": lambda space, n: LeastSquares(Plain(space), n)},
        "the non-projection": {"estimator": lambda space, n: NonProjection(Plain(space), n)},
        "weighted points": {"estimator": lambda space, n: QuasiProjection(Optimal(space), n)},
    },
)
def system_gives_coefficients_of_phi(
    *, synthesis=lambda phi, _: phi, estimator=lambda space, n: QuasiProjection(Plain(space), n)
):
    """The projection by least squares without a Gramian; the quasi-projection by the package's orthonormal basis."""
    for name, model in MODELS.items():
        phi, g = model.tangent(model.theta), GRADIENT
        yield equal(combined(phi, g, synthesis), phi @ nearest(phi, g), name=name, digits=10, symbol="P g")
        for draws in ((0, 1, 3), (2, 2, 0, 1)):
            zeta = g[list(draws)] @ phi[list(draws)] / len(draws)
            value = synthesis(phi, gramian(phi)) @ (pseudo_inverse(gramian(phi)) @ zeta)
            reference = quasi_projection(model, estimator, draws, g)
            yield equal(value, reference, name=f"{name}, draws {draws}", digits=10, symbol="P^n g")


@claim(
    "x:appC-ngd",
    also=["app:quasi_projection_relevance"],
    kind="identity",
    says="The coefficients of the projected gradient are the natural gradient: the parameter gradient, "
    "preconditioned by the pseudo-inverse Gramian, for exact and for sampled gradients.",
    formula=r"\eta = H^+\nabla_\theta\mathcal{L}(F(\theta)), \qquad "
    r"\hat\eta = H^+\nabla_\theta\mathcal{L}_n(F(\theta))",
    expected="computed",
    premises=["eq:quasi-projection-system/coefficients", "eq:etahat_is_parameter_grad"],
    mutants={
        "the parameter gradient": {"precondition": lambda H: np.eye(len(H))},
        "the root": {"precondition": pseudo_root},
        "another loss": {"other": LOSSES["least squares"]},
    },
)
def scheme_is_natural_gradient_descent(*, precondition=pseudo_inverse, other=None):
    """∇_θ differentiates the composed functions; the cited definition is the shortest minimiser of ‖g - Σ η_k φ_k‖."""
    for name, model, loss in cases():
        v, phi = values(model, model.theta), model.tangent(model.theta)
        inverse = precondition(gramian(phi))
        f = risk(other or loss)
        ours = inverse @ derivative(lambda theta, f=f, m=model: f(m(theta)), model.theta)
        reference = nearest(phi, riesz_gradient(risk(loss), v))
        yield equal(ours, reference, name=name, digits=9, symbol="the coefficient")
        g = riesz_gradient(f, v)
        for draws in DRAWS:
            f_n = empirical_risk(loss, draws)
            sampled = inverse @ derivative(lambda theta, f=f_n, m=model: f(m(theta)), model.theta)
            estimate = quasi_projection(model, lambda space, n: QuasiProjection(Plain(space), n), draws, g)
            yield equal(phi @ sampled, estimate, name=f"{name}, draws {draws}", digits=9, symbol="P^n g")
