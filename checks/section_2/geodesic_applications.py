r"""Section 2, line 528: applications of geodesically convex optimisation, such as geometric programming.

On the positive numbers with the metric dx²/x² the loss f(x) = √x + 1/√x is geodesically convex: with y = log x it is
2 cosh(y/2), whose second derivative is at least 1/2. That metric is not the one of H = R ⊃ M = (0, ∞); y ↦ e^y is an
isometry from H = R.
"""

import numpy as np

from theorytest import at_least, at_most, claim, equal, threshold

LOGARITHMS = np.concatenate([-np.geomspace(1e-3, 60, 60), np.geomspace(1e-3, 60, 60)])


def posynomial(x):
    """√x + 1/√x and its derivative."""
    return np.sqrt(x) + 1 / np.sqrt(x), (1 - 1 / x) / (2 * np.sqrt(x))


def embedded(y):
    """f and its derivative with respect to y = log x."""
    value, slope = as_a_subset(y)
    return value, np.exp(y) * slope


def as_a_subset(y):
    """f and its derivative with respect to x: the gradient in H = R."""
    return posynomial(np.exp(y))


def gap(y):
    """f - 2 = 4 sinh²(y/4), without cancellation."""
    return 4 * np.sinh(y / 4) ** 2


@claim(
    "x:sec2-geodesic-applications",
    says="The framework includes the manifold setup with various applications of geodesically convex optimisation.",
    formula=r"f(x) = \sqrt x + \tfrac1{\sqrt x}: \quad |x f'(x)|^2 \ge 2\cdot\tfrac12\,(f(x)-2), \qquad "
    r"\inf_x \frac{|f'(x)|^2}{f(x)-2} = 0",
    reading="One application, geometric programming with f(x) = √x + 1/√x on the positive numbers: after the isometry "
    "log it has (SPL) with λ = 1/2; with the metric of R, in which the scheme projects, it has none. Not every "
    "posynomial is strongly convex: f(x) = x is not.",
    expected="computed",
    tight="approached near the minimum",
    mutants={
        "two per cent more": {"lam": 0.51},
        "the metric of the real line": {"loss": as_a_subset},
        "another metric for the subset": {"subset": embedded},
    },
)
def metrics_are_those_of_the_space(*, lam=0.5, loss=embedded, subset=as_a_subset):
    """In y = log x the loss is 2 cosh(y/2), with the slope sinh(y/2)."""
    value, slope = loss(LOGARITHMS)
    yield equal(slope / np.sinh(LOGARITHMS / 2), 1.0, "gradient", digits=9, symbol="a ratio of slopes")
    yield equal(value / (2 + gap(LOGARITHMS)), 1.0, "loss", digits=12, symbol="a ratio of losses")
    yield at_least(slope**2 / gap(LOGARITHMS), 2 * lam, "after log", digits=9, symbol="‖P∇L‖² / gap")
    _, slope = subset(LOGARITHMS)
    yield at_most(np.min(slope**2 / gap(LOGARITHMS)), threshold(1e-12), "in R", digits=None, symbol="‖P∇L‖² / gap")
