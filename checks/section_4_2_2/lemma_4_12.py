r"""Lemma 4.12 [lemma:kappa_bounded_reach]: near a recoverable target the gradient is almost tangential."""

from fractions import Fraction

from checks.hypotheses import manifold_with_reach, proposition_j_1, within_reach, within_twice_the_reach
from checks.instances.reach_pairs import ANY_PAIR, Pair, pairs
from theorytest import at_most, claim, family, less_than, proof

PAIRS = {"v, u": family(pairs, "pairs of points of manifolds", search=ANY_PAIR)}
tangent, reach = proof.positive("‖P_vg‖² R_v²")
normal = proof.nonnegative("‖(I−P_v)g‖²")
g, PAIR = tangent + normal, Pair(tangent, normal, reach)
FEDERER = {"Proposition J.1": at_most(4 * reach * normal, g**2)}  # 2 R_v ‖(I - P_v)g‖ ≤ ‖g‖², in squares
# ‖Pg‖²‖g‖² - R²‖(I-P)g‖² is (‖g‖⁴ - 4R²‖(I-P)g‖²) + 3‖(I-P)g‖²(R² - ‖g‖²) + 2‖(I-P)g‖²‖g‖²
RATIO = proof.as_checked(
    PAIR,
    given=FEDERER | {"‖u − v‖ ≤ r ≤ R_v": at_most(g, reach)},
    by=[
        proof.use("Proposition J.1", 1 / (tangent * reach)),
        proof.use("‖u − v‖ ≤ r ≤ R_v", 3 * normal / (tangent * reach)),
    ],
)
SHARP = proof.as_checked(
    PAIR,
    given=FEDERER | {"r = ‖g‖ < 2 R_v": less_than(g, 4 * reach)},
    by=[proof.use("Proposition J.1", 1 / (tangent * (4 * reach - g)))],
)


@claim(
    "lemma:kappa_bounded_reach",
    also=[
        "x:display-lem4.12-ratio",
        "x:sec4.2.2-c-reach",
        "x:sec4.2.3-kappa-recovery",
        "x:lem-kappa-restated",
        "x:display-lemJ.2-ratio",
        "app:kappa_bound_reach",
    ],
    says="If u, v ∈ M and ‖u − v‖ ≤ r ≤ R_v, then ‖(I − P_v) g‖ ≤ (r/R_v) ‖P_v g‖ for g = v − u.",
    formula=r"\|u-v\| \le r \le R_v \implies \frac{\|(I-P_v)g\|}{\|P_vg\|} \le \frac{r}{R_v}",
    reading="With r = ‖u − v‖, the least one, and u ≠ v, so that P_v g ≠ 0. Lemma J.2 is the same. As R_M ≤ R_v, "
    "c = r/R_M is allowed in Corollary 4.10 and κ_t ≤ 1 + r²/R_v², while the iterates stay within r of the target.",
    forall=PAIRS,
    given=[manifold_with_reach, within_reach, proposition_j_1],
    proof=RATIO,
    tight="loose by 3 in the square on the circle at r = R_v, and by 4 as r tends to 0; sharp is r/√(4 R_v² − r²)",
    mutants={"0.57 r": {"factor": Fraction(57, 100) ** 2}, "r²/R_v²": {"power": 2}},
)
def orthogonal_part_is_small_within_the_reach(pair, *, factor=1, power=1):
    """In squares."""
    return at_most(pair.ratio, factor * (pair.distance / pair.reach) ** power, symbol="(‖(I − P_v) g‖ / ‖P_v g‖)²")


@claim(
    "lemma:kappa_bounded_reach/sharp",
    voice="ours",
    says="If g = v − u for u, v ∈ M and r = ‖g‖ < 2 R_v, then ‖(I − P_v) g‖ ≤ ‖P_v g‖ r/√(4 R_v² − r²).",
    formula=r"\|u-v\| = r < 2R_v \implies \frac{\|(I-P_v)g\|}{\|P_vg\|} \le \frac{r}{\sqrt{4R_v^2-r^2}}",
    forall=PAIRS,
    given=[manifold_with_reach, within_twice_the_reach, proposition_j_1],
    proof=SHARP,
    tight="attained on the circle",
    mutants={
        "without the square of r": {"less": 0},
        "two per cent less of r²": {"less": Fraction(49, 50)},
    },
)
def sharp_ratio(pair, *, less=1):
    """What the proof gives without its last two estimates: 2 R_v ‖(I - P)g‖ ≤ ‖g‖², and Pythagoras."""
    bound = pair.distance / (4 * pair.reach - less * pair.distance)
    return at_most(pair.ratio, bound, symbol="(‖(I − P_v) g‖ / ‖P_v g‖)²")
