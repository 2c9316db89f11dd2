r"""Section 2, line 528: applications of geodesically convex optimisation, such as geometric programming.

On the positive numbers with the metric dx²/x² the loss f(x) = √x + 1/√x is geodesically convex: with y = log x it is
2 cosh(y/2), whose second derivative is at least 1/2. That metric is not the one of H = R ⊃ M = (0, ∞); y ↦ e^y is an
isometry from H = R.
"""

from __future__ import annotations

import numpy as np

from theorytest import at_least, at_most, claim, equal

LOGARITHMS = np.concatenate([-np.geomspace(1e-3, 60, 60), np.geomspace(1e-3, 60, 60)])


def posynomial(x):
    """√x + 1/√x and its derivative."""
    return np.sqrt(x) + 1 / np.sqrt(x), (1 - 1 / x) / (2 * np.sqrt(x))


def embedded(y):
    """x, f and the derivative with respect to y = log x."""
    x = np.exp(y)
    return x, posynomial(x)[0], x * posynomial(x)[1]


def as_a_subset(y):
    """x, f and the derivative with respect to x: the gradient in H = R."""
    x = np.exp(y)
    return x, *posynomial(x)


def gap(y):
    """f - 2 = 4 sinh²(y/4), without cancellation."""
    return 4 * np.sinh(y / 4) ** 2


@claim(
    "x:sec2-geodesic-applications",
    kind="remark",
    says="Read for classes with the metric of H, as the scheme projects in it: geometric programming on the "
    "positive numbers is included after the isometry log, where geodesic convexity gives strong PL with lambda = 1/2; "
    "as the subset of R that they are, the same loss has no strong PL.",
    formula=r"f(x) = \sqrt x + \tfrac1{\sqrt x}: \quad |x f'(x)|^2 \ge 2\cdot\tfrac12\,(f(x)-2), \qquad "
    r"\inf_x \frac{|f'(x)|^2}{f(x)-2} = 0",
    expected="computed",
    mutants={
        "lam x 1.02": {"lam": 1.02 * 0.5},
        "the metric of the real line": {"loss": as_a_subset},
        "another metric for the subset": {"subset": embedded},
    },
)
def metrics_are_those_of_the_space(*, lam=0.5, loss=embedded, subset=as_a_subset):
    """The squared length of the Riemannian gradient x² f' in the metric dx²/x² is (x f')², that of the scheme in y.

    The same holds for Remark 1.1: a Riemannian manifold is covered with the metric that it has as a subset of H.
    """
    x, value, slope = loss(LOGARITHMS)
    riemannian = (x**2 * posynomial(x)[1]) ** 2 / x**2
    yield equal(slope**2 / riemannian, 1.0, name="gradient", digits=9, symbol="a ratio of lengths")
    yield equal(value / (2 + gap(LOGARITHMS)), 1.0, name="loss", digits=12, symbol="a ratio of losses")
    ratio = slope**2 / gap(LOGARITHMS)
    yield at_least(ratio, 2 * lam, name="embedded", digits=9, symbol="|g|^2/gap")
    _, _, slope = subset(LOGARITHMS)
    least = np.min(slope**2 / gap(LOGARITHMS))
    yield at_most(least, 1e-12, name="subset", digits=None, symbol="the smallest |g|^2/gap")
