"""The problems on which the rates of Table 1 are measured: least squares on linear spaces, curves, matrices, networks.

For each column of the table a problem gives the scheme that the column speaks of: `GD` projects exactly, `best` has its
target in the class (what is orthogonal to T_t vanishes at the limit), `worst` has it outside, both with optimal points;
`SGD` is the non-projection with plain points, or the quasi-projection with plain points where the class has no other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import numpy as np

from theorytest.approximation import (
    Fourier,
    Gaussian,
    Hermite,
    Hull,
    Legendre,
    NonProjection,
    Oblique,
    Optimal,
    Plain,
    Product,
    QuasiProjection,
    Space,
    TensorProduct,
    Uniform,
    total_degree,
)
from theorytest.arguments import Array
from theorytest.descent import (
    Circle,
    CurveDescent,
    EmbeddedDescent,
    LinearDescent,
    LowRank,
    MovingEstimator,
    Process,
    Quadratic,
    Sphere,
    Spiral,
    by_quadrature,
)

Column = Literal["GD", "best", "worst", "SGD"]
COLUMNS: tuple[Column, ...] = ("GD", "best", "worst", "SGD")
_RANK = 1e-3  # relative singular values of tangents that count
_SAMPLES = 4  # points per step on linear spaces: s = 1/2 is then below s̄ for d = 3


@dataclass(frozen=True)
class Problem:
    """How to build the scheme of a column for n replicas, the rows of the table that it belongs to, and its first step.

    `smoothness` is L + C_R where the drift inequality of Theorem 4.1 is followed along the runs, with d and n.
    """

    name: str
    build: Callable[[Column, int, int], Any]  # column, replicas, seed
    rows: tuple[str, ...] = ("1", "2")
    columns: tuple[Column, ...] = COLUMNS
    scale: float = 0.4
    linear: bool = False
    smoothness: Mapping[Column, float] | None = None
    dim: int = 3
    n_samples: int = 1

    @property
    def is_network(self) -> bool:
        """Whether a step is that of a network, a hundred times dearer than others."""
        return self.name == "shallow network"

    def is_compiled(self, column: Column) -> bool:
        """Whether compiled loops can make the steps: quasi-projections on classical polynomials, curves are as fast."""
        classical = self.name in ("Legendre", "Hermite") and column in ("best", "worst")
        return classical or self.name in ("circle", "spiral")

    def process(self, column: Column, n_replicas: int, seed: int) -> Process:
        """The scheme."""
        made: Process = self.build(column, n_replicas, seed)
        return made

    def exact(self, process: Process) -> Any:
        """The exact ensemble of a linear problem, None where moments are not known."""
        if not isinstance(process, LinearDescent) or isinstance(process.estimator, Oblique):
            return None
        return by_quadrature(process.estimator, process.loss)  # type: ignore[arg-type]


def _outside(x: Array) -> Array:
    """A smooth function that no polynomial or wave is."""
    return np.asarray(np.exp(np.sin(2 * x).sum(axis=-1)))


def _jets(x: Array) -> Array:
    """The same with its slopes."""
    value = _outside(x)[..., None]
    return np.concatenate([value, value * 2 * np.cos(2 * x)], axis=-1)


@cache
def _spaces(name: str) -> tuple[Space, Hull]:
    """T and a larger space whose rule integrates the target."""
    more = 24
    known: dict[str, Callable[[int], Space]] = {
        "Legendre": lambda d: Space(Legendre(d), Uniform()),
        "Hermite": lambda d: Space(Hermite(d), Gaussian()),
        "Fourier": lambda d: Space(Fourier(tuple(range(d // 2 + 1)), -1.0, 1.0), Uniform()),
        "H1": lambda d: Space(Legendre(d), Uniform(), "H1"),
        "two dimensions": lambda d: _plane(1 if d == 3 else 12),
    }
    space = known[name](3)
    return space, Hull(space, known[name](3 + more))


def _plane(degree: int) -> Space:
    system = TensorProduct((Legendre(degree + 1), Legendre(degree + 1)), total_degree(2, degree))
    return Space(system, Product((Uniform(), Uniform())))


def _linear(name: str) -> Callable[[Column, int, int], LinearDescent]:
    def build(column: Column, n_replicas: int, seed: int) -> LinearDescent:  # noqa: ARG001 (one start for all)
        space, hull = _spaces(name)
        target = _in_the_space(space) if column in ("best", "GD") else (_jets if space.norm == "H1" else _outside)
        loss = Quadratic(space, target)
        if column == "GD":
            return LinearDescent(Oblique(hull, np.zeros((space.dim, hull.complement_dim))), loss)
        if column == "SGD":
            return LinearDescent(NonProjection(Plain(space), _SAMPLES), loss)
        return LinearDescent(QuasiProjection(Optimal(space), _SAMPLES), loss)

    return build


def _in_the_space(space: Space) -> Callable[[Array], Array]:
    weights = np.array([1.0, -0.7, 0.4])

    def target(x: Array) -> Array:
        jets = np.swapaxes(space.jets(x), -1, -2) @ weights
        return np.asarray(jets[..., 0] if space.jet_size == 1 else jets)

    return target


def _curve(curve: Any, inside: tuple[float, float], outside: tuple[float, float], initial: float) -> Any:
    sampling = {"GD": "exact", "best": "optimal", "worst": "optimal", "SGD": "plain"}

    def build(column: Column, n_replicas: int, seed: int) -> CurveDescent:  # noqa: ARG001 (one start for all)
        target = inside if column in ("GD", "best") else outside
        return CurveDescent(curve, target, initial, 1, sampling[column])  # type: ignore[arg-type]

    return build


def _embedded(model: Any, inside: Array, outside: Array, initial: Array, n: int) -> Any:
    def build(column: Column, n_replicas: int, seed: int) -> EmbeddedDescent:  # noqa: ARG001 (one start for all)
        kind = "exact" if column == "GD" else "quasi"
        sampling: Any = "plain" if column == "SGD" else "optimal"
        target = inside if column in ("GD", "best") else outside
        return EmbeddedDescent(model, target, initial, MovingEstimator(kind, n, sampling))  # type: ignore[arg-type]

    return build


def _sphere() -> Problem:
    start = np.array([0.6, 0.8, 0.0])
    near, far = np.array([1.0, 0.0, 0.0]), np.array([1.4, 0.2, 0.3])
    C_R = float(np.linalg.norm(far)) - 1
    smooth: Mapping[Column, float] = {"best": 1.0, "worst": 1 + C_R}
    build = _embedded(Sphere(3), near, far, start, 2)
    return Problem("sphere", build, scale=0.3, smoothness=smooth, dim=2, n_samples=2)


def _low_rank() -> Problem:
    u, v = np.array([1.0, 0.5, -0.5]), np.array([0.8, -0.6, 0.3])
    near, start = np.outer(u, v).ravel(), np.outer(u + 0.4, v - 0.3).ravel()
    far = near + 0.15 * np.array([1, -1, 0.5, 0.3, 1, -0.7, 0.2, -0.4, 0.6])
    return Problem("low rank", _embedded(LowRank(3, 3, 1), near, far, start, 5), scale=0.3, dim=5, n_samples=5)


def _network() -> Problem:
    def build(column: Column, n_replicas: int, seed: int) -> Any:
        from theorytest.descent.models.shallow import INITIAL, Interval, NetworkEstimator, RePU, ShallowDescent
        from theorytest.descent.targets import TARGETS

        rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(17,)))
        initial = INITIAL["published"](rng, RePU(2), n_replicas, 4, 1)
        interval, target = Interval(0.0, 1.0), TARGETS["sin"]
        if column == "SGD":
            plain = NetworkEstimator("non", 20, "rho")
            return ShallowDescent(interval, target, plain, initial, _RANK, rule="absolute")
        return ShallowDescent(interval, target, NetworkEstimator("quasi", 40), initial, _RANK, rule="adaptive")

    return Problem("shallow network", build, rows=("1",), columns=("worst", "SGD"), scale=0.1)


def _on_linear(name: str) -> Problem:
    smooth: Mapping[Column, float] = {"best": 1.0, "worst": 1.0}
    return Problem(name, _linear(name), linear=True, smoothness=smooth, n_samples=_SAMPLES)


PROBLEMS: dict[str, Problem] = {
    problem.name: problem
    for problem in (
        *map(_on_linear, ("Legendre", "Hermite", "Fourier", "H1", "two dimensions")),
        Problem(
            "circle",
            _curve(Circle(), (1.0, 0.0), (1.5, 0.0), 1.0),
            smoothness={"best": 1.0, "worst": 1.5},
            dim=1,
            scale=0.5,
        ),
        Problem(
            "spiral",
            _curve(Spiral(0.5), (0.0, 0.0), (0.0, 0.0), 0.5),
            rows=("1",),
            columns=("GD", "worst", "SGD"),
            smoothness={"worst": 1.0},
            dim=1,
            scale=0.5,
        ),
        _sphere(),
        _low_rank(),
        _network(),
    )
}
