r"""Lemma K.1 [lem:lipr] and its proof: on a ball of radius r a smooth loss has the Lipschitz constant ‖∇L(u_t)‖ + L r.

In rational numbers for L(v) = ½(a v_1² + b v_2²) in the plane, where the gradient has the Lipschitz constant
max(|a|, |b|).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import sympy as sp

from checks.hypotheses import lipschitz_gradient_k
from checks.instances.rational_steps import sphere_points
from checks.theory.roots import sqrt
from theorytest import at_least, at_most, claim, equal, family, positive, product, reals, repair, vectors
from theorytest.proof import fact, inner, nonnegative, norm, number, real, squared, statement, use, vector
from theorytest.proof import positive as above_zero
from theorytest.proof import square as squared_norm

INSIDE = (Fraction(1), Fraction(999, 1000), Fraction(0))
ETAS = (Fraction(0), Fraction(1, 3), Fraction(1))


@dataclass(frozen=True)
class Quadratic:
    """½(a v_1² + b v_2²), and the point u_t."""

    slopes: np.ndarray  # a and b
    u: np.ndarray

    @property
    def L(self) -> Any:
        """The Lipschitz constant of the gradient."""
        return max(abs(each) for each in self.slopes)

    def value(self, v: np.ndarray) -> Any:
        """L(v)."""
        return (self.slopes * v * v).sum() / 2

    def gradient(self, v: np.ndarray) -> np.ndarray:
        """∇L(v)."""
        return self.slopes * v

    def segments(self, r: Any) -> list[tuple[np.ndarray, np.ndarray]]:
        """Pairs of points of the ball of radius r around u_t, its boundary and its centre among them."""
        ball = [self.u + share * r * y for y in sphere_points(2) for share in INSIDE[:2]]
        return list(combinations([*ball, self.u], 2))


def quadratic(x):
    """From a, b and u_t."""
    return Quadratic(np.array(x[:2]), np.array(x[2:]))


SMOOTH = family(
    {
        "½‖v‖² at 0": quadratic([Fraction(1), Fraction(1), Fraction(0), Fraction(0)]),
        "½(v_1² + v_2²/2)": quadratic([Fraction(1), Fraction(1, 2), Fraction(1), Fraction(-2)]),
        "½(v_1² - v_2²)": quadratic([Fraction(1), Fraction(-1), Fraction(0), Fraction(3)]),
    },
    "losses with Lipschitz gradient, and points",
    search=vectors([4], -3, 3).map(quadratic),
)
RADII = family([Fraction(1, 10), Fraction(4)], "r > 0", search=positive())


def on_a_ball(*, gradient=1, smoothness=1, radius=1):
    """Three inequalities at the γ = ηv + (1 − η)w of the mean value theorem, in either order of v and w."""
    (a, change, v, w), L, r = vector("∇L(u_t) ∇L(γ)−∇L(u_t) v−u_t w−u_t"), nonnegative("L"), above_zero("r")
    eta, rise, apart = number("η", "≥0", "≤1"), real("L(v)−L(w)"), norm(v - w)
    point = eta * v + (1 - eta) * w
    near, rest = L * apart / (r + norm(point)), smoothness * L * norm(point)
    ball = [use("the ball of radius r: v", eta), use("the ball of radius r: w", 1 - eta)]
    return statement(
        [
            at_most(rise, (gradient * norm(a) + smoothness * L * r) * apart),
            at_most(squared_norm(a + change), (gradient * norm(a) + rest) ** 2),
            at_most(squared_norm(point), (radius * r) ** 2),
        ],
        given={
            "the mean value theorem": equal(rise, inner(a + change, v - w)),
            "∇L is L-Lipschitz": at_most(norm(change), L * norm(point)),
            "the ball of radius r: v": at_most(squared_norm(v), r**2),
            "the ball of radius r: w": at_most(squared_norm(w), r**2),
        },
        by=[
            [
                use("the mean value theorem", -1),
                fact("cauchy", a, v - w),
                fact("cauchy", change, v - w),
                use("∇L is L-Lipschitz", apart),
                use("the ball of radius r: v", eta * near),
                use("the ball of radius r: w", (1 - eta) * near),
                squared(v - w, eta * (1 - eta) * near),
                fact("norm", point, times=-near),
            ],
            [
                use("∇L is L-Lipschitz", 2 * norm(a) + rest + norm(change)),
                fact("cauchy", a, change, times=2),
                fact("norm", a),
                fact("norm", change),
            ],
            [*ball, squared(v - w, eta * (1 - eta))],
        ],
    )


@claim(
    "lem:lipr",
    also=["eq:lipr", "x:display-lemK.1-proof-final", "x:lemK.1-proof-gradient"],
    says="If ∇L is L-Lipschitz, then |L(v) - L(w)| ≤ (‖∇L(u_t)‖ + Lr)‖v - w‖ for all v, w in the ball of radius r "
    "around u_t.",
    formula=r"\mathrm{Lip}_t(r) \le \|\nabla\mathcal{L}(u_t)\| + L r, \quad \|\nabla\mathcal{L}(\gamma(\eta))\| \le "
    r"\|\nabla\mathcal{L}(u_t)\| + L \|u_t - \gamma(\eta)\| \le \|\nabla\mathcal{L}(u_t)\| + L r",
    forall={"L, u_t": SMOOTH, "r": RADII},
    given=[lipschitz_gradient_k],
    reading="The lemma stands in the section on least squares, where L-smooth means so and L = 1. (LS) alone would not "
    "do: -v⁴ satisfies it with every L. The certificate starts from the mean value theorem, as the paper does.",
    tight="approached by two points at the far end of the ball",
    proof=on_a_ball,
    mutants={
        "two per cent less L": {"smoothness": Fraction(98, 100)},
        "two per cent less of the gradient": {"gradient": Fraction(98, 100)},
        "a radius that is too small": {"radius": Fraction(98, 100)},
    },
)
def lipschitz_constant_of_a_ball(loss, r, *, gradient=1, smoothness=1, radius=1):
    """Squares of all sides."""
    pairs, at_u = loss.segments(r), gradient * sqrt(loss.gradient(loss.u) @ loss.gradient(loss.u))
    change = [(loss.value(v) - loss.value(w)) ** 2 for v, w in pairs]
    bound = [(at_u + smoothness * loss.L * r) ** 2 * ((v - w) @ (v - w)) for v, w in pairs]
    yield at_most(change, bound, name="loss", symbol="(L(v) - L(w))²")
    curve = [eta * v + (1 - eta) * w for v, w in pairs for eta in ETAS]
    away = [(each - loss.u) @ (each - loss.u) for each in curve]
    found = [loss.gradient(each) @ loss.gradient(each) for each in curve]
    yield at_most(found, [(at_u + smoothness * loss.L * sqrt(d)) ** 2 for d in away], name="γ", symbol="‖∇L(γ)‖²")
    yield at_most(away, (radius * r) ** 2, name="distance", symbol="‖u_t - γ‖²")


POLYNOMIALS = family(
    {"L(v) = v²/2": (0, Fraction(1, 2), 0), "L(v) = v³ - v": (-1, 0, 1)},
    "differentiable losses, here c_1v + c_2v² + c_3v³",
    search=vectors([3], -3, 3),
)
ENDS = family(
    {
        "from 1 to 0": (Fraction(0), Fraction(1)),
        "from -1 to 3": (Fraction(3), Fraction(-1)),
        "from 5/3 to -2": (Fraction(-2), Fraction(5, 3)),
    },
    "points w and v",
    search=product(reals(-3, 3), reals(-3, 3)).where(lambda v, w: v != w),
    effort=50,
)


def solutions(polynomial, least=0):
    """The number of zeros η with least < η < 1, by Sturm's theorem; one where all are."""
    if polynomial.is_zero:
        return 1
    ends = sum(polynomial.eval(end) == 0 for end in (least, 1))
    return polynomial.count_roots(least, 1) - ends


