r"""Lemma J.2 [x:lem-kappa-restated]: Lemma 4.12 once more, on further classes, and how far Proposition J.1 gives it.

With n = ‖(I - P_v)g‖ and p = ‖P_v g‖ the proposition says 2 R n ≤ p² + n²; r is at least ‖g‖. At v = u both parts
vanish and the printed quotient is 0/0; the inequality n ≤ r p / R holds there as well.
"""

from fractions import Fraction

import sympy as sp

from checks.hypotheses import within_the_reach
from checks.instances.reach_classes import Pair, all_pairs, beside_the_class, ellipse_curvature
from theorytest import at_most, claim, equal, family, symbol


def near():
    """Pairs with ‖u - v‖ ≤ R_v; on the unit circle two points at 60° have ‖u - v‖ = R_v."""
    return {"circle, ‖u - v‖ = R_v": [Pair(Fraction(3, 4), Fraction(1, 4), Fraction(1))]} | all_pairs(1)


@claim(
    "x:lem-kappa-restated",
    also=["x:display-lemJ.2-ratio", "app:kappa_bound_reach"],
    says="If u, v ∈ M and 0 < ‖u - v‖ ≤ r ≤ R_v, then g = v - u satisfies ‖(I - P_v)g‖ ≤ (r/R_v)‖P_v g‖.",
    formula=r"\|u-v\| \le r \le R_v \implies \frac{\|(I-P_v)g\|}{\|P_vg\|} \le \frac{r}{R_v}",
    forall={"M, v, u, r": family(near, "pairs with ‖u - v‖ ≤ R_v of manifolds with known local reach")},
    given=[within_the_reach],
    reading="With r = ‖u - v‖, the smallest that is allowed.",
    premises=["prop:nhood_properties"],
    mutants={
        "u beside the class": {"change": lambda _: beside_the_class()},
        "the radius of curvature": {"change": lambda _: all_pairs(1, ellipse_curvature)["ellipse"]},
        "0.57 r": {"square": Fraction(57, 100) ** 2},
    },
)
def ratio_is_at_most_r_over_the_reach(pairs, *, square=1, change=lambda pairs: pairs):
    """n ≤ r p / R, squared. At r = R_v the bound is loose by √3, for small r by 2."""
    row = change(pairs)
    bound = [square * pair.distance / pair.reach * pair.tangent for pair in row]
    return at_most([pair.normal for pair in row], bound, symbol="‖(I - P_v)g‖²")


def coefficients(expression):
    """Of the numerator of a rational function; all are 0 if and only if it vanishes."""
    numerator = sp.numer(sp.together(sp.simplify(expression)))
    return sp.Poly(numerator, *numerator.free_symbols).coeffs() if numerator.free_symbols else [numerator]


@claim(
    "x:lem-kappa-restated/how-far",
    voice="ours",
    says="Proposition J.1 gives ‖(I - P_v)g‖ ≤ r/√(4R_v² - r²) ‖P_v g‖ for r < 2R_v, hence Lemma J.2 up to r = √3 R_v, "
    "and no further.",
    formula=r"\max\Big\{\frac np : n \le \frac{p^2+n^2}{2R},\ p^2+n^2 \le r^2\Big\} = \frac{r}{\sqrt{4R^2-r^2}} "
    r"\le \frac r{R} \iff r \le \sqrt3 R",
    forall={"R": symbol("R > 0"), "r": symbol("0 < r < 2R")},
    reading="n²/p² with n = share · ‖g‖²/(2R), where share = 1/√(1 + h) and ‖g‖ = 2R √(y/(1 + y)) for h ≥ 0, y > 0.",
    premises=["prop:nhood_properties"],
    mutants={
        "the bound of the lemma": {"best": lambda r, R: r**2 / R**2},
        "one hundredth less": {"best": lambda r, R: sp.Rational(99, 100) ** 2 * r**2 / (4 * R**2 - r**2)},
        "up to the printed R": {"end": 1},
    },
)
def how_far_it_holds(*, best=lambda r, R: r**2 / (4 * R**2 - r**2), end=sp.sqrt(3)):  # noqa: B008 (a number)
    """The squared ratio falls with h; at h = 0 it is y, which grows with the length and is attained on the circle."""
    r, R, y = sp.symbols("r R y", positive=True)
    h = sp.Symbol("h", nonnegative=True)
    length = 2 * R * sp.sqrt(y / (1 + y))
    n = length**2 / (2 * R * sp.sqrt(1 + h))
    ratio = sp.simplify(n**2 / (length**2 - n**2))
    fall = sp.factor(-sp.diff(ratio, h) * (h + h * y + 1) ** 2)
    yield equal(coefficients(fall - y * (1 + y)), 0, name="falls with h", symbol="the rest")
    rest = coefficients(ratio.subs(h, 0) - best(length, R))
    yield equal(rest, 0, name="the largest", symbol="a coefficient of the difference")
    spare = sp.numer(sp.together(r**2 / R**2 - r**2 / (4 * R**2 - r**2)))
    zeros = [zero / R for zero in sp.solve(spare, r) if zero.is_positive]
    yield equal(zeros, [end], name="the end", symbol="r/R")
