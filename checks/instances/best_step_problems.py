"""Least squares with the quasi-projection at n optimal points, from 0: targets u* outside the space, and in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.instances.spaces import H1_LINES, ON_FOUR, TWO_POINTS, ZERO_AT_A_POINT, tabulated
from theorytest import approximation as lab
from theorytest import family, integers, measured_spaces, product, vectors
from theorytest.approximation import Legendre, Monomials, Space, Uniform
from theorytest.attacks.region import Region
from theorytest.descent import Quadratic, by_quadrature

Array = NDArray[Any]
Target = Callable[[Array], Array]
THREE_POINTS = lab.Discrete(np.array([-1.0, 0.0, 1.0]), np.array([0.25, 0.25, 0.5]))


@dataclass(frozen=True, eq=False)
class Sequence:
    """Steps s_t by a rule."""

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
    sampler: Callable[[Space], Any] = lab.Optimal

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
        return by_quadrature(lab.QuasiProjection(self.sampler(self.space), self.n), self.loss)

    def best_steps(self, n_steps: int) -> tuple[Sequence, Array]:
        """The rule s_t = X_t/(mX_t + v) along the recursion that it makes, and X_t itself for t = 1, ..., n_steps."""
        X, m, v, steps, errors = self.start, self.m, self.noise, [], []
        for _ in range(n_steps):
            s = X / (m * X + v)
            steps.append(s)
            errors.append(X)
            X = (1 - 2 * s + m * s**2) * X + s**2 * v
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


@cache
def noisy_problems() -> dict[str, Problem]:
    """Targets outside the space. On three points T vanishes at the last one, where the target leaves it."""
    return {
        "constants on two points, u* = 1/2 + x": Problem(Space(Monomials(1), TWO_POINTS), lambda x: 0.5 + x[..., 0]),
        "two of three points, u* = 2 at the third": Problem(
            Space(lab.Functions((_left,)), THREE_POINTS), lambda x: 2 - _left(x)
        ),
        "Legendre 3, u* = exp": Problem(Space(Legendre(3), Uniform()), exponential),
        "Legendre 3, u* = exp, n = 4": Problem(Space(Legendre(3), Uniform()), exponential, 4),
        "Hermite 4, u* = exp": Problem(Space(lab.Hermite(4), lab.Gaussian()), exponential),
        "H1 constants, u* = exp": Problem(Space(Legendre(1), Uniform(), "H1"), lambda x: np.exp(x[..., [0, 0]])),
    }


@cache
def noiseless_problems() -> dict[str, Problem]:
    """Targets in the space: nothing is random at the minimiser."""
    return {
        "constants on two points, u* = 1": Problem(Space(Monomials(1), TWO_POINTS), lambda x: 1 + 0 * x[..., 0]),
        "two of three points, u* = 0 at the third": Problem(Space(lab.Functions((_left,)), THREE_POINTS), _left),
        "all functions on two points of mass 1/2": Problem(Space(Monomials(2), TWO_POINTS), lambda x: 0.5 + x[..., 0]),
        "Legendre 3, u* = 1 + x − x², n = 4": Problem(
            Space(Legendre(3), Uniform()), lambda x: 1 + x[..., 0] - x[..., 0] ** 2, 4
        ),
        "H1 lines, u* = x": Problem(
            Space(Legendre(2), Uniform(), "H1"), lambda x: np.stack([x[..., 0], 1 + 0 * x[..., 0]], -1)
        ),
    }


NOISY = family(noisy_problems, "spaces, numbers of points and targets outside", search=problems(inside=False))
NOISELESS = family(noiseless_problems, "spaces T, numbers of points and targets in T", search=problems(inside=True))


ON_FEW_POINTS = family(
    ON_FOUR | {"x and x²": ZERO_AT_A_POINT, "H1 lines on four points": H1_LINES},
    "spaces on finitely many points; here polynomials on four",
    search=SOME_SPACE.map(lambda made: tabulated(made[0], *made[1])),
)


@cache
def worlds() -> Any:
    """A problem, started at 0 with one point a step, and the level δ of stability of least squares.

    On the light points least squares from eight stable points has 0.58 of the excess v/N. No sample lies at a level.
    """
    found = {
        f"{name}, u* = 1 + |x − 1/4|": (Problem(space, lambda x: 1 + np.abs(x[..., 0] - 0.25)), 0.9)
        for name, space in ON_FOUR.items()
    }
    light = tabulated(np.array([61, 9.5, 9.5, 4]) / 84, (1, 1, 1, 0), (0, 2, -2, 1))
    seen = Problem(light, lambda x: 1.0 + 2 * np.isin(x[..., 0], (1.0, 2.0)) - (x[..., 0] == 3))
    return found | {"a light point": (seen, 0.32)}


CHEAP = family(worlds, "spaces on points, targets outside, levels of stability")
