r"""Lemma B.1 [lem:quasi-projection_unbiased]: E(g, P^n g) ≥ λ_*(G) ‖P g‖², with equality when G = I; and its proof.

On finitely many points a statement for all g is one about symmetric matrices; on the line E P^n is integrated.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from checks.instances.finite_systems import finite_systems, orthonormalised
from checks.instances.spaces import all_spaces
from checks.scaling import scaled
from theorytest import at_least, claim, equal, repair
from theorytest.approximation.integrals import integrate

SIZES = (1, 2)  # samples of one and of two points


def smallest_positive(eigenvalues):
    """λ_*."""
    return eigenvalues[0]


def symmetric(A):
    return (A + A.T) / 2


@claim(
    "x:appB-eigenvalues",
    kind="identity",
    says="An orthonormal basis has as many members as the space has dimensions, and the identity for its Gramian.",
    formula=r"\mathcal{B}_t \text{ orthonormal} \implies d = d_t,\ G = I",
    expected="computed",
    mutants={"any system": {"change": lambda system: system}},
)
def orthonormal_systems_have_the_identity(*, change=orthonormalised):
    for name, system in finite_systems().items():
        G = change(system).gramian
        yield equal(len(G), system.dim, name=f"{name}: d", symbol="d")
        yield equal(G, np.eye(len(G)), name=name, digits=12, symbol="an entry of G")


@claim(
    "lem:quasi-projection_unbiased",
    also=["x:display-lemB.1"],
    kind="inequality",
    says="On average the non-projection has at least the smallest positive Gramian eigenvalue of alignment.",
    formula=r"\mathbb{E}[(g, P_t^n g)\mid\mathcal{F}_t] \ge \lambda_*(G)\,\|P_t g\|^2",
    expected="computed",
    tight="attained by the eigenfunction of the smallest positive eigenvalue",
    mutants={
        "least x 1.1": {"least": scaled(smallest_positive, 1.1)},
        "the largest eigenvalue": {"least": lambda eigenvalues: eigenvalues[-1]},
        "the norm of g": {"of": lambda system: np.eye(len(system.projector))},
        "no weight": {"weigh": lambda system, mean: mean * np.repeat(system.mu / system.rho, system.phi.shape[-1])},
    },
)
def alignment_is_at_least(*, least=smallest_positive, of=lambda system: system.projector, weigh=lambda _, mean: mean):
    """The difference is positive semidefinite: on points by enumeration over all samples, elsewhere by quadrature."""
    for name, system in finite_systems().items():
        for n in SIZES:
            gap = symmetric(weigh(system, system.mean(n))) - least(system.eigenvalues) * of(system)
            lowest = np.linalg.eigvalsh(gap)[0]
            yield at_least(lowest, 0.0, name=f"{name}, n = {n}", digits=12, symbol="the least gap")
    for name, (mean, eigenvalues) in integrated().items():
        lowest = np.linalg.eigvalsh(mean)[0]
        yield at_least(lowest, least(eigenvalues), name=name, digits=9, symbol="the alignment")


@cache
def integrated():
    """E P^n on T and the positive eigenvalues of the Gramian, for the spaces of L² and H¹."""
    return {name: (mean_on(space), positive_eigenvalues(space.gramian)) for name, space in all_spaces().items()}


def mean_on(space):
    """E P^n on T in the orthonormal basis b: Σ_k (b_i, φ_k)(φ_k, b_j), the same for every n and every sampling."""

    def products(x):
        return space.jets(x) @ np.swapaxes(space.system_jets(x), -1, -2)

    Phi = integrate(products, space.measure, knots=space.system.knots, rtol=1e-12).value
    return Phi @ Phi.T


def positive_eigenvalues(G):
    values = np.linalg.eigvalsh(G)
    return values[values > 1e-10 * values[-1]]


@claim(
    "x:lemB.1-tight",
    kind="inequality",
    says="The bound of Lemma B.1 is tight: for every system some g in the space attains it.",
    formula=r"\min_{g\in\mathcal{T}_t} \frac{\mathbb{E}(g, P_t^n g)}{\|g\|^2} = \lambda_*(G)",
    expected="computed",
    tight="attained by the eigenfunction of the smallest positive eigenvalue",
    premises=["lem:quasi-projection_unbiased"],
    mutants={
        "least x 1.1": {"least": scaled(smallest_positive, 1.1)},
        "the mean of the eigenvalues": {"least": np.mean},
    },
)
def alignment_is_attained(*, least=smallest_positive):
    """In an orthonormal basis of T the mean operator has the positive eigenvalues of G."""
    for name, system in finite_systems().items():
        for n in SIZES:
            mean = symmetric(system.basis @ system.mean(n) @ system.basis.T)
            value, bound = np.linalg.eigvalsh(mean)[0], least(system.eigenvalues)
            yield equal(value, bound, name=f"{name}, n = {n}", digits=12, symbol="the minimum")


@claim(
    "x:lemB.1-equality",
    kind="identity",
    says="When the Gramian is the identity, the mean alignment is the squared projection, for every g.",
    formula=r"G = I \implies \mathbb{E}[(g, P_t^n g)\mid\mathcal{F}_t] = \|P_t g\|^2",
    expected="computed",
    mutants={"any system": {"change": lambda system: system}, "the norm of g": {"of": lambda P: np.eye(len(P))}},
)
def alignment_is_equal_for_orthonormal_systems(*, change=orthonormalised, of=lambda P: P):
    for name, system in finite_systems().items():
        for n in SIZES:
            mean, P = symmetric(change(system).mean(n)), of(system.projector)
            yield equal(mean, P, name=f"{name}, n = {n}", digits=12, symbol="an entry of E P^n")


@claim(
    "x:display-lemB.1-proof-mean",
    kind="identity",
    says="The mean of the non-projection is the sum of the exact inner products times the functions.",
    formula=r"\mathbb{E}[P_t^n g\mid\mathcal{F}_t] = \sum_{k=1}^d (g, b_k)\,b_k",
    expected="computed",
    mutants={
        "one function less": {"members": slice(1, None)},
        "the projection": {"inverse": lambda G: np.linalg.pinv(G, rcond=1e-10)},
    },
)
def mean_has_exact_inner_products(*, members=slice(None), inverse=lambda G: np.eye(len(G))):
    for name, system in finite_systems().items():
        F = system.scaled[members]
        for n in SIZES:
            expected = F.T @ inverse(F @ F.T) @ F
            yield equal(system.mean(n), expected, name=f"{name}, n = {n}", digits=12, symbol="an entry of E P^n")


@claim(
    "x:display-lemB.1-proof-coefficients",
    kind="identity",
    says="With the moments eta the mean has the coefficients eta and the projection the coefficients pinv(G) eta.",
    formula=r"\mathbb{E}[P_t^n g\mid\mathcal{F}_t] = \sum_k \eta_k b_k,\quad "
    r"P_t g = \sum_k \theta_k b_k,\quad \theta = G^+\eta",
    expected="computed",
    mutants={
        "the coefficients exchanged": {"exchange": True},
        "an inverse that shrinks": {"inverse": lambda G: np.linalg.inv(G + 1e-3 * np.eye(len(G)))},
    },
)
def coefficients_of_mean_and_projection(*, exchange=False, inverse=lambda G: np.linalg.pinv(G, rcond=1e-10)):
    """η and θ for all g at once; P comes from singular vectors and E P^n from enumeration."""
    for name, system in finite_systems().items():
        eta = system.scaled
        theta = inverse(system.gramian) @ eta
        first, second = (theta, eta) if exchange else (eta, theta)
        yield equal(eta.T @ first, system.mean(1), name=f"{name}: mean", digits=10, symbol="an entry of the sum")
        yield equal(eta.T @ second, system.projector, name=f"{name}: P", digits=10, symbol="an entry of the sum")


# T = span{b} with the system (b, 2b), and g = b: η = (1, 2), G = η ηᵀ, G⁺ = G / 25, θ = η / 5.
ETA = (Fraction(1), Fraction(2))
GRAMIAN = tuple(tuple(a * b for b in ETA) for a in ETA)
THETA = tuple(a / 5 for a in ETA)


def printed_sum(eta, theta, G):
    """Σ_kl η_k θ_k (b_k, b_l), the index as printed."""
    d = range(len(eta))
    return sum(eta[k] * theta[k] * G[k][j] for k in d for j in d)


def double_sum(eta, theta, G):
    """Σ_kl η_k θ_l (b_k, b_l)."""
    d = range(len(eta))
    return sum(eta[k] * theta[j] * G[k][j] for k in d for j in d)


def quadratic_forms(total):
    """E(g, P^n g) by its definition, the double sum, θᵀGη and ηᵀG⁺Gη, on two parallel functions and on every system."""
    yield equal(total(ETA, THETA, GRAMIAN), Fraction(5), name="b and 2b", symbol="the double sum")
    for name, system in finite_systems().items():
        G, inverse = system.gramian, np.linalg.pinv(system.gramian, rcond=1e-10)
        for i, g in enumerate(np.eye(system.scaled.shape[1])):
            eta = system.scaled @ g
            theta, P = inverse @ eta, system.projector
            alignment = g @ system.mean(2) @ g
            found = [(P @ g) @ (system.mean(2) @ g), total(eta, theta, G), theta @ G @ eta, eta @ inverse @ G @ eta]
            scale = float(system.eigenvalues[-1])
            yield equal(found, alignment, name=f"{name}, g_{i}", digits=10, scale=scale, symbol="a form")


@claim(
    "x:display-lemB.1-proof-quadratic",
    kind="identity",
    says="The mean alignment as a double sum whose two coefficients carry the same index.",
    formula=r"\mathbb{E}(g, P_t^n g) = (P_t g, \mathbb{E} P_t^n g) = \sum_{k,l}\eta_k\theta_k (b_k, b_l) "
    r"= \theta^\intercal G\eta = \eta^\intercal G^+G\eta",
    expected="refuted",
    gravity="misprint",
)
def alignment_as_quadratic_form_as_printed(*, total=printed_sum):
    """The system (b, 2b) refutes it at g = b: 27/5 against 5; the second index must be l."""
    yield from quadratic_forms(total)


@repair(
    "x:display-lemB.1-proof-quadratic/corrected",
    "x:display-lemB.1-proof-quadratic",
    kind="identity",
    says="The mean alignment as the double sum of moments, coefficients of the projection and the Gramian.",
    formula=r"\mathbb{E}(g, P_t^n g) = (P_t g, \mathbb{E} P_t^n g) = \sum_{k,l}\eta_k\theta_l (b_k, b_l) "
    r"= \theta^\intercal G\eta = \eta^\intercal G^+G\eta",
    expected="computed",
    mutants={
        "the index as printed": {"total": printed_sum},
        "the diagonal alone": {"total": lambda eta, theta, G: eta @ (np.diag(G) * theta)},
    },
)
def alignment_as_quadratic_form(*, total=double_sum):
    yield from quadratic_forms(total)


@claim(
    "x:display-lemB.1-proof-spectral",
    kind="inequality",
    says="The compact spectral decomposition bounds the quadratic form below by the squared projection.",
    formula=r"\eta^\intercal G^+G\eta = \eta^\intercal UU^\intercal\eta \ge "
    r"\lambda_*\eta^\intercal U\Lambda^{-1}U^\intercal\eta = \lambda_*\theta^\intercal G\theta = \lambda_*\|P_t g\|^2",
    expected="computed",
    tight="attained by the eigenfunction of the smallest positive eigenvalue",
    mutants={
        "least x 1.1": {"least": scaled(smallest_positive, 1.1)},
        "the top eigenvectors alone": {"first": -1},
        "the eigenvalues not inverted": {"power": 1},
    },
)
def spectral_decomposition_bounds_the_form(*, least=smallest_positive, first=0, power=-1):
    """Every member of the chain is a form in η, compared as a matrix in g; the inequality by its least eigenvalue."""
    for name, system in finite_systems().items():
        F, G, lam = system.scaled, system.gramian, least(system.eigenvalues)
        inverse, P = np.linalg.pinv(G, rcond=1e-10), system.projector
        values, vectors = (part[..., -system.dim :][..., first:] for part in np.linalg.eigh(G))
        middle = F.T @ vectors @ np.diag(values**power) @ vectors.T @ F
        forms = [F.T @ inverse @ F, F.T @ inverse @ G @ inverse @ F, P]
        left = F.T @ vectors @ vectors.T @ F
        yield equal(left, F.T @ inverse @ G @ F, name=f"{name}: left", digits=10, symbol="an entry of UU'")
        yield equal(forms, np.stack([middle] * 3), name=f"{name}: right", digits=10, symbol="an entry of a form")
        lowest = np.linalg.eigvalsh(left - lam * middle)[0]
        yield at_least(lowest, 0.0, name=name, digits=10, symbol="the least gap")
