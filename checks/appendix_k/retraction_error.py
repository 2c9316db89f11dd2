r"""Appendix K.5: how much the retraction in parameter space may change a least squares loss.

Φ(x) = A_1 max(A_0 x + b_0, 0)² + b_1 at θ = (1, 0, 1, 0) on the points 1 and 2 of mass 1/2 each, so that everything but
the norms is rational: a step along ϑ has ū = Φ - s Σ ϑ_k ∂_k Φ, u_{t+1} = Φ_{θ - sϑ} and ε = ‖u_{t+1} - ū‖.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np

from theorytest import at_most, claim, equal, repair

POINTS = (Fraction(1), Fraction(2))
THETA = (Fraction(1), Fraction(0), Fraction(1), Fraction(0))  # A_1, b_1, A_0, b_0


def network(theta, x):
    """Φ_θ(x)."""
    outer, shift, inner, bias = theta
    return outer * max(inner * x + bias, Fraction(0)) ** 2 + shift


def tangents(x):
    """∂_θ Φ at THETA, for x > 0."""
    return (x**2, Fraction(1), 2 * x**2, 2 * x)


def norm(values):
    """In L² of the two points."""
    return sqrt(sum(value**2 for value in values) / 2)


@dataclass(frozen=True)
class Step:
    """A step of length s along ϑ against the target u = Φ - g."""

    direction: tuple
    s: Fraction
    gradient: tuple

    @property
    def target(self):
        """u on the points."""
        return [network(THETA, x) - g for x, g in zip(POINTS, self.gradient, strict=True)]

    @property
    def projected(self):
        """P^n g = Σ ϑ_k ∂_k Φ."""
        return [sum(c * t for c, t in zip(self.direction, tangents(x), strict=True)) for x in POINTS]

    @property
    def linear(self):
        """ū_{t+1}."""
        return [network(THETA, x) - self.s * p for x, p in zip(POINTS, self.projected, strict=True)]

    @property
    def new(self):
        """u_{t+1}."""
        moved = tuple(a - self.s * c for a, c in zip(THETA, self.direction, strict=True))
        return [network(moved, x) for x in POINTS]

    def loss(self, values):
        """1/2 ‖u - v‖²."""
        return sum((v - u) ** 2 for v, u in zip(values, self.target, strict=True)) / 4

    @property
    def change(self):
        """|L(u_{t+1}) - L(ū_{t+1})|."""
        return abs(self.loss(self.new) - self.loss(self.linear))

    @property
    def rise(self):
        """L(u_{t+1}) - L(ū_{t+1})."""
        return self.loss(self.new) - self.loss(self.linear)

    @property
    def error(self):
        """ε(s)."""
        return norm([a - b for a, b in zip(self.new, self.linear, strict=True)])

    def bound(self, estimate, factor=1.0, reach=1.0):
        """(√(2 λ) + ε + s ‖P^n g‖) ε for an estimate λ of L(u_t)."""
        radius = self.error + float(self.s) * norm(self.projected)
        return factor * (sqrt(2 * estimate) + reach * radius) * self.error


def sampled_at_one(other, s=Fraction(1, 10)):
    """The non-projection with the single point 1, where g = 1, while g = `other` at the point 2."""
    return Step(tangents(POINTS[0]), s, (Fraction(1), Fraction(other)))


def steps(exaggeration=Fraction(1000)):
    """Directions and lengths; each with small gradients, and with one that is many times the error of the step."""
    for k in range(40):
        direction = tuple(Fraction((k * a + b) % 11 - 5, 5) for a, b in ((3, 1), (5, 2), (7, 3), (2, 9)))
        s = Fraction(1 + k % 4, 8)
        yield Step(direction, s, (Fraction(k % 5 - 2), Fraction(k % 7 - 3)))
        plain = Step(direction, s, (Fraction(0), Fraction(0)))
        away = tuple(exaggeration * (a - b) for a, b in zip(plain.new, plain.linear, strict=True))
        yield Step(direction, s, away)


@claim(
    "x:display-appK.5-retraction-error",
    kind="inequality",
    says="The loss of the retracted step differs from that of the linear one by at most the Lipschitz constant of "
    "a ball that holds both times the retraction error: (sqrt(2 L(u_t)) + eps + s norm of P^n g) eps at most.",
    formula=r"|\mathcal{L}(u_{t+1}) - \mathcal{L}(\bar u_{t+1})| \le (\sqrt{2\mathcal{L}(u_t)} + "
    r"\|u_{t+1} - \bar u_{t+1}\| + s_t \|P_t^n g_t\|)\, \|u_{t+1} - \bar u_{t+1}\|",
    expected="computed",
    tight="approached by short steps of networks",
    mutants={"factor x 0.9": {"factor": 0.9}, "without the radius": {"reach": 0.0}},
)
def change_by_the_retraction(*, factor=1.0, reach=1.0):
    """Approached where the gradient points along the error and is large; without the radius small gradients fail."""
    found = [
        (float(step.change), step.bound(step.loss([network(THETA, x) for x in POINTS]), factor, reach))
        for step in steps()
    ]
    change, bound = np.array(found).T
    yield at_most(change, bound, digits=10, name="80 steps", symbol="the change")
    radius = [max(norm(difference(step, "new")), norm(difference(step, "linear"))) for step in steps()]
    sums = [step.error + float(step.s) * norm(step.projected) for step in steps()]
    yield at_most(radius, sums, digits=10, name="the radius of the ball", symbol="the maximum")


def difference(step, which):
    """u_{t+1} - u_t or ū_{t+1} - u_t."""
    return [value - network(THETA, x) for value, x in zip(getattr(step, which), POINTS, strict=True)]


@claim(
    "x:display-appK.5-estimated-error",
    kind="inequality",
    also=["x:sec5.3-c-r-zero"],
    says="The same holds with the estimate lambda_t of L(u_t), so that (CR) is satisfied with C_R = 0 and beta_t.",
    formula=r"|\mathcal{L}(u_{t+1}) - \mathcal{L}(\bar u_{t+1})| \le (\sqrt{2\lambda_t} + \varepsilon(s_t) + "
    r"s_t\|P_t^n g_t\|)\,\varepsilon(s_t)",
    expected="refuted",
    gravity="wrong statement",
)
def change_by_the_estimate(*, other=10):
    """One point is drawn, λ = g(1)²/2 = 1/2, and what happens at the other point is not seen: L(u_t) = 25.25."""
    step = sampled_at_one(other)
    estimate = Fraction(1, 2)  # λ_0 = 1/2 ‖u - u_0‖_n² with the point 1
    yield at_most(
        float(step.rise),
        step.bound(estimate),
        digits=10,
        name="two points, one drawn",
        symbol="the rise",
    )


@repair(
    "x:display-appK.5-estimated-error/corrected",
    "x:display-appK.5-estimated-error",
    kind="inequality",
    says="(CR) holds with C_R = 0 and beta = (sqrt(2 lambda) + eps + s norm of P^n g) eps for all lambda >= L(u_t).",
    formula=r"\lambda \ge \mathcal{L}(u_t) \implies \mathcal{L}(u_{t+1}) \le \mathcal{L}(\bar u_{t+1}) + "
    r"(\sqrt{2\lambda} + \varepsilon + s\|P_t^n g_t\|)\,\varepsilon",
    expected="computed",
    tight="approached by short steps of networks",
    mutants={
        "lambda = 0.95 L(u_t)": {"share": 0.95},
        "without the root": {"share": 0.0},
        "0.98 of it": {"factor": 0.98},
    },
)
def change_by_an_upper_estimate(*, share=1.0, factor=1.0):
    """The steps of the display before, and the one that refutes the estimate."""
    cases = [*steps(), sampled_at_one(10), sampled_at_one(1000)]
    estimates = [share * float(step.loss([network(THETA, x) for x in POINTS])) for step in cases]
    bound = [step.bound(estimate, factor) for step, estimate in zip(cases, estimates, strict=True)]
    yield at_most([float(step.rise) for step in cases], bound, digits=10, name="82 steps", symbol="the rise")


@claim(
    "x:display-appK.5-beta",
    kind="identity",
    also=["x:display-shallow-beta"],
    says="beta_t is the Lipschitz constant of the ball of radius sqrt(2 lambda_t) + eps + s norm of P^n g, times "
    "eps: the bound that was derived.",
    formula=r"\beta_t := \mathrm{Lip}_t(\sqrt{2\lambda_t} + \varepsilon(s_t) + s_t\|P_t^n g_t\|)\,\varepsilon(s_t)",
    expected="refuted",
    gravity="misprint",
)
def beta_as_printed(*, other=10):
    """Lip_t(r) = √(2 L(u_t)) + r is a function of the radius; inserting the sum counts √(2 λ_t) twice."""
    step = sampled_at_one(other)
    here = float(step.loss([network(THETA, x) for x in POINTS]))
    inside = sqrt(2 * here) + step.error + float(step.s) * norm(step.projected)
    printed = (sqrt(2 * here) + inside) * step.error
    yield equal(printed, step.bound(here), digits=10, name="two points", symbol="beta")


@repair(
    "x:display-appK.5-beta/corrected",
    "x:display-appK.5-beta",
    kind="identity",
    says="beta_t is the Lipschitz constant of the ball of radius eps + s norm of P^n g, times eps; what is "
    "printed lies between it and twice it.",
    formula=r"\beta_t(s_t) := \mathrm{Lip}_t(\varepsilon(s_t) + s_t\|P_t^n g_t\|)\,\varepsilon(s_t)",
    expected="computed",
    mutants={"the printed radius": {"twice": 1.0}, "never more than 1.5 times": {"most": 1.5}},
)
def beta_of_the_radius(*, twice=0.0, most=2.0):
    """The Lipschitz constant of a ball is the largest norm of v - u on it, found at its far end."""
    for step in steps():
        here, radius = float(step.loss([network(THETA, x) for x in POINTS])), step.error
        radius += float(step.s) * norm(step.projected)
        beta = (sqrt(2 * here) + radius + twice * sqrt(2 * here)) * step.error
        far = furthest(step, radius) * step.error
        if step.error:
            name = f"{step.direction}, {step.s}, {step.gradient}"
            yield equal(beta, far, digits=6, name=name, symbol="beta")
            printed = (2 * sqrt(2 * here) + radius) * step.error
            yield at_most(printed, most * far, digits=6, name=f"{name}, ratio", symbol="as printed")


def furthest(step, radius):
    """The largest ‖v - u‖ over ‖v - u_t‖ = radius, on a grid of angles in orthonormal coordinates."""
    angle = np.linspace(0, 2 * np.pi, 20_001)
    g = np.array([float(each) for each in step.gradient]) / sqrt(2)
    return float(np.max(np.hypot(g[0] + radius * np.cos(angle), g[1] + radius * np.sin(angle))))
