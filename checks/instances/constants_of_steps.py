"""Constants c_bias1, c_var1 and L + C_R of an estimator and a problem, and what σ_t and a_t are for steps c t^(δ-1)."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction as F
from typing import Any

import theorytest as tt
from checks.instances.saturated import mean, retracted_gaps
from theorytest import family


@dataclass(frozen=True)
class Constants:
    """c_bias1, c_var1 and L + C_R of an estimator and a problem."""

    c_bias1: Any
    c_var1: Any
    smoothness: Any

    @property
    def longest_step(self) -> Any:
        """s̄."""
        return self.c_bias1 / (self.smoothness * self.c_var1)

    def sigma(self, s: Any) -> Any:
        """σ as the theorem defines it."""
        return self.c_bias1 * s - s**2 * self.smoothness / 2 * self.c_var1


# The non-projection of the system {b/√2} is half of the quasi-projection: c_bias1 = 1/2 and c_var1 = 1/4 for d = n = 1.
CONSTANTS = family(
    {
        "an orthonormal system, d = n = 1": Constants(F(1), F(1), F(1)),
        "the non-projection of {b/√2}, d = n = 1": Constants(F(1, 2), F(1, 4), F(1)),
        "c_bias,1 = 2": Constants(F(2), F(9, 2), F(3)),
    },
    "c_bias,1, c_var,1, L + C_R > 0",
    search=tt.product(tt.positive(), tt.positive(), tt.positive()).map(Constants),
)


def quasi_projection(d: Any, n: Any) -> Constants:
    """An optimal one with n points onto d dimensions, for L = 1 and C_R = 0."""
    return Constants(1, F(n + d - 1, n), 1)


SIZES = family(
    {f"d = {d}, n = {n}": quasi_projection(d, n) for d, n in ((1, 1), (2, 1), (2, 4))},
    "dimensions and samples, for L = 1 and C_R = 0",
    search=tt.product(tt.integers(), tt.integers()).map(quasi_projection),
)


def one_point(s: Any) -> Any:
    """Constants on two points, n = d = 1: the mean gap after a step over the gap before."""
    return mean(retracted_gaps(F(1), F(0), s)) * 2


@dataclass(frozen=True)
class PowerSteps(Constants):
    """With the λ of (SPL), the c of s_t = c t^(δ-1), n, and a_t as a function of s_t where a world has it."""

    lam: Any
    c: Any
    n: int = 4
    factor: Callable[..., Any] | None = None

    def a(self, s: Any) -> Any:
        """1 - 2λσ, or what the world says."""
        return 1 - 2 * self.lam * self.sigma(s) if self.factor is None else self.factor(s)


ANY_POWER_STEPS = tt.product(*[tt.positive()] * 5).map(PowerSteps)
POWER_STEPS = family(
    {
        "least squares, c_var,1 = 3/2": PowerSteps(1.0, 1.5, 1.0, 1.0, 1.0),
        "a stiff loss": PowerSteps(1.0, 2.0, 6.0, 0.2, 0.7),
        "a biased estimator": PowerSteps(0.6, 1.2, 1.0, 0.5, 2.0),
    },
    "positive constants and steps c t^(δ−1)",
    search=ANY_POWER_STEPS,
)
SCHEMES = family(
    {
        "constants on two points, n = 1, s_t = t^(δ−1)": PowerSteps(1, 1, 1, 1, 1, 1, one_point),
        "λ = 1/5, L + C_R = 6, c_bias,1 = 3/5": PowerSteps(F(3, 5), F(2), F(6), F(1, 5), F(7, 10)),
    },
    "classes, losses and estimators, and the c of s_t = c t^(δ−1)",
    search=ANY_POWER_STEPS,
)
