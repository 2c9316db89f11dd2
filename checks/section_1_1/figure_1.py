r"""Figure 1 [fig:algo]: one step of the scheme, as sketched.

The sketch is checked by the coordinates of its source: M is a cubic curve, dots have a radius of 2 pt = 0.0703 cm.
"""

from functools import cache

import numpy as np

from theorytest import at_least, at_most, claim, threshold

DOT = 0.0703
ENDS = np.array([[2.0, 2.0], [-2.0, 0.0]])  # of the part of M that the step is on, leaving at -30° and entering at 0°
LINE = np.array([[-1.8, -0.625], [6.0, 2.7]])
U, LINEAR, NEXT = np.array([1.5, 0.8]), np.array([3.45, 1.6]), np.array([2.35, 1.6])
FULL, TARGET = np.array([1.12 + 3.15, 2.18 - 0.225]), np.array([1.5 + 3.15, 0.9 - 0.225])


@cache
def sketched_curve():
    """The cubic of the source: control points at 0.3915 of the distance of the ends, along the angles."""
    reach = 0.3915 * np.linalg.norm(ENDS[1] - ENDS[0])
    angle = np.deg2rad(-30)
    inner = ENDS + reach * np.array([[np.cos(angle), np.sin(angle)], [1.0, 0.0]])
    points, t = np.array([ENDS[0], *inner, ENDS[1]]), np.linspace(0, 1, 4001)[:, None]
    weights = np.hstack([(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3])
    return weights @ points


def distance_to_curve(point):
    """The distance to M in cm, and the angle of M there in degrees."""
    curve = sketched_curve()
    i = int(np.argmin(np.linalg.norm(curve - point, axis=1)))
    along = curve[i + 1] - curve[i - 1]
    return np.linalg.norm(curve[i] - point), np.degrees(np.arctan2(-along[1], -along[0]))


def on_line(point):
    """Coordinates of the point along the line of T_t and across it, from u_t."""
    along = (LINE[1] - LINE[0]) / np.linalg.norm(LINE[1] - LINE[0])
    return (point - U) @ along, (point - U) @ np.array([-along[1], along[0]])


@claim(
    "fig:algo",
    kind="figure",
    says="From u_t ∈ M the linear update ū_{t+1} is made in T_t, and the retraction leads to u_{t+1} ∈ M.",
    formula=r"\bar u_{t+1} = u_t - s_tP_t^ng_t \in u_t + \mathcal{T}_t, \quad u_{t+1} = R_t(\bar u_{t+1})",
    reading="Read off the coordinates of the sketch, to the radius of its dots; that T_t is tangent to M (2°) and that "
    "u_t - g_t lies off it (1 cm) is judged by thresholds of ours.",
    expected="computed",
    mutants={"u_{t+1} where the line is": {"following": LINEAR}, "the gradient on the line": {"full": TARGET}},
)
def sketch_is_a_step(*, following=NEXT, full=FULL):
    for name, point in (("u_t", U), ("u_{t+1}", following)):
        yield at_most(distance_to_curve(point)[0], DOT, name, digits=None, symbol="off M")
    for name, point in (("linear update", LINEAR), ("estimate", full)):
        yield at_most(abs(on_line(point)[1]), DOT, name, digits=None, symbol="off T_t")
    turn = abs(distance_to_curve(U)[1] - np.degrees(np.arctan2(*(LINE[1] - LINE[0])[::-1])))
    yield at_most(turn, threshold(2.0), "tangent", digits=None, symbol="degrees between T_t and M")
    yield at_least(abs(on_line(TARGET)[1]), threshold(1.0), "u_t - g_t", digits=None, symbol="off T_t")
