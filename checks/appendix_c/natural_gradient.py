r"""Appendix C [eq:quasi-projection-system]: η = H⁺ζ, η̂ = H⁺ζ̂ with the Gramian H of the functions φ_k = ∂_k F(θ)."""

from fractions import Fraction

import numpy as np

from checks.hypotheses import independent_members, plain_points, regular_loss, values_differentiable
from checks.instances import nonlinear as given
from checks.instances.nonlinear import MASSES, gramian, nearest
from theorytest import claim, equal, family, finite, repair, vectors
from theorytest.approximation import NonProjection, Optimal, Plain, QuasiProjection

GRADIENTS = family(
    {"g": np.array([0.5, -2.0, 1.0, 0.25]), "a constant": np.ones(4), "one point": np.array([0.0, 0.0, 1.0, 0.0])},
    "functions of H",
    search=vectors(4, -9, 9),
)


def pseudo_inverse(H):
    return np.linalg.pinv(H, rcond=1e-12, hermitian=True)


def pseudo_root(H):
    """(H⁺)^{1/2}."""
    eigenvalues, V = given.kept_eigenvalues(H)
    return (V / np.sqrt(eigenvalues)) @ V.T


@repair(
    "x:appC-basis/corrected",
    "x:appC-basis",
    by={"factor": pseudo_root},
    says="If the tangent functions are linearly independent, b = H^(-1/2)φ is an orthonormal basis of T.",
    finding="root-of-the-gramian",
    mutants={"two per cent more": {"factor": lambda H: 1.02 * pseudo_root(H)}},
)
@claim(
    "x:appC-basis",
    says="For linearly independent tangent functions one can suppose, as the appendix does, that b = H⁺φ is an "
    "orthonormal basis of T.",
    forall={"φ": given.TANGENTS},
    given=[independent_members],
    reading="The Gramian of b is H⁺, which is I for H = I alone. What follows survives without the supposition.",
    gravity="fails only when read literally",
    finding="root-of-the-gramian",
)
def basis_is_orthonormal(tangents, *, factor=pseudo_inverse):
    """One function, φ = 2: H = 4, b = 1/2 and (b, b) = 1/4. In general the Gramian of b is H⁺."""
    b = 2 * Fraction(float(factor(np.array([[4.0]]))[0, 0]))  # 1/4 and 1/2 are floats
    yield equal(b**2, 1, name="φ = 2, in fractions", symbol="(b, b)")
    G = gramian(tangents.phi @ factor(gramian(tangents.phi)))
    yield equal(G, np.eye(len(G)), name="G", digits=10, symbol="(b_k, b_l)")


def dual(phi):
    """b = H⁺φ at the points, from the pseudo-inverse of the scaled functions and without their Gramian."""
    root = np.sqrt(MASSES)
    return np.linalg.pinv(root[:, None] * phi, rcond=1e-9).T / root[:, None]


@claim(
    "eq:quasi-projection-system",
    says="If b = H⁺φ, the inner products with b are η = H⁺ζ, and the empirical ones are η̂ = H⁺ζ̂.",
    formula=r"(g, b_k) = (H^+\zeta)_k, \quad (g, b_k)_n = (H^+\hat\zeta)_k",
    forall={"φ": given.TANGENTS, "g": GRADIENTS, "x": given.SAMPLES},
    mutants={
        "the root of the pseudo-inverse": {"factor": pseudo_root},
        "an empirical Gramian": {"empirical": lambda phi, draws: phi[draws].T @ phi[draws] / len(draws)},
        "one per cent more": {"factor": lambda H: 1.01 * pseudo_inverse(H)},
    },
)
def system_is_as_printed(tangents, g, draws, *, factor=pseudo_inverse, empirical=lambda phi, _: gramian(phi)):
    """By linearity, for dependent functions as well: b is found by singular values, H⁺ζ by eigenvalues of H."""
    phi, chosen = tangents.phi, list(draws)
    b = dual(phi)
    eta, zeta = (v.T @ (MASSES * g) for v in (b, phi))
    yield equal(factor(gramian(phi)) @ zeta, eta, name="exact", digits=10, symbol="H⁺ζ")
    eta, zeta = (v[chosen].T @ g[chosen] / len(chosen) for v in (b, phi))
    yield equal(factor(empirical(phi, chosen)) @ zeta, eta, name="empirical", digits=10, symbol="H⁺ζ̂")


def plain_quasi(space, n):
    return QuasiProjection(Plain(space), n)


