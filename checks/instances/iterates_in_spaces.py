r"""Least squares at single iterates, in rational numbers: a problem, u_t and a basis of its T_t."""

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.instances.smooth_problems import Problem, arc, axes, histogram, least_squares, two_axes, vector
from theorytest.attacks.numbers import parametric

Array = NDArray[Any]
State = tuple[Problem, Array, tuple[Array, ...]]  # u_t and a basis of T_t


def _at_points(problems: dict[str, Problem]) -> dict[str, State]:
    return {
        f"{name}, {i}": (problem, *point)
        for name, problem in problems.items()
        for i, point in enumerate(problem.points, start=1)
    }


def states() -> dict[str, State]:
    """By name: points of sparse vectors and of a histogram in their T_t, and of a circle, which are not."""
    return _at_points({"both axes of R²": two_axes(), "histogram": histogram(), "circle": arc(4)})


def diagonal() -> Problem:
    """M = T_t = span{(1, 1, 0)} in R³ and the target (1, 2, 3), whose best approximation is (3/2, 3/2, 0)."""
    direction, best = vector(1, 1, 0), vector(Fraction(3, 2), Fraction(3, 2), 0)
    points = tuple((a * direction, (direction,)) for a in (0, -2, 5))
    return least_squares(vector(1, 2, 3), points, Fraction(19, 4), best)


def linear_states() -> dict[str, State]:
    """By name: points of linear classes with T_t = M."""
    return _at_points({"a line in R³": diagonal(), "histogram": histogram()})


def fraction_of_gradients(problem: Problem, u: Array, basis: tuple[Array, ...]) -> Any:
    """‖P g‖² / ‖(I - P) g‖² for g = u_t - u."""
    g = problem.gradient(u)
    tangent = problem.project(basis, g)
    return problem.inner(tangent, tangent) / problem.inner(g - tangent, g - tangent)


def distance_to_projection(problem: Problem, u: Array, basis: tuple[Array, ...]) -> tuple[Any, Any]:
    """‖u_t - Pu‖² and ‖u - Pu‖²."""
    target = problem.near[0]
    best = problem.project(basis, target)
    return problem.inner(u - best, u - best), problem.inner(target - best, target - best)


def _in_the_first_axes(shape: tuple[int, int], x: Array) -> State:
    """T_t is spanned by the first d of m axes, which it is after a rotation of H; u_t lies in T_t."""
    m, d = shape
    target, inside = x[:m], np.array([*x[m:], *(0 * x[: m - d])])
    low: Any = target[d:] @ target[d:] / 2
    best = np.array([*target[:d], *(0 * target[d:])])
    return least_squares(target, (), low, best), inside, axes(m, *range(d))


ANY_STATE = parametric(lambda shape: sum(shape), _in_the_first_axes, [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (4, 2)])
