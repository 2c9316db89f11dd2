r"""Remark 3.2: is it necessary to control κ(G) and k_t for rates in the true risk?

For the paper's way to rates it is: (BBV) holds for every gradient, and for normal ones E‖P^1 g‖² = ∫ w K g² dρ, whose
supremum over ‖g‖ = 1 is k on a measure without atoms. For a target in T there are rates without: one point a step, the
error of the parameters goes e ↦ (I - s A) e with A = w Φ_x Φ_xᵀ, E A = G, and E A² ≤ R² G. Hence
E‖e_{t+1}‖² ≤ E‖e_t‖² - s (2 - s R²) E e_tᵀ G e_t, and for s = 1/R² the sum over all t of E e_tᵀ G e_t, which is twice
the excess of the true risk, is at most R² ‖e_0‖².
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from checks.hypotheses import least_squares_loss, target_in_class
from checks.instances.finite_systems import ANY_SYSTEM, HALVES, finite_systems, values
from checks.theory.finite import Finite, in_floats
from theorytest import at_least, at_most, claim, equal, family, horizon, threshold
from theorytest.approximation import Gaussian, Hermite, Legendre, Measure, Uniform

ANY_CONDITION = "generating systems and sampling measures, of any condition number"
STEPS = 400
CONDITION_NUMBERS = (2.0, 1e2, 1e4, 1e8)


def second_moments(size, system, measure, weigh, d):
    """∫ w K h_i h_j dρ for T = span of the first d functions h of a system, over the next `size` functions."""
    rule = measure.quadrature(2 * size + 2 * d + 2)
    h = system(size + d).values(rule.nodes)
    K = np.sum(h[:, :d] ** 2, axis=1)
    return (h[:, d:].T * (rule.weights * weigh(K) * K)) @ h[:, d:]


@dataclass(frozen=True)
class Bounded:
    """The first d functions of a system, one point and a finite k, by subspaces of more and more functions."""

    system: type
    measure: Measure
    d: int
    weigh: Callable = np.ones_like
    k: float = 0.0

    def relations(self, k, growth, weigh):  # noqa: ARG002 (the signature of an instance)
        """The largest eigenvalue over the next 120 functions comes near to k."""
        drawn = self.system, self.measure, weigh or self.weigh, self.d
        largest = [np.linalg.eigvalsh(second_moments(size, *drawn))[-1] for size in (10, 40, 120)]
        yield at_most(largest, k(self.k), name="not more", digits=9, symbol="c_var,2")
        yield at_least(largest[-1], threshold(0.998 * k(self.k)), name="approached", symbol="c_var,2")


@dataclass(frozen=True)
class Unbounded:
    """Lines and one plain Gaussian point: k = ∞."""

    def relations(self, k, growth, weigh):  # noqa: ARG002 (the signature of an instance)
        """Hermite polynomials h_m are normal for m ≥ 2: K = 1 + x² and x h_m = √(m+1) h_{m+1} + √m h_{m-1}."""
        m = np.arange(2, 40)
        squares = np.diag(second_moments(len(m), Hermite, Gaussian(), weigh or np.ones_like, 2))
        yield equal(squares, growth(m), name="without bound", digits=9, symbol="E‖P¹h_m‖²")


ONE_POINT = {
    "lines, optimal uniform points": Bounded(Legendre, Uniform(), 2, lambda K: 2 / K, 2.0),
    "lines, plain uniform points": Bounded(Legendre, Uniform(), 2, k=4.0),
    "parabolas, plain uniform points": Bounded(Legendre, Uniform(), 3, k=9.0),
    "Hermite 3, optimal Gaussian points": Bounded(Hermite, Gaussian(), 3, lambda K: 3 / K, 3.0),
    "lines, plain Gaussian points": Unbounded(),
}


@claim(
    "x:rmk-complexity-necessary",
    says="Rates by (BBV) need control of k: in L² without atoms the quasi-projection from one point has no c_var,2 "
    "below k.",
    formula=r"\sup_{g\perp\mathcal{T}_t}\frac{\mathbb{E}\|P_t^1g\|^2}{\|g\|^2} = k_t",
    forall={"T, μ": family(ONE_POINT, "spaces in L² without atoms, with an orthonormal basis and one point")},
    reading="Necessary for the paper's way to rates, by variance constants that hold for every gradient. Other ways "
    "to rates exist, see x:rmk-complexity-necessary/condition.",
    mutants={
        "one per cent less than k": {"k": lambda k: 0.99 * k},
        "one per cent more than k": {"k": lambda k: 1.01 * k},
        "optimal points of lines": {"weigh": lambda K: 2 / K},
        "2m + 1": {"growth": lambda m: 2 * m + 1},
    },
)
def no_constant_is_below_k(case, *, k=lambda k: k, growth=lambda m: 2 * m + 2, weigh=None):
    """E‖P¹g‖² = ∫ w K g² dρ for g ⊥ T; without atoms some g ⊥ T live where w K is as large as can be."""
    yield from case.relations(k, growth, weigh)


def flat_lines(kappa):
    """x and 1/√κ on the points ±1: G = diag(1, 1/κ), R² = 1 + 1/κ ≤ 2."""
    return Finite(HALVES, HALVES, values([-1.0, 1.0], np.full(2, kappa**-0.5)))


def systems():
    """Lines with large condition numbers, and every finite system."""
    return {f"lines, κ = {kappa:g}": flat_lines(kappa) for kappa in CONDITION_NUMBERS} | finite_systems()


def matrices(system):
    """A for every point that can be drawn, with its probability."""
    system = in_floats(system)
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
    voice="ours",
    kind="rate",
    says="For least squares with the target in T and steps 1/R², the mean excess risk of t steps of one-point SGD is "
    "at most R²‖θ₀ − θ*‖²/(2t).",
    formula=r"\frac1t\sum_{\tau<t}\mathbb{E}[\mathcal{L}(u_\tau) - \mathcal{L}_{\min}] \le "
    r"\frac{R^2\|\theta_0-\theta^*\|^2}{2t}, \qquad "
    r"R^2 = \max_x w\,\lambda^*\Big(\sum_k L_x\varphi_k(L_x\varphi_k)^\intercal\Big)",
    forall={"φ, μ": family(systems, ANY_CONDITION, search=ANY_SYSTEM, effort=40), "t": horizon},
    given=[least_squares_loss, target_in_class],
    reading="R² is k with K from the system φ, as in Lemma B.3; it knows nothing of the condition number.",
    tight="approached by tight frames as t tends to infinity",
    premises=["x:rmk-complexity-sgd-depends"],
    mutants={
        "steps twice as long": {"step": 2.0},
        "the largest Gramian eigenvalue for R²": {"bound": lambda system: system.eigenvalues[-1]},
    },
)
def rates_without_the_condition_number(system, *, bound=radius, step=1.0):
    """All draws; the supremum over e_0 is an eigenvalue."""
    total = np.linalg.eigvalsh(summed_excess(system, step / radius(system)))[-1]
    return at_most(total, bound(system), digits=9, until=STEPS, symbol="Σ E eᵀGe / ‖e_0‖²")
