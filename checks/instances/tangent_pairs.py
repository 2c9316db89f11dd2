"""What the conditions of Section 2 compare on the problems of `smooth_problems`: gradients, tangents and steps.

Problems with steps (u_t, g), a retraction and the best C_R: two axes, the plane, and the unit circle.
Least squares at single iterates, in rational numbers: a problem, u_t and a basis of its T_t.
"""

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.instances import smooth_problems as known
from checks.instances.smooth_problems import Problem, arc, axes, least_squares, two_axes, vector
from theorytest import family, positive, same_size, vectors
from theorytest.attacks.numbers import parametric

Vector = NDArray[Any]  # of rational numbers
Basis = tuple[Vector, ...]


def squared_gradient(problem: Problem, u: Vector) -> Any:
    """‖∇L(u)‖²."""
    g = problem.gradient(u)
    return problem.inner(g, g)


def squared_projection(problem: Problem, basis: Basis, u: Vector) -> Any:
    """‖P_t ∇L(u)‖² for the projection onto the span of the basis."""
    g = problem.project(basis, problem.gradient(u))
    return problem.inner(g, g)


def anywhere(problem: Problem) -> list[tuple[Basis, Vector]]:
    """As printed in (SPL): u_t fixes T_t, and u is any point of the model class."""
    return [(basis, u) for _, basis in problem.points for u, _ in problem.points]


def at_the_iterate(problem: Problem) -> list[tuple[Basis, Vector]]:
    """As meant: T_t belongs to the point itself."""
    return [(basis, u) for u, basis in problem.points]


def whole_quadratic(a: Vector, u: Vector) -> Problem:
    """½ Σ a_i v_i² on M = H, at u and along the axes, with its constants."""
    m, spread = len(a), [Fraction(each) for each in a]
    best = {"L": max(spread), "lam": min(each for each in spread if each), "strong_lam": None}
    points = (vector(*u), *axes(m, *range(m)))
    return known.quadratic(spread, tuple((v, axes(m, *range(m))) for v in points), vector(*[0] * m), **best)


QUADRATICS = same_size(vectors((1, 2, 3), 0, 100, log=True), vectors((1, 2, 3), -100, 100))
QUADRATICS = QUADRATICS.where(lambda a, _: any(a)).map(whole_quadratic, "quadratic losses on H")


def linear_steps(problem: Problem) -> list[tuple[Vector, Vector]]:
    """(u_t, g) for both signs and two lengths."""
    lengths = (-3, Fraction(1, 2), 4)
    return [(u, length * b) for u, basis in problem.points for b in basis for length in lengths]


WHOLE = {"flat direction": known.flat_direction(), "whole space": known.whole_space()}  # M = T_t = H
NEVER = {"never stationary": known.never_stationary()}  # without (PL)
ON_HILBERT_SPACES = family(NEVER | WHOLE, "differentiable losses on Hilbert spaces", search=QUADRATICS)
ON_H = family(WHOLE, "losses on M = H", search=QUADRATICS)
# the ridge has no (PL), and a stationary point above its minimum
WITH_A_RIDGE = family(WHOLE | {"ridge": known.ridge()}, "losses", search=QUADRATICS)


def _circle(U: Any) -> Any:
    """Steps τ with √(1 + τ²) rational; C_R = max(U - 1, 0) is approached by short steps towards the target."""
    problem, lengths = arc(Fraction(U)), [2 * m / (1 - m**2) for m in known.HALF_TANGENTS]
    steps = [(u, length * basis[0]) for u, basis in problem.points for length in lengths]
    return problem, steps, lambda v: v / known.root(v @ v), max(Fraction(U) - 1, 0)


def retracted() -> Any:
    """A problem, steps (u_t, g), a retraction and the best C_R; the paper uses C_R = 0, so it must be allowed."""
    return {
        "two axes": (two_axes(), linear_steps(two_axes()), lambda v: v, 0),
        "whole space": (known.whole_space(), linear_steps(known.whole_space()), lambda v: v, 0),
        "circle, target inside": _circle(Fraction(1, 2)),
        "circle, target outside": _circle(4),
    }


RETRACTED = family(retracted, "losses and classes with the best C_R known by hand", search=positive().map(_circle))


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
    return _at_points({"both axes of R²": two_axes(), "histogram": known.histogram(), "circle": arc(4)})


def diagonal() -> Problem:
    """M = T_t = span{(1, 1, 0)} in R³ and the target (1, 2, 3), whose best approximation is (3/2, 3/2, 0)."""
    direction, best = vector(1, 1, 0), vector(Fraction(3, 2), Fraction(3, 2), 0)
    points = tuple((a * direction, (direction,)) for a in (0, -2, 5))
    return least_squares(vector(1, 2, 3), points, Fraction(19, 4), best)


def linear_states() -> dict[str, State]:
    """By name: points of linear classes with T_t = M."""
    return _at_points({"a line in R³": diagonal(), "histogram": known.histogram()})


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
