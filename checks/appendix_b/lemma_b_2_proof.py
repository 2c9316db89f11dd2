r"""The proof of Lemma B.2 [lem:quasi-projection_norm], display by display, for all g and all samples of few points."""

from __future__ import annotations

import numpy as np
from scipy.linalg import block_diag

from checks.appendix_b.lemma_b_2 import all_members, basis_members, first_members, largest
from checks.instances.finite_systems import christoffel, finite_systems
from checks.scaling import scaled
from theorytest import at_least, claim, equal, repair

SIZES = (1, 2, 3)


def empirical_moments(system, draws):
    """η^n as a matrix: (g, b_k)_n for all g."""
    return system.scaled * system.empirical(draws)


def expected(system, n, of):
    """The mean over all samples of a function of η^n."""
    return sum(p * of(empirical_moments(system, draws)) for p, draws in system.samples(n))


@claim(
    "x:display-lemB.2-proof-norms",
    kind="inequality",
    says="For every sample the squared norm of the estimate is a form in the empirical moments, and the largest "
    "Gramian eigenvalue bounds it and the squared moments.",
    formula=r"\|P_t^n g\|^2 = (\eta^n)^\intercal G\eta^n \le \lambda^*(G)\|\eta^n\|_2^2,\qquad "
    r"\|\eta\|_2^2 \le \lambda^*(G)\,\eta^\intercal G^+\eta = \lambda^*(G)\,\theta^\intercal G\theta "
    r"= \lambda^*(G)\|P_t g\|^2",
    expected="computed",
    tight="attained by the eigenfunction of the largest eigenvalue",
    mutants={
        "lam x 0.95": {"lam": scaled(largest, 0.95)},
        "the Gramian unused": {"gramian": lambda system: np.eye(len(system.gramian))},
    },
)
def norms_of_estimate_and_moments(*, lam=largest, gramian=lambda system: system.gramian):
    for name, system in finite_systems().items():
        F, G = system.scaled, gramian(system)
        inverse, P = np.linalg.pinv(G, rcond=1e-10), system.projector
        size = float(largest(system) ** 2)
        samples = [empirical_moments(system, draws) for _, draws in system.samples(2)]
        operators = [system.estimator(draws) for _, draws in system.samples(2)]
        forms = [[eta.T @ G @ eta for eta in samples], [operator.T @ operator for operator in operators]]
        yield equal(*forms, name=f"{name}: form", digits=10, symbol="an entry of a form")
        theta = inverse @ F
        forms = [F.T @ inverse @ F, theta.T @ G @ theta]
        yield equal(forms, np.stack([P, P]), name=f"{name}: P", digits=10, symbol="an entry of a form")
        gaps = [lam(system) * eta.T @ eta - eta.T @ G @ eta for eta in samples] + [lam(system) * P - F.T @ F]
        lowest = np.linalg.eigvalsh(gaps)[:, 0]
        yield at_least(lowest, 0.0, name=name, digits=10, scale=size, symbol="the least gap")


@claim(
    "x:display-lemB.2-proof-single",
    kind="identity",
    says="The second moment of one empirical inner product: pairs of distinct draws, and one draw with itself.",
    formula=r"\mathbb{E}(g, b_k)_n^2 = \frac{n(n-1)}{n^2}(g, b_k)^2 + "
    r"\frac1n\int w\,(L_xg)^\intercal(L_xb_k)(L_xb_k)^\intercal(L_xg)\,\mathrm{d}\rho",
    expected="computed",
    mutants={
        "no weight in the integral": {"weight": lambda system: np.ones_like(system.weight)},
        "all pairs": {"pairs": lambda n: n**2},
        "one draw less": {"singles": lambda n: n + 1},
    },
)
def second_moment_of_one_inner_product(
    *, weight=lambda system: system.weight, pairs=lambda n: n * (n - 1), singles=lambda n: n
):
    """As matrices in g, for every member of every system."""
    for name, system in finite_systems().items():
        for n in SIZES:
            for k, b in enumerate(system.scaled):
                value = expected(system, n, lambda eta, k=k: np.outer(eta[k], eta[k]))
                integral = np.einsum("x,xa,xb->xab", weight(system), system.phi[k], system.phi[k])
                claimed = pairs(n) / n**2 * np.outer(b, b) + block_diag(*integral) / singles(n)
                yield equal(value, claimed, name=f"{name}, n = {n}, b_{k}", digits=11, symbol="an entry")


def summed(members, lam, weight):
    """The equality with all members, then both inequalities, as forms in g."""
    for name, system in finite_systems().items():
        F, P, wK = system.scaled, system.projector, system.weighted(christoffel(members(system)))
        outer = block_diag(*np.einsum("x,kxa,kxb->xab", weight(system), system.phi, system.phi))
        for n in SIZES:
            value = expected(system, n, lambda eta: eta.T @ eta)
            first = (1 - 1 / n) * F.T @ F + outer / n
            second = (1 - 1 / n) * F.T @ F + np.diag(wK) / n
            third = (1 - 1 / n) * lam(system) * P + wK.max() / n * np.eye(len(P))
            where, size = f"{name}, n = {n}", float(largest(system))
            gaps = [np.linalg.eigvalsh(gap)[0] for gap in (second - first, third - second)]
            yield at_least(gaps, 0.0, name=where, digits=10, scale=size, symbol="the least gap")
            yield equal(value, first, name=f"{where}: sum", digits=10, symbol="an entry")


@claim(
    "x:display-lemB.2-proof-sum",
    kind="inequality",
    says="Summed over the system the second moments are bounded through the Christoffel function of the lemma, "
    "which sums the first d_t members.",
    formula=r"\mathbb{E}\|\eta^n\|_2^2 \le (1-\tfrac1n)\|\eta\|_2^2 + "
    r"\tfrac1n\int w\mathfrak{K}\|L_xg\|^2\mathrm{d}\rho "
    r"\le (1-\tfrac1n)\lambda^*(G)\|P_t g\|^2 + \tfrac{k_t}{n}\|g\|^2",
    expected="refuted",
    gravity="misprint",
    premises=["x:lemB.2-christoffel"],
)
def summed_moments_as_printed(*, members=first_members, lam=largest, weight=lambda system: system.weight):
    """The constant 1 listed twice refutes it: the left side sums both members and K only one."""
    yield from summed(members, lam, weight)


@repair(
    "x:display-lemB.2-proof-sum/corrected",
    "x:display-lemB.2-proof-sum",
    kind="inequality",
    says="Summed over the system the second moments are bounded through the Christoffel function of all members.",
    formula=r"\mathbb{E}\|\eta^n\|_2^2 = (1-\tfrac1n)\|\eta\|_2^2 + \tfrac1n\int w\,(L_xg)^\intercal"
    r"\Big(\sum_{k=1}^d (L_xb_k)(L_xb_k)^\intercal\Big)(L_xg)\,\mathrm{d}\rho \le "
    r"(1-\tfrac1n)\lambda^*(G)\|P_t g\|^2 + \tfrac{k_t}{n}\|g\|^2",
    expected="computed",
    tight="attained by scalar jets",
    premises=["x:lemB.2-christoffel"],
    mutants={
        "the first d_t members": {"members": first_members},
        "an orthonormal basis": {"members": basis_members},
        "five per cent less": {"lam": lambda system: 0.95 * largest(system)},
        "no weight in the integral": {"weight": lambda system: np.ones_like(system.weight)},
    },
)
def summed_moments(*, members=all_members, lam=largest, weight=lambda system: system.weight):
    yield from summed(members, lam, weight)
