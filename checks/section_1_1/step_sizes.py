r"""Section 1.1, example (iv): s_t = t^(-3/4) is square-summable and not summable; the scheme starts at t = 0."""

from fractions import Fraction

import sympy

from theorytest import at_least, claim, family, integers, less_than, more_than

TIMES = family(range(6), "natural numbers, 0 among them", search=integers(0))


@claim(
    "x:sec1.1-example-iv",
    says="The steps s_t = t^(-3/4) satisfy the Robbins-Monro condition: they are square-summable and not summable.",
    formula=r"\sum_{t\ge1} t^{-3/2} = \zeta(\tfrac32) < \infty, \qquad \sum_{t\ge1} t^{-3/4} = \infty",
    mutants={"the exponent 1/2": {"exponent": Fraction(1, 2)}, "the exponent 11/10": {"exponent": Fraction(11, 10)}},
)
def steps_satisfy_robbins_monro(*, exponent=Fraction(3, 4)):
    """The 2^(k-1) terms with 2^(k-1) < t ≤ 2^k lie between those at both ends: a block is 2^(1-p) times the one before.

    So the sum is at least that of blocks in a ratio of at least one, and the sum of squares a geometric series.
    """
    ratio = {power: sympy.Integer(2) ** (1 - power * sympy.Rational(exponent)) for power in (1, 2)}
    yield at_least(ratio[1], 1, "not summable", symbol="the ratio of blocks of s_t")
    yield less_than(ratio[2], 1, "square-summable", symbol="the ratio of blocks of s_t²")


@claim(
    "x:sec1.1-example-iv/from-zero",
    says="The step sizes s_t = t^(-3/4) can be chosen at every step t of the scheme.",
    formula=r"0 < s_t = t^{-3/4} < \infty \quad\text{for } t = 0, 1, 2, \dots",
    forall={"t": TIMES},
    reading="The scheme begins with u_0, so that its first step has s_0 = 0^(-3/4); a reader may count from one.",
    gravity="fails only when read literally",
    finding="step-at-time-zero",
    controls={"counted from one": {"start": 1}},
)
def every_step_is_finite(t, *, start=0):
    """In fourth powers of the inverse: s is finite if and only if s^-4 = (t + start)³ is positive."""
    return more_than(Fraction(t + start) ** 3, 0, symbol="s_t⁻⁴")
