r"""Lemma B.1 [lem:quasi-projection_unbiased]: E(g, P^n g) ≥ λ_*(G) ‖P g‖², with equality when G = I; and its proof."""

import numpy as np

from checks.hypotheses import orthonormal_system
from checks.instances.finite_systems import BASES_AMONG, SIZES, SYSTEMS
from checks.theory import symbolic_members as on
from checks.theory.finite import in_floats
from checks.theory.forms import compared_at, nonnegative, ordered, pseudo_inverse
from checks.theory.members_at import coefficients, each_sum
from theorytest import at_least, claim, equal, proof, repair

OVER = {"B": SYSTEMS, "n": SIZES}


def smallest_positive(eigenvalues):
    """λ_*."""
    return eigenvalues[0]


def symmetric(A):
    return (A + A.T) / 2


@claim(
    "x:appB-eigenvalues",
    also=["x:sec3.2-gramian-identity"],
    says="If the generating system is an orthonormal basis, then d = d_t and G = I, with the eigenvalues 1.",
    formula=r"\mathcal{B}_t \text{ orthonormal} \implies d = d_t,\ G = I,\ \lambda_*(G) = \lambda^*(G) = 1",
    forall={"B": BASES_AMONG},
    given=[orthonormal_system],
    mutants={"one per cent longer": {"percent": 101}},
)
def orthonormal_systems_have_the_identity(system, *, percent=100):
    """Bases of singular vectors and bases that are typed in; the inner products are summed over the points."""
    jets = percent * system.phi / 100
    G = np.einsum("kxa,jxa,x->kj", jets, jets, system.rho)
    yield equal(len(G), system.dim, name="d", symbol="d")
    yield equal(G, np.eye(len(G), dtype=int), name="G", symbol="(b_k, b_l)")


def alignment_on_symbols(*, least=smallest_positive):
    """E(η, ηⁿ) = ‖η‖² is at least λ_*(θ, η), since θᵀGθ ≥ λ_*‖θ‖²."""
    bound = least([on.least, on.lam]) * on.tangent
    return proof.statement(at_least(on.aligned, bound), given=on.MEAN | on.PROJECTION | on.LEAST, by=on.ALIGNMENT)


def alignment_at(system, n):
    """At the g of the check."""
    gap = symmetric(system.mean(n)) - smallest_positive(system.eigenvalues) * system.projector
    return [coefficients(system, n, g) for g in compared_at(gap)]


FROM_COEFFICIENTS = "Proved from E (g, b_k)ₙ = (g, b_k), Pg = Σ θ_k b_k with θ = G⁺η"


@claim(
    "lem:quasi-projection_unbiased",
    also=["x:display-lemB.1"],
    says="For the non-projection E[(g, Pⁿg)] is at least λ_*(G)‖Pg‖², for every g in H.",
    formula=r"\mathbb{E}[(g, P_t^n g)\mid\mathcal{F}_t] \ge \lambda_*(G)\,\|P_t g\|^2",
    forall=OVER,
    reading=f"{FROM_COEFFICIENTS}, and the definition of λ_*(G): θᵀGθ ≥ λ_*(G)‖θ‖² for θ orthogonal to ker G.",
    tight="attained by the eigenfunction of the smallest positive eigenvalue",
    premises=["x:display-lemB.1-proof-mean"],
    proof=proof.compared(alignment_on_symbols, alignment_at),
    mutants={"one per cent more": {"least": lambda eigenvalues: 101 * eigenvalues[0] / 100}},
)
def alignment_is_at_least(system, n, *, least=smallest_positive):
    """For all g at once: the least eigenvalue of the difference of the two forms, over all samples."""
    yield from ordered(least(system.eigenvalues) * system.projector, symmetric(system.mean(n)))


def attained_on_symbols(*, least=smallest_positive):
    """Where Gθ = λ_*θ, that is η = λ_*θ."""
    relation = equal(on.aligned, least([on.least, on.lam]) * on.tangent)
    eigenvector = proof.for_all(on.w, equal(proof.inner(on.w, on.eta), on.least * proof.inner(on.w, on.theta)))
    by = [
        proof.use("E (g, b_k)ₙ = (g, b_k)", at={"w": on.eta}),
        proof.use("eigenvector", at={"w": on.eta}),
        proof.use("θ = G⁺η", on.least),
    ]
    return proof.statement(relation, given=on.MEAN | on.PROJECTION | {"eigenvector": eigenvector}, by=by)


def attained_at(system, n):
    """At the worst unit vector of T."""
    b, mean = (A.astype(float) for A in (system.basis, system.mean(n)))
    return coefficients(in_floats(system), n, b.T @ np.linalg.eigh(symmetric(b @ mean @ b.T))[1][:, 0])


@claim(
    "x:lemB.1-tight",
    says="The bound of Lemma B.1 is tight: for every generating system some g in T attains it.",
    formula=r"\min_{g\in\mathcal{T}_t} \frac{\mathbb{E}(g, P_t^n g)}{\|g\|^2} = \lambda_*(G)",
    forall=OVER,
    reading=f"{FROM_COEFFICIENTS}, and Gθ = λ_*(G)θ for an eigenvector θ, so that g = Σ θ_k b_k attains it.",
    premises=["lem:quasi-projection_unbiased"],
    proof=proof.compared(attained_on_symbols, attained_at),
    mutants={"one per cent less": {"least": lambda eigenvalues: 99 * eigenvalues[0] / 100}},
)
def alignment_is_attained(system, n, *, least=smallest_positive):
    b, mean = (A.astype(float) for A in (system.basis, system.mean(n)))
    found = np.linalg.eigvalsh(symmetric(b @ mean @ b.T))[0]
    return equal(found, float(least(system.eigenvalues)), digits=11, symbol="min E(g, Pⁿg)/‖g‖²")


