"""Points near stationary ones, with ∇L, P∇L and the Lipschitz constant Λ, and ways to them by both parts of g_t."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import theorytest as tt
from checks.instances.smooth_problems import HALF_TANGENTS, on_circle, vector
from checks.theory.near_stationary import Near
from theorytest import family, product, reals, vectors
from theorytest import positive as above_zero
from theorytest.attacks.exact import sqrt

F = Fraction


@dataclass(frozen=True)
class NearStationary:
    """Points v with ∇L(v) and P_v ∇L(v), among them stationary ones, and Λ."""

    rows: list[Any]
    lam: F

    @property
    def lipschitz(self) -> Any:
        """Whether ‖P_v ∇L(v) - P_w ∇L(w)‖ ≤ Λ ‖v - w‖ for all pairs."""
        pairs = [(v - w, a - b) for v, _, a in self.rows for w, _, b in self.rows]
        return all(move @ move <= self.lam**2 * (apart @ apart) for apart, move in pairs)

    @property
    def pairs(self) -> Any:
        """‖∇L(v)‖², ‖P_v ∇L(v)‖² and ‖v - v*‖² for the points v and v* of both kinds."""
        still = [v for v, _, t in self.rows if t @ t == 0]
        return [(g @ g, t @ t, (v - w) @ (v - w)) for v, g, t in self.rows for w in still if t @ t]


def beside(height: Any) -> Any:
    """A line at distance h from the target, whose nearest point is the stationary one."""
    spots = [F(1, 2**j) for j in range(0, 20, 3)]
    return NearStationary([(vector(x, 0), vector(x, -height), vector(x, 0)) for x in (F(0), *spots)], F(1))


def around(distance: Any) -> Any:
    """The unit circle with the target (U, 0): stationary are (1, 0) and (-1, 0), and Λ = U."""
    found = []
    for u in (vector(-1, 0), *(on_circle(m) for m in (F(0), *HALF_TANGENTS, F(1), F(3), F(100)))):
        g, tau = u - vector(distance, 0), vector(-u[1], u[0])
        found.append((u, g, (g @ tau) * tau))
    return NearStationary(found, distance)


NEAR = {
    "points of the line 1/1000 beside the target": beside(F(1, 1000)),
    "points of the circle, U = 4": around(F(4)),
    "points of the circle, U = 1/2": around(F(1, 2)),
}
NEARBY = tt.product(tt.integers(0, 1), tt.positive()).map(lambda kind, size: (beside, around)[kind](size))
NEAR_STATIONARY = family(NEAR, "classes with suboptimal stationary points", search=NEARBY)


@dataclass(frozen=True)
class Approach:
    """(‖P g_t‖, ‖(I - P) g_t‖) on the way to a stationary point, given the target; dist(u, M); whether M is closed."""

    way: Callable[..., Any]
    distance: Callable[..., Any] = lambda target: abs(target - 1)
    closed: bool = True


def on_a_line(target: Any) -> Any:
    """On the way to (1, 0) along a line, at the distance |U - 1| of the target (U, 0)."""
    return [(Fraction(1, 2**j), abs(target - 1)) for j in range(12)]


def beside_the_class(tangent: Any, normal: Any, later: Any, share: Any) -> Any:
    """Any point, then ‖P g_t‖ = tangent/4^j beside a constant part; dist(u, M) is a share of the smallest ‖g_t‖."""
    nearest = share * min(later, sqrt(tangent**2 + normal**2))
    way = [(tangent, normal), *((tangent * Fraction(1, 4**j), later) for j in range(1, 60))]
    return Approach(lambda _: way, lambda target: abs(target - 1) / Fraction(3) * nearest, closed=nearest > 0)


APPROACHES = {
    "line, target (4, 0)": Approach(on_a_line),
    "at first no normal part": beside_the_class(Fraction(1), Fraction(0), Fraction(1), 1),
    # M = T_t ∩ {x > 0} in R and u = 0, which is not in M: g_t = x tends to 0 and has no normal part
    "open ray, target at its end": Approach(lambda _: [(Fraction(1, 2**j), 0) for j in range(12)], lambda _: 0, False),
}
APPROACHING = family(
    APPROACHES,
    "classes and points on the way to a stationary one",
    search=product(above_zero(), reals(0), reals(0), reals(0, 1)).map(beside_the_class),
)


def _on_the_circle(m: Fraction, target: Fraction = Fraction(5, 3)) -> Near:
    """The unit circle seen from (5/3, 0), on the way to (1, 0); Λ = 5/3."""
    u = on_circle(m)
    way = u - vector(1, 0)
    return Near(
        target * u[1] * vector(-u[1], u[0]), (1 - target * u[0]) * u, vector(1 - target, 0), target**2 * way @ way
    )


def _any_near(h: Any, x: Any, more: Any) -> Near:
    """(I - P_t) g_t = (0, h), and the others by their sizes over h; Λ‖u_t - u_∞‖ is the least one or more."""
    tangent, change = h * x[0] * vector(1, 0), h * vector(x[1], x[2])
    least = max(tangent @ tangent, change @ change)
    return Near(tangent, h * vector(0, 1), tangent + h * vector(0, 1) - change, least * (1 + more))


APPROACHED = family(
    {
        # M = {(a, 0): a > 0} ∪ {(0, b)}, T_t the axis of u_t, L(v) = v_1, on the way from (1, 0) to 0; a = 1/100, Λ = 1
        "two axes, near (0, 0)": Near(vector(1, 0), vector(0, 0), vector(1, 0), F(1, 10**4)),
        "the circle, near its stationary point": _on_the_circle(Fraction(1, 100)),
        "the circle, nearer": _on_the_circle(Fraction(1, 1000)),
        "as far as Λ allows": Near(
            vector("1/6", "1/12", "1/6"), vector("-1/6", "2/3", "-1/6"), vector(0, 1, 0), F(1, 16)
        ),
    },
    "iterates near a point with P∇L(u_∞) = 0 ≠ ∇L(u_∞)",
    search=product(above_zero(), vectors(3, -1, 1), reals(0, 1)).map(_any_near),
)
