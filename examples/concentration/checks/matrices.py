"""Section 3: random matrices and projections.

Sums of independent matrices are enumerated over all outcomes; numbers, which are matrices of size one, show that the
exponents are sharp.
"""

import itertools
import math
from dataclasses import dataclass
from fractions import Fraction as F
from typing import Any

import numpy as np
from coins import log_binomial_tail
from scipy.linalg import expm
from scipy.stats import chi2

from theorytest import at_most, claim, family, mean_equals, parametric, reals, same_size, sampled, symmetric
from theorytest.attacks.exact import eigenvalues

MORE = {"five per cent more": {"times": 1.05}}


def _top(A):
    return float(np.linalg.eigvalsh(np.asarray(A, dtype=float))[-1])


@dataclass(frozen=True, eq=False)
class Summands:
    """Fixed symmetric matrices A_1, …, A_n, each with a random factor of two values."""

    title: str
    matrices: Any  # (n, d, d)

    @property
    def name(self):
        return self.title or f"{self.n} matrices {self.matrices.tolist()}"

    @property
    def d(self):
        return self.matrices.shape[-1]

    @property
    def n(self):
        return len(self.matrices)

    @property
    def square(self):
        """‖ΣA_k²‖."""
        return _top(np.einsum("kij,kjl->il", self.matrices, self.matrices))

    @property
    def largest(self):
        """max ‖A_k‖."""
        return float(np.max(np.abs(np.linalg.eigvalsh(self.matrices))))

    def log_tail(self, factors, t, p=0.5):
        """log P(λ_max(Σ x_k A_k) ≥ t) for independent x_k that take the second factor with probability p."""
        likely = 0.0
        for sides in itertools.product((0, 1), repeat=self.n):
            total = sum(factors[side] * A for side, A in zip(sides, self.matrices, strict=True))
            if _top(total) >= t * (1 - 1e-12):
                likely += p ** sum(sides) * (1 - p) ** (self.n - sum(sides))
        return math.log(likely) if likely else -math.inf


@dataclass(frozen=True, eq=False)
class Ones:
    """n times the number 1."""

    n: int
    d: int = 1
    largest: float = 1.0

    @property
    def name(self):
        return f"{self.n} times the number 1"

    @property
    def square(self):
        """n."""
        return float(self.n)

    def log_tail(self, factors, t, p=0.5):
        """The same by a binomial tail."""
        low, high = factors
        return log_binomial_tail(self.n, p, math.ceil((t - self.n * low) / (high - low) * (1 - 1e-12)))


def _mirrored(shape, x):
    n, d = shape
    A = x.astype(float).reshape(n, d, d)
    return Summands("", (A + np.swapaxes(A, 1, 2)) / 2)


def _square(shape, x):
    A = x.astype(float).reshape(shape[0], shape[1], shape[1])
    return Summands("", A @ np.swapaxes(A, 1, 2))


def _searched(build):
    shapes = [(1, 1), (2, 1), (1, 2), (2, 2), (3, 2), (2, 3), (4, 2)]
    every = parametric(lambda s: s[0] * s[1] ** 2, build, shapes, low=-2, high=2)
    return every.where(lambda summands: summands.square > 1e-9, "σ² > 10⁻⁹, below which rounding decides")


_FLIP, _SWAP = np.diag([1.0, -1.0]), np.array([[0.0, 1.0], [1.0, 0.0]])
SYMMETRIC = family(
    [Ones(1), Summands("a flip and a swap", np.stack([_FLIP, _SWAP])), Ones(10**6)],
    "symmetric matrices A_1, …, A_n",
    search=_searched(_mirrored),
)
POSITIVE = family(
    [Ones(1), Summands("two axes", np.stack([np.diag([1.0, 0.0]), np.diag([0.0, 1.0])])), Ones(10**8)],
    "positive semidefinite matrices A_1, …, A_n",
    search=_searched(_square),
)


@claim(
    "thm:matrix-hoeffding",
    says="For a matrix Rademacher series, P(λ_max ≥ t) is at most d exp(−t²/(2σ²)), σ² = ‖ΣA_k²‖.",
    formula=r"\mathbb P(\lambda_{\max}(\textstyle\sum\varepsilon_kA_k)\ge t) \le d\,e^{-t^2/(2\sigma^2)}",
    forall={"A": SYMMETRIC, "t": family([F(1), F(20)], "levels t/σ", search=reals(0, 4, open=True))},
    mutants=MORE,
    reading="Tropp 2012, Theorem 1.2",
)
def matrix_rademacher(summands, level, *, times=1):
    t = float(level) * math.sqrt(summands.square)
    bound = math.log(summands.d) - times * float(level) ** 2 / 2
    return at_most(summands.log_tail((-1, 1), t), bound, symbol="log P")


@claim(
    "thm:matrix-bernstein",
    says="If X_k is independent, centred and ‖X_k‖ ≤ R, then P(λ_max(ΣX_k) ≥ t) is at most d exp(−t²/(2(σ² + Rt/3))).",
    formula=r"\mathbb P(\lambda_{\max}\ge t) \le d\,e^{-t^2/(2(\sigma^2+Rt/3))}",
    forall={"A": SYMMETRIC, "t": family([F(1), F(20)], "levels t/σ", search=reals(0, 4, open=True))},
    mutants=MORE,
    reading="for X_k = ±A_k (Tropp 2012, Theorem 1.4)",
)
def matrix_bernstein(summands, level, *, times=1):
    sigma = math.sqrt(summands.square)
    t = float(level) * sigma
    exponent = t**2 / (2 * (sigma**2 + summands.largest * t / 3)) if sigma else 0.0
    return at_most(summands.log_tail((-1, 1), t), math.log(summands.d) - times * exponent, symbol="log P")


