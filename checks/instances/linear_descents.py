r"""Least squares on linear spaces of functions, where the scheme with R_t = I has exact moments: L = λ = 1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.instances.spaces import FOUR_POINTS
from theorytest.approximation import (
    Discrete,
    Functions,
    Gaussian,
    Hermite,
    Legendre,
    Monomials,
    NonProjection,
    Optimal,
    Plain,
    QuasiProjection,
    Space,
    Uniform,
    tabulated,
)
from theorytest.descent import ExactDescent, Power, Quadratic, by_enumeration, by_quadrature

Array = NDArray[Any]


def spaces() -> dict[str, Space]:
    """By name: one cell of two, whose functions vanish on the other, then lines and parabolas, in L² and H¹."""
    cell = Functions((lambda x: (x[..., 0] < 0.5).astype(float),))
    return {
        "one cell of two": Space(cell, Discrete(np.array([0.0, 1.0]), np.array([0.5, 0.5]))),
        "lines on four points": Space(Monomials(2), FOUR_POINTS),
        "Legendre 3": Space(Legendre(3), Uniform()),
        "Hermite 3": Space(Hermite(3), Gaussian()),
        "H1 Legendre 3": Space(Legendre(3), Uniform(), "H1"),
    }


def target(space: Space) -> Callable[[Array], Array]:
    """A target outside of the space, with the jets that its norm needs."""

    def wave(x: Array) -> Any:
        return np.tanh(2 * x[..., 0]) + x[..., 0] ** 2

    def fifth_power(x: Array) -> Array:
        return np.stack([x[..., 0] ** 5, 5 * x[..., 0] ** 4], axis=-1)

    return wave if space.jet_size == 1 else fifth_power


@dataclass(frozen=True, eq=False)
class Descent:
    """An estimator with the constants of its row of Table 2, and the exact moments of the scheme from u_1 = 0."""

    estimator: NonProjection | QuasiProjection

    @property
    def constants(self) -> tuple[float, ...]:
        """c_bias1, c_bias2, c_var1 and c_var2 as tabulated."""
        known = tabulated(self.estimator)
        assert known is not None  # of rows 1 and 2
        return tuple(known.plain().values())

    @property
    def exact(self) -> ExactDescent:
        return _exact(self.estimator)

    @property
    def residual_square(self) -> float:
        """‖u - Pu‖² = ‖(I - P) g_t‖²."""
        return 2 * (self.exact.loss.floor - self.exact.loss.offset)

    s, lam = 2.0, 1.0  # of Corollary 4.4: β_t = 0, and ξ_t = K t^-2

    @property
    def c_bias1(self) -> float:
        return self.constants[0]

    def recursion(self, c_0: float) -> tuple[float, float, float]:
        """c_1, c_2 and K with a_t = 1 - c_1/t + c_2/t² and ξ_t = K t^-2 for s_t = c_0/t."""
        c_bias1, _, c_var1, c_var2 = self.constants
        return 2 * c_bias1 * c_0, c_var1 * c_0**2, c_0**2 / 2 * c_var2 * self.residual_square

    def gaps(self, c_0: float, n_steps: int) -> Array:
        """E X_t for t = 1, ..., n_steps + 1."""
        return self.exact.gap(Power(c_0, 1.0), range(1, n_steps + 2))


@cache
def _exact(estimator: NonProjection | QuasiProjection) -> ExactDescent:
    space = estimator.space
    moments = by_enumeration if isinstance(space.measure, Discrete) else by_quadrature
    return moments(estimator, Quadratic(space, target(space)))


@cache
def descents() -> dict[str, Descent]:
    """By name: quasi-projections with optimal points on every space, one with plain points, and a non-projection."""
    made: dict[str, NonProjection | QuasiProjection] = {
        f"{name}, optimal": QuasiProjection(Optimal(space), 2) for name, space in spaces().items()
    }
    made["Legendre 3, plain"] = QuasiProjection(Plain(spaces()["Legendre 3"]), 4)
    made["lines on four points, non-projection"] = NonProjection(Plain(spaces()["lines on four points"]), 3)
    return {name: Descent(estimator) for name, estimator in made.items()}
