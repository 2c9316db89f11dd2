r"""What the best steps make of X_{t+1} = (1 - 2s + m s²) X_t + s² v, the mean squared error of the quasi-projection.

For least squares on a linear space with optimal points in L²: X_t = E‖u_t - P u*‖², m = (n + d - 1)/n and
v = (d/n) ‖(I - P) u*‖², the noise at the minimiser. The factor is a square completed at s = X/(mX + v), whence
    min_s X_{t+1} = X_t - X_t²/(mX_t + v),   1/min_s X_{t+1} = 1/X_t + 1/((m - 1) X_t + v).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.hypotheses import full_support, scalar_jets
from checks.instances.spaces import tabulated
from theorytest import Hypothesis, family, integers, measured_spaces, product, vectors
from theorytest.approximation import (
    Discrete,
    Functions,
    Gaussian,
    Hermite,
    Legendre,
    Monomials,
    Optimal,
    QuasiProjection,
    Space,
    Uniform,
)
from theorytest.attacks.region import Region
from theorytest.descent import Quadratic, by_quadrature

Array = NDArray[Any]
Target = Callable[[Array], Array]
TWO_POINTS = Discrete(np.array([-1.0, 1.0]), np.array([0.5, 0.5]))
THREE_POINTS = Discrete(np.array([-1.0, 0.0, 1.0]), np.array([0.25, 0.25, 0.5]))
FIXED_STEPS = Hypothesis("steps fixed before the run")


def _of_the_space(hypothesis: Hypothesis) -> Hypothesis:
    holds: Any = hypothesis.holds
    return Hypothesis(hypothesis.name, lambda problem: holds(problem.space), hypothesis.says)


SCALAR = _of_the_space(scalar_jets)  # then w K = d where K > 0: the factor of T is m
SEEN = (SCALAR, _of_the_space(full_support))  # then w K = d on X, and the recursion is an equality


@dataclass(frozen=True, eq=False)
class Sequence:
    """Steps given one by one, or by a formula."""

    rule: Callable[[int], float]

    exponent = 1.0

    def __call__(self, t: Any) -> Array:
        """s_t."""
        return np.array([self.rule(int(each)) for each in np.ravel(t)], dtype=float)


@dataclass(frozen=True, eq=False)
class Problem:
    """Least squares with the quasi-projection at n optimal points, started at 0."""

    space: Space
    target: Target
    n: int = 1
    sampler: Callable[[Space], Any] = Optimal

    @cached_property
    def loss(self) -> Quadratic:
        """½‖v - u*‖²."""
        return Quadratic(self.space, self.target)

    @property
    def m(self) -> float:
        """(n + d - 1)/n."""
        return (self.n + self.space.dim - 1) / self.n

    @cached_property
    def noise(self) -> float:
        """v = (d/n) ‖(I - P) u*‖²."""
        return self.space.dim / self.n * 2 * self.loss.floor

    @cached_property
    def start(self) -> float:
        """X_1 = ‖P u*‖²."""
        return float(self.loss.best @ self.loss.best)

    def errors(self, steps: Any, times: Any) -> Array:
        """X_t by the package's exact moments."""
        return np.asarray(2 * self.moments.gap(steps, times))

    @cached_property
    def moments(self) -> Any:
        """The exact ensemble."""
        return by_quadrature(QuasiProjection(self.sampler(self.space), self.n), self.loss)

    def best_steps(self, n_steps: int) -> tuple[Sequence, Array]:
        """The rule s_t = X_t/(mX_t + v) along the recursion that it makes, and X_t itself for t = 1, ..., n_steps."""
        X, steps, errors = self.start, [], []
        for _ in range(n_steps):
            s = X / (self.m * X + self.noise)
            steps.append(s)
            errors.append(X)
            X = (1 - 2 * s + self.m * s**2) * X + s**2 * self.noise
        return Sequence(lambda t: steps[t - 1]), np.array(errors)


