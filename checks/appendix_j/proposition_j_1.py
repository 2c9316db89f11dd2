r"""Proposition J.1 [prop:nhood_properties]: 2 R_v ‖g - P_v g‖ ≤ ‖g‖² for g = v - u with u and v in M.

Beyond ‖g‖ = 2 R_v this says nothing. The local reach is Federer's: the radius of the ball around v in which every point
has one nearest point of the class; far sheets count as well as the curvature.
"""

from fractions import Fraction

from checks.instances.reach_classes import ANY_PAIR, all_pairs, beside_the_class, ellipse_curvature
from theorytest import at_most, claim, family


@claim(
    "prop:nhood_properties",
    also=["x:display-propJ.1", "x:display-lemJ.2-proof-federer"],
    says="If u, v ∈ M and R_v = rch(M, v) > 0, then g = v - u satisfies ‖g - P_v g‖ ≤ ‖g‖²/(2R_v).",
    formula=r"\|g - P_vg\| \le \frac{\|g\|^2}{2R_v}",
    forall={
        "M, v, u": family(
            all_pairs, "pairs of points of manifolds with known local reach", search=ANY_PAIR.map(lambda pair: [pair])
        )
    },
    tight="attained by all chords of circles",
    mutants={
        "the radius of curvature": {"change": lambda _: all_pairs(reach=ellipse_curvature)["ellipse"]},
        "u beside the class": {"change": lambda _: beside_the_class()},
        "one per cent less": {"square": Fraction(9801, 10000)},
    },
)
def chords_are_nearly_tangent(pairs, *, change=lambda pairs: pairs, square=1):
    """Squared, for all u of the class however far."""
    row = change(pairs)
    bound = [square * pair.distance**2 / (4 * pair.reach) for pair in row]
    return at_most([pair.normal for pair in row], bound, symbol="‖g - P_v g‖²")
