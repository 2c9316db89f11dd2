r"""Iterates u_t near a point u_∞ with P∇L(u_∞) = 0 ≠ ∇L(u_∞), and why their orthogonal part is bounded below.

With e = g_t - ∇L(u_∞), of norm at most Λ‖u_t - u_∞‖ as P_tg_t is, ‖(I-P_t)g_t‖² - ½‖∇L(u_∞)‖² is
‖½∇L(u_∞) + 2e‖² + 3(‖∇L(u_∞)‖²/16 - ‖e‖²) + (‖∇L(u_∞)‖²/16 - ‖P_tg_t‖²), by Pythagoras.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theorytest import Hypothesis, at_most, equal
from theorytest import proof as on


@dataclass(frozen=True, eq=False)
class Near:
    """P_t g_t, (I - P_t) g_t, ∇L(u_∞), and Λ²‖u_t - u_∞‖²."""

    tangent: Any
    normal: Any
    limit: Any
    reach: Any

    @property
    def lipschitz(self) -> bool:
        """Whether ∇L and P∇L differ from their values at u_∞, which are ∇L(u_∞) and 0, by Λ‖u_t - u_∞‖ at most."""
        change = self.tangent + self.normal - self.limit
        return bool(max(change @ change, self.tangent @ self.tangent) <= self.reach)

    @property
    def close(self) -> bool:
        """Whether Λ‖u_t - u_∞‖ ≤ ‖∇L(u_∞)‖/4."""
        return bool(16 * self.reach <= self.limit @ self.limit)


lipschitz = Hypothesis("∇L and u ↦ P_u∇L(u) have the Lipschitz constant Λ", lambda near: near.lipschitz)
close = Hypothesis("Λ‖u_t−u_∞‖ ≤ ‖∇L(u_∞)‖/4", lambda near: near.close)
tangent, normal, limit = on.vector("P_tg_t (I−P_t)g_t ∇L(u_∞)")
REACH = on.nonnegative("Λ²‖u_t−u_∞‖²")
ANY = Near(tangent, normal, limit, REACH)
_e = tangent + normal - limit
_PARTS, _GRADIENT, _PROJECTED = "(I−P_t)g_t: orthogonal to P_tg_t", f"{lipschitz.name}: ∇L", f"{lipschitz.name}: P∇L"
CLOSE = {
    _PARTS: equal(on.inner(tangent, normal), 0),
    _GRADIENT: at_most(on.square(_e), REACH),
    _PROJECTED: at_most(on.square(tangent), REACH),
    close.name: at_most(REACH, on.square(limit) / 16),
}


def half(times: Any = 1) -> list[Any]:
    """The terms of ‖(I-P_t)g_t‖² ≥ ½‖∇L(u_∞)‖², times a number."""
    known = [on.use(_PARTS, 2 * times), on.use(_GRADIENT, 3 * times), on.use(_PROJECTED, times)]
    return [on.squared(limit * Fraction(1, 2) + 2 * _e, times), *known, on.use(close.name, 4 * times)]


def small(times: Any = 1) -> Any:
    """‖P_tg_t‖² ≤ Λ²‖u_t - u_∞‖², times a number."""
    return on.use(_PROJECTED, times)
