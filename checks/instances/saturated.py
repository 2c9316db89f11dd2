r"""Two problems in which every inequality behind Theorem 4.9 is an equality, in fractions.

H = L² of two points of mass 1/2, with e_1 = (1, 1) and e_2 = (1, -1), and T_t the constants. One plain point is optimal
there: a draw sees g_1 + g_2 or g_1 - g_2, each with probability 1/2, and P¹g is that value, so that E P¹g = Pg and
E‖P¹g‖² = ‖Pg‖² + ‖(I - P)g‖²: c_bias1 = c_var1 = c_var2 = 1 and c_bias2 = 0. L(v) = ½ ‖v - u‖² has L = 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import theorytest as tt
from theorytest import family

HALF = Fraction(1, 2)
SIGNS = (1, -1)


def mean(values: Sequence[Any]) -> Any:
    """Both draws have probability 1/2."""
    return sum(values) / Fraction(2)


def retracted_gaps(x: Any, normal: Any, step: Any, C_R: Any = 0, beta: Any = 0) -> list[Any]:
    """M = T_t, u = -normal e_2: the gaps after both draws from u_t = x e_1, where g_t = x e_1 + normal e_2.

    R_t(v) = sign(v) √(v² + C_R g² + 2β) uses up (CR). The gap is v²/2, so that (SPL) holds with λ = 1 and equality.
    """
    moves = [step * (x + sign * normal) for sign in SIGNS]
    return [HALF * ((x - g) ** 2 + C_R * g**2) + beta for g in moves]


def tilted_factors(c: Any, step: Any) -> list[Any]:
    """M the line of x (e_1 + c e_2), u = 0: what both draws multiply the gap ½ (1 + c²) x² by.

    ‖(I - P)g‖ = c ‖Pg‖ on all of M and (SPL) holds with λ = 1 / (1 + c²) and equality. The retraction keeps the norm,
    so that (CR) holds with every C_R ≥ 0 and β = 0.
    """
    values = [1 + sign * c for sign in SIGNS]  # of u_t = g_t at the two points
    moved = [[v - step * seen for v in values] for seen in values]  # P¹g is the constant that was seen
    return [mean([v**2 for v in after]) / mean([v**2 for v in values]) for after in moved]


def sigma(step: Any, c_var: Any, *, c_bias1: Any = 1, L: Any = 1, C_R: Any = 0) -> Any:
    """σ = c_bias1 s - s² (L + C_R)/2 c_var, in Theorem 4.9 with c_var = c_var1."""
    return c_bias1 * step - step**2 * (L + C_R) / Fraction(2) * c_var


def contraction(step: Any, c_var: Any = 1, *, lam: Any = 1, **constants: Any) -> Any:
    """a = 1 - 2 λ σ."""
    return 1 - 2 * lam * sigma(step, c_var, **constants)


@dataclass(frozen=True)
class Resting:
    """An iterate with P_t g_t = 0: its mean rise in one step s, ‖(I - P_t) g_t‖, L + C_R and β; c_var2 = 1."""

    name: str
    rise: Any
    part: Any
    C_R: Any = 0
    beta: Any = 0


def two_points(C_R: Any = 0, beta: Any = 0) -> Any:
    """Constants on two points, seen from the best one; the retraction uses up (CR)."""
    name = f"at rest on two points, C_R = {C_R}, β = {beta}"
    return Resting(name, lambda s: mean(retracted_gaps(0, 1, s, C_R, beta)), Fraction(1), C_R, beta)


RESTING = family(
    [two_points(), two_points(Fraction(3), Fraction(1, 7))],
    "iterates with P_t g_t = 0",
    search=tt.product(tt.reals(0), tt.reals(0)).map(two_points),
)
