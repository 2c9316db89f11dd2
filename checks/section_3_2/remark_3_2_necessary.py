r"""Remark 3.2: is it necessary to control k_t for rates in the true risk?

One step of SGD for least squares with an orthonormal system and a target in T: e ↦ (I - s Ĝ) e, so that the largest
factor of E‖e‖² is λ*(E (I - sĜ)²) = 1 - 2s + s² (n - 1 + m)/n with m = λ*(∫ w K b bᵀ dρ) ≤ k. What matters is m.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from scipy.special import factorial2

from checks.instances import FOUR_POINTS
from theorytest import claim
from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.enumeration import draws
from theorytest.approximation.measures import Gaussian
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import empirical_gramian
from theorytest.approximation.systems import Hermite, Monomials
from theorytest.verdicts.exact import value_at_least, value_at_most, value_equals

QUARTER = Fraction(1, 4)


def gaussian_moment(power):
    """E x^p = (p - 1)!! for even p."""
    return Fraction(0) if power % 2 else Fraction(int(factorial2(power - 1, exact=True)) if power else 1)


def factor_on_lines(s):
    """The largest mean one-step factor for T = span{1, x}, plain Gaussian points, n = 1: E(I - s φφᵀ)² is diagonal."""
    m = [gaussian_moment(2 * k) + gaussian_moment(2 * k + 2) for k in (0, 1)]  # E (1 + x²) x^{2k} = 2 and 4
    return max(1 - 2 * s + s**2 * each for each in m)


@claim(
    "x:rmk-complexity-necessary",
    kind="remark",
    statement="Where k is infinite, plain SGD has no rate in the true risk: its mean one-step factor is not below one.",
    formula=r"k_t = \infty \implies \sup_e \frac{\mathbb{E}\|e_{t+1}\|^2}{\|e_t\|^2} \ge 1",
    expected="refuted",
    gravity="wrong statement",
    mutants={"a larger step": {"step": Fraction(3, 8)}},
)
def infinite_k_forbids_rates(evidence, *, step=QUARTER):
    """Lines, one plain Gaussian point, s = 1/4: K = 1 + x² is unbounded, and the mean error shrinks by 3/4 a step."""
    k = Christoffel(Space(Hermite(2), Gaussian())).k("constant").value
    evidence.exactly(value_equals, k, np.inf, name="k", digits=None, symbol="k")
    evidence.exactly(value_at_least, factor_on_lines(step), 1, name="lines", digits=None, symbol="the factor")


def mean_factor(sampler, n, s):
    """λ*(E (I - s Ĝ)²) over all samples of n points."""
    every = draws(sampler, n)
    E = np.eye(sampler.space.dim) - s * empirical_gramian(sampler, every.points)
    return np.linalg.eigvalsh(np.einsum("r,rij,rjk->ik", every.probability, E, E))[-1]


def gaussian_factor(d, s):
    """The same for polynomials, one plain Gaussian point, by a quadrature that is exact for them."""
    rule = Gaussian().quadrature(4 * d)
    b = Hermite(d).values(rule.nodes)
    E = np.eye(d) - s * b[:, :, None] * b[:, None, :]
    return np.linalg.eigvalsh(np.einsum("r,rij,rjk->ik", rule.weights, E, E))[-1]


def seen(sampler):
    """m = λ*(∫ w K b bᵀ dρ)."""
    b = sampler.space.jets(FOUR_POINTS.points)[..., 0]
    wK = sampler.weight(FOUR_POINTS.points) * np.sum(b**2, axis=1)
    return np.linalg.eigvalsh((b.T * (FOUR_POINTS.weights * wK)) @ b)[-1]


def largest(sampler):
    """k = max w K."""
    b = sampler.space.jets(FOUR_POINTS.points)[..., 0]
    return np.max(sampler.weight(FOUR_POINTS.points) * np.sum(b**2, axis=1))


def factor(s, n, m):
    """1 - 2s + s² (n - 1 + m)/n."""
    return 1 - 2 * s + s**2 * (n - 1 + m) / n


@claim(
    "x:rmk-complexity-necessary/corrected",
    kind="constant",
    statement="The mean one-step factor is governed by the largest eigenvalue of the integral of w K b b', which a "
    "finite k bounds: controlling k is sufficient.",
    formula=r"\sup_e\frac{\mathbb{E}\|e_{t+1}\|^2}{\|e_t\|^2} = 1 - 2s + s^2\,\tfrac{n-1+m}{n} \le "
    r"1 - 2s + s^2\,\tfrac{n-1+k_t}{n}, "
    r"\qquad m = \lambda^*\Big(\int w_t\mathfrak{K}_t\,bb^\intercal\,\mathrm{d}\rho\Big)",
    form="corrected",
    corrects="x:rmk-complexity-necessary",
    expected="exact",
    mutants={
        "the dimension for m": {"m": lambda sampler: float(sampler.space.dim)},
        "k for m": {"m": largest},
        "two per cent less than k": {"bound": lambda sampler: 0.98 * largest(sampler)},
    },
)
def finite_k_is_sufficient(evidence, *, m=seen, bound=largest):
    """All samples of four points; optimal points attain k, with m = k = d. Gaussian lines have m = 4 and k = ∞."""
    s = 0.1
    for d in (1, 2, 3):
        for sampler in (Plain(Space(Monomials(d), FOUR_POINTS)), Optimal(Space(Monomials(d), FOUR_POINTS))):
            for n in (1, 3):
                name, value = f"dimension {d}, {type(sampler).__name__}, n = {n}", mean_factor(sampler, n, s)
                claimed, limit = factor(s, n, m(sampler)), factor(s, n, bound(sampler))
                evidence.exactly(value_equals, value, claimed, name=name, digits=11, symbol="the factor")
                evidence.exactly(value_at_most, value, limit, name=f"{name}: k", digits=11, symbol="the factor")
    exact = float(factor_on_lines(QUARTER))
    evidence.exactly(value_equals, gaussian_factor(2, 0.25), exact, name="Gaussian", digits=11, symbol="the factor")
