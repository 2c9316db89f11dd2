r"""Proposition J.1 [prop:nhood_properties]: 2 R_v ‖g - P_v g‖ ≤ ‖g‖² for g = v - u with u and v in M.

Beyond ‖g‖ = 2 R_v this says nothing. The local reach is Federer's: the radius of the ball around v in which every point
has one nearest point of the class; far sheets count as well as the curvature.
"""

from fractions import Fraction as F

from checks.hypotheses import empty_balls
from checks.instances.reach_pairs import ANY_PAIR, Pair, ellipse_curvature, ellipse_pair, pairs
from theorytest import at_least, at_most, claim, equal, family, proof


def bound(pair, square):
    """(‖g‖²/(2R_v))²."""
    return square * pair.distance**2 / (4 * pair.reach)


(tangent, normal, nu), R = proof.vector("P_vg (I−P_v)g ν"), proof.positive("R_v")
ANY = Pair(proof.square(tangent), proof.square(normal), R**2)
times = (ANY.distance + 2 * R * proof.norm(normal)) / (4 * R**2)
# ‖g + R_v ν‖ ≥ R_v for the unit normal ν against (I − P_v)g gives ‖g‖² ≥ 2R_v‖(I − P_v)g‖; squares
CHORDS = proof.as_checked(
    ANY,
    given={
        "no point of M": at_least(proof.square(tangent + normal + R * nu), R**2),
        "P_v g: a projection": equal(proof.inner(tangent, normal), 0),
        "ν a unit normal: of T_v": equal(proof.inner(tangent, nu), 0),
        "ν a unit normal: against (I − P_v)g": equal(proof.inner(normal, nu), -proof.norm(normal)),
        "ν a unit normal: of length one": equal(proof.square(nu), 1),
    },
    by=[
        proof.use("no point of M", times),
        proof.use("P_v g: a projection", -2 * times),
        proof.use("ν a unit normal: of T_v", -2 * R * times),
        proof.use("ν a unit normal: against (I − P_v)g", -2 * R * times),
        proof.use("ν a unit normal: of length one", -(R**2) * times),
        proof.fact("norm", normal),
    ],
    at=lambda pair: {proof.square(tangent): pair.tangent, proof.square(normal): pair.normal, R**2: pair.reach},
)


@claim(
    "prop:nhood_properties",
    also=["x:display-propJ.1", "x:display-lemJ.2-proof-federer"],
    says="If u, v ∈ M and R_v = rch(M, v) > 0, then g = v - u satisfies ‖g - P_v g‖ ≤ ‖g‖²/(2R_v).",
    formula=r"\|g - P_vg\| \le \frac{\|g\|^2}{2R_v}",
    forall={"M, v, u": family(pairs, "pairs of points of manifolds with known local reach", search=ANY_PAIR)},
    given=[empty_balls],
    reading="The paper cites it. The certificate assumes another theorem of Federer: the nearest point of v + tν is v.",
    tight="attained by all chords of circles",
    proof=CHORDS,
    mutants={
        "the radius of curvature": {"change": lambda _: ellipse_pair(F(1), F(-1), ellipse_curvature)},
        "u beside the class": {"change": lambda _: Pair(F(0), F(1), F(1))},  # the centre of the circle
        "one per cent less": {"square": F(9801, 10000)},
    },
)
def chords_are_nearly_tangent(pair, *, change=lambda pair: pair, square=1):
    """Squared, for all u of the class however far."""
    found = change(pair)
    return at_most(found.normal, bound(found, square), symbol="‖g - P_v g‖²")
