r"""The local reach rch(M, v) = sup {r : every point of the ball B(v, r) has one nearest point of M}, by searching.

Where a point has two nearest ones the nearest point jumps between its neighbours on a grid. No closed form enters.
"""

from fractions import Fraction

import numpy as np

from checks.instances.reach_classes import ellipse_reach, on_ellipse
from checks.instances.reach_pairs import parabola_pair
from theorytest import at_least, at_most, claim, family, threshold

ANGLES = np.linspace(0, 2 * np.pi, 1500, endpoint=False)
ALONG = np.linspace(-7, 7, 1501)
SAMPLES = {  # the class as many points
    "circle": np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=-1),
    "parabola": np.stack([ALONG, ALONG**2 / 2], axis=-1),
    "ellipse": np.stack([2 * np.cos(ANGLES), np.sin(ANGLES)], axis=-1),
    "two lines": np.concatenate([np.stack([ALONG, 0 * ALONG], axis=-1), np.stack([ALONG, 1 + 0 * ALONG], axis=-1)]),
}


def placed():
    """Class, v and the squared local reach that the other checks use."""
    yield "circle", np.array([1.0, 0.0]), Fraction(1)
    yield "two lines", np.zeros(2), Fraction(1, 4)
    for a in (Fraction(0), Fraction(9, 10), Fraction(3, 2), Fraction(4)):
        yield "parabola", np.array([float(a), float(a**2 / 2)]), parabola_pair(a, a + 1).reach
    for m in (Fraction(0), Fraction(1, 10), Fraction(2, 5), Fraction(1)):
        v = on_ellipse(m)
        yield "ellipse", v.astype(float), ellipse_reach(v)


def places():
    """By name."""
    return {f"{each[0]} at ({each[1][0]:.3g}, {each[1][1]:.3g})": each for each in placed()}


def nearest(points, curve):
    """The nearest of many points of the class, by comparing all distances."""
    square = np.sum(curve**2, axis=-1) - 2 * points @ curve.T
    return curve[np.argmin(square, axis=-1)]


def largest_jump(curve, v, radius, per_side=61):
    """The largest distance between the nearest points of two neighbours of a grid on the ball B(v, radius)."""
    side = np.linspace(-radius, radius, per_side)
    x = v + np.stack(np.meshgrid(side, side, indexing="ij"), axis=-1)
    inside = np.sum((x - v) ** 2, axis=-1) <= radius**2
    found = nearest(x.reshape(-1, 2), curve).reshape(x.shape)
    jumps = [
        np.linalg.norm(np.diff(found, axis=axis), axis=-1)[both]
        for axis, both in ((0, inside[1:] & inside[:-1]), (1, inside[:, 1:] & inside[:, :-1]))
    ]
    return max(float(jump.max()) for jump in jumps)


@claim(
    "prop:nhood_properties/local-reach",
    voice="ours",
    says="The local reach of the circle, parabola, ellipse and two lines at v is the distance of v from the "
    "centre, ray, segment and middle line listed below.",
    formula=r"\operatorname{rch}(\mathcal{M}, v) = \sup\{r : \text{every } x\in B(v, r) "
    r"\text{ has one nearest point in } \mathcal{M}\}",
    forall={"M, v": family(places, "points of the four classes")},
    reading="The centre of the unit circle, x = 0, y ≥ 1 for y = x²/2, y = 0, |x| ≤ 3/2 for x²/4 + y² = 1, and the "
    "middle of two lines: all points without one nearest point, and their limits. Seen to 5 per cent: in a ball "
    "smaller by a twentieth the nearest point never jumps by half the reach, in one larger by as much it does.",
    mutants={"six per cent more": {"times": 1.06}, "six per cent less": {"times": 0.94}},
)
def reach_is_where_nearest_points_jump(place, *, times=1.0):
    name, v, square = place
    R = times * float(square) ** 0.5
    inside, beyond = (largest_jump(SAMPLES[name], v, zoom * R) / R for zoom in (0.95, 1.05))
    yield at_most(inside, threshold(0.5), name="inside", symbol="the largest jump over R")
    yield at_least(beyond, threshold(0.5), name="beyond", symbol="the largest jump over R")
