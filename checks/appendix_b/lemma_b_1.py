r"""Lemma B.1 [lem:quasi-projection_unbiased]: E(g, P^n g) ≥ λ_*(G) ‖P g‖², with equality when G = I; and its proof.

On finitely many points a statement for all g is one about symmetric matrices.
"""

from fractions import Fraction

import numpy as np

from checks.hypotheses import orthonormal
from checks.instances.finite_systems import SYSTEMS, orthonormalised
from theorytest import at_least, claim, equal, family, integers, repair

SIZES = family([1, 2], "positive integers", search=integers(1, 4))


def smallest_positive(eigenvalues):
    """λ_*."""
    return eigenvalues[0]


def symmetric(A):
    return (A + A.T) / 2


def inverse_of(G):
    """G⁺."""
    return np.linalg.pinv(G, rcond=1e-10)


@claim(
    "x:appB-eigenvalues",
    says="If the generating system is an orthonormal basis, then d = d_t and G = I.",
    formula=r"\mathcal{B}_t \text{ orthonormal} \implies d = d_t,\ G = I",
    forall={"B": SYSTEMS},
    given=[orthonormal],
    mutants={"any system": {"change": lambda system: system}},
)
def orthonormal_systems_have_the_identity(system, *, change=orthonormalised):
    """The basis of singular vectors, its Gramian summed over the points."""
    G = change(system).gramian
    yield equal(len(G), np.linalg.matrix_rank(system.scaled, tol=1e-6), name="d", symbol="d")
    yield equal(G, np.eye(len(G)), name="G", symbol="(b_k, b_l)")


@claim(
    "lem:quasi-projection_unbiased",
    also=["x:display-lemB.1"],
    says="For the non-projection E[(g, Pⁿg)] is at least λ_*(G)‖Pg‖², for every g in H.",
    formula=r"\mathbb{E}[(g, P_t^n g)\mid\mathcal{F}_t] \ge \lambda_*(G)\,\|P_t g\|^2",
    forall={"B": SYSTEMS, "n": SIZES},
    tight="attained by the eigenfunction of the smallest positive eigenvalue",
    mutants={
        "the largest eigenvalue": {"least": lambda eigenvalues: eigenvalues[-1]},
        "one per cent more": {"least": lambda eigenvalues: 1.01 * eigenvalues[0]},
        "the norm of g": {"of": lambda system: np.eye(len(system.projector))},
        "no weight": {"weigh": lambda system, mean: mean * np.repeat(system.mu / system.rho, system.phi.shape[-1])},
    },
)
def alignment_is_at_least(
    system, n, *, least=smallest_positive, of=lambda system: system.projector, weigh=lambda _, mean: mean
):
    """For all g at once: the least eigenvalue of the difference of the two forms, over all samples."""
    gap = symmetric(weigh(system, system.mean(n))) - least(system.eigenvalues) * of(system)
    return at_least(np.linalg.eigvalsh(gap)[0], 0.0, symbol="E(g, Pⁿg) - λ_*‖Pg‖² for ‖g‖ = 1")


@claim(
    "x:lemB.1-tight",
    says="The bound of Lemma B.1 is tight: for every generating system some g in T attains it.",
    formula=r"\min_{g\in\mathcal{T}_t} \frac{\mathbb{E}(g, P_t^n g)}{\|g\|^2} = \lambda_*(G)",
    forall={"B": SYSTEMS, "n": SIZES},
    premises=["lem:quasi-projection_unbiased"],
    mutants={
        "the mean of the eigenvalues": {"least": np.mean},
        "one per cent less": {"least": lambda eigenvalues: 0.99 * eigenvalues[0]},
    },
)
def alignment_is_attained(system, n, *, least=smallest_positive):
    mean = symmetric(system.basis @ system.mean(n) @ system.basis.T)
    return equal(np.linalg.eigvalsh(mean)[0], least(system.eigenvalues), symbol="min E(g, Pⁿg)/‖g‖²")


@claim(
    "x:lemB.1-equality",
    says="If G = I, then E[(g, Pⁿg)] = ‖Pg‖² for every g in H.",
    formula=r"G = I \implies \mathbb{E}[(g, P_t^n g)\mid\mathcal{F}_t] = \|P_t g\|^2",
    forall={"B": SYSTEMS, "n": SIZES},
    given=[orthonormal],
    mutants={"any system": {"change": lambda system: system}, "the norm of g": {"of": lambda P: np.eye(len(P))}},
)
def alignment_is_equal_for_orthonormal_systems(system, n, *, change=orthonormalised, of=lambda P: P):
    mean = symmetric(change(system).mean(n))
    return equal(mean, of(system.projector), symbol="an entry of E Pⁿ")


@claim(
    "x:display-lemB.1-proof-mean",
    says="The mean of the non-projection is E[Pⁿg] = Σ_k (g, b_k) b_k.",
    formula=r"\mathbb{E}[P_t^n g\mid\mathcal{F}_t] = \sum_{k=1}^d (g, b_k)\,b_k",
    forall={"B": SYSTEMS, "n": SIZES},
    mutants={
        "one function less": {"members": slice(1, None)},
        "the projection": {"inverse": inverse_of},
    },
)
def mean_has_exact_inner_products(system, n, *, members=slice(None), inverse=lambda G: np.eye(len(G))):
    F = system.scaled[members]
    return equal(system.mean(n), F.T @ inverse(F @ F.T) @ F, symbol="an entry of E Pⁿ")


