r"""Lemma J.2 [x:lem-kappa-restated]: Lemma 4.12 once more, on further classes, and what Proposition J.1 gives at best.

With n = ‖(I - P_v)g‖ and p = ‖P_v g‖ the proposition says 2 R n ≤ p² + n²; r is at least ‖g‖. At v = u both parts
vanish and the printed quotient is 0/0; the inequality n ≤ r p / R holds there as well.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from checks.instances.reach_classes import all_pairs, beside_the_class, ellipse_curvature, ellipse_reach
from checks.section_4_2_2.lemma_4_12 import AT_THE_REACH
from theorytest import at_most, claim, equal

r, R, y = sp.symbols("r R y", positive=True)
h = sp.Symbol("h", nonnegative=True)
END = sp.sqrt(3) * R
BELOW_2R = 2 * R * sp.sqrt(y / (1 + y))  # every length below 2R, as y > 0


@claim(
    "x:lem-kappa-restated",
    also=["x:display-lemJ.2-ratio", "app:kappa_bound_reach"],
    kind="inequality",
    says="Within the local reach the orthogonal part of v - u is at most r / R_v times the tangential part.",
    formula=r"\|u-v\| \le r \le R_v \implies \frac{\|(I-P_v)g\|}{\|P_vg\|} \le \frac{r}{R_v}",
    tight="loose by 3 in the square on the circle at r = R_v and by 4 as r tends to 0; sharp is r/sqrt(4 R_v^2 - r^2)",
    premises=["prop:nhood_properties", "lemma:kappa_bounded_reach"],
    mutants={
        "share x 0.57": {"share": 0.57},
        "u beside the class": {"extra": beside_the_class},
        "the radius of curvature": {"reach": ellipse_curvature},
        "up to 1.74 R_v": {"furthest": Fraction(174, 100) ** 2},
        "up to 2 R_v": {"furthest": 4},
    },
)
def ratio_is_at_most_r_over_the_reach(*, share=1, furthest=1, reach=ellipse_reach, extra=None):
    """With r = ‖u - v‖, the smallest that is allowed. At r = R_v the bound is loose by √3, for small r by 2."""
    yield from bounded_by_r({"circle, r = R_v": [AT_THE_REACH]}, share)
    yield from bounded_by_r(all_pairs(furthest, reach) | ({} if extra is None else {"beside": extra()}), share)


def bounded_by_r(rows, share=1):
    """n ≤ r p / R for r = ‖u - v‖, squared."""
    for name, row in rows.items():
        bound = [Fraction(share) ** 2 * pair.distance / pair.reach * pair.tangent for pair in row]
        normal = [pair.normal for pair in row]
        yield at_most(normal, bound, name=name, symbol="the squared orthogonal part")


def squared_ratio(length, share):
    """(n/p)² with n = share · ‖g‖²/(2R), share ≤ 1 as the proposition allows, and p² = ‖g‖² - n²."""
    n = share * length**2 / (2 * R)
    return n**2 / (length**2 - n**2)


def sharp(radius):
    """(r / √(4R² - r²))²."""
    return radius**2 / (4 * R**2 - radius**2)


@claim(
    "x:lem-kappa-restated/best-possible",
    kind="inequality",
    says="The largest ratio that Proposition J.1 allows for a length below 2R is r / sqrt(4R^2 - r^2).",
    formula=r"\max\Big\{\frac np : n \le \frac{p^2+n^2}{2R},\ p^2+n^2 \le r^2\Big\} = \frac{r}{\sqrt{4R^2-r^2}}",
    tight="attained: it is the largest ratio that Proposition J.1 allows",
    premises=["prop:nhood_properties"],
    mutants={
        "the bound of the lemma": {"best": lambda radius: radius**2 / R**2},
        "half of the square of r": {"best": lambda radius: radius**2 / (4 * R**2 - radius**2 / 2)},
        "one hundredth less": {"best": lambda radius: sp.Rational(99, 100) ** 2 * sharp(radius)},
        "beyond 2R": {"length": 2 * R * (1 + y)},
    },
)
def best_ratio(*, best=sharp, length=BELOW_2R):
    """Every length below 2R is 2R √(y / (1 + y)) with y > 0, and every share of the bound for n is 1/√(1 + h), h ≥ 0.

    The squared ratio falls with h, and at h = 0 it is y, which grows with the length. Attained on the circle.
    """
    signs = [sp.factor(sp.diff(sp.simplify(squared_ratio(length, 1 / sp.sqrt(1 + h))), h)).is_negative is True]
    yield equal(signs, 1, name="the largest n is the worst", symbol="falls with h")
    gaps = {"grows with the length": squared_ratio(length, 1) - y, "the value": squared_ratio(r, 1) - best(r)}
    for name, gap in gaps.items():
        differs = int(sp.simplify(gap) != 0)
        yield equal(differs, 0, name=name, symbol="a difference")


@claim(
    "x:lem-kappa-restated/how-far",
    kind="value",
    says="The printed bound follows up to r = sqrt(3) R_v instead of r = R_v, and on the circle no further.",
    formula=r"\frac{r}{\sqrt{4R_v^2-r^2}} \le \frac{r}{R_v} \iff r \le \sqrt3 R_v",
    expected="computed",
    premises=["x:lem-kappa-restated/best-possible"],
    mutants={
        "up to the printed R": {"end": R},
        "up to 1.74 R": {"furthest": Fraction(174, 100) ** 2},
        "the looseness at R": {"loosest": 3**0.5},
    },
)
def how_far_it_holds(*, end=END, furthest=3, loosest=2.0):
    """The only positive zero of r²/R² - r²/(4R² - r²), and the classes up to it.

    The printed bound is loose by √(4R² - r²)/R, which falls from 2 at r = 0 to √3 at r = R.
    """
    yield from bounded_by_r(all_pairs(furthest))
    spare = sp.factor(r**2 / R**2 - sharp(r))
    zeros = [zero for zero in sp.solve(sp.numer(spare), r) if zero.is_positive]
    yield equal(len(zeros), 1, name="one end", symbol="the number of zeros")
    yield equal(float(zeros[0] / R), float(end / R), name="the end", digits=15, symbol="r / R")
    loose = [float(sp.sqrt(1 / sharp(r) * r**2 / R**2).subs(r, t * R)) for t in (sp.Rational(1, 10**9), 1)]
    yield equal(loose, [loosest, 3**0.5], name="loose by", digits=15, symbol="the factor")
