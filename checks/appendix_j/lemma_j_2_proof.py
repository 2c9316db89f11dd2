r"""The proof of Lemma J.2, step by step, with n = ‖(I - P_v)g‖, p = ‖P_v g‖ and any r between ‖g‖ and R_v.

Its first two relations are attained on the circle. The third takes r for n, although n ≤ r²/(2R) ≤ r/2; the last
two take R for 2R - r and r for p. Without these three the bound is r / √(4R² - r²).
"""

from __future__ import annotations

import numpy as np

from checks.instances.reach_classes import all_pairs
from theorytest import at_least, at_most, claim

SHARES = np.array([0.0, 0.3, 1.0])  # r from ‖g‖ to the largest that is allowed


def lengths(furthest=1.0):
    """n, p, R_v and several r for every pair with ‖g‖ at most `furthest` times R_v, by name."""
    for name, row in all_pairs(furthest**2).items():
        squares = np.array([[float(x) for x in (pair.normal, pair.tangent, pair.reach)] for pair in row])
        n, p, R = np.sqrt(squares).T[..., None]
        g = np.hypot(n, p)
        yield name, n, p, R, g + SHARES * (furthest * R - g)


@claim(
    "x:display-lemJ.2-proof-split",
    kind="inequality",
    says="The orthogonal part is at most the squared length over 2R, which splits and is at most its next bound.",
    formula=r"n \le \frac{\|g\|^2}{2R_v} = \frac{p^2+n^2}{2R_v} \le \frac{p^2}{2R_v}+\frac{nr}{2R_v}",
    expected="computed",
    tight="attained by vectors that are orthogonal to the tangent space",
    premises=["prop:nhood_properties"],
    mutants={
        "half of the second term": {"second": lambda n, r: n * r / 2},
        "three per cent less of it": {"second": lambda n, r: 0.97 * n * r},
        "without the second term": {"second": lambda n, r: 0 * n * r},
    },
)
def length_splits(*, second=lambda n, r: n * r):
    """Pythagoras, and n ≤ ‖g‖ ≤ r. The last relation is attained where g is orthogonal to the tangent space only."""
    for name, n, p, R, r in lengths(2.0):
        whole, last = (p**2 + n**2) / (2 * R), (p**2 + second(n, r)) / (2 * R)
        yield at_most(n, whole, name=f"{name}: Federer", symbol="the orthogonal part")
        yield at_most(whole + 0 * r, last, name=f"{name}: r for n", symbol="the squared length over 2R")


@claim(
    "x:display-lemJ.2-proof-solved",
    kind="inequality",
    says="Solved for the orthogonal part, the bound is the squared tangential part over 2R - r, hence over R.",
    formula=r"n \le \frac{p^2}{2R_v-r} \le \frac{p^2}{R_v}",
    expected="computed",
    tight="attained at r = R in the second relation; in the first 2R - r/2 would do for 2R - r",
    premises=["x:display-lemJ.2-proof-split"],
    mutants={
        "without r": {"solved": lambda R, r: 2 * R + 0 * r},
        "minus two fifths of r": {"solved": lambda R, r: 2 * R - 0.4 * r},
        "r up to 3/2 R": {"furthest": 1.5},
    },
)
def solved_for_the_orthogonal_part(*, solved=lambda R, r: 2 * R - r, furthest=1.0):
    """The first needs r < 2R, the second r ≤ R. True with 2R - r/2 as well, attained on the circle at r = R."""
    for name, n, p, R, r in lengths(furthest):
        middle = p**2 / solved(R, r)
        yield at_most(n + 0 * r, middle, name=f"{name}: solved", symbol="the orthogonal part")
        yield at_most(middle, p**2 / R + 0 * r, name=f"{name}: r at most R", symbol="the bound")


@claim(
    "x:lemJ.2-proof-final",
    kind="inequality",
    says="The ratio is at most the tangential length over R, so at most r over R.",
    formula=r"\frac np \le \frac p{R_v} \le \frac r{R_v}",
    expected="computed",
    tight="attained by tangential vectors in the second relation; the first is loose by 2 for short ones",
    premises=["x:display-lemJ.2-proof-solved"],
    mutants={
        "nine tenths of r": {"share": 0.9},
        "the length times one half": {"half": 0.5},
        "up to 3/2 R": {"furthest": 1.5},
    },
)
def tangential_length_bounds_the_ratio(*, share=1.0, half=1.0, furthest=1.0):
    """p > 0 since g = 0 is left out and ‖g‖ < 2R. p ≤ r is attained for tangential g, up to two parts in a thousand."""
    for name, n, p, R, r in lengths(furthest):
        yield at_least(p, 1e-9, name=f"{name}: no division by zero", digits=None, symbol="p")
        yield at_most(n / p, half * p / R, name=f"{name}: ratio", symbol="the ratio")
        yield at_most(p / R + 0 * r, share * r / R, name=f"{name}: length", symbol="p / R")
