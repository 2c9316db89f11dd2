"""Functions g = L∘γ on [0, T] that are λ-strongly convex and least at T, as in the proof of Lemma H.4."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

import theorytest as tt
from checks.instances.smooth_problems import on_circle, vector
from theorytest import family


@dataclass(frozen=True)
class Profile:
    """g and its derivative on [0, T], λ-strongly convex with its minimum at T."""

    g: Callable[..., Any]
    slope: Callable[..., Any]
    lam: Any
    T: Any

    def grid(self) -> Any:
        """All pairs of t in [0, T] and s in (0, T), as two columns."""
        t = np.array([self.T * Fraction(i, 40) for i in range(41)])
        return t[:, None], t[None, 1:-1]

    def below(self, t: Any, s: Any) -> Any:
        """The right-hand side of (25)."""
        return self.g(s) + self.slope(s) * (t - s) + self.lam / 2 * (t - s) ** 2


F = Fraction
QUARTIC = Profile(lambda t: (1 - t) ** 2 / F(2) + (1 - t) ** 4 / F(4), lambda t: t - 1 + (t - 1) ** 3, F(1), F(1))
PARABOLA = Profile(lambda t: (3 - t) ** 2, lambda t: 2 * (t - 3), F(2), F(3))


def polynomial(lam: Any, k: Any, c: Any, T: Any) -> Any:
    """½λ(T - t)² + ¼k(T - t)⁴ + c(T - t)."""
    return Profile(
        lambda t: lam * (T - t) ** 2 / 2 + k * (T - t) ** 4 / 4 + c * (T - t),
        lambda t: -lam * (T - t) - k * (T - t) ** 3 - c,
        lam,
        T,
    )


GS = family(
    {"(3 − t)²": PARABOLA, "(1 − t)²/2 + (1 − t)⁴/4": QUARTIC},
    "λ-strongly convex g = L∘γ on [0, T], least at T",
    search=tt.product(tt.positive(10), tt.reals(0, 3), tt.reals(0, 3), tt.positive(3)).map(polynomial),
)
PLACES = family(
    {"L = v²/2 + v⁴/4, s = 1/2": (QUARTIC, F(1, 2))},
    "g = L∘γ on [0, T] and s in (0, T)",
    search=tt.product(tt.positive(10), tt.positive(3), tt.reals(0, 1, open=True)).map(
        lambda lam, k, s: (polynomial(lam, k, 0, 1), s)
    ),
    effort=20,
)


class Slope(NamedTuple):
    """At points γ(s): g'(s)², (∇L, γ')², ‖P_γ' ∇L‖², and ‖P ∇L‖² for the tangent spaces at u = γ(0) and at γ(s)."""

    square: Any
    inner: Any
    along: Any
    at_start: Any
    at_point: Any


def along(g: Any, direction: Any) -> Any:
    """‖P g‖² for the projection onto the span of one vector."""
    return (g @ direction) ** 2 / (direction @ direction)


def on_arc(start: Any, part: Any) -> Any:
    """½‖v - (1, 0)‖² from u to (1, 0) on the unit circle, at γ(s), both by tan(θ/2): g = 1 - cos of the angle."""
    u, x = on_circle(start), on_circle(part * start)
    g, velocity = x - vector(1, 0), vector(x[1], -x[0])
    first, here = vector(-u[1], u[0]), vector(-x[1], x[0])
    return Slope(x[1] ** 2, (g @ velocity) ** 2, along(g, velocity), along(g, first), along(g, here))


def on_plane(curvatures: Any, u: Any, part: Any) -> Any:
    """½ Σ q_i v_i² on M = H = R² from u to 0: g is a parabola, so that differences give its slope; ‖u‖ is the speed."""
    x, square = part * u, u @ u

    def loss(v: Any) -> Any:
        return curvatures @ v**2 / 2

    slope, g = (loss(x + u) - loss(x - u)) / 2, curvatures * x
    return Slope(slope**2 / square, (g @ u) ** 2 / square, along(g, u), g @ g, g @ g)


SHARE = tt.reals(0, 1, open=True)
ARCS = tt.product(SHARE, SHARE).map(on_arc)
PLANES = tt.product(tt.vectors(2, 0, 10, open=True), tt.vectors(2, 0, 5, open=True), SHARE).map(on_plane)
GEODESICS = family(
    {
        "arc, tan(θ/2) = 1/2": on_arc(Fraction(1, 2), Fraction(2, 3)),
        "elongated loss on the plane": on_plane(vector(1, 3), vector(1, 1), Fraction(1, 2)),
    },
    "unit-speed geodesics from u to the minimiser",
    search=tt.product(tt.integers(0, 1), ARCS, PLANES).map(lambda kind, arc, plane: (arc, plane)[kind]),
)
