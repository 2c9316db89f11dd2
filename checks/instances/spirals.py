r"""Curves with a constant κ_t on which every inequality of Theorem 4.16 is an equality, in rational numbers.

M is a logarithmic spiral around the target 0 in R², or a line through it: the angle ψ between u_t = g_t and the tangent
is the same everywhere, so that κ = 1/cos²ψ = 1 + m² with m = tan ψ. L(v) = ½‖v‖² has L = λ = 1 and L_min = 0. The
estimate of the tangent part t of g with the orthogonal part c is Q t + Q' c for independent Q, Q' with E Q' = 0, hence
    c_bias1 = E Q, c_bias2 = 0, c_var1 = E Q², c_var2 = E Q'², with equality in (BBV) for every g.
M has one point of each length: R_t goes to the one of squared length ‖v‖² + C_R ‖step‖², which uses up (CR).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import theorytest as tt
from theorytest import family

F = Fraction
Law = tuple[tuple[Fraction, Fraction], ...]  # pairs (probability, value)

HALF, ZERO = F(1, 2), F(0)
BETWEEN = {f"b = ā + {theta} (1 - ā)": theta for theta in (F(1, 10), F(1, 2), F(9, 10))}  # ā < b < 1, as θ
CERTAIN = ((F(1), F(1)),)
NO_NOISE = ((F(1), F(0)),)
COIN = ((HALF, F(1)), (HALF, F(-1)))


@dataclass(frozen=True)
class Spiral:
    """m = tan ψ, the laws of Q and Q' as pairs (probability, value), and C_R."""

    slope: Fraction = ZERO
    tangential: Law = CERTAIN
    normal: Law = COIN
    C_R: Fraction = ZERO

    @property
    def kappa(self) -> Fraction:
        """1 + m²."""
        return 1 + self.slope**2

    @property
    def constants(self) -> tuple[Fraction, ...]:
        """c_bias1, c_bias2, c_var1, c_var2."""
        return moment(self.tangential, 1), F(0), moment(self.tangential, 2), moment(self.normal, 2)

    @property
    def smoothness(self) -> Fraction:
        """L + C_R."""
        return 1 + self.C_R

    def factors(self, step: Fraction) -> Law:
        """(probability, L(u_{t+1}) / L(u_t)) for every draw, by moving the point (1, m) along (1, 0)."""
        found: list[tuple[Fraction, Fraction]] = []
        for (p, q), (r, noise) in product(self.tangential, self.normal):
            moved = step * (q + noise * self.slope)
            square = (1 - moved) ** 2 + self.slope**2 + self.C_R * moved**2
            found.append((p * r, square / self.kappa))
        return tuple(found)

    def mean_factor(self, step: Fraction) -> Fraction:
        """E L(u_{t+1}) / L(u_t)."""
        return moment(self.factors(step), 1)

    def best_step(self) -> Any:
        """c_bias1 / ((L + C_R)(c_var1 + c_var2 (κ - 1))), where σ̃ is largest; σ̃ > 0 below twice of it."""
        c_bias1, _, c_var1, c_var2 = self.constants
        return c_bias1 / (self.smoothness * (c_var1 + c_var2 * (self.kappa - 1)))


def moment(law: Law, power: int) -> Fraction:
    """E Q^power."""
    return sum((p * value**power for p, value in law), start=F(0))


def sigma(constants: Sequence[Any], smoothness: Any, step: Any, kappa: Any) -> Any:
    """σ̃_t = c_bias1 s - s² (L + C_R)/2 (c_var1 + c_var2 (κ - 1)), as printed."""
    c_bias1, _, c_var1, c_var2 = constants
    return c_bias1 * step - step**2 * smoothness / 2 * (c_var1 + c_var2 * (kappa - 1))


def contraction(constants: Sequence[Any], smoothness: Any, step: Any, kappa: Any, lam: Any = 1) -> Any:
    """a_t = 1 - 2 λ σ̃_t / κ_t, as printed."""
    return 1 - 2 * lam * sigma(constants, smoothness, step, kappa) / kappa


def spirals() -> dict[str, Spiral]:
    """Exact steps on a line, and noisy ones at three angles, one with c_bias1 < 1, one with C_R > 0."""
    return {
        "line, exact": Spiral(normal=NO_NOISE),
        "45 degrees": Spiral(F(1)),
        "60 degrees and more": Spiral(F(2)),
        "small c_bias1": Spiral(HALF, ((F(1, 4), F(0)), (F(3, 4), F(1)))),
        "retracted": Spiral(F(1, 3), ((HALF, HALF), (HALF, F(3, 2))), ((F(3, 4), F(0)), *_rare(F(2), F(1, 4))), F(2)),
    }


def _rare(size: Fraction, chance: Fraction) -> Law:
    """±size, each with half of the chance."""
    return ((chance / 2, size), (chance / 2, -size))


def rarely(size: int) -> Law:
    """Q' = ±K with probability 1/K² and 0 else: c_var2 = 1 like the coin, but with rare large errors."""
    chance = F(1) / F(size) ** 2
    return ((1 - chance, F(0)), *_rare(F(size), chance))


PATHS = {
    "line, exact": (Spiral(normal=((F(1, 2), F(0)), (F(1, 2), F(0)))), F(1, 2)),
    "45 degrees, s = 1/4": (Spiral(F(1)), F(1, 4)),
    "60 degrees and more, s = 1/5": (Spiral(F(2)), F(1, 5)),
    "nearly too long": (Spiral(F(2)), F(19, 50)),
}
ON_SPIRALS = family(
    PATHS,
    "losses, classes, estimators and steps; here spirals",
    search=tt.product(tt.reals(0, 5), tt.positive(1)).map(lambda m, share: (Spiral(m), share * 2 / (1 + m**2))),
    effort=60,
)


def on_spiral(slope: Any, *shares: Any) -> Any:
    """A curve and its steps, which may depend on the past, as shares of 1/κ."""
    spiral = Spiral(slope)
    return spiral, [share / spiral.kappa for share in shares]


STEPS_ON_SPIRALS = family(
    {
        "45 degrees, s = 1/(2κ), 1/(4κ)": on_spiral(F(1), HALF, F(1, 4)),
        "60 degrees and more, s = 1/κ, 1/(2κ)": on_spiral(F(2), F(1), HALF),
    },
    "losses, classes, estimators and steps; here spirals with two steps",
    search=tt.product(tt.reals(0, 5), tt.positive(1), tt.positive(1)).map(on_spiral),
    effort=40,
)
