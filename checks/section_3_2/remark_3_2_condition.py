r"""Remark 3.2: is it necessary to control the condition number of the Gramian for rates in the true risk?

For exponential rates it is (x:rmk-complexity-sgd-depends), not for rates. Target in T, one point a step: the error of
the parameters goes e ↦ (I - s A) e with A = w Φ_x Φ_xᵀ, E A = G, and E A² ≤ R² G for R² = max w λ*(Φ_x Φ_xᵀ). Hence
E‖e_{t+1}‖² ≤ E‖e_t‖² - s (2 - s R²) E e_tᵀ G e_t, and for s = 1/R² the sum over all t of E e_tᵀ G e_t, which is twice
the excess of the true risk, is at most R² ‖e_0‖².
"""

from __future__ import annotations

import numpy as np

from checks.instances.finite_systems import HALVES, Finite, finite_systems, values
from checks.scaling import scaled
from theorytest import at_least, at_most, claim

STEPS = 400
CONDITION_NUMBERS = (2.0, 1e2, 1e4, 1e8)


def flat_lines(kappa):
    """x and 1/√κ on the points ±1: G = diag(1, 1/κ), R² = 1 + 1/κ ≤ 2."""
    return Finite(HALVES, HALVES, values([-1.0, 1.0], np.full(2, kappa**-0.5)))


def matrices(system):
    """A for every point that can be drawn, with its probability."""
    drawn = np.flatnonzero(system.mu > 0)
    phi = system.phi[:, drawn]
    return system.mu[drawn], np.einsum("x,kxl,jxl->xkj", system.weight[drawn], phi, phi)


def radius(system):
    """R²."""
    return max(np.linalg.eigvalsh(A)[-1] for A in matrices(system)[1])


def summed_excess(system, s):
    """M with e_0ᵀ M e_0 = Σ_{t < T} E e_tᵀ G e_t, by the adjoint of the step."""
    p, A = matrices(system)
    E, M = np.eye(A.shape[-1]) - s * A, np.einsum("x,xkj->kj", p, A)
    total = np.zeros_like(M)
    for _ in range(STEPS):
        total, M = total + M, np.einsum("x,xki,kl,xlj->ij", p, E, M, E)
    return total


@claim(
    "x:rmk-complexity-necessary/condition",
    kind="rate",
    says="For a target in T and steps 1/R^2 the mean over t steps of the excess risk of SGD is at most "
    "R^2 |e_0|^2 / (2 t) for every condition number, and for systems that are redundant: controlling kappa is not "
    "necessary for this rate.",
    formula=r"\frac1t\sum_{\tau<t}\mathbb{E}[\mathcal{L}(u_\tau) - \mathcal{L}_{\min}] \le "
    r"\frac{R^2\|\theta_0-\theta^*\|^2}{2t}, \qquad "
    r"R^2 = \max_x w\,\lambda^*\Big(\sum_k L_x\varphi_k(L_x\varphi_k)^\intercal\Big)",
    expected="computed",
    tight="attained by tight frames",
    premises=["x:rmk-complexity-sgd-depends"],
    mutants={
        "bound x 0.9": {"bound": scaled(radius, 0.9)},
        "steps twice as long": {"step": 2.0},
        "the largest Gramian eigenvalue for R²": {"bound": lambda system: system.eigenvalues[-1]},
    },
)
def rates_without_the_condition_number(*, bound=radius, step=1.0):
    """All draws; the supremum over e_0 is an eigenvalue. Attained where w |φ(x)|² is the same at every point."""
    cases = {f"kappa = {kappa:g}": flat_lines(kappa) for kappa in CONDITION_NUMBERS} | finite_systems()
    for name, system in cases.items():
        total = np.linalg.eigvalsh(summed_excess(system, step / radius(system)))[-1]
        yield at_most(total, bound(system), name=name, digits=9, symbol="the sum")
    for kappa in CONDITION_NUMBERS:
        found = np.divide(*flat_lines(kappa).eigenvalues[[-1, 0]])
        yield at_least(found, 0.999 * kappa, name=f"kappa = {kappa:g}: reached", digits=None, symbol="kappa")