def quasi_projection(model, estimator, draws, g):
    """P^n g at the points for one sample, from the package."""
    space, chosen = given.tangent_space(model, model.theta), list(draws)
    x = space.measure.points[chosen]
    coefficients = estimator(space, len(chosen)).coefficients(x, g[chosen][:, None, None])[:, 0]
    return space.jets(space.measure.points)[..., 0] @ coefficients


WEIGHTS = finite({"points from ρ, w = 1": Plain, "optimal points, w = d/K": Optimal}, "weights with w dμ = dρ")


def weights_of(phi, sampler):
    """w at the points, by hand."""
    b = phi @ pseudo_root(gramian(phi))
    K = np.sum(b**2, axis=1)
    return np.ones(len(K)) if sampler is Plain else (MASSES @ K) / K


@claim(
    "eq:quasi-projection-system/coefficients",
    says="The vectors H⁺ζ and H⁺ζ̂ hold coefficients of the projection and the quasi-projection in the φ_k.",
    formula=r"P_t g = \sum_k (H^+\zeta)_k\varphi_k, \qquad \sum_k (g, b_k)_n b_k = \sum_k (H^+\hat\zeta)_k\varphi_k",
    forall={"F": given.CLASSES, "w": WEIGHTS, "g": GRADIENTS, "x": given.SAMPLES},
    reading="The paper calls them the coefficients of both projections and does not say in which functions.",
    premises=["eq:quasi-projection-system", "x:appC-basis/corrected"],
    mutants={
        "coefficients of H^+ phi": {"synthesis": lambda phi, H: phi @ pseudo_inverse(H)},
        "coefficients of the orthonormal basis": {"synthesis": lambda phi, H: phi @ pseudo_root(H)},
        "one per cent more": {"synthesis": lambda phi, _: 1.01 * phi},
        "the non-projection": {"estimator": NonProjection},
        "no weights": {"seen": lambda phi, _: np.ones(len(phi))},
    },
)
def system_gives_coefficients_of_phi(
    model, sampler, g, draws, *, synthesis=lambda phi, _: phi, estimator=QuasiProjection, seen=weights_of
):
    """The projection by least squares without a Gramian; the quasi-projection by the package's orthonormal basis."""
    phi, chosen = model.tangent(model.theta), list(draws)
    H, weighted = gramian(phi), seen(phi, sampler) * g
    zetas = ((MASSES * g) @ phi, weighted[chosen] @ phi[chosen] / len(chosen))
    found = [synthesis(phi, H) @ (pseudo_inverse(H) @ zeta) for zeta in zetas]
    yield equal(found[0], phi @ nearest(phi, g), name="exact", digits=10, scale=1.0, symbol="Pg")
    reference = quasi_projection(model, lambda space, n: estimator(sampler(space), n), draws, g)
    yield equal(found[1], reference, name="empirical", digits=10, scale=1.0, symbol="Pⁿg")


@claim(
    "x:appC-ngd",
    also=["app:quasi_projection_relevance", "x:sec1.3-ngd-in-parameters", "x:rmk-quasi-projection-ngd"],
    says="In L² with w = 1 the coefficients η = H⁺∇_θ L(F(θ)) and η̂ = H⁺∇_θ Lₙ(F(θ)) of the (quasi-)projection are "
    "natural gradients.",
    forall={"F, ℓ̃": given.REGRESSIONS, "x": given.SAMPLES},
    given=[plain_points, regular_loss, values_differentiable.stated],
    premises=["eq:quasi-projection-system/coefficients", "eq:etahat_is_parameter_grad"],
    mutants={
        "the parameter gradient": {"precondition": lambda H: np.eye(len(H))},
        "the root": {"precondition": pseudo_root},
        "another loss": {"other": given.LOSSES["least squares"]},
        "weighted points": {"estimator": lambda space, n: QuasiProjection(Optimal(space), n)},
    },
)
def scheme_is_natural_gradient_descent(case, draws, *, precondition=pseudo_inverse, other=None, estimator=plain_quasi):
    """∇_θ differentiates the composed functions; the cited definition is the shortest minimiser of ‖g - Σ η_k φ_k‖."""
    f, phi, g = given.risk(other or case.loss), case.phi, given.riesz_gradient(given.risk(case.loss), case.v)
    inverse = precondition(gramian(phi))
    exact = inverse @ given.parameter_gradient(case.model, f)
    yield equal(exact, nearest(phi, g), name="exact", digits=9, symbol="η_k")
    sampled = inverse @ given.parameter_gradient(case.model, given.empirical_risk(case.loss, draws))
    estimate = quasi_projection(case.model, estimator, draws, g)
    yield equal(phi @ sampled, estimate, name="empirical", digits=9, symbol="Pⁿg")
