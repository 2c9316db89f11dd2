r"""Lemma 4.12 [lemma:kappa_bounded_reach]: near a recoverable target the gradient is almost tangential."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from checks.hypotheses import (
    least_squares_loss,
    manifold_with_reach,
    positive_global_reach,
    target_in_class,
    within_reach,
    within_twice_the_reach,
)
from checks.instances.reach_classes import all_pairs, lines_pair
from checks.instances.reach_pairs import AT_THE_REACH, Pair
from theorytest import at_most, claim, family


def named_pairs():
    """Every pair by name, the far ones too."""
    rows = {"circle, r = R_v": [AT_THE_REACH]} | all_pairs()
    return {f"{name}, pair {i}": pair for name, row in rows.items() for i, pair in enumerate(row)}


@claim(
    "lemma:kappa_bounded_reach",
    also=["x:display-lem4.12-ratio", "x:lem-kappa-restated", "x:display-lemJ.2-ratio", "app:kappa_bound_reach"],
    says="If u, v ∈ M and ‖u − v‖ ≤ r ≤ R_v, then ‖(I − P_v) g‖ ≤ (r/R_v) ‖P_v g‖ for g = v − u.",
    formula=r"\|u-v\| \le r \le R_v \implies \frac{\|(I-P_v)g\|}{\|P_vg\|} \le \frac{r}{R_v}",
    reading="Lemma J.2 is the same. With r = ‖u − v‖, the least one, and u ≠ v.",
    forall={"v, u": family(named_pairs, "pairs of points of manifolds")},
    given=[manifold_with_reach, within_reach],
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
    forall={"v, u": family(named_pairs, "pairs of points of manifolds")},
    given=[manifold_with_reach, within_twice_the_reach],
    tight="attained on the circle",
    mutants={"without the square of r": {"less": 0}, "half of the square of r": {"less": Fraction(1, 2)}},
)
def sharp_ratio(pair, *, less=1):
    """What the proof gives without its last two estimates: 2 R_v ‖(I - P)g‖ ≤ ‖g‖², and Pythagoras."""
    bound = pair.distance / (4 * pair.reach - less * pair.distance)
    return at_most(pair.ratio, bound, symbol="(‖(I − P_v) g‖ / ‖P_v g‖)²")


@dataclass(frozen=True)
class Class:
    """A manifold by pairs of its points, with R_M²."""

    name: str
    pairs: tuple[Pair, ...]
    reach: Fraction


SQUARED_REACHES = {
    "circle": Fraction(1),
    "parabola": Fraction(1),  # attained at the vertex
    "sphere": Fraction(1),
    "ellipse": Fraction(1, 4),  # at the ends of the long axis
    "two lines": Fraction(1, 4),
    "rank one": Fraction(0),  # R_v tends to 0 with v
}


def classes():
    """The manifolds of the lemma, and pairs on the same one of two lines; rank one has R_M = 0."""
    rows = all_pairs()
    rows["two lines"] += [lines_pair(Fraction(n, 4), 0) for n in (1, 2)]
    return [Class(name, tuple(row), SQUARED_REACHES[name]) for name, row in rows.items()]


@claim(
    "x:sec4.2.2-c-reach",
    says="If the target lies in M and ‖u − u_t‖ ≤ r ≤ R_M for all t, then c = r/R_M is allowed in Corollary 4.10.",
    formula=r"\|u-u_t\| \le r \le R_{\mathcal{M}} \implies \|(I-P_t)g_t\| \le \tfrac{r}{R_{\mathcal{M}}}\|P_tg_t\|",
    forall={
        "M": family(classes, "manifolds, each by pairs of its points"),
        "r": family([Fraction(1, 2), Fraction(1)], "0 < r ≤ R_M, as a share of R_M"),
    },
    given=[least_squares_loss, target_in_class, manifold_with_reach, positive_global_reach],
    premises=["lemma:kappa_bounded_reach"],
    mutants={"r up to 1.9 R_M": {"stretch": Fraction(19, 10)}, "half of c": {"factor": Fraction(1, 4)}},
)
def reach_gives_c(row, share, *, stretch=1, factor=1):
    """In squares, for all iterates u_t = v within r of the target u."""
    r = (stretch * share) ** 2 * row.reach
    ratios = [pair.ratio for pair in row.pairs if pair.distance <= r]
    return at_most(ratios, factor * share**2, symbol="(‖(I − P_t) g_t‖ / ‖P_t g_t‖)²")
