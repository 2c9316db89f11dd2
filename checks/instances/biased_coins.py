"""Biased estimates of g = (t, 1) for L = ½‖v‖² in R² and T_t the first axis: a t + b with two equally likely (a, b)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction as F
from itertools import pairwise, repeat
from typing import Any

from checks.instances.biased_worlds import BIASED as OUTCOMES
from checks.instances.biased_worlds import BIASED_CONSTANTS
from theorytest import product, vectors

Law = tuple[tuple[Any, Any], ...]
Constants = tuple[Any, ...]  # c_bias1, c_bias2, c_var1, c_var2
COIN = ((1, 1), (1, -1)), (F(1), F(0), F(1), F(1))  # the law and the constants; no bias
BIASED = OUTCOMES, BIASED_CONSTANTS  # c = 1/2
LAWS = product(vectors(2, -5, 5), vectors(2, -5, 5)).where(lambda a, _: sum(a) > 0, "c_bias1 > 0")


def spent(constants: Constants, step: Any, tangent: Any, normal: Any) -> Any:
    """X_t."""
    return step * (constants[0] * tangent - constants[1] * normal) * tangent


def added(constants: Constants, smoothness: Any, step: Any, tangent: Any, normal: Any) -> Any:
    """Z_t without β_t."""
    return step**2 * smoothness / 2 * (constants[2] * tangent**2 + constants[3] * normal**2)


def bound(constants: Constants, step: Any, t: Any) -> Any:
    """The right-hand side of the display without L(u_t), at (t, 1)."""
    return added(constants, 1, step, abs(t), 1) - spent(constants, step, abs(t), 1)


def moves(law: Law, t: Any, step: Any, normal: Any = 1) -> list[Any]:
    """The next t for both draws at (t, normal)."""
    return [t - step * (a * t + b * normal) for a, b in law]


def loss(t: Any, normal: Any = 1) -> Any:
    """½‖(t, normal)‖²."""
    return (t**2 + normal**2) / F(2)


def any_law(a: Any, b: Any) -> tuple[Law, Constants]:
    """Two equally likely (a, b), with the constants of checks/instances/any_steps.py."""
    both = abs(sum(a * b)) / 2
    constants = sum(a) / 2, abs(sum(b)) / 2, sum(a**2) / 2 + both, sum(b**2) / 2 + both
    return tuple(zip(a, b, strict=True)), constants


FAR = F(20)  # where the paths start, far from quasi-critical points
SHORT = [F(1, 40 * (k + 1)) for k in range(6)]
LONG = [F(1, k + 1) for k in range(6)]  # with the coin u_{T+1} is the mean of T signs: E Y_{T+1} = 1/(2T)


def raised(n_steps: int) -> list[Any]:
    """y_t = 2 - 1/t: a retraction moves (t, y_t) to (t, y_{t+1}), with the summable errors (y_{t+1}² - y_t²)/2."""
    return [2 - F(1, t) for t in range(1, n_steps + 2)]


def errors(normals: Sequence[Any]) -> list[Any]:
    """β_t of a retraction that changes the second coordinate."""
    return [loss(0, after) - loss(0, before) for before, after in pairwise(normals)]


def tree(law: Law, steps: Sequence[Any], normals: Iterable[Any] = repeat(1)) -> list[tuple[Any, ...]]:
    """All paths, lists of t that are equally likely; the second coordinates are those of `normals`."""
    paths: list[tuple[Any, ...]] = [(FAR,)]
    for s, y in zip(steps, normals, strict=False):
        paths = [(*path, t) for path in paths for t in moves(law, path[-1], s, y)]
    return paths


def sums(
    paths: Sequence[Any], constants: Constants, steps: Sequence[Any], normals: Iterable[Any] = repeat(1)
) -> tuple[list[Any], list[Any]]:
    """All X_t and Z_t, these without β_t."""
    at = list(zip(steps, normals, strict=False))
    rows = [(s, abs(t), y) for path in paths for (s, y), t in zip(at, path[:-1], strict=True)]
    return [spent(constants, *row) for row in rows], [added(constants, 1, *row) for row in rows]
