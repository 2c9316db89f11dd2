r"""Proposition J.1 [prop:nhood_properties]: 2 R_v ‖g - P_v g‖ ≤ ‖g‖² for g = v - u with u and v in M.

Beyond ‖g‖ = 2 R_v this says nothing. The local reach is Federer's: the radius of the ball around v in which every point
has one nearest point of the class; far sheets count as well as the curvature.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from checks.instances.reach_classes import (
    all_pairs,
    beside_the_class,
    ellipse_curvature,
    ellipse_pair,
    ellipse_reach,
    lines_pair,
    sphere_pair,
)
from checks.section_4_2_2.lemma_4_12 import HALF_TANGENTS, SPOTS, circle_pair, matrix_pair, parabola_pair
from theorytest import at_least, at_most, claim, equal


def squared_bound(pair):
    """(‖g‖² / 2 R_v)²."""
    return pair.distance**2 / (4 * pair.reach)


@claim(
    "prop:nhood_properties",
    also=["x:display-propJ.1", "x:display-lemJ.2-proof-federer"],
    kind="inequality",
    says="The part of v - u orthogonal to the tangent space at v is at most the squared distance over 2 R_v.",
    formula=r"\|g - P_vg\| \le \frac{\|g\|^2}{2R_v}",
    tight="attained by all chords of circles",
    premises=["prop:nhood_properties/local-reach"],
    mutants={
        "share x 0.9": {"share": 0.9},
        "the radius of curvature": {"reach": ellipse_curvature},
        "u beside the class": {"extra": beside_the_class},
        "the distance cubed": {"power": 3},
    },
)
def chords_are_nearly_tangent(*, share=1, power=2, reach=ellipse_reach, extra=None):
    """Squared, for all u of the class however far."""
    rows = all_pairs(reach=reach) | ({} if extra is None else {"beside": extra()})
    for name, row in rows.items():
        bound = [Fraction(share) ** 2 * pair.distance**power / (4 * pair.reach) for pair in row]
        found = [pair.normal for pair in row]
        yield at_most(found, bound, name=name, symbol="the squared orthogonal part")


@claim(
    "prop:nhood_properties/attained",
    kind="identity",
    says="The bound is attained by all chords of a circle or sphere and across the narrowest place of two sheets.",
    formula=r"\|g - P_vg\| = \frac{\|g\|^2}{2R_v}",
    mutants={
        "other points of two lines": {"x": Fraction(1, 10)},
        "other chords of the ellipse": {"ends": (Fraction(1), Fraction(-9, 10))},
    },
)
def where_it_is_attained(*, x=Fraction(0), ends=(Fraction(1), Fraction(-1))):
    """On the sheets it is the reach, not the curvature, that decides: lines have none, the ellipse has 1/4 there."""
    rows = {
        "circle": [circle_pair(m) for m in HALF_TANGENTS],
        "sphere": [sphere_pair(m, 1 / m) for m in HALF_TANGENTS],
        "two lines": [lines_pair(x)],
        "short axis of the ellipse": [ellipse_pair(*ends)],
    }
    for name, row in rows.items():
        found, bound = [pair.normal for pair in row], [squared_bound(pair) for pair in row]
        yield equal(found, bound, name=name, symbol="the squared orthogonal part")


def vertical_ball(a):
    """On the parabola y = x²/2 the ball that touches (a, a²/2) and its mirror image has the squared radius 1 + a²."""
    return 1 + a**2


@claim(
    "prop:nhood_properties/touching-ball",
    kind="inequality",
    says="The reach may be replaced by the radius of the largest ball that touches the class at v and "
    "contains none of it: sqrt(1 + a^2) on the parabola, the singular value for matrices of rank one.",
    formula=r"\sup_u \frac{2\|g-P_vg\|}{\|g\|^2} = \frac{1}{\sqrt{1+a^2}}, \qquad \frac1\sigma",
    tight="attained on the parabola",
    premises=["prop:nhood_properties"],
    mutants={"share x 0.99": {"share": 0.99}, "the local reach": {"ball": lambda a: parabola_pair(a, a + 1).reach}},
)
def touching_ball_decides(*, share=1, ball=vertical_ball):
    """So the printed bound is loose by sqrt(1 + a²) / R_v ≤ sqrt(3/2), most at a² = 2, and by sqrt(2)."""
    spots = [a for a in SPOTS if a]
    for a in spots:
        row = [parabola_pair(a, b) for b in (*SPOTS, -a) if b != a]
        found = max(pair.normal / pair.distance**2 for pair in row)
        claimed = Fraction(share) ** 2 / (4 * ball(a))
        yield equal(found, claimed, name=f"parabola, a = {a}", symbol="the supremum")
    grid = [Fraction(n, 5) for n in (1, 2, 3, 4, 5, 7, 12)]
    found = [
        pair.normal / pair.distance**2 for pair in (matrix_pair(q, p, r) for q in grid for p in grid for r in grid)
    ]
    at = matrix_pair(Fraction(1, 2), Fraction(1, 2), Fraction(1, 2))
    bound = Fraction(share) ** 2 / 4
    yield at_most(found, bound, name="rank one", symbol="the quotient")
    yield equal(at.normal / at.distance**2, bound, name="rank one: attained", symbol="the quotient")


@claim(
    "prop:nhood_properties/no-reach",
    kind="value",
    says="Differentiable is not enough: at the tip of y = |x|^(3/2) no positive R_v serves, and the ratio of both "
    "parts is of the order sqrt(r), not r.",
    formula=r"\frac{2\|g-P_vg\|}{\|g\|^2} \ge \frac{1}{|x|^{1/2}} \to \infty, \qquad "
    r"\frac{\|(I-P_v)g\|}{\|P_vg\|} = |x|^{1/2}",
    expected="computed",
    mutants={"a parabola": {"order": 4}, "a smoother tip": {"order": 3.5}},
)
def tip_without_reach(*, order=3):
    """With v = 0 and u = (m², m³)."""
    m = np.array([0.5, 0.1, 1e-3, 1e-6])
    along, across = m**2, m**order
    grows = 2 * across / (along**2 + across**2) * m
    yield at_least(grows, 1.0, name="no bound", digits=12, symbol="the quotient times m")
    yield equal(across / along, m, name="ratio", digits=12, symbol="the ratio")
