"""The estimators of the package on four points: draws, moments and tabulated constants against the finite systems."""

from __future__ import annotations

import numpy as np

from checks.instances.finite_systems import FOUR, MASSES, Finite, optimal, orthonormalised, powers
from checks.instances.spaces import FOUR_POINTS
from theorytest import equal, sampled
from theorytest.approximation.constants import tabulated
from theorytest.approximation.enumeration import draws
from theorytest.approximation.estimators import NonProjection, QuasiProjection, project
from theorytest.approximation.functions import Functions
from theorytest.approximation.hull import hull
from theorytest.approximation.moments import enumerated
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Monomials
from theorytest.decisions.means import mean_equals

N = 2  # points of one sample


def agree(kind, points=Optimal):
    """E‖P^n g‖² of a non- or quasi-projection onto lines, for g = x³ by drawing and for all g by its enumeration."""
    estimator = kind(Optimal(Space(Monomials(2), FOUR_POINTS)), N)
    sampler, system = points(estimator.space), reference(kind)
    S, b, outside = system.second_moment(N), system.basis, np.eye(4) - system.projector
    found = enumerated(estimator, hull(estimator.space, 0))
    largest = [np.linalg.eigvalsh(A)[-1] for A in (b @ S @ b.T, outside @ S @ outside)]
    yield equal([found.c_var1, found.c_var2], largest, name="enumerated", digits=10, symbol="a constant")

    def squares(x):
        return np.sum(project(estimator, _cube, x) ** 2, axis=-1)

    g = np.sqrt(MASSES) * FOUR**3
    most = squares(draws(estimator.sampler, N).points).max()
    options = {"value": g @ S @ g, "support": (0, most), "symbol": "E‖P^2 g‖²", "resolution": 0.03}
    yield sampled(
        mean_equals, lambda rng, size: squares(sampler.sample(rng, size, N)), name="drawn", max_draws=400_000, **options
    )


def reference(kind):
    """The same space and samples as a finite system."""
    system = optimal(MASSES, powers([0, 1]))
    return {NonProjection: lambda: system, QuasiProjection: lambda: orthonormalised(system)}[kind]()


def _cube(x):
    return x[..., 0] ** 3


def pairs():
    """The same system for the package, with its sampler, and as a finite one."""
    redundant = Functions((lambda x: 1 + 0 * x[..., 0], lambda x: x[..., 0], lambda x: 2 * x[..., 0]))
    lines = powers([0, 1])
    for name, space, phi in (
        ("parabolas", Space(Monomials(3), FOUR_POINTS), powers([0, 1, 2])),
        ("H1 parabolas", Space(Monomials(3), FOUR_POINTS, "H1"), powers([0, 1, 2], l=2)),
        ("redundant lines", Space(redundant, FOUR_POINTS), np.concatenate([lines, 2 * lines[1:]])),
    ):
        yield f"{name}, plain", Plain(space), Finite(MASSES, MASSES, phi)
        yield f"{name}, optimal", Optimal(space), optimal(MASSES, phi)


def same_row(name, estimator, printed):
    """The row that the package tabulates for an estimator against c_bias1, c_bias2, c_var1, c_var2."""
    for (cell, found), claimed in zip(tabulated(estimator).plain().items(), printed, strict=True):
        yield equal(found, claimed, name=f"{name}: {cell}", digits=9, symbol="a tabulated constant")
