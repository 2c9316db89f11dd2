r"""The proof of Lemma J.2, step by step, with n = ‖(I - P_v)g‖, p = ‖P_v g‖ and any r between ‖g‖ and R_v.

Its first two relations are attained on the circle. The third takes r for n, although n ≤ r²/(2R) ≤ r/2; the last
two take R for 2R - r and r for p. Without these three the bound is r / √(4R² - r²).
"""

from fractions import Fraction

import numpy as np

from checks.hypotheses import proposition_j_1, within_the_reach_j
from checks.instances.reach_classes import ANY_PAIR, all_pairs
from theorytest import at_least, at_most, claim, family, proof
from theorytest.attacks import exact

SHARES = np.array([0, Fraction(3, 10), 1])  # r from ‖g‖ to the largest that is allowed


def row(pairs):
    """n, p, R_v and several r for every pair."""
    squares = np.array([[pair.normal, pair.tangent, pair.reach] for pair in pairs], dtype=object)
    n, p, R = (exact.sqrt(each)[:, None] for each in squares.T)
    g = exact.sqrt(squares[:, 0] + squares[:, 1])[:, None]
    return n, p, R, g + SHARES * (R - g)


ROWS = family(
    lambda: {name: row([each.rounded for each in pairs]) for name, pairs in all_pairs(1).items()},
    "pairs with ‖u - v‖ ≤ R_v of manifolds with known local reach, each with three r",
    search=ANY_PAIR.where(lambda pair: pair.distance <= pair.reach, "‖u - v‖ ≤ R_v").map(lambda pair: row([pair])),
)


n, (p, r), spare = proof.nonnegative("n"), proof.positive("p r"), proof.nonnegative("R−r")
R = r + spare
GIVEN = {"Proposition J.1": at_most(2 * R * n, p**2 + n**2), "‖g‖ ≤ r": at_most(p**2 + n**2, r**2)}
ROOT = n / (r + n)  # r - n is ‖g‖ ≤ r and p², over r + n


def split_on_symbols(*, second=lambda n, r: n * r):
    return proof.statement(
        list(length_splits((n, p, R, r), second=second)),
        given=GIVEN,
        by=[[proof.use("Proposition J.1", 1 / (2 * R))], [proof.use("‖g‖ ≤ r", ROOT / (2 * R))]],
    )


def solved_on_symbols(*, solved=lambda R, r: 2 * R - r):
    first = [proof.use("Proposition J.1", 1 / (2 * R - r)), proof.use("‖g‖ ≤ r", ROOT / (2 * R - r))]
    relations = list(solved_for_the_orthogonal_part((n, p, R, r), solved=solved))
    return proof.statement(relations, given=GIVEN, by=[first, None])


def final_on_symbols(*, times=1, half=1):
    first = [proof.use("Proposition J.1", 1 / (p * R)), proof.use("‖g‖ ≤ r", ROOT / (p * R))]
    second = [proof.use("‖g‖ ≤ r", 1 / ((r + p) * R))]
    relations = list(tangential_length_bounds_the_ratio((n, p, R, r), times=times, half=half))
    whole = [proof.use("Proposition J.1"), proof.use("‖g‖ ≤ r", 2 * ROOT)]
    return proof.statement(relations, given=GIVEN, by=[whole, first, second])


@claim(
    "x:display-lemJ.2-proof-split",
    says="If ‖g‖ ≤ r, then ‖(I - P_v)g‖ ≤ ‖g‖²/(2R_v) = (‖P_v g‖² + ‖(I - P_v)g‖²)/(2R_v) ≤ "
    "(‖P_v g‖² + r‖(I - P_v)g‖)/(2R_v).",
    formula=r"n \le \frac{\|g\|^2}{2R_v} = \frac{p^2+n^2}{2R_v} \le \frac{p^2}{2R_v}+\frac{nr}{2R_v}",
    forall={"M, v, u, r": ROWS},
    given=[within_the_reach_j, proposition_j_1],
    tight="attained by chords of circles",
    premises=["prop:nhood_properties"],
    proof=split_on_symbols,
    mutants={
        "a third of the second term": {"second": lambda n, r: n * r / 3},
        "without the second term": {"second": lambda n, r: 0 * n * r},
    },
)
def length_splits(row, *, second=lambda n, r: n * r):
    n, p, R, r = row
    whole = (p**2 + n**2) / (2 * R)
    yield at_most(n, whole, name="Proposition J.1", symbol="‖(I - P_v)g‖")
    yield at_most(whole + 0 * r, (p**2 + second(n, r)) / (2 * R), name="r for n", symbol="‖g‖²/(2R_v)")


@claim(
    "x:display-lemJ.2-proof-solved",
    says="If ‖g‖ ≤ r ≤ R_v, then ‖(I - P_v)g‖ ≤ ‖P_v g‖²/(2R_v - r) ≤ ‖P_v g‖²/R_v.",
    formula=r"n \le \frac{p^2}{2R_v-r} \le \frac{p^2}{R_v}",
    forall={"M, v, u, r": ROWS},
    given=[within_the_reach_j, proposition_j_1],
    tight="attained at r = R_v in the second relation",
    premises=["x:display-lemJ.2-proof-split"],
    proof=solved_on_symbols,
    mutants={
        "without r": {"solved": lambda R, r: 2 * R + 0 * r},
        "minus two fifths of r": {"solved": lambda R, r: 2 * R - Fraction(2, 5) * r},
    },
)
def solved_for_the_orthogonal_part(row, *, solved=lambda R, r: 2 * R - r):
    n, p, R, r = row
    middle = p**2 / solved(R, r)
    yield at_most(n + 0 * r, middle, name="solved", symbol="‖(I - P_v)g‖")
    yield at_most(middle, p**2 / R + 0 * r, name="r at most R_v", symbol="‖P_v g‖²/(2R_v - r)")


@claim(
    "x:lemJ.2-proof-final",
    says="If 0 < ‖g‖ ≤ r ≤ R_v, then ‖(I - P_v)g‖/‖P_v g‖ ≤ ‖P_v g‖/R_v ≤ r/R_v.",
    formula=r"\frac np \le \frac p{R_v} \le \frac r{R_v}",
    forall={"M, v, u, r": ROWS},
    given=[within_the_reach_j, proposition_j_1],
    tight="approached by nearly tangential vectors in the second relation",
    premises=["x:display-lemJ.2-proof-solved"],
    proof=final_on_symbols,
    mutants={"nine tenths of r": {"times": Fraction(9, 10)}, "the length times one half": {"half": Fraction(1, 2)}},
)
def tangential_length_bounds_the_ratio(row, *, times=1, half=1):
    n, p, R, r = row
    yield at_least(2 * p**2, p**2 + n**2, name="no division by zero", symbol="2‖P_v g‖²")
    yield at_most(n / p, half * p / R, name="ratio", symbol="‖(I - P_v)g‖/‖P_v g‖")
    yield at_most(p / R + 0 * r, times * r / R, name="length", symbol="‖P_v g‖/R_v")
