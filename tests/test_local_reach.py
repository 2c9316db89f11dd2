"""The local reaches that Lemma 4.12 and Proposition J.1 are tried with are where nearest points begin to jump.

rch(M, v) = sup {r : every point of the ball B(v, r) has one nearest point of M}. No closed form enters.
"""

from fractions import Fraction

import numpy as np
import pytest

from checks.instances.reach_pairs import ellipse_reach, on_ellipse, parabola_pair

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


def jumps(place, times=1.0):
    """The largest jumps over the reach, in a ball that is a twentieth smaller and in one that is as much larger."""
    name, v, square = place
    R = times * float(square) ** 0.5
    return [largest_jump(SAMPLES[name], v, zoom * R) / R for zoom in (0.95, 1.05)]


@pytest.mark.parametrize("place", places().values(), ids=places())
def test_nearest_points_jump_beyond_the_reach_and_not_before(place):
    inside, beyond = jumps(place)
    assert inside <= 0.5 <= beyond


@pytest.mark.parametrize("times", [0.94, 1.06])
def test_reaches_that_are_six_per_cent_off_are_seen(times):
    found = [jumps(place, times) for place in places().values()]
    assert not all(inside <= 0.5 <= beyond for inside, beyond in found)
