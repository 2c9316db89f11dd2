r"""Lemma K.1 [lem:lipr] and its proof: on a ball of radius r a smooth loss has the Lipschitz constant ‖∇L(u_t)‖ + L r.

On the line the losses are v²/2, log cosh v and v²/2 + sin(v)/2 with L = 1, 1 and 3/2; in the plane ½(v_1² + v_2²/2).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from checks.hypotheses import least_squares_loss, lipschitz_gradient_k
from checks.instances.smooth_problems import vector
from checks.theory.symbolic_lipschitz import lipschitz_on_a_ball
from theorytest import at_least, at_most, claim, equal, family, product, reals, repair, vectors
from theorytest.proof import fact, for_all, inner, nonnegative, norm, number, square, squared, statement, use
from theorytest.proof import vector as vectors_of

SPOTS = np.linspace(-3, 3, 13)


@dataclass(frozen=True)
class Loss:
    """A loss on R^n by its values, its gradient and its smoothness, with points u_t, arrays (m, n)."""

    value: Any
    gradient: Any
    L: float
    spots: np.ndarray

    def ball(self, u, r):
        """Points of the ball of radius r around u, its boundary among them."""
        if len(u) == 1:
            return u + np.linspace(-r, r, 400)[:, None]
        angle, radii = np.linspace(0, 2 * np.pi, 41), np.array([0.0, 0.5, 0.99, 1.0])
        around = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
        return u + (r * radii[:, None, None] * around).reshape(-1, 2)


def on_the_line(value, slope, L):
    return Loss(lambda v: value(v[..., 0]), lambda v: slope(v), L, SPOTS[:, None])


SCALE = np.array([1.0, 0.5])
LOSSES = {
    "v²/2": on_the_line(lambda v: v**2 / 2, lambda v: v, 1.0),
    "log cosh v": on_the_line(lambda v: np.log(np.cosh(v)), np.tanh, 1.0),
    "v²/2 + sin(v)/2": on_the_line(lambda v: v**2 / 2 + np.sin(v) / 2, lambda v: v + np.cos(v) / 2, 1.5),
    "in the plane": Loss(
        lambda v: np.sum(SCALE * v**2, axis=-1) / 2, lambda v: SCALE * v, 1.0, np.array([[1.0, -2.0], [0.0, 0.0]])
    ),
}


def quadratic(x):
    """½(a v_1² + b v_2²) in the plane, with one point."""
    a, b = x[:2]
    return Loss(
        lambda v: (a * v[..., 0] ** 2 + b * v[..., 1] ** 2) / 2,
        lambda v: v * np.array([a, b]),
        max(abs(a), abs(b)),
        np.array([x[2:]]),
    )


SMOOTH = family(LOSSES, "losses with Lipschitz gradient, and points", search=vectors([4], -3, 3).map(quadratic))
RADII = family([0.1, 1.0, 4.0], "r > 0", search=reals(0.01, 10.0), effort=60)


def quotients(loss, u, r):
    """The largest |L(v) - L(w)| / ‖v - w‖ over pairs of points of the ball, from the values alone."""
    v = loss.ball(u, r)
    apart = np.linalg.norm(v[:, None] - v[None], axis=-1)
    rise = np.abs(np.subtract.outer(loss.value(v), loss.value(v)))
    return np.max(rise[apart > 1e-6] / apart[apart > 1e-6])


@claim(
    "lem:lipr",
    also=["eq:lipr", "x:display-lemK.1-proof-final"],
    says="If ∇L is L-Lipschitz, then |L(v) - L(w)| ≤ (‖∇L(u_t)‖ + Lr)‖v - w‖ for all v, w in the ball of radius r "
    "around u_t.",
    formula=r"\mathrm{Lip}_t(r) \le \|\nabla\mathcal{L}(u_t)\| + L r",
    forall={"L, u_t": SMOOTH, "r": RADII},
    given=[lipschitz_gradient_k],
    reading="The lemma stands in the section on least squares, where L-smooth means so and L = 1. (LS) alone would not "
    "do: -v⁴ satisfies it with every L. The certificate starts from the mean value theorem, as the paper does.",
    tight="approached by two points at the far end of the ball",
    proof=lipschitz_on_a_ball,
    mutants={
        "two per cent less L": {"smoothness": 0.98},
        "without the gradient": {"gradient": 0.0},
        "two per cent less of the gradient": {"gradient": 0.98},
    },
)
def lipschitz_constant_of_a_ball(loss, r, *, gradient=1.0, smoothness=1.0):
    found = [quotients(loss, u, r) for u in loss.spots]
    bound = gradient * np.linalg.norm(loss.gradient(loss.spots), axis=1) + smoothness * loss.L * r
    return at_most(found, bound, digits=9, symbol="|L(v) - L(w)| / ‖v - w‖")


def triangle_inequality(*, smoothness=1.0, radius=1.0):
    """Squares of both inequalities: Cauchy for ∇L(u_t) and ∇L(γ) − ∇L(u_t); ‖γ − u_t‖² is convex along the segment."""
    (a, change, v, w), (L, away, r), eta = (
        vectors_of("∇L(u_t) D v−u_t w−u_t"),
        nonnegative("L ‖γ−u_t‖ r"),
        number("η", "≥0", "≤1"),
    )
    rest = smoothness * L * away
    point = eta * v + (1 - eta) * w
    return statement(
        [at_most(square(a + change), (norm(a) + rest) ** 2), at_most(square(point), (radius * r) ** 2)],
        given={
            "∇L is L-Lipschitz": at_most(norm(change), L * away),
            "the ball of radius r: v": at_most(square(v), r**2),
            "the ball of radius r: w": at_most(square(w), r**2),
        },
        by=[
            [
                use("∇L is L-Lipschitz", 2 * norm(a) + rest + norm(change)),
                fact("cauchy", a, change, times=2),
                fact("norm", a),
                fact("norm", change),
            ],
            [
                use("the ball of radius r: v", eta),
                use("the ball of radius r: w", 1 - eta),
                squared(v - w, eta * (1 - eta)),
            ],
        ],
    )


@claim(
    "x:lemK.1-proof-gradient",
    says="If ∇L is L-Lipschitz, then ‖∇L(γ)‖ ≤ ‖∇L(u_t)‖ + L‖u_t - γ‖ ≤ ‖∇L(u_t)‖ + Lr on the segments of the "
    "ball of radius r around u_t.",
    formula=r"\|\nabla\mathcal{L}(\gamma(\eta))\| \le \|\nabla\mathcal{L}(u_t)\| + L \|u_t - \gamma(\eta)\|"
    r" \le \|\nabla\mathcal{L}(u_t)\| + L r",
    forall={"L, u_t": SMOOTH, "r": RADII},
    given=[lipschitz_gradient_k],
    tight="attained by squares",
    proof=triangle_inequality,
    mutants={"two per cent less L": {"smoothness": 0.98}, "a radius that is too small": {"radius": 0.98}},
)
def gradient_on_a_segment(loss, r, *, smoothness=1.0, radius=1.0):
    """On the segments from one point of the ball to all others, at five places."""
    for k, u in enumerate(loss.spots):
        ends = loss.ball(u, r)
        gamma = np.concatenate([eta * ends + (1 - eta) * ends[0] for eta in (0.0, 0.25, 0.5, 0.75, 1.0)])
        away = np.linalg.norm(gamma - u, axis=1)
        first = np.linalg.norm(loss.gradient(u)) + smoothness * loss.L * away
        yield at_most(np.linalg.norm(loss.gradient(gamma), axis=1), first, name=f"u_t {k}", symbol="‖∇L(γ)‖")
        yield at_most(away, radius * r, name=f"u_t {k}: distance", symbol="‖u_t - γ‖")


POLYNOMIALS = family(  # with their derivatives
    {"L(v) = v²/2": (lambda v: v**2 / 2, lambda v: v), "L(v) = v³ - v": (lambda v: v**3 - v, lambda v: 3 * v**2 - 1)},
    "differentiable losses",
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
    """The number of zeros η with least < η < 1, by Sturm's theorem."""
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
def slope_on_the_segment(loss, ends, *, signs=(1,), least=0):
    """The zeros of f'(η) ∓ |L(v) - L(w)| for f(t) = L(t v + (1 - t) w), in rational numbers."""
    (value, derivative), (v, w), eta = loss, map(sp.Rational, ends), sp.Symbol("eta")
    slope, change = derivative(eta * v + (1 - eta) * w) * (v - w), abs(value(v) - value(w))
    found = sum(solutions(sp.Poly(slope - sign * change, eta), least) for sign in signs)
    return at_least(found, 1, symbol="the number of η")


