"""The families of Appendix G: spaces with common zeros and projections onto less than T among them."""

from functools import cache, cached_property
from typing import Any

import numpy as np

from checks.instances.finite_problems import (
    Problem,
    RandomProblem,
    hulls,
    known_projections,
    onto_less,
    problems,
    random_problems,
)
from checks.instances.spaces import tabulated
from theorytest import family
from theorytest.approximation import Hull, LeastSquares, Oblique, Optimal, Plain, QuasiProjection, VolumeRescaled
from theorytest.approximation.hull import hull
from theorytest.attacks.numbers import parametric


@cache
def vanishing() -> dict[str, Hull]:
    """T lives on some of the points only: K = 0 on the others, where optimal points see nothing."""
    spaces = {
        "one function with a zero on three points": tabulated((0.5, 0.25, 0.25), (1, 2, 0)),
        "a cell and a point of four points": tabulated((0.25,) * 4, (1, 1, 0, 0), (0, 0, 1, 0)),
        "two of four points": tabulated((0.25,) * 4, (1, 0, 0, 0), (0, 1, 0, 0)),
    }
    return {name: hull(space, 0) for name, space in spaces.items()}


def vanishing_problems() -> dict[str, Problem]:
    """An oblique projection and optimal points on each of them."""
    return {
        f"{name}, optimal n = 2": Problem(
            E, Oblique(E, np.ones((E.space.dim, E.complement_dim))), QuasiProjection(Optimal(E.space), 2)
        )
        for name, E in vanishing().items()
    }


def vanishing_random() -> dict[str, RandomProblem]:
    """Volume-rescaled least squares on each of them."""
    return {
        f"{name}, volume-rescaled, optimal n = 2": RandomProblem(
            E, LeastSquares(VolumeRescaled(E.space), 2), QuasiProjection(Optimal(E.space), 2)
        )
        for name, E in vanishing().items()
    }


class Corrected(Problem):
    """The same with any unbiased Q: its constants are taken from its own moments."""

    @property
    def saturated(self) -> bool:
        return False

    @cached_property
    def pairs(self) -> list[tuple[float, float]]:
        """(c_var1, c_var2) of Q: with its smallest c_var2, and with twice that."""
        smallest = self.moments.c_var2
        return [(self.moments.c_var1_with(c2), c2) for c2 in (smallest, 2 * smallest)]


@cache
def other_corrections() -> dict[str, Problem]:
    """Volume-rescaled least squares for Q, which is unbiased and no quasi-projection."""
    flat = {name: E for name, E in hulls().items() if E.space.jet_size == 1}  # where volume sampling is defined
    return {
        f"{name}, {word}, Q volume-rescaled": Corrected(E, P, LeastSquares(VolumeRescaled(E.space), E.space.dim))
        for name, E in flat.items()
        for word, P in known_projections()[name].items()
    }


def plain_least_squares() -> dict[str, RandomProblem]:
    """Least squares from any two points: onto T only if they are different."""
    E = hulls()["lines on four points"]
    return {
        "lines, plain points": RandomProblem(E, LeastSquares(Plain(E.space), 2), QuasiProjection(Optimal(E.space), 2))
    }


@cache
def every_problem() -> dict[str, Problem]:
    return problems() | vanishing_problems() | onto_less()


@cache
def every_random_problem() -> dict[str, RandomProblem]:
    return random_problems() | vanishing_random() | plain_least_squares()


SHAPES = ((1, 2, 1), (1, 3, 2), (2, 3, 1))  # d, the number of points, n


def _space(shape: tuple[int, int, int], x: Any) -> Any:
    """Any T on m points is spanned by the rows of (I, M), after a change of their order; M and the masses are given."""
    d, m, _ = shape
    masses = np.abs(np.asarray(x[:m], dtype=float)) + 0.05
    rows = np.hstack([np.eye(d), np.asarray(x[m : m + d * (m - d)], dtype=float).reshape(d, m - d)])
    return hull(tabulated(tuple(masses / masses.sum()), *map(tuple, rows)), 0)


def _any_known(shape: tuple[int, int, int], x: Any) -> Problem:
    """Any projection onto T: P + X (I - P), of norm up to 40."""
    E, (d, m, n) = _space(shape, x), shape
    X = np.asarray(x[m + d * (m - d) :], dtype=float).reshape(d, m - d)
    return Problem(E, Oblique(E, 10 * X), QuasiProjection((Plain, Optimal)[n % 2](E.space), n))


def _any_random(shape: tuple[int, int, int], x: Any) -> RandomProblem:
    """Volume-rescaled least squares, each draw of which is onto T."""
    E, (d, _, n) = _space(shape, x), shape
    P = LeastSquares(VolumeRescaled(E.space), d)
    return RandomProblem(E, P, QuasiProjection((Plain, Optimal)[n % 2](E.space), n))


def _count(shape: tuple[int, int, int], per_entry: int) -> int:
    d, m, _ = shape
    return m + per_entry * d * (m - d)


ANY_HULL = parametric(lambda shape: _count(shape, 1), _space, SHAPES, low=-4, high=4)
ANY_KNOWN = parametric(lambda shape: _count(shape, 2), _any_known, SHAPES, low=-4, high=4)
ANY_RANDOM = parametric(lambda shape: _count(shape, 1), _any_random, SHAPES, low=-4, high=4)
KNOWN = family(
    lambda: every_problem() | other_corrections(),
    "known projections P̃: H → T and unbiased Q, most of them quasi-projections, on finitely many points",
    search=ANY_KNOWN,
    effort=60,
)
RANDOM = family(
    every_random_problem,
    "random projections P̃ and independent quasi-projections Q, on finitely many points",
    search=ANY_RANDOM,
    effort=60,
)
BOTH = family(
    lambda: every_problem() | every_random_problem(),
    "projections P̃ and quasi-projections Q, on finitely many points",
    search=ANY_KNOWN,
    effort=60,
)
