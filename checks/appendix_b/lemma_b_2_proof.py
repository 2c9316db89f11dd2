r"""The proof of Lemma B.2 [lem:quasi-projection_norm], display by display, for all g and all samples of few points."""

import numpy as np
from scipy.linalg import block_diag

from checks.instances.finite_systems import SYSTEMS, christoffel
from checks.theory.non_projection import all_members, basis_members, first_members, largest, one_twice
from theorytest import at_least, at_most, claim, equal, family, repair

SIZES = family([1, 2, 3], "positive integers")


def empirical_moments(system, draws):
    """η^n as a matrix: (g, b_k)_n for all g."""
    return system.scaled * system.empirical(draws)


def expected(system, n, of):
    """The mean over all samples of a function of η^n."""
    return sum(p * of(empirical_moments(system, draws)) for p, draws in system.samples(n))


@claim(
    "x:display-lemB.2-proof-norms",
    says="For every sample ‖Pⁿg‖² = (ηⁿ)ᵀGηⁿ is at most λ*(G)‖ηⁿ‖², and ‖η‖² is at most λ*(G)‖Pg‖².",
    formula=r"\|P_t^n g\|^2 = (\eta^n)^\intercal G\eta^n \le \lambda^*(G)\|\eta^n\|_2^2,\qquad "
    r"\|\eta\|_2^2 \le \lambda^*(G)\,\eta^\intercal G^+\eta = \lambda^*(G)\,\theta^\intercal G\theta "
    r"= \lambda^*(G)\|P_t g\|^2",
    forall={"B": SYSTEMS, "n": SIZES},
    tight="attained by the eigenfunction of the largest eigenvalue",
    mutants={
        "one per cent less": {"lam": lambda system: 0.99 * largest(system)},
        "the Gramian unused": {"gramian": lambda system: np.eye(len(system.gramian))},
    },
)
def norms_of_estimate_and_moments(system, n, *, lam=largest, gramian=lambda system: system.gramian):
    F, G, P, size = system.scaled, gramian(system), system.projector, float(largest(system) ** 2)
    inverse = np.linalg.pinv(G, rcond=1e-10)
    drawn = [draws for _, draws in system.samples(n)]
    samples, operators = ([of(draws) for draws in drawn] for of in (_moments_in(system), system.estimator))
    forms = [eta.T @ G @ eta for eta in samples]
    yield equal(forms, [A.T @ A for A in operators], name="norm", digits=10, symbol="an entry of ‖Pⁿg‖²")
    theta = inverse @ F
    yield equal(
        [F.T @ inverse @ F, theta.T @ G @ theta], np.stack([P, P]), name="P", digits=10, symbol="an entry of ‖Pg‖²"
    )
    gaps = [lam(system) * eta.T @ eta - form for eta, form in zip(samples, forms, strict=True)]
    lowest = np.linalg.eigvalsh([*gaps, lam(system) * P - F.T @ F])[:, 0]
    yield at_least(lowest, 0.0, name="bounds", digits=10, scale=size, symbol="the least gap")


def _moments_in(system):
    return lambda draws: empirical_moments(system, draws)


@claim(
    "x:display-lemB.2-proof-single",
    says="The second moment of (g, b_k)ₙ is (1 - 1/n)(g, b_k)² + (1/n) ∫ w ((L_x g)ᵀ(L_x b_k))² dρ.",
    formula=r"\mathbb{E}(g, b_k)_n^2 = \frac{n(n-1)}{n^2}(g, b_k)^2 + "
    r"\frac1n\int w\,(L_xg)^\intercal(L_xb_k)(L_xb_k)^\intercal(L_xg)\,\mathrm{d}\rho",
    forall={"B": SYSTEMS, "n": SIZES},
    mutants={
        "no weight in the integral": {"weight": lambda system: np.ones_like(system.weight)},
        "all pairs": {"pairs": lambda n: n**2},
        "one draw less": {"singles": lambda n: n + 1},
    },
)
def second_moment_of_one_inner_product(
    system, n, *, weight=lambda system: system.weight, pairs=lambda n: n * (n - 1), singles=lambda n: n
):
    """As matrices in g, for every member of the system."""
    for k, b in enumerate(system.scaled):
        value = expected(system, n, lambda eta, k=k: np.outer(eta[k], eta[k]))
        integral = np.einsum("x,xa,xb->xab", weight(system), system.phi[k], system.phi[k])
        formula = pairs(n) / n**2 * np.outer(b, b) + block_diag(*integral) / singles(n)
        yield equal(value, formula, name=f"b_{k}", digits=11, symbol="an entry of E(g, b_k)ₙ²")


