r"""The proof of Lemma J.2, step by step, with n = ‖(I - P_v)g‖, p = ‖P_v g‖ and any r between ‖g‖ and R_v.

Its first two relations are attained on the circle. The third takes r for n, although n ≤ r²/(2R) ≤ r/2; the last
two take R for 2R - r and r for p. Without these three the bound is r / √(4R² - r²).
"""

import math
from fractions import Fraction as F

from checks.hypotheses import proposition_j_1, within_the_reach_j
from checks.instances.reach_pairs import ANY_PAIR
from theorytest import at_least, at_most, claim, family, product, proof, reals
from theorytest.attacks import exact


def row(pair, share):
    """n, p, R_v and an r between ‖g‖ and R_v."""
    root = math.sqrt if isinstance(share, float) else exact.sqrt  # no ball is multiplied by a float
    n, p, R, g = (root(each) for each in (pair.normal, pair.tangent, pair.reach, pair.distance))
    return n, p, R, g + share * (R - g)


# tan(θ/2) = 5/12 on the circle, and b = 5/6 on the parabola from its vertex: ‖g‖ is rational
CIRCLE, PARABOLA = (F(50, 169), F(120, 169), F(1)), (F(25, 72), F(5, 6), F(1))
ROWS = family(
    {
        "circle, r = ‖g‖": (*CIRCLE, F(10, 13)),
        "circle, r = R_v": (*CIRCLE, F(1)),
        "parabola, r = ‖g‖": (*PARABOLA, F(65, 72)),
    },
    "n, p, R_v of pairs of points of manifolds with known local reach, and r",
    search=product(ANY_PAIR.where(lambda pair: pair.distance <= pair.reach, "‖u - v‖ ≤ R_v"), reals(0, 1)).map(row),
)
n, (p, r), spare = proof.nonnegative("n"), proof.positive("p r"), proof.nonnegative("R−r")
R, root = r + spare, n / (r + n)


def by(federer, length):
    """r - n is ‖g‖ ≤ r and p², over r + n; r - p likewise."""
    return [proof.use("Proposition J.1", federer), proof.use("‖g‖ ≤ r", length)]


STEPS = proof.as_checked(
    (n, p, R, r),
    given={"Proposition J.1": at_most(2 * R * n, p**2 + n**2), "‖g‖ ≤ r": at_most(p**2 + n**2, r**2)},
    by=[
        by(1 / (2 * R), 0),
        by(0, root / (2 * R)),
        by(1 / (2 * R - r), root / (2 * R - r)),
        None,
        by(1, 2 * root),
        by(1 / (p * R), root / (p * R)),
        by(0, 1 / ((r + p) * R)),
    ],
)


@claim(
    "x:display-lemJ.2-proof-split",
    also=["x:display-lemJ.2-proof-solved", "x:lemJ.2-proof-final"],
    says="If 0 < ‖g‖ ≤ r ≤ R_v, then the relations in the proof of Lemma J.2 hold for n = ‖(I - P_v)g‖, p = ‖P_v g‖.",
    formula=r"n \le \frac{\|g\|^2}{2R_v} = \frac{p^2+n^2}{2R_v} \le \frac{p^2}{2R_v}+\frac{nr}{2R_v}, \quad "
    r"n \le \frac{p^2}{2R_v-r} \le \frac{p^2}{R_v}, \quad \frac np \le \frac p{R_v} \le \frac r{R_v}",
    forall={"M, v, u, r": ROWS},
    given=[within_the_reach_j, proposition_j_1],
    tight="attained by chords of circles in the first relation",
    premises=["prop:nhood_properties"],
    proof=STEPS,
    mutants={
        "a third of the second term": {"second": lambda n, r: n * r / 3},
        "minus a quarter of r": {"solved": lambda R, r: 2 * R - r / 4},
        "nine tenths of r": {"times": F(9, 10)},
        "the length times one half": {"half": F(1, 2)},
    },
)
def steps_of_the_proof(row, *, second=lambda n, r: n * r, solved=lambda R, r: 2 * R - r, times=1, half=1):
    n, p, R, r = row
    whole, middle = (p**2 + n**2) / (2 * R), p**2 / solved(R, r)
    yield at_most(n, whole, name="Proposition J.1", symbol="n")
    yield at_most(whole, (p**2 + second(n, r)) / (2 * R), name="r for n", symbol="‖g‖²/(2R_v)")
    yield at_most(n, middle, name="solved", symbol="n")
    yield at_most(middle, p**2 / R, name="r at most R_v", symbol="p²/(2R_v - r)")
    yield at_least(2 * p**2, p**2 + n**2, name="no division by zero", symbol="2p²")
    yield at_most(n / p, half * p / R, name="ratio", symbol="n/p")
    yield at_most(p / R, times * r / R, name="length", symbol="p/R_v")