@claim(
    "x:display-lemB.1-proof-coefficients",
    says="With η_k = (g, b_k) and θ = G⁺η the mean of the non-projection is Σ η_k b_k, and the projection is Σ "
    "θ_k b_k.",
    formula=r"\mathbb{E}[P_t^n g\mid\mathcal{F}_t] = \sum_k \eta_k b_k,\quad "
    r"P_t g = \sum_k \theta_k b_k,\quad \theta = G^+\eta",
    forall={"B": SYSTEMS, "n": SIZES},
    mutants={
        "the coefficients exchanged": {"exchange": True},
        "an inverse that shrinks": {"inverse": lambda G: np.linalg.inv(G + 1e-3 * np.eye(len(G)))},
    },
)
def coefficients_of_mean_and_projection(system, n, *, exchange=False, inverse=inverse_of):
    """η and θ for all g at once; P comes from singular vectors and E Pⁿ from enumeration."""
    eta = system.scaled
    theta = inverse(system.gramian) @ eta
    first, second = (theta, eta) if exchange else (eta, theta)
    yield equal(eta.T @ first, system.mean(n), name="mean", digits=10, symbol="an entry of Σ η_k b_k")
    yield equal(eta.T @ second, system.projector, name="P", digits=10, symbol="an entry of Σ θ_k b_k")


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


@repair(
    "x:display-lemB.1-proof-quadratic/corrected",
    "x:display-lemB.1-proof-quadratic",
    by={"total": double_sum},
    says="The mean alignment is E[(g, Pⁿg)] = Σ_kl η_k θ_l (b_k, b_l) = θᵀGη = ηᵀG⁺Gη.",
    formula=r"\mathbb{E}(g, P_t^n g) = (P_t g, \mathbb{E} P_t^n g) = \sum_{k,l}\eta_k\theta_l (b_k, b_l) "
    r"= \theta^\intercal G\eta = \eta^\intercal G^+G\eta",
    forall={"B": SYSTEMS, "n": SIZES},
    finding="index-in-the-double-sum",
    mutants={
        "the index as printed": {"total": printed_sum},
        "the diagonal alone": {
            "total": lambda eta, theta, G: sum(a * b * G[k][k] for k, (a, b) in enumerate(zip(eta, theta, strict=True)))
        },
    },
)
@claim(
    "x:display-lemB.1-proof-quadratic",
    says="The mean alignment is E[(g, Pⁿg)] = Σ_kl η_k θ_k (b_k, b_l) = θᵀGη = ηᵀG⁺Gη.",
    formula=r"\mathbb{E}(g, P_t^n g) = (P_t g, \mathbb{E} P_t^n g) = \sum_{k,l}\eta_k\theta_k (b_k, b_l) "
    r"= \theta^\intercal G\eta = \eta^\intercal G^+G\eta",
    forall={"B": SYSTEMS, "n": SIZES},
    gravity="misprint",
    finding="index-in-the-double-sum",
)
def alignment_as_quadratic_form(system, n, *, total=printed_sum):
    """E(g, Pⁿg) by its definition and every form; the system (b, 2b) refutes the printed index at g = b: 27/5 for 5."""
    yield equal(total(ETA, THETA, GRAMIAN), Fraction(5), name="b and 2b", symbol="the double sum")
    G, inverse, mean, P = system.gramian, inverse_of(system.gramian), system.mean(n), system.projector
    for i, g in enumerate(np.eye(len(P))):
        eta = system.scaled @ g
        theta = inverse @ eta
        found = [(P @ g) @ (mean @ g), total(eta, theta, G), theta @ G @ eta, eta @ inverse @ G @ eta]
        scale = float(system.eigenvalues[-1])
        yield equal(found, g @ mean @ g, name=f"g_{i}", digits=10, scale=scale, symbol="a form of E(g, Pⁿg)")


@claim(
    "x:display-lemB.1-proof-spectral",
    says="By the compact spectral decomposition ηᵀG⁺Gη = ηᵀUUᵀη is at least λ_*(G) ηᵀG⁺η = λ_*(G)‖Pg‖².",
    formula=r"\eta^\intercal G^+G\eta = \eta^\intercal UU^\intercal\eta \ge "
    r"\lambda_*\eta^\intercal U\Lambda^{-1}U^\intercal\eta = \lambda_*\theta^\intercal G\theta = \lambda_*\|P_t g\|^2",
    forall={"B": SYSTEMS},
    tight="attained by the eigenfunction of the smallest positive eigenvalue",
    mutants={
        "one per cent more": {"least": lambda eigenvalues: 1.01 * eigenvalues[0]},
        "the factor one": {"least": lambda _: 1.0},
        "the top eigenvectors alone": {"first": -1},
        "the eigenvalues not inverted": {"power": 1},
    },
)
def spectral_decomposition_bounds_the_form(system, *, least=smallest_positive, first=0, power=-1):
    """Every member of the chain is a form in η, compared as a matrix in g; the inequality by its least eigenvalue."""
    F, G, inverse = system.scaled, system.gramian, inverse_of(system.gramian)
    values, vectors = (part[..., -system.dim :][..., first:] for part in np.linalg.eigh(G))
    left, middle = F.T @ vectors @ vectors.T @ F, F.T @ vectors @ np.diag(values**power) @ vectors.T @ F
    yield equal(left, F.T @ inverse @ G @ F, name="left", digits=10, symbol="an entry of UUᵀ")
    forms = [F.T @ inverse @ F, F.T @ inverse @ G @ inverse @ F, system.projector]
    yield equal(forms, np.stack([middle] * 3), name="right", digits=10, symbol="an entry of a form")
    lowest = np.linalg.eigvalsh(left - least(system.eigenvalues) * middle)[0]
    yield at_least(lowest, 0.0, name="bound", digits=10, symbol="the least gap")