MASSES = np.array([Fraction(k, 10) for k in (1, 2, 3, 4)])
TARGET = np.array([Fraction(1), Fraction(-2), Fraction(1, 2), Fraction(3)])
PLACES = family(
    {"v": vector(0, 1, 2, -1), "near u": vector(1, -2, Fraction(1, 2), Fraction(31, 10)), "0": vector(0, 0, 0, 0)},
    "v ∈ H",
    search=vectors([4]),
)


def of_every_square(*, factor=2):
    """The gradient is the G with L(v + h) = L(v) + (G, h) + ½‖h‖² for all h; at h = G and at h = v − u."""
    u, v, G, h = vectors_of("u v G h")

    def loss(w):
        return square(u - w) / 2

    expansion = for_all(h, equal(loss(v + h), loss(v) + inner(G, h) + square(h) / 2))
    by = [use("the gradient", -1, at={"h": h}) for h in (G, v - u)]
    return statement(equal(square(G), factor * loss(v)), given={"the gradient": expansion}, by=by)


@claim(
    "x:appK.5-gradient-norm",
    also=["x:display-appK.5-loss"],
    says="For L(v) = ½‖u - v‖², the gradient has the norm ‖∇L(v)‖ = √(2L(v)).",
    formula=r"\mathcal{L}(v) = \tfrac12 \|u - v\|^2 \implies \|\nabla\mathcal{L}(v)\| = \sqrt{2 \mathcal{L}(v)}",
    forall={"v": PLACES},
    given=[least_squares_loss],
    reading="In L² of four points; (∇L, e_i) = ∂_i L by central differences, which are exact for squares.",
    proof=of_every_square,
    mutants={"√L": {"factor": 1}, "√(2.02 L)": {"factor": Fraction(101, 50)}},
)
def norm_of_the_gradient(v, *, factor=2):
    """Squares of both sides."""

    def loss(values):
        return np.sum(MASSES * (values - TARGET) ** 2) / 2

    slopes = np.array([loss(v + e) - loss(v - e) for e in np.eye(4, dtype=int)]) / 2
    return equal(np.sum(MASSES * (slopes / MASSES) ** 2), factor * loss(v), digits=9, symbol="‖∇L(v)‖²")
