"""What the conditions of Section 2 compare on the problems of `smooth_problems`: gradients, tangents and steps."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from numpy.typing import NDArray

from checks.instances.smooth_problems import Problem, axes, quadratic, vector
from theorytest import same_size, vectors

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
    return quadratic(spread, tuple((v, axes(m, *range(m))) for v in points), vector(*[0] * m), **best)


QUADRATICS = same_size(vectors((1, 2, 3), 0, 100, log=True), vectors((1, 2, 3), -100, 100))
QUADRATICS = QUADRATICS.where(lambda a, _: any(a)).map(whole_quadratic, "quadratic losses on H")


def linear_steps(problem: Problem) -> list[tuple[Vector, Vector]]:
    """(u_t, g) for both signs and two lengths."""
    lengths = (-3, Fraction(1, 2), 4)
    return [(u, length * b) for u, basis in problem.points for b in basis for length in lengths]
