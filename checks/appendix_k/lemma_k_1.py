r"""Lemma K.1 [lem:lipr] and its proof: on a ball of radius r a smooth loss has the Lipschitz constant ‖∇L(u_t)‖ + L r.

The constant of a ball is the supremum of the gradient norm there. On the line the losses are v²/2, log cosh v and
v²/2 + sin(v)/2 with L = 1, 1 and 3/2; in the plane 1/2 (v_1² + v_2²/2) with L = 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from theorytest import at_least, at_most, claim, equal, repair

SPOTS = np.linspace(-3, 3, 13)
RADII = (0.1, 1.0, 4.0)


@dataclass(frozen=True)
class Loss:
    """A loss on the line by its values, its slope and its smoothness."""

    name: str
    value: Any
    slope: Any
    L: float


LOSSES = (
    Loss("v^2/2", lambda v: v**2 / 2, lambda v: v, 1.0),
    Loss("log cosh v", lambda v: np.log(np.cosh(v)), np.tanh, 1.0),
    Loss("v^2/2 + sin(v)/2", lambda v: v**2 / 2 + np.sin(v) / 2, lambda v: v + np.cos(v) / 2, 1.5),
)


def steepest(loss, spot, radius):
    """The largest difference quotient of the loss between points of a grid on the ball, from the values alone."""
    v = np.linspace(spot - radius, spot + radius, 400)
    rise, run = np.subtract.outer(loss.value(v), loss.value(v)), np.subtract.outer(v, v)
    return float(np.max(np.abs(rise[run > 0]) / run[run > 0]))


@claim(
    "lem:lipr",
    kind="inequality",
    also=["eq:lipr", "x:display-lemK.1-proof-final"],
    says="Between two points of the ball of radius r around u_t the loss changes by at most (the norm of its "
    "gradient at u_t plus L r) times their distance.",
    formula=r"\mathrm{Lip}_t(r) \le \|\nabla\mathcal{L}(u_t)\| + L r",
    expected="computed",
    tight="approached by two points at the far end of the ball",
    mutants={
        "gradient x 0.9": {"gradient": 0.9},
        "two per cent less L": {"smoothness": 0.98},
        "without the gradient": {"gradient": 0.0},
        "half of the radius": {"smoothness": 0.5},
    },
)
def lipschitz_constant_of_a_ball(*, gradient=1.0, smoothness=1.0):
    """v²/2 approaches the bound where both points move to the far end of the ball, so the grid attains 0.998 of it."""
    for loss in LOSSES:
        found = [steepest(loss, spot, r) for spot in SPOTS for r in RADII]
        bound = [gradient * abs(loss.slope(spot)) + smoothness * loss.L * r for spot in SPOTS for r in RADII]
        yield at_most(found, bound, name=loss.name, symbol="|L(v) - L(w)| / |v - w|")
    angle = np.linspace(0, 2 * np.pi, 721)
    for r in RADII:
        v = np.array([1.0, -2.0]) + r * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
        slopes = np.hypot(v[:, 0], v[:, 1] / 2)
        bound = gradient * np.hypot(1.0, 1.0) + smoothness * r
        yield at_most(slopes.max(), bound, name=f"in the plane, r = {r}", symbol="the gradient")


def quartic(v):
    """-v⁴: concave, so that (LS) holds with every L."""
    return -(v**4)


def quartic_slope(v):
    return -4 * v**3


@claim(
    "lem:lipr/one-sided",
    kind="remark",
    says="Lemma K.1 needs a Lipschitz gradient; smoothness (LS), a bound from above, is not enough. For -v^4, "
    "u_t = 0 and L = r = 1 the loss changes from 1/2 to 1 by 15/16, where the lemma allows 1/2.",
    formula=r"\mathcal{L}(v) = -v^4:\quad \text{(LS) with every } L, \quad "
    r"\mathrm{Lip}_t(r) = 4r^3 > L r \text{ for } u_t = 0,\ r > \tfrac12\sqrt L",
    premises=["eq:L-smooth/one-sided"],
    mutants={
        "a concave loss with Lipschitz gradient": {"loss": lambda v: -(v**2) / 2, "slope": lambda v: -v},
        "a convex loss": {"loss": lambda v: v**4, "slope": lambda v: 4 * v**3},
    },
)
def smoothness_from_above_is_not_enough(*, loss=quartic, slope=quartic_slope):
    """In rational numbers on M = T_t = H = R. Appendix K.5 uses the lemma for least squares, where it is true."""
    grid = [Fraction(k, 4) for k in range(-12, 13)]
    excess = [loss(u + g) - loss(u) - slope(u) * g - g**2 / 2 for u in grid for g in grid]
    yield at_most(excess, 0, name="(LS) with L = 1", symbol="the excess")
    v, w = Fraction(1), Fraction(1, 2)
    allowed = (abs(slope(Fraction(0))) + 1) * abs(v - w)
    change = abs(loss(v) - loss(w))
    yield at_least(change, Fraction(15, 8) * allowed, name="from 1/2 to 1", symbol="|ΔL|")


@claim(
    "x:lemK.1-proof-gradient",
    kind="inequality",
    says="On the segment between two points of the ball the gradient is at most the gradient at u_t plus L times "
    "the distance from u_t, hence plus L r.",
    formula=r"\|\nabla\mathcal{L}(\gamma(\eta))\| \le \|\nabla\mathcal{L}(u_t)\| + L \|u_t - \gamma(\eta)\|"
    r" \le \|\nabla\mathcal{L}(u_t)\| + L r",
    expected="computed",
    tight="attained by squares",
    mutants={"two per cent less L": {"smoothness": 0.98}, "a radius that is too small": {"radius": 0.98}},
)
def gradient_on_a_segment(*, smoothness=1.0, radius=1.0):
    """Both ends of a diameter and points between them; equality for v²/2 on the side away from its minimum."""
    for loss in LOSSES:
        for r in RADII:
            eta = np.linspace(0, 1, 101)
            gamma = SPOTS[:, None] + r * (2 * eta - 1)
            here, away = np.abs(loss.slope(SPOTS))[:, None], np.abs(gamma - SPOTS[:, None])
            first = here + smoothness * loss.L * away
            yield at_most(np.abs(loss.slope(gamma)), first, name=f"{loss.name}, r = {r}")
            yield at_most(away, radius * r + 0 * away, name=f"{loss.name}, r = {r}, distance")


def slope_of_the_path(v, w, eta):
    """f'(η) for f(t) = L(t v + (1 - t) w) with L(v) = v²/2, in rational numbers."""
    return (eta * v + (1 - eta) * w) * (v - w)


