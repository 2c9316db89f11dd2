"""Gradients with their tangent and normal parts, in rational numbers, at the points of the classes of Section 2."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from checks.instances.smooth_problems import Basis, Problem, Vector, problems
from theorytest import family, frames, product, vectors


class Gradient(NamedTuple):
    """‖g‖², ‖Pg‖² and ‖(I - P)g‖², each from its own vector."""

    square: Any
    tangent: Any
    normal: Any


def parts(problem: Problem, u: Vector, basis: Basis) -> Gradient:
    """The three squares at u."""
    g = problem.gradient(u)
    t = problem.project(basis, g)
    return Gradient(*(Fraction(problem.inner(each, each)) for each in (g, t, g - t)))


def gradients() -> dict[str, Gradient]:
    """By class and point, stationary points included."""
    return {
        f"{name} at ({', '.join(map(str, u))})": parts(problem, u, basis)
        for name, problem in problems().items()
        for u, basis in problem.points
    }


def _of_frame(g: Vector, frame: Vector) -> Gradient:
    tangent = frame @ (frame.T @ g[: len(frame)])
    rest = g[: len(frame)] - tangent
    return Gradient(*((each @ each) for each in (g[: len(frame)], tangent, rest)))


GRADIENTS = family(
    gradients,
    "points, losses and spaces",
    search=product(vectors(3, -10, 10), frames([(1, 1), (2, 1), (2, 2), (3, 1), (3, 2)])).map(_of_frame),
)
