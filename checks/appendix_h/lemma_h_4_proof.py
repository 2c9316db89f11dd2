r"""The proof of Lemma H.4 up to (26): g = L∘γ on [0, T], from u to the minimiser, and its quadratic lower bounds.

For u the minimiser itself T = 0, no s is left and the lemma says 0 ≥ 0; the proof leaves this case out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from theorytest import at_least, at_most, claim, equal, repair


@dataclass(frozen=True)
class Profile:
    """g and its derivative on [0, T], λ-strongly convex with its minimum at T."""

    g: Callable
    slope: Callable
    lam: float
    T: float

    def grid(self):
        """All pairs of t in [0, T] and s in (0, T), as two columns."""
        t = np.linspace(0, self.T, 41)
        return t[:, None], t[None, 1:-1]

    def below(self, t, s):
        """The right-hand side of (25)."""
        return self.g(s) + self.slope(s) * (t - s) + self.lam / 2 * (t - s) ** 2


SLACK = {"digits": 12, "scale": 10.0}  # the values are of this size, their differences may vanish
QUARTIC = Profile(lambda t: (1 - t) ** 2 / 2 + (1 - t) ** 4 / 4, lambda t: t - 1 + (t - 1) ** 3, 1, 1)
PROFILES = {
    "parabola": Profile(lambda t: (3.0 - t) ** 2, lambda t: 2 * (t - 3.0), 2.0, 3.0),
    "quartic": QUARTIC,
    "cosh": Profile(lambda t: np.cosh(2.0 - t), lambda t: np.sinh(t - 2.0), 1.0, 2.0),
    "circle": Profile(lambda t: -4 * np.cos(1.2 - t), lambda t: 4 * np.sin(t - 1.2), 4 * np.cos(1.2), 1.2),
    "minimum at a boundary": Profile(lambda t: (2.0 - t) ** 2 / 2, lambda t: t - 2.0, 1.0, 1.0),
}


def vertex(profile, s):
    """Where the right-hand side of (25) is least over all real t, from its values at three of them."""
    left, middle, right = (profile.below(t, s) for t in (0, 1, 2))
    return 1 + (left - right) / (2 * (left + right - 2 * middle))


@claim(
    "eq:g_strong_convexity",
    kind="inequality",
    says="Along the geodesic the loss lies above its tangent parabolas of curvature lambda.",
    formula=r"g(t) \ge g(s) + \dot g(s)(t-s) + \tfrac\lambda2(t-s)^2",
    expected="computed",
    tight="attained by parabolas",
    premises=["x:def-strongly-geodesically-convex"],
    mutants={"share x 1.02": {"share": 1.02}, "without one half": {"share": 2}},
)
def above_the_parabolas(*, share=1.0):
    """For t in [0, T] and s in (0, T), and by continuity for s = 0 too; attained by parabolas."""
    for name, profile in PROFILES.items():
        t, s = profile.grid()
        more = (share - 1) * profile.lam / 2 * (t - s) ** 2
        found = profile.g(t) - profile.below(t, s) - more
        yield at_least(found, 0.0, name=name, digits=12, symbol="g less its bound")


@claim(
    "x:lemH.4-proof-left-minimum",
    kind="identity",
    says="The left-hand side is least at the end of the geodesic, where it is the minimum over the class.",
    formula=r"\min_{t\in[0,T]} g(t) = g(T) = \mathcal{L}_{\min,\mathcal{M}}",
    expected="computed",
    premises=["eq:g_strong_convexity"],
    mutants={"a geodesic that ends early": {"end": 0.9}, "one that goes further": {"end": 1.2}},
)
def least_at_the_end(*, end=1.0):
    """Also among the points of a geodesic that goes on, unless the class ends there."""
    for name, profile in PROFILES.items():
        onwards = 1.0 if "boundary" in name else 1.5
        everywhere = profile.g(np.linspace(0, onwards * profile.T, 301))
        last = profile.g(end * profile.T)
        yield equal(last, everywhere.min(), name=name, digits=12, symbol="g(T)")


def bounded_minimiser(profile, s):
    """Where the right-hand side of (25) is least for t in [0, T], among a thousand of them."""
    times = [profile.T * Fraction(i, 1000) for i in range(1001)]
    return min(times, key=lambda t: profile.below(t, s))


@claim(
    "x:display-lemH.4-proof-optimality",
    kind="identity",
    says="The minimiser of the right-hand side of (25), which is stated for t in [0, T], has derivative zero.",
    formula=r"t_* = \operatorname*{argmin}_{t\in[0,T]} \implies \dot g(s)+\lambda(t_*-s) = 0",
    expected="refuted",
    gravity="misprint",
    premises=["eq:g_strong_convexity"],
)
def optimality_on_the_interval(*, curvature=Fraction(1)):
    """L = v²/2 + v⁴/4 on M = H = R from u = 1: for s = 1/2 the least value is at t = T = 1, with derivative -1/8."""
    s = Fraction(1, 2)
    found = QUARTIC.slope(s) + curvature * QUARTIC.lam * (bounded_minimiser(QUARTIC, s) - s)
    yield equal(found, 0, name="quartic", symbol="the derivative")


@repair(
    "x:display-lemH.4-proof-optimality/corrected",
    "x:display-lemH.4-proof-optimality",
    kind="identity",
    says="The minimiser of the right-hand side over all real t has derivative zero.",
    formula=r"t_* = \operatorname*{argmin}_{t\in\mathbb{R}} \implies \dot g(s)+\lambda(t_*-s) = 0",
    expected="computed",
    premises=["eq:g_strong_convexity"],
    mutants={
        "the end of the interval": {"minimiser": lambda profile, s: profile.T + 0 * s},
        "half of the curvature": {"curvature": 0.5},
        "the other side of s": {"minimiser": lambda profile, s: 2 * s - vertex(profile, s)},
    },
)
def optimality_on_the_line(*, minimiser=vertex, curvature=1.0):
    for name, profile in PROFILES.items():
        _, s = profile.grid()
        found = profile.slope(s) + curvature * profile.lam * (minimiser(profile, s) - s)
        yield equal(found, 0.0, name=name, digits=11, symbol="the derivative")


@claim(
    "x:lemH.4-proof-minimiser",
    kind="identity",
    says="The right-hand side is least at t = s - g'(s)/lambda, which never comes before the end T.",
    formula=r"t_* = s - \tfrac1\lambda\dot g(s) \ge T",
    expected="computed",
    premises=["x:display-lemH.4-proof-optimality/corrected"],
    mutants={
        "plus": {"solution": lambda s, slope, lam: s + slope / lam},
        "over twice lambda": {"solution": lambda s, slope, lam: s - slope / (2 * lam)},
        "within the interval": {"side": at_most},
    },
)
def solved_for_t(*, solution=lambda s, slope, lam: s - slope / lam, side=at_least):
    """-g'(s) ≥ -g'(T) + λ (T - s) ≥ λ (T - s), with equality for parabolas that end at their vertex."""
    for name, profile in PROFILES.items():
        _, s = profile.grid()
        found = vertex(profile, s)
        claimed = solution(s, profile.slope(s), profile.lam)
        yield equal(found, claimed, name=name, digits=11, symbol="the minimiser")
        yield side(found, profile.T, name=f"{name}: beyond T", digits=11, symbol="the minimiser")


@claim(
    "x:lemH.4-proof-minimisation",
    kind="inequality",
    says="Minimising keeps the inequality, although the left-hand side is minimised over [0, T] and the "
    "right-hand side over all real t.",
    formula=r"\min_{t\in[0,T]} g(t) \ge \min_{t\in[0,T]}(\ldots) \ge \min_{t\in\mathbb{R}}"
    r"\big(g(s)+\dot g(s)(t-s)+\tfrac\lambda2(t-s)^2\big)",
    expected="computed",
    tight="attained by parabolas",
    premises=["eq:g_strong_convexity"],
    mutants={
        "with lambda for one half of it": {"share": 2.0},
        "with a curvature of one hundredth more": {"share": 1.01},
        "the right-hand side at s": {"at": lambda profile, s: s},  # noqa: ARG005 (the signature of a minimiser)
    },
)
def minimisation_keeps_the_inequality(*, share=1.0, at=vertex):
    """The minimum over more t is smaller, so the two sets do no harm; all three agree for parabolas."""
    for name, profile in PROFILES.items():
        t, s = profile.grid()
        left = profile.g(t).min()
        bounded = (profile.below(t, s) + (share - 1) * profile.lam / 2 * (t - s) ** 2).min(axis=0)
        free = profile.below(at(profile, s), s)[0]
        yield at_least(left, bounded, name=f"{name}: on [0, T]", symbol="the minimum", **SLACK)
        yield at_least(bounded, free, name=f"{name}: on R", symbol="the bounded minimum", **SLACK)


@claim(
    "eq:g_strong_convexity_minimum",
    kind="inequality",
    says="The minimum is at least the current value minus the squared slope over 2 lambda.",
    formula=r"\mathcal{L}_{\min,\mathcal{M}} \ge g(s)-\tfrac1\lambda\dot g(s)^2+\tfrac1{2\lambda}\dot g(s)^2 "
    r"= g(s)-\tfrac1{2\lambda}\dot g(s)^2",
    expected="computed",
    tight="attained by parabolas",
    premises=["x:lemH.4-proof-left-minimum", "x:lemH.4-proof-minimiser", "x:lemH.4-proof-minimisation"],
    mutants={"share x 1.02": {"share": 1.02}, "a third for one half": {"half": 1 / 3}},
)
def minimum_is_bounded(*, share=1.0, half=0.5):
    """Attained by parabolas at every s."""
    for name, profile in PROFILES.items():
        _, s = profile.grid()
        square = profile.slope(s) ** 2 / (share * profile.lam)
        first, second = profile.g(s) - square + square / 2, profile.g(s) - half * square
        least = profile.g(profile.T)
        yield equal(first, second, name=f"{name}: simplified", digits=12, symbol="the bound")
        yield at_most(second, least, name=name, symbol="the bound", **SLACK)
