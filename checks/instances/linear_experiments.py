"""The experiments of Sections 5.1 and 5.2: least squares for exp on polynomials, from u_1 = 0 by quasi-projections.

The paper prints neither u_1 nor the steps of Figures 5 and 7; Corollary 4.6 takes u_1 = 0, and so do all claims.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from math import e, factorial
from typing import Any

import numpy as np
import sympy as sp
from numpy.polynomial import Polynomial
from numpy.polynomial.hermite_e import HermiteE
from numpy.typing import NDArray

from checks.instances.best_step_problems import Problem, exponential
from theorytest import finite
from theorytest.approximation import Gaussian, Hermite, Legendre, Optimal, Plain, QuasiProjection, Space, Uniform
from theorytest.descent import TARGETS, Constant, LinearDescent, Mixed, Power, Quadratic, by_quadrature

Array = NDArray[np.float64]
SUBLINEAR = Power(2 / 9, 0.9)  # 2/9 t^(eps-1) with eps = 0.1, Section 5.1.1
SAMPLINGS = finite({"uniform points": Plain, "optimal points": Optimal})


@dataclass(frozen=True, eq=False)
class Experiment:
    """An estimator and the loss that it descends."""

    estimator: Any
    loss: Quadratic

    @property
    def floor(self) -> float:
        """L_min,M."""
        return float(self.loss.floor)

    @property
    def start(self) -> float:
        """L(0) - L_min,M."""
        return 0.5 * float(self.loss.best @ self.loss.best)

    @cached_property
    def process(self) -> LinearDescent:
        """The scheme from u_1 = 0."""
        return LinearDescent(self.estimator, self.loss)

    @cached_property
    def moments(self) -> Any:
        """The exact ensemble of the package."""
        return by_quadrature(self.estimator, self.loss)


@cache
def bounded_loss() -> Quadratic:
    """Section 5.1: the first three Legendre polynomials on [-1, 1]."""
    return Quadratic(Space(Legendre(3), Uniform()), TARGETS["exp"])


@cache
def unbounded_loss() -> Quadratic:
    """Section 5.2: the first seven Hermite polynomials."""
    return Quadratic(Space(Hermite(7), Gaussian()), TARGETS["exp"])


@cache
def bounded(sampler: Any = Optimal, n: int = 1) -> Experiment:
    """The quasi-projection of Figures 2 to 4."""
    loss = bounded_loss()
    return Experiment(QuasiProjection(sampler(loss.space), n), loss)


@cache
def unbounded(sampler: Any = Optimal, n: int = 1) -> Experiment:
    """The quasi-projection of Figure 7."""
    loss = unbounded_loss()
    return Experiment(QuasiProjection(sampler(loss.space), n), loss)


def nodes(measure: Any) -> tuple[Array, Array]:
    """Points and masses that integrate polynomials, exp and their quotients by K to machine precision."""
    if isinstance(measure, Uniform):
        x, p = np.polynomial.legendre.leggauss(80)
        return x[:, None], p / 2
    x = np.linspace(-20, 24, 8001)
    return x[:, None], np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi) * (x[1] - x[0])


def largest_christoffel(d: int) -> Any:
    """max K over [-1, 1], among the ends and the critical points of K = Σ (2j + 1) P_j²."""
    x = sp.Symbol("x")
    K = sp.expand(sum((2 * j + 1) * sp.legendre(j, x) ** 2 for j in range(d)))
    return max(sp.simplify(K.subs(x, each)) for each in (-1, 1, *sp.real_roots(sp.diff(K, x))))


def by_hand(measure: Any, x: Array) -> Array:
    """The normalised Legendre or Hermite polynomials at points (N, 1) by their recursions, without the package."""
    x, (d, grows) = x[..., 0], (3, False) if isinstance(measure, Uniform) else (7, True)
    b = [np.ones_like(x), x]
    for k in range(1, d - 1):
        b.append(x * b[k] - k * b[k - 1] if grows else ((2 * k + 1) * x * b[k] - k * b[k - 1]) / (k + 1))
    sizes = [1 / np.sqrt(factorial(k)) if grows else np.sqrt(2 * k + 1) for k in range(d)]
    return np.stack([size * each for size, each in zip(sizes, b, strict=True)], axis=-1)


def recursion(experiment: Any, steps: Any, n_steps: int) -> Array:
    r"""E[L(u_t)] - L_min,M for t = 1, ..., n_steps + 1, with e = u_t - Pu, r = u - Pu and n points of weight w:

    E[e'] = (1 - s) E[e] and E[e'e'ᵀ] = (1 - 2s + s²(n-1)/n) E[eeᵀ] + s²/n ∫ w b bᵀ E[(b·e - r)²] dρ.
    """
    estimator, loss, n = experiment.estimator, experiment.loss, experiment.estimator.n_samples
    x, p = nodes(loss.space.measure)
    b = by_hand(loss.space.measure, x)
    best = b.T @ (p * np.exp(x[:, 0]))
    r, q = np.exp(x[:, 0]) - b @ best, p * estimator.sampler.weight(x) / n
    m, M, gaps = -best, np.outer(best, best), [best @ best / 2]
    for s in steps(np.arange(1, n_steps + 1)).tolist():
        square = np.einsum("ik,kl,il->i", b, M, b) - 2 * r * (b @ m) + r**2
        M = (1 - 2 * s + s**2 * (n - 1) / n) * M + s**2 * (b.T @ ((q * square)[:, None] * b))
        m = (1 - s) * m
        gaps.append(np.trace(M) / 2)
    return np.array(gaps)


OPTIMAL_EXPERIMENTS = finite(
    {"interval, n = 1": (bounded, 1), "line, n = 1": (unbounded, 1), "line, n = 7": (unbounded, 7)},
    "those with optimal points",
)
PRINTED_STEPS = finite(
    {"2/9 t^-0.9": SUBLINEAR, "1/9": Constant(1 / 9), "1/9 up to t = 22": Mixed(1 / 9, SUBLINEAR, 22)},
    "the printed steps",
)
D = 7
STEPS = Power(2 / 9, 0.9)


@cache
def experiment(sampler: Any, n: int) -> Problem:
    """One panel of Figure 7."""
    return Problem(Space(Hermite(D), Gaussian()), exponential, n, sampler)


def first_step_of_plain_points(n: int, s: float) -> float:
    """X_2 from u_1 = 0: X_1 (1 - 2s) + s² ((n - 1) X_1 + ∫ K exp(2x) dρ)/n, where the integral is e² E K(Z + 2)."""
    X = e * sum(1 / factorial(k) for k in range(D))  # the coefficients of exp are √e / √k!
    K: Any = sum(HermiteE.basis(k).convert(kind=Polynomial) ** 2 / factorial(k) for k in range(D))
    shifted = K(Polynomial([2, 1])).convert(kind=HermiteE)
    return float(X * (1 - 2 * s) + s**2 * ((n - 1) * X + e**2 * shifted.coef[0]) / n)
