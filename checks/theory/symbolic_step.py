"""One step of the scheme on symbols: u, g and Pⁿg in any Hilbert space, Pⁿg with any law, and the paper's conditions.

(LS), (CR), (BBV) and (SPL) are inequalities about this one step, as they are used at u_t for g_t and −s_t Pⁿg_t ∈ T_t.
"""

from types import SimpleNamespace
from typing import Any

from theorytest import at_least, at_most
from theorytest.decisions.relations import Relation
from theorytest.proof import inner, mean, nonnegative, positive, real, square, vector

s = positive("s")
lam = positive("λ")
L, C_R, beta, tangent, normal = nonnegative("L C_R β ‖Pg‖ ‖(I−P)g‖")
constants = nonnegative("c_bias1 c_bias2 c_var1 c_var2")
now = real("L(u)")
g = vector("g")
estimate = vector("Pⁿg", random=True)
moved = real("L(u−sPⁿg)", random=True)
after = real("L(R(u−sPⁿg))", random=True)


class Estimate:
    """Pⁿg by its moments, as the checks ask the instances for them."""

    def mean_product(self, _: Any) -> Any:
        """E(g, Pⁿg)."""
        return mean(inner(g, estimate))

    def mean_square(self, _: Any) -> Any:
        """E‖Pⁿg‖²."""
        return mean(square(estimate))

    def parts(self, _: Any) -> tuple[Any, Any]:
        """‖Pg‖ and ‖(I − P)g‖."""
        return tangent, normal


def smooth() -> Relation:
    """(LS) at u in the direction −s Pⁿg."""
    return at_most(moved, now - s * inner(g, estimate) + L / 2 * s**2 * square(estimate))


def retracted(error: Any = beta) -> Relation:
    """(CR) at u for the same direction."""
    return at_most(after, moved + C_R / 2 * s**2 * square(estimate) + error)


def aligned(c_bias2: Any = constants[1]) -> Relation:
    """The first line of (BBV)."""
    return at_least(mean(inner(g, estimate)), constants[0] * tangent**2 - c_bias2 * tangent * normal)


def of_bounded_variance() -> Relation:
    """The second line of (BBV)."""
    return at_most(mean(square(estimate)), constants[2] * tangent**2 + constants[3] * normal**2)


def world() -> SimpleNamespace:
    """The constants by the names that the formulas of the theory ask for."""
    b1, b2, v1, v2 = constants
    return SimpleNamespace(lam=lam, L=L, C_R=C_R, c_bias1=b1, c_bias2=b2, c_var1=v1, c_var2=v2, beta=beta)