@claim(
    "thm:matrix-chernoff",
    says="If X_k is independent with 0 ≤ X_k ≤ R, then P(λ_max(ΣX_k) ≥ (1 + δ)μ) is at most "
    "d(e^δ/(1 + δ)^(1+δ))^(μ/R), μ = λ_max(ΣE X_k).",
    formula=r"\mathbb P(\lambda_{\max}\ge(1+\delta)\mu) \le "
    r"d\,\Bigl(\tfrac{e^\delta}{(1+\delta)^{1+\delta}}\Bigr)^{\mu/R}",
    forall={
        "A": POSITIVE,
        "p": family([0.5, 0.001], "probabilities", search=reals(0, 1, open=True)),
        "δ": family([F(1, 20), F(1)], "δ > 0", search=reals(0, 4, open=True)),
    },
    mutants=MORE,
    reading="for X_k = A_k with probability p and 0 otherwise (Tropp 2012, Theorem 1.1)",
)
def matrix_chernoff(summands, p, delta, *, times=1):
    p, d, R = float(p), float(delta), summands.largest
    mu = p * (summands.n if isinstance(summands, Ones) else _top(np.sum(summands.matrices, axis=0)))
    exponent = mu / R * ((1 + d) * math.log1p(d) - d) if R else 0.0
    return at_most(summands.log_tail((0, 1), (1 + d) * mu, p), math.log(summands.d) - times * exponent, symbol="log P")


PAIRS = family(
    {"two flips": (_FLIP, _FLIP), "a flip and a swap": (_FLIP, _SWAP), "numbers": (np.eye(1), -np.eye(1))},
    "symmetric matrices A and B of one size",
    search=same_size(symmetric([1, 2, 3]), symmetric([1, 2, 3])),
)


@claim(
    "lem:golden-thompson",
    says="The trace of exp(A + B) is at most that of exp(A)exp(B) for symmetric matrices.",
    formula=r"\operatorname{tr}e^{A+B} \le \operatorname{tr}e^Ae^B",
    forall={"A, B": PAIRS},
    mutants={"one per cent less": {"factor": 0.99}},
    tight="attained by matrices that commute",
    reading="Golden 1965, Thompson 1965",
)
def golden_thompson(pair, *, factor=1):
    A, B = (np.asarray(each, dtype=float) for each in pair)
    largest = max(np.linalg.norm(A, 2), np.linalg.norm(B, 2), 1.0)  # up to norm 1, so that nothing overflows
    A, B = A / largest, B / largest
    return at_most(np.trace(expm(A + B)), factor * np.trace(expm(A) @ expm(B)), digits=10, symbol="tr exp(A + B)")


@claim(
    "thm:weyl",
    says="The largest eigenvalue of a sum is at most the sum of the largest eigenvalues.",
    formula=r"\lambda_{\max}(A+B) \le \lambda_{\max}(A)+\lambda_{\max}(B)",
    forall={"A, B": PAIRS},
    mutants={"one per cent less": {"factor": F(99, 100)}},
    tight="attained by matrices that commute",
)
def weyl(pair, *, factor=1):
    A, B = pair
    top = [eigenvalues(each)[-1] for each in (A + B, A, B)]
    return at_most(top[0], factor * (top[1] + top[2]), symbol="λ_max(A + B)")


@claim(
    "thm:johnson-lindenstrauss",
    says="A Gaussian map to k dimensions moves ‖x‖² by more than ε‖x‖² with probability at most 2exp(−k(ε²/4 − ε³/6)).",
    formula=r"\mathbb P(|\|Px\|^2-\|x\|^2|>\varepsilon\|x\|^2) \le 2e^{-k(\varepsilon^2/4-\varepsilon^3/6)}",
    forall={
        "k, ε": family(
            {"k = 1, ε = 1/2": (1, 0.5), "k = 40, ε = 1/2": (40, 0.5), "k = 10⁶, ε = 1/50": (10**6, 0.02)},
            "dimensions, and ε in (0, 1)",
            search=parametric(1, lambda k, x: (k, x[0]), [1, 2, 3, 10, 100, 1000], low=0, high=1, open=True),
        )
    },
    mutants=MORE,
    reading="for one vector x, where k‖Px‖²/‖x‖² is χ² with k degrees of freedom (Dasgupta and Gupta 2003)",
)
def johnson_lindenstrauss(case, *, times=1):
    k, epsilon = case[0], float(case[1])
    missed = np.logaddexp(chi2.logcdf(k * (1 - epsilon), k), chi2.logsf(k * (1 + epsilon), k))
    exponent = k * (epsilon**2 / 4 - epsilon**3 / 6)
    return at_most(float(missed), math.log(2) - times * exponent, symbol="log P")


@claim(
    "thm:johnson-lindenstrauss/drawn",
    voice="ours",
    says="Gaussian maps from 8 to 40 dimensions keep the squared length of a vector in the mean.",
    expected="confirmed",
    mutants={"two per cent more": {"value": 1.02}},
)
def drawn_maps(*, value=1.0):
    x = np.arange(1.0, 9.0) / math.sqrt(204)

    def length(rng, size):
        return np.sum((rng.standard_normal((size, 40, 8)) @ x) ** 2, axis=-1) / 40

    return sampled(mean_equals, length, value=value, variance=2 / 40, resolution=0.01, max_draws=10**5)