ETAS = tuple(Fraction(k, 64) for k in range(1, 64))


@claim(
    "x:display-lemK.1-proof-mvt",
    kind="identity",
    says="There is an eta in (0, 1) with |L(v) - L(w)| = f'(eta), for f along the segment from w to v.",
    formula=r"|\mathcal{L}(v) - \mathcal{L}(w)| = |f(1) - f(0)| = f'(\eta)",
    expected="refuted",
    gravity="misprint",
)
def the_slope_without_its_sign(*, v=Fraction(0), w=Fraction(1)):
    """L(v) = v²/2 falls from w = 1 to v = 0: f' is negative on the whole segment, f'(η) = η - 1."""
    difference = abs(v**2 - w**2) / 2
    best = max(slope_of_the_path(v, w, eta) for eta in (Fraction(0), *ETAS, Fraction(1)))  # f' is linear in η
    yield at_most(difference, best, name="v = 0, w = 1", symbol="|L(v) - L(w)|")


@repair(
    "x:display-lemK.1-proof-mvt/corrected",
    "x:display-lemK.1-proof-mvt",
    kind="identity",
    says="There is an eta in (0, 1) with |L(v) - L(w)| = |f'(eta)|; for v^2/2 it is 1/2.",
    formula=r"|\mathcal{L}(v) - \mathcal{L}(w)| = |f'(\eta)| \le \|\nabla\mathcal{L}(\gamma(\eta))\|\,\|v - w\|",
    mutants={"eta = 3/4": {"eta": Fraction(3, 4)}, "without the absolute value": {"size": Fraction}},
)
def the_size_of_the_slope(*, eta=Fraction(1, 2), size=abs):
    """In rational numbers."""
    for v, w in (Fraction(0), Fraction(1)), (Fraction(3), Fraction(-1)), (Fraction(-2), Fraction(5, 3)):
        slope = size(slope_of_the_path(v, w, eta))
        yield equal(abs(v**2 - w**2) / 2, slope, name=f"from {w} to {v}")


MASSES = np.array([0.1, 0.2, 0.3, 0.4])


@claim(
    "x:appK.5-gradient-norm",
    kind="identity",
    also=["x:display-appK.5-loss"],
    says="The least squares loss has a gradient of norm sqrt(2 L(v)).",
    formula=r"\mathcal{L}(v) = \tfrac12 \|u - v\|^2 \implies \|\nabla\mathcal{L}(v)\| = \sqrt{2 \mathcal{L}(v)}",
    expected="computed",
    mutants={"sqrt(L)": {"factor": 1.0}, "the gradient of the parameters": {"masses": np.ones(4)}},
)
def norm_of_the_gradient(*, factor=2.0, masses=MASSES):
    """On four points with masses: the gradient by its definition, (∇L, e_i) = ∂_i L, from central differences."""
    u, v, h = np.array([1.0, -2.0, 0.5, 3.0]), np.array([0.0, 1.0, 2.0, -1.0]), 1e-3

    def loss(values):
        return float(np.sum(MASSES * (values - u) ** 2) / 2)

    slopes = np.array([loss(v + h * e) - loss(v - h * e) for e in np.eye(4)]) / (2 * h)
    gradient = slopes / masses
    norm = np.sqrt(np.sum(MASSES * gradient**2))
    yield equal(norm, np.sqrt(factor * loss(v)), digits=9, name="four points", symbol="the norm")