# Entries up to 3, as every relation is homogeneous: ratios beyond 10⁵ would be lost in the rank of a Gramian.
SHAPES = ((1, 1, 1), (1, 2, 1), (2, 2, 1), (1, 3, 1), (2, 3, 1), (3, 4, 1))
SOME_SPACE = measured_spaces(SHAPES, low=-3, high=3).map(lambda rho, _, phi: (rho, phi[..., 0]), "spaces on points")
SOME_SPACE = SOME_SPACE.where(lambda made: np.any(made[1] != 0), "T ≠ {0}")


def _problem(made: tuple[Array, Array], g: Array, n: int, *, inside: bool) -> Problem:
    rho, phi = made
    values = np.resize(g, len(phi)) @ phi if inside else np.resize(g, len(rho))
    return Problem(tabulated(rho, *phi), lambda x: values[x[..., 0].astype(int)], n)


def problems(*, inside: bool) -> Region:
    """Targets in the space, or any, of which those in it are left out."""
    made = product(SOME_SPACE, vectors([4], -3, 3), integers(1, 4)).map(partial(_problem, inside=inside))
    return made.where(lambda problem: problem.start > SMALL and (inside or problem.noise > SMALL))


SMALL = 1e-9  # of a squared norm of a target: below it is rounding


def exponential(x: Array) -> Array:
    return np.asarray(np.exp(x[..., 0]))


def _left(x: Array) -> Array:
    return np.asarray(1.0 * (x[..., 0] < 0.5))


def _parabola(x: Array) -> Array:
    return np.asarray(1 + x[..., 0] - x[..., 0] ** 2)


@cache
def noisy_problems() -> dict[str, Problem]:
    """Targets outside the space. On three points T vanishes at the last one, where the target leaves it."""
    return {
        "constants on two points": Problem(Space(Monomials(1), TWO_POINTS), lambda x: 0.5 + x[..., 0]),
        "two of three points": Problem(Space(Functions((_left,)), THREE_POINTS), lambda x: 2 - _left(x)),
        "Legendre 3": Problem(Space(Legendre(3), Uniform()), exponential),
        "Legendre 3, n = 4": Problem(Space(Legendre(3), Uniform()), exponential, 4),
        "Hermite 4": Problem(Space(Hermite(4), Gaussian()), exponential),
        "H1 constants": Problem(Space(Legendre(1), Uniform(), "H1"), lambda x: np.exp(x[..., [0, 0]])),
    }


@cache
def noiseless_problems() -> dict[str, Problem]:
    """Targets in the space: nothing is random at the minimiser."""
    return {
        "constants on two points": Problem(Space(Monomials(1), TWO_POINTS), lambda x: 1 + 0 * x[..., 0]),
        "two of three points": Problem(Space(Functions((_left,)), THREE_POINTS), _left),
        "all functions on two points": Problem(Space(Monomials(2), TWO_POINTS), lambda x: 0.5 + x[..., 0]),
        "Legendre 3, n = 4": Problem(Space(Legendre(3), Uniform()), _parabola, 4),
        "H1 lines": Problem(
            Space(Legendre(2), Uniform(), "H1"), lambda x: np.stack([x[..., 0], 1 + 0 * x[..., 0]], -1)
        ),
    }


NOISY = family(noisy_problems, "spaces, numbers of points and targets outside", search=problems(inside=False))
NOISELESS = family(noiseless_problems, "spaces T, numbers of points and targets in T", search=problems(inside=True))


def slowest(start: Any, noise: Any, times: Any) -> Any:
    """1/(1/X_1 + (t - 1)/v), a lower bound for every rule of steps."""
    return 1 / (1 / start + (times - 1) / noise)


@cache
def exponential_rate(t: int) -> Fraction:
    """C aᵗ with C = 10⁶ and a = 999/1000, in rational numbers."""
    return 10**6 * Fraction(999, 1000) ** t
