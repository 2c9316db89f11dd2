"""Constants c_bias1, c_var1 and L + C_R of an estimator and a problem, and what σ_t and a_t are for steps c t^(δ-1).

Optimal quasi-projections by the dimension d and the number n of points: L = 1 and c_var1 = (n + d - 1)/n.
The constants of a_t for s_t = c t^(δ-1), and a_t as a function of s_t.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import theorytest as tt
from checks.instances.saturated import contraction, mean, retracted_gaps
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
        "an orthonormal system, d = n = 1": Constants(Fraction(1), Fraction(1), Fraction(1)),
        "the non-projection of {b/√2}, d = n = 1": Constants(Fraction(1, 2), Fraction(1, 4), Fraction(1)),
        "c_bias,1 = 2": Constants(Fraction(2), Fraction(9, 2), Fraction(3)),
    },
    "c_bias,1, c_var,1, L + C_R > 0",
    search=tt.product(tt.positive(), tt.positive(), tt.positive()).map(Constants),
)


@dataclass(frozen=True)
class PowerSteps(Constants):
    """With the λ of (SPL), and the c of s_t = c t^(δ-1)."""

    lam: Any
    c: Any


POWER_STEPS = family(
    {
        "least squares, c_var,1 = 3/2": PowerSteps(1.0, 1.5, 1.0, 1.0, 1.0),
        "a stiff loss": PowerSteps(1.0, 2.0, 6.0, 0.2, 0.7),
        "a biased estimator": PowerSteps(0.6, 1.2, 1.0, 0.5, 2.0),
    },
    "positive constants and steps c t^(δ−1)",
    search=tt.product(*[tt.positive()] * 5).map(PowerSteps),
)


@dataclass(frozen=True)
class Size:
    """d and n of an optimal quasi-projection, for L = 1."""

    d: int
    n: int

    @property
    def name(self) -> Any:
        return f"d = {self.d}, n = {self.n}"

    @property
    def longest_step(self) -> Any:
        """s̄, as c_var1 = (n + d - 1)/n."""
        return Fraction(self.n, self.n + self.d - 1)


SIZES = family(
    [Size(1, 1), Size(2, 1), Size(2, 4)],
    "dimensions and samples, for L = 1 and C_R = 0",
    search=tt.product(tt.integers(), tt.integers()).map(Size),
)
F = Fraction


class Scheme(NamedTuple):
    """The constants of a_t, the c of s_t = c t^(δ-1), n, and a_t as a function of s_t where a world has it."""

    c_var1: Any
    lam: Any  # of (SPL)
    smoothness: Any  # L + C_R
    c_bias1: Any
    c: Any
    n: int | None = None
    factor: Callable[..., Any] | None = None

    def a(self, s: Any) -> Any:
        """1 - 2λ (c_bias1 s - s² (L + C_R)/2 c_var1), or what the world says."""
        if self.factor is not None:
            return self.factor(s)
        return contraction(s, self.c_var1, lam=self.lam, c_bias1=self.c_bias1, L=self.smoothness)


def by_definition(*constants: Any) -> Scheme:
    """For n = 4."""
    return Scheme(*constants)._replace(n=4)


def one_point(s: Any) -> Any:
    """Constants on two points, n = d = 1: the mean gap after a step over the gap before."""
    return mean(retracted_gaps(F(1), F(0), s)) * 2


SCHEMES = family(
    {
        "constants on two points, n = 1, s_t = t^(δ−1)": Scheme(1, 1, 1, 1, 1, 1, one_point),
        "λ = 1/5, L + C_R = 6, c_bias,1 = 3/5": by_definition(F(2), F(1, 5), F(6), F(3, 5), F(7, 10)),
    },
    "classes, losses and estimators, and the c of s_t = c t^(δ−1)",
    search=tt.product(*[tt.positive()] * 5).map(by_definition),
)