@repair(
    "x:display-lemK.1-proof-mvt/corrected",
    "x:display-lemK.1-proof-mvt",
    by={"signs": (1, -1)},
    says="For differentiable L there is η in (0, 1) with |L(v) - L(w)| = |f'(η)|, f the loss along the segment from w "
    "to v.",
    formula=r"|\mathcal{L}(v) - \mathcal{L}(w)| = |f'(\eta)| \le \|\nabla\mathcal{L}(\gamma(\eta))\|\,\|v - w\|",
    mutants={"η > 1/2": {"least": Fraction(1, 2)}},
)
@claim(
    "x:display-lemK.1-proof-mvt",
    says="For differentiable L there is η in (0, 1) with |L(v) - L(w)| = f'(η), f the loss along the segment from w to "
    "v.",
    formula=r"|\mathcal{L}(v) - \mathcal{L}(w)| = |f(1) - f(0)| = f'(\eta)",
    forall={"L": POLYNOMIALS, "w, v": ENDS},
    gravity="misprint",
    finding="mean-value-without-its-sign",
    reading="For L(v) = v²/2 from 1 to 0, f' is negative on the whole segment.",
)
def slope_on_the_segment(coefficients, ends, *, signs=(1,), least=0):
    """The zeros of f'(η) ∓ |f(1) - f(0)| for f(t) = L(t v + (1 - t) w), in rational numbers."""
    (v, w), eta = map(sp.Rational, ends), sp.Symbol("eta")
    at = eta * v + (1 - eta) * w
    f = sp.Poly(sum(sp.Rational(c) * at ** (k + 1) for k, c in enumerate(coefficients)), eta)
    change = abs(f.eval(1) - f.eval(0))
    return at_least(sum(solutions(f.diff() - sign * change, least) for sign in signs), 1, symbol="the number of η")