@repair(
    "x:display-lemB.2-proof-sum/corrected",
    "x:display-lemB.2-proof-sum",
    by={"members": all_members},
    says="With K from all d members, E‖ηⁿ‖² is at most (1 - 1/n)λ*(G)‖Pg‖² + (k/n)‖g‖², by the two steps of the proof.",
    formula=r"\mathbb{E}\|\eta^n\|_2^2 = (1-\tfrac1n)\|\eta\|_2^2 + \tfrac1n\int w\,(L_xg)^\intercal"
    r"\Big(\sum_{k=1}^d (L_xb_k)(L_xb_k)^\intercal\Big)(L_xg)\,\mathrm{d}\rho \le "
    r"(1-\tfrac1n)\lambda^*(G)\|P_t g\|^2 + \tfrac{k_t}{n}\|g\|^2",
    forall={"B": SYSTEMS, "n": SIZES},
    finding="sum-to-d_t",
    tight="attained by scalar jets",
    mutants={
        "an orthonormal basis": {"members": basis_members},
        "one per cent less": {"lam": lambda system: 0.99 * largest(system)},
        "no weight in the integral": {"weight": lambda system: np.ones_like(system.weight)},
    },
)
@claim(
    "x:display-lemB.2-proof-sum",
    says="With K from the first d_t members, E‖ηⁿ‖² is at most (1 - 1/n)λ*(G)‖Pg‖² + (k/n)‖g‖², by the two "
    "steps of the proof.",
    formula=r"\mathbb{E}\|\eta^n\|_2^2 \le (1-\tfrac1n)\|\eta\|_2^2 + "
    r"\tfrac1n\int w\mathfrak{K}\|L_xg\|^2\mathrm{d}\rho "
    r"\le (1-\tfrac1n)\lambda^*(G)\|P_t g\|^2 + \tfrac{k_t}{n}\|g\|^2",
    forall={"B": SYSTEMS, "n": SIZES},
    gravity="misprint",
    finding="sum-to-d_t",
)
def summed_moments(system, n, *, members=first_members, lam=largest, weight=lambda system: system.weight):
    """The equality with all members, then both inequalities, as forms in g; the constant 1 listed twice refutes."""
    moments, K = one_twice(members)
    yield at_most(sum(each**2 for each in moments), K, name="1 twice, in fractions", symbol="E‖η¹‖² for g = 1")
    F, P, wK = system.scaled, system.projector, system.weighted(christoffel(members(system)))
    outer = block_diag(*np.einsum("x,kxa,kxb->xab", weight(system), system.phi, system.phi))
    first = (1 - 1 / n) * F.T @ F + outer / n
    second = (1 - 1 / n) * F.T @ F + np.diag(wK) / n
    third = (1 - 1 / n) * lam(system) * P + wK.max() / n * np.eye(len(P))
    value = expected(system, n, lambda eta: eta.T @ eta)
    yield equal(value, first, name="sum", digits=10, symbol="an entry of E‖ηⁿ‖²")
    for name, gap in (("w K", second - first), ("k", third - second)):
        lowest = np.linalg.eigvalsh(gap)[0]
        yield at_least(lowest, 0.0, name=name, digits=10, scale=float(largest(system)), symbol="the least gap")
