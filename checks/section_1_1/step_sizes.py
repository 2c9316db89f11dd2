r"""Section 1.1, example (iv): s_t = t^(-3/4) is square-summable and not summable; the scheme starts at t = 0."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import sympy

from theorytest import at_least, at_most, claim, equal, repair

THREE_QUARTERS = Fraction(3, 4)
FIRST_STEPS = range(6)


def power_sum(exponent):
    """Σ t^-p over t ≥ 1: ζ(p), infinite for p ≤ 1."""
    p, t = sympy.Rational(exponent), sympy.Symbol("t")
    return float(sympy.zeta(p)) if sympy.Sum(t**-p, (t, 1, sympy.oo)).is_convergent() else np.inf


@claim(
    "x:sec1.1-example-iv",
    kind="remark",
    says="The steps t^(-3/4) are square-summable but not summable.",
    formula=r"\sum_{t\ge1} t^{-3/2} = \zeta(\tfrac32) < \infty, \qquad \sum_{t\ge1} t^{-3/4} = \infty",
    expected="computed",
    mutants={"the exponent 1/2": {"exponent": Fraction(1, 2)}, "the exponent 11/10": {"exponent": Fraction(11, 10)}},
)
def steps_satisfy_robbins_monro(*, exponent=THREE_QUARTERS):
    """The sums by sympy, and apart from it by a million terms and the integral over the rest."""
    yield equal(power_sum(exponent), np.inf, name="sum", digits=None, symbol="the sum")
    squares = power_sum(2 * exponent)
    yield at_most(squares, 1e300, name="finite", digits=None, symbol="the sum of squares")
    if not np.isfinite(squares):
        return
    t, p = np.arange(1.0, 1e6), float(exponent)
    partial = float(np.sum(t ** (-2 * p)))
    tail = len(t) ** (1 - 2 * p) / (2 * p - 1)  # ∫ from the last term on
    yield at_least(partial + tail, squares, name="from above", digits=9, symbol="terms and tail")


@claim(
    "x:sec1.1-example-iv/from-zero",
    kind="remark",
    says="The steps t^(-3/4) of the example, read for every step of the scheme, which begins with u_0 at t = 0, "
    "are positive numbers.",
    formula=r"0 < s_t = t^{-3/4} < \infty \quad\text{for } t = 0, 1, 2, \dots",
    expected="refuted",
    gravity="misprint",
)
def every_step_is_finite_as_printed(*, step=lambda t: t**-0.75 if t else np.inf):
    """The step from u_0 to u_1 has s_0 = 0^(-3/4), which is no number; a reader may count the steps from one."""
    yield from _finite(step)


@repair(
    "x:sec1.1-example-iv/from-one",
    "x:sec1.1-example-iv/from-zero",
    kind="remark",
    says="Counted from one, (t + 1)^(-3/4), every step is a positive number of at most one.",
    formula=r"0 < s_t = (t+1)^{-3/4} \le 1 \quad\text{for } t = 0, 1, 2, \dots",
    expected="computed",
    premises=["x:sec1.1-example-iv"],
    mutants={
        "counted from zero": {"step": lambda t: t**-0.75 if t else np.inf},
        "growing": {"step": lambda t: t**0.75},
    },
)
def every_step_is_finite(*, step=lambda t: (t + 1) ** -0.75):
    yield from _finite(step)


def _finite(step):
    for t in FIRST_STEPS:
        yield at_most(step(t), 1.0, name=f"t = {t}: at most 1", digits=None, symbol="s_t")
        yield at_least(step(t), 1e-300, name=f"t = {t}: positive", digits=None, symbol="s_t")
