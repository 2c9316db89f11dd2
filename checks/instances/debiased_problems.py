"""The families of Appendix G: a space with a common zero and projections onto less than T among them."""

from functools import cache
from typing import Any

import numpy as np

from checks.instances.finite_problems import Problem, hulls
from checks.instances.spaces import tabulated
from theorytest import approximation as lab
from theorytest import family
from theorytest.approximation.hull import hull
from theorytest.attacks.numbers import parametric


def _from_one_point(space: Any) -> lab.Given:
    """Least squares onto a line of T only; the point is given d times, since fewer than d points are refused."""
    d = space.dim
    return lab.Given(lab.LeastSquares(lab.Plain(space), d), np.repeat(space.measure.points[:1], d, axis=0))


@cache
def known_problems() -> dict[str, Problem]:
    """Orthogonal and tilted projections with plain and optimal points; T may vanish at a point, where K = 0."""
    zero = {"one function with a zero on three points": hull(tabulated((0.5, 0.25, 0.25), (1, 2, 0)), 0)}
    found = {}
    for name, E in (hulls() | zero).items():
        X = np.random.default_rng(7).standard_normal((E.space.dim, E.complement_dim))
        for word, tilt in {"orthogonal": 0 * X, "tilted": X, "tilted by 40": 40 * X / np.linalg.norm(X, 2)}.items():
            for sampler, n in ((lab.Plain, 1), (lab.Optimal, 2)):
                Q = lab.QuasiProjection(sampler(E.space), n)
                found[f"{name}, {word}, {sampler.__name__.lower()} n = {n}"] = Problem(E, lab.Oblique(E, tilt), Q)
    E = hulls()["lines on four points"]
    found["one earlier point"] = Problem(E, _from_one_point(E.space), lab.QuasiProjection(lab.Optimal(E.space), 2))
    return found


@cache
def random_problems() -> dict[str, Problem]:
    """Least squares with points that make it onto T, or not, and quasi-projections with new points."""
    flat, sobolev, plane = (E for E in hulls().values())
    choices = {
        "lines, volume-rescaled": (flat, lab.LeastSquares(lab.VolumeRescaled(flat.space), 3)),
        "H1 lines, conditioned": (sobolev, lab.LeastSquares(lab.Conditioned(lab.Optimal(sobolev.space), 0.9), 3)),
        "planes, volume-rescaled": (plane, lab.LeastSquares(lab.VolumeRescaled(plane.space), 3)),
        "lines, plain points": (flat, lab.LeastSquares(lab.Plain(flat.space), 2)),
    }
    return {
        f"{name}, {sampler.__name__.lower()} n = {n}": Problem(E, P, lab.QuasiProjection(sampler(E.space), n))
        for name, (E, P) in choices.items()
        for sampler, n in ((lab.Plain, 1), (lab.Optimal, 2))
    }


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
    return Problem(E, lab.Oblique(E, 10 * X), lab.QuasiProjection((lab.Plain, lab.Optimal)[n % 2](E.space), n))


def _any_random(shape: tuple[int, int, int], x: Any) -> Problem:
    """Volume-rescaled least squares, each draw of which is onto T."""
    E, (d, _, n) = _space(shape, x), shape
    P = lab.LeastSquares(lab.VolumeRescaled(E.space), d)
    return Problem(E, P, lab.QuasiProjection((lab.Plain, lab.Optimal)[n % 2](E.space), n))


def _count(shape: tuple[int, int, int], per_entry: int) -> int:
    d, m, _ = shape
    return m + per_entry * d * (m - d)


ANY_HULL = parametric(lambda shape: _count(shape, 1), _space, SHAPES, low=-4, high=4)
ANY_KNOWN = parametric(lambda shape: _count(shape, 2), _any_known, SHAPES, low=-4, high=4)
ANY_RANDOM = parametric(lambda shape: _count(shape, 1), _any_random, SHAPES, low=-4, high=4)
KNOWN = family(
    known_problems, "known projections P̃ and quasi-projections Q, on finitely many points", search=ANY_KNOWN, effort=60
)
RANDOM = family(
    random_problems,
    "random projections P̃ and independent quasi-projections Q, on finitely many points",
    search=ANY_RANDOM,
    effort=60,
)
BOTH = family(
    lambda: known_problems() | random_problems(),
    "projections P̃ and quasi-projections Q, on finitely many points",
    search=ANY_KNOWN,
    effort=60,
)
