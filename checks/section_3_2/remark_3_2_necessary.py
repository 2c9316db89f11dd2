r"""Remark 3.2: is it necessary to control k_t for rates in the true risk?

For the paper's way to rates it is: (BBV) holds for every gradient, and for normal ones E‖P^1 g‖² = ∫ w K g² dρ, whose
supremum over ‖g‖ = 1 is k on a measure without atoms. Rates for a target in T exist without it. There one step of SGD
for least squares with an orthonormal system is e ↦ (I - s Ĝ) e, so that the largest factor of E‖e‖² is
λ*(E (I - sĜ)²) = 1 - 2s + s² (n - 1 + m)/n with m = λ*(∫ w K b bᵀ dρ) ≤ k. What matters is m.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from scipy.special import factorial2

from checks.instances.spaces import FOUR_POINTS
from theorytest import at_least, at_most, claim, equal
from theorytest.approximation.enumeration import draws
from theorytest.approximation.measures import Gaussian, Uniform
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import empirical_gramian
from theorytest.approximation.systems import Hermite, Legendre, Monomials

QUARTER = Fraction(1, 4)


def gaussian_moment(power):
    """E x^p = (p - 1)!! for even p."""
    return Fraction(0) if power % 2 else Fraction(int(factorial2(power - 1, exact=True)) if power else 1)


def factor_on_lines(s):
    """The largest mean one-step factor for T = span{1, x}, plain Gaussian points, n = 1: E(I - s φφᵀ)² is diagonal."""
    m = [gaussian_moment(2 * k) + gaussian_moment(2 * k + 2) for k in (0, 1)]  # E (1 + x²) x^{2k} = 2 and 4
    return max(1 - 2 * s + s**2 * each for each in m)


def second_moments(system, measure, size, weigh):
    """∫ w K h_i h_j dρ for T = span of the first two functions h of a system, over the next `size` functions."""
    rule = measure.quadrature(2 * size + 6)
    h = system(size + 2).values(rule.nodes)
    K = np.sum(h[:, :2] ** 2, axis=1)
    return (h[:, 2:].T * (rule.weights * weigh(K) * K)) @ h[:, 2:]


@claim(
    "x:rmk-complexity-necessary",
    kind="constant",
    says="Read for the paper's way to rates, by variance constants that hold for every gradient: the least c_var2 "
    "of one point is k, so that plain Gaussian points have none for lines; plain uniform ones have 4.",
    formula=r"\sup_{g\perp\mathcal{T}_t}\frac{\mathbb{E}\|P_t^1g\|^2}{\|g\|^2} = "
    r"\sup_{g\perp\mathcal{T}_t}\frac{\int w_t\mathfrak{K}_tg^2\,\mathrm{d}\rho}{\|g\|^2} = k_t, \qquad "
    r"\mathbb{E}\|P_t^1h_m\|^2 = 2m + 2",
    expected="computed",
    tight="approached by functions that concentrate where K is largest",
    mutants={
        "k x 0.9": {"k": 0.9 * 4.0},
        "optimal points": {"weigh": lambda K: 2 / K},
        "2m + 1": {"growth": lambda m: 2 * m + 1},
    },
)
def infinite_k_leaves_no_constant(*, k=4.0, weigh=np.ones_like, growth=lambda m: 2 * m + 2):
    """Hermite polynomials h_m are normal for m ≥ 2: K = 1 + x² and x h_m = √(m+1) h_{m+1} + √m h_{m-1} give 2m + 2.

    For uniform points K = 1 + 3x²: the largest eigenvalue over more and more polynomials, up to 120, approaches 4.
    For a target in T rates exist without a finite k, see `x:rmk-complexity-necessary/recovery`.
    """
    m = np.arange(2, 40)
    squares = np.diag(second_moments(Hermite, Gaussian(), len(m), weigh))
    yield equal(squares, growth(m), name="Gaussian lines", digits=9, symbol="E|P^1 h_m|^2")
    largest = [np.linalg.eigvalsh(second_moments(Legendre, Uniform(), size, weigh))[-1] for size in (10, 40, 120)]
    yield at_most(largest, k, name="uniform lines", digits=9, symbol="c_var2")
    yield at_least(largest[-1], 0.998 * k, name="uniform lines: sharp", digits=9, symbol="c_var2")


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
    "x:rmk-complexity-necessary/recovery",
    kind="constant",
    says="For a target in T the mean one-step factor is governed by the largest eigenvalue of the integral of "
    "w K b b', which a finite k bounds: controlling k is sufficient there, and not necessary.",
    formula=r"\sup_e\frac{\mathbb{E}\|e_{t+1}\|^2}{\|e_t\|^2} = 1 - 2s + s^2\,\tfrac{n-1+m}{n} \le "
    r"1 - 2s + s^2\,\tfrac{n-1+k_t}{n}, "
    r"\qquad m = \lambda^*\Big(\int w_t\mathfrak{K}_t\,bb^\intercal\,\mathrm{d}\rho\Big)",
    expected="computed",
    tight="attained by constants",
    mutants={
        "the dimension for m": {"m": lambda sampler: float(sampler.space.dim)},
        "k for m": {"m": largest},
        "two per cent less than k": {"bound": lambda sampler: 0.98 * largest(sampler)},
    },
)
def finite_k_is_sufficient(*, m=seen, bound=largest):
    """All samples of four points; optimal points attain k, with m = k = d. Gaussian lines have m = 4 and k = ∞:
    with s = 1/4 their mean error shrinks by 3/4 a step.
    """
    s = 0.1
    for d in (1, 2, 3):
        for sampler in (Plain(Space(Monomials(d), FOUR_POINTS)), Optimal(Space(Monomials(d), FOUR_POINTS))):
            for n in (1, 3):
                name, value = f"dimension {d}, {type(sampler).__name__}, n = {n}", mean_factor(sampler, n, s)
                claimed, limit = factor(s, n, m(sampler)), factor(s, n, bound(sampler))
                yield equal(value, claimed, name=name, digits=11, symbol="the factor")
                yield at_most(value, limit, name=f"{name}: k", digits=11, symbol="the factor")
    exact = float(factor_on_lines(QUARTER))
    yield equal(gaussian_factor(2, 0.25), exact, name="Gaussian", digits=11, symbol="the factor")