def mean_at(system, n):
    """At all pairs of unit vectors."""
    return each_sum(system, n, on.combined, system.scaled.T @ system.scaled)


@claim(
    "x:display-lemB.1-proof-mean",
    also=["eq:non-projection", "x:display-lemB.1-proof-coefficients"],
    says="The mean of the non-projection is E[Pⁿg] = Σ_k (g, b_k) b_k.",
    formula=r"\mathbb{E}[P_t^n g\mid\mathcal{F}_t] = \sum_{k=1}^d (g, b_k)\,b_k",
    forall=OVER,
    reading="Proved from the mean at one point, E w(x)(L_x g)ᵀ(L_x b_k) = (g, b_k), by linearity.",
    premises=["eq:measure_equality"],
    proof=proof.compared(on.mean_on_symbols, mean_at),
    mutants={"one point more": {"divisor": lambda n: n + 1}},
)
def mean_has_exact_inner_products(system, n, *, divisor=lambda n: n):
    return equal(n * system.mean(n) / divisor(n), system.scaled.T @ system.scaled, symbol="an entry of E Pⁿ")


def printed_sum(eta, theta, G):
    """Σ_kl η_k θ_k (b_k, b_l), the index as printed, as a matrix in g."""
    return eta.T @ (G.sum(axis=1)[:, None] * theta)


def double_sum(eta, theta, G):
    """Σ_kl η_k θ_l (b_k, b_l)."""
    return eta.T @ G @ theta


@repair(
    "x:display-lemB.1-proof-quadratic/corrected",
    "x:display-lemB.1-proof-quadratic",
    by={"total": double_sum},
    says="The mean alignment is E[(g, Pⁿg)] = Σ_kl η_k θ_l (b_k, b_l) = θᵀGη = ηᵀG⁺Gη.",
    formula=r"\mathbb{E}(g, P_t^n g) = (P_t g, \mathbb{E} P_t^n g) = \sum_{k,l}\eta_k\theta_l (b_k, b_l) = "
    r"\theta^\intercal G\eta = \eta^\intercal G^+G\eta",
    finding="index-in-the-double-sum",
    mutants={"the diagonal alone": {"total": lambda eta, theta, G: eta.T @ (np.diag(G)[:, None] * theta)}},
)
@claim(
    "x:display-lemB.1-proof-quadratic",
    says="The mean alignment is E[(g, Pⁿg)] = Σ_kl η_k θ_k (b_k, b_l) = θᵀGη = ηᵀG⁺Gη.",
    formula=r"\mathbb{E}(g, P_t^n g) = (P_t g, \mathbb{E} P_t^n g) = \sum_{k,l}\eta_k\theta_k (b_k, b_l) = "
    r"\theta^\intercal G\eta = \eta^\intercal G^+G\eta",
    forall=OVER,
    gravity="misprint",
    finding="index-in-the-double-sum",
)
def alignment_as_quadratic_form(system, n, *, total=printed_sum):
    """Every form as a matrix in g. The constant split into 3/5 and 4/5 refutes the index at g = 1: 637/625 for 1."""
    G, eta, mean, inverse = system.gramian, system.scaled, system.mean(n), pseudo_inverse(system.gramian)
    theta = inverse @ eta
    forms = [system.projector @ mean, total(eta, theta, G), theta.T @ G @ eta, eta.T @ inverse @ G @ eta]
    found, scale = [symmetric(form) for form in forms], float(system.eigenvalues[-1])
    return equal(found, symmetric(mean), digits=10, scale=scale, symbol="an entry of a form of E(g, Pⁿg)")


@claim(
    "x:display-lemB.1-proof-spectral",
    also=["x:display-lemB.1-proof-coefficients"],
    says="With θ = G⁺η, Pg = Σ θ_k b_k; by the compact spectral decomposition ηᵀG⁺Gη = ηᵀUUᵀη is at least λ_*(G) ηᵀG⁺η "
    "= λ_*(G)‖Pg‖².",
    formula=r"\eta^\intercal G^+G\eta = \eta^\intercal UU^\intercal\eta \ge \lambda_*\eta^\intercal "
    r"U\Lambda^{-1}U^\intercal\eta = \lambda_*\theta^\intercal G\theta = \lambda_*\|P_t g\|^2",
    forall={"B": SYSTEMS},
    tight="attained by the eigenfunction of the smallest positive eigenvalue",
    mutants={"one per cent more": {"least": lambda eigenvalues: 1.01 * eigenvalues[0]}},
)
def spectral_decomposition_bounds_the_form(system, *, least=smallest_positive):
    """Every member of the chain is a form in η, compared as a matrix in g; the inequality by its least eigenvalue."""
    F, G, P = (A.astype(float) for A in (system.scaled, system.gramian, system.projector))
    inverse = pseudo_inverse(G)
    values, vectors = (part[..., -system.dim :] for part in np.linalg.eigh(G))
    left, middle = F.T @ vectors @ vectors.T @ F, F.T @ vectors @ np.diag(1 / values) @ vectors.T @ F
    yield equal(left, F.T @ inverse @ G @ F, name="left", digits=10, symbol="an entry of the form ηᵀUUᵀη")
    forms = [F.T @ inverse @ F, F.T @ inverse @ G @ inverse @ F, P]
    yield equal(forms, np.stack([middle] * 3), name="right", digits=10, symbol="an entry of the form ηᵀUΛ⁻¹Uᵀη")
    yield nonnegative(left - least(system.eigenvalues.astype(float)) * middle, "bound")
