"""Section 3: random matrices and projections."""

import itertools
import math
from fractions import Fraction as F

import numpy as np

from theorytest import at_most, claim, family, integers, probability_at_most, reals, sampled, vectors
from theorytest.attacks.exact import eigenvalues

SIZES = family([1, 2, 4], "numbers of summands", search=integers(1, 4))
TURNS = family(
    {"the axes": (F(1), F(0)), "a turn": (F(3, 5), F(4, 5))}, "directions", search=vectors(2, -1, 1).map(tuple)
)


def sums(direction, n):
    """ε₁A₁ + … with A_k = diag(1, -1) and its mirror image along the direction, in turn; all signs."""
    a, b = (float(each) for each in direction)
    first, second = np.diag([1.0, -1.0]), np.array([[a * a - b * b, 2 * a * b], [2 * a * b, b * b - a * a]])
    summands = [first if k % 2 == 0 else second for k in range(n)]
    for signs in itertools.product((1, -1), repeat=n):
        yield summands, sum(sign * A for sign, A in zip(signs, summands, strict=True))


@claim(
    "thm:matrix-hoeffding",
    says="For a matrix Rademacher series, P(λ_max ≥ t) is at most d exp(−t²/(2σ²)), σ² = ‖ΣA_k²‖.",
    formula=r"\mathbb P(\lambda_{\max}(\textstyle\sum\varepsilon_kA_k)\ge t) \le d\,e^{-t^2/(2\sigma^2)}",
    forall={"A": TURNS, "n": SIZES, "t": family([F(1), F(2)], "levels", search=reals(0, 5, open=True))},
    mutants={"without d": {"front": 1, "times": 2}},
    reading="in dimension d = 2, for reflections A_k (Tropp 2012, Theorem 1.2)",
)
def matrix_rademacher(direction, n, t, *, front=2, times=1):
    found = list(sums(direction, n))
    sigma = np.linalg.eigvalsh(sum(A @ A for A in found[0][0]))[-1]
    likely = sum(np.linalg.eigvalsh(S)[-1] >= float(t) - 1e-12 for _, S in found) / len(found)
    return at_most(likely, front * math.exp(-times * float(t) ** 2 / (2 * max(sigma, 1e-300))))


@claim(
    "thm:matrix-bernstein",
    says="If λ_max(A_k) ≤ R, then P(λ_max(ΣA_k) ≥ t) is at most d exp(−t²/(2(σ² + Rt/3))).",
    formula=r"\mathbb P(\lambda_{\max}\ge t) \le d\,e^{-t^2/(2(\sigma^2+Rt/3))}",
    forall={"A": TURNS, "n": SIZES, "t": family([F(1), F(2)], "levels", search=reals(0, 5, open=True))},
    mutants={"four times the exponent, without d": {"front": 1, "times": 4}},
    reading="in dimension d = 2 for centred ±A_k with reflections A_k, so that R = 1 (Tropp 2012, Theorem 1.4)",
)
def matrix_bernstein(direction, n, t, *, front=2, times=1):
    found, t = list(sums(direction, n)), float(t)
    sigma = np.linalg.eigvalsh(sum(A @ A for A in found[0][0]))[-1]
    likely = sum(np.linalg.eigvalsh(S)[-1] >= t - 1e-12 for _, S in found) / len(found)
    return at_most(likely, front * math.exp(-times * t**2 / (2 * (sigma + t / 3))))


@claim(
    "lem:golden-thompson",
    says="The trace of exp(A + B) is at most that of exp(A)exp(B) for symmetric matrices.",
    formula=r"\operatorname{tr}e^{A+B} \le \operatorname{tr}e^Ae^B",
    forall={"A": TURNS, "s": family([F(1), F(-1, 2)], "factors", search=reals(-3, 3))},
    mutants={"one per cent less": {"factor": 0.99}},
    tight="attained by matrices that commute",
    reading="for A = diag(1, −1) and B a multiple of a reflection (Golden 1965, Thompson 1965)",
)
def golden_thompson(direction, s, *, factor=1):
    (first, *_), _ = next(iter(sums(direction, 1)))
    second = next(iter(sums(direction, 2)))[0][1] * float(s)

    def exponential(A):
        values, basis = np.linalg.eigh(A)
        return basis @ np.diag(np.exp(values)) @ basis.T

    together = np.trace(exponential(first + second))
    return at_most(together, factor * np.trace(exponential(first) @ exponential(second)), digits=10)


@claim(
    "thm:johnson-lindenstrauss",
    says="A Gaussian map to k dimensions moves ‖x‖² by more than ε‖x‖² with probability at most 2exp(−k(ε²/4 − ε³/6)).",
    formula=r"\mathbb P(|\|Px\|^2-\|x\|^2|>\varepsilon\|x\|^2) \le 2e^{-k(\varepsilon^2/4-\varepsilon^3/6)}",
    expected="confirmed",
    mutants={"the fourth power of it": {"power": 4}},
    reading="for ε = 1/2, k = 40 and a unit vector x (Dasgupta and Gupta 2003): k‖Px‖² is χ² with k degrees of freedom",
)
def johnson_lindenstrauss(*, power=1):
    k, epsilon = 40, 0.5
    bound = (2 * math.exp(-k * (epsilon**2 / 4 - epsilon**3 / 6))) ** power

    def event(rng, size):
        return (np.abs(rng.chisquare(k, size) / k - 1) > epsilon).astype(float)

    return sampled(probability_at_most, event, bound=bound, resolution=0.1, max_draws=400_000)


@claim(
    "thm:weyl",
    says="The largest eigenvalue of a sum is at most the sum of the largest eigenvalues.",
    formula=r"\lambda_{\max}(A+B) \le \lambda_{\max}(A)+\lambda_{\max}(B)",
    forall={"A": TURNS},
    mutants={"one per cent less": {"factor": F(99, 100)}},
    tight="attained by matrices that commute",
)
def weyl(direction, *, factor=1):
    a, b = direction
    one = a - a + 1  # in the arithmetic of the direction
    first = np.array([[one, 0 * one], [0 * one, -one]])
    second = np.array([[a * a - b * b, 2 * a * b], [2 * a * b, b * b - a * a]])
    top = [eigenvalues(each)[-1] for each in (first + second, first, second)]
    return at_most(top[0], factor * (top[1] + top[2]))
