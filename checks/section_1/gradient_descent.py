r"""Section 1: exact gradient descent is exponentially fast under (LS) and (PL), and not for merely convex losses."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from checks.instances.smooth_problems import problems
from theorytest import at_least, at_most, claim, repair

STEP = 1 / 16
HORIZON = 100_000


def quartic_descent(n_steps, step=STEP):
    """The losses v⁴ along v ↦ v - 4 s v³ from v = 1."""
    v, losses = 1.0, np.empty(n_steps + 1)
    for t in range(n_steps + 1):
        losses[t] = v**4
        v -= 4 * step * v**3
    return losses


@claim(
    "x:sec1-gd-exponential",
    kind="rate",
    says="Under convexity exact gradient descent converges exponentially.",
    formula=r"\mathcal{L} \text{ convex} \implies \mathcal{L}(u_t)-\mathcal{L}_{\min} \le C a^t \quad"
    r"\text{for some } a < 1",
    expected="refuted",
    gravity="misprint",
    premises=["x:sec1-gd-exponential/convex"],
)
def gradient_descent_is_exponential_as_printed(*, a=0.999, C=1e6):
    """v⁴ is convex and smooth on [-1, 1]; with a constant step it is of order t⁻², so that no C and a < 1 will do.

    Shown for C = 10⁶ and a = 0.999.
    """
    losses = quartic_descent(HORIZON)
    yield at_most(losses[-1], C * a**HORIZON, name="v^4", digits=None, symbol="L(u_t)")


@repair(
    "x:sec1-gd-exponential/convex",
    "x:sec1-gd-exponential",
    kind="rate",
    says="For the convex loss v^4 gradient descent with step 1/16 is of the order 1/t^2, from above and below.",
    formula=r"(1+\tfrac{7t}{9})^{-2} \le \mathcal{L}(u_t) \le (1+\tfrac t2)^{-2}",
    expected="computed",
    tight="attained in the order: v^4 is of the order 1/t^2 from both sides",
    mutants={
        "a faster rate": {"above": lambda t: (1 + t / 2) ** -2.1},
        "a slower rate": {"below": lambda t: (1 + 7 * t / 9) ** -1.9},
        "a slope above one half": {"above": lambda t: (1 + 0.51 * t) ** -2.0},
        "a longer step": {"step": 1 / 8},
    },
)
def gradient_descent_is_algebraic(
    *, above=lambda t: (1 + t / 2) ** -2.0, below=lambda t: (1 + 7 * t / 9) ** -2.0, step=STEP
):
    """With z = v²/4 ≤ 1/4: 1 + 2z ≤ (1 - z)⁻² ≤ 1 + 28z/9, so 1/v² grows by 1/2 to 7/9 in every step.

    The upper bound is sharp as t grows, the lower one in the first step.
    """
    losses, t = quartic_descent(HORIZON, step), np.arange(HORIZON + 1.0)
    yield at_most(losses / above(t), 1.0, name="above", digits=9, symbol="L(u_t) / upper bound")
    yield at_least(losses / below(t), 1.0, name="below", digits=9, symbol="L(u_t) / lower bound")


def contracted(problem, basis, u, step):
    """The gaps on the class before and after u ↦ u - s P_t ∇L(u)."""
    after = u - step * problem.project(basis, problem.gradient(u))
    return problem.gap_on_class(u), problem.gap_on_class(after)


LINEAR = ("flat direction", "two axes", "whole space", "plane beside the minimum", "histogram", "ridge")


def waves(v):
    """v² + 3 sin² v, not convex: smooth with L = 8 and (PL) with λ = 0.1755."""
    return v**2 + 3 * np.sin(v) ** 2


@repair(
    "x:sec1-gd-exponential/corrected",
    "x:sec1-gd-exponential",
    kind="rate",
    says="Under (LS) and (SPL), which is (PL) when M = H, a step of 1/L contracts the gap by 1 - lambda/L.",
    formula=r"\mathcal{L}(u_{t+1})-\mathcal{L}_{\min,\mathcal{M}} \le "
    r"(1-\tfrac{\lambda}{L})(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}), \quad u_{t+1} = u_t - \tfrac1LP_tg_t",
    expected="computed",
    premises=["eq:L-smooth", "eq:mu-PL", "eq:mu-PL_strong/corrected"],
    mutants={
        "twice the rate": {"factor": lambda lam, L: 1 - 2 * lam / L},
        "two per cent below quadratic losses": {"factor": lambda lam, L: Fraction(49, 50) * (1 - lam / L) ** 2},
        "a step of 2/L": {"length": 2},
        "(PL) with the constant of smoothness": {"factor": lambda lam, L: 0 * lam / L},
    },
)
def gradient_descent_is_exponential(*, factor=lambda lam, L: 1 - lam / L, length=1):
    """One step from every point, in rational numbers where there is no retraction, and on a line for a wavy loss.

    Not attained: quadratic losses contract by (1 - λ/L)² along their flattest direction.
    """
    for name in LINEAR:
        problem = problems()[name]
        pairs = [contracted(problem, basis, u, length / problem.L) for u, basis in problem.points]
        bound = [factor(problem.strong_lam, problem.L) * before for before, _ in pairs]
        after = [gap for _, gap in pairs]
        yield at_most(after, bound, name=name, symbol="the gap after one step")
    v = np.linspace(-10, 10, 20_001)
    after = waves(v - length * (2 * v + 3 * np.sin(2 * v)) / 8)
    bound = float(factor(0.1755, 8)) * waves(v)
    yield at_most(after, bound, name="waves", digits=12, symbol="the gap after one step")
