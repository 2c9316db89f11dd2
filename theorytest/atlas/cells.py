"""The cells of the atlas: estimator x measure x space x system x sampling x d x n, where that makes sense."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from theorytest.atlas.tangents import MODELS, STEPS
from theorytest.atlas.worlds import World

ESTIMATORS = ("non", "quasi", "free-lsq", "lsq", "volume", "debiased", "conditioned-quasi")
SAMPLINGS = ("rho", "optimal", "trace", "gradient", "volume")
DIMS = (1, 3, 10, 30)
SAMPLES = ("1", "d", "2d", "10d")
WITH_DELTA = ("lsq", "volume", "conditioned-quasi")
DELTA = 0.75  # of S_δ: at 0.5 the event is out of reach for d = 10 even with n = 10 d


@dataclass(frozen=True, order=True)
class Cell:
    """One cell; what cannot be built is refused when it is measured, and says why."""

    estimator: str
    world: World
    sampling: str
    d: int
    n: int
    delta: float = DELTA

    def __str__(self) -> str:
        return f"{self.estimator} {self.world} {self.sampling} d={self.d} n={self.n}"


_ORTHONORMAL = (
    World("uniform", "L2", "orthonormal"),
    World("uniform", "L2", "fourier"),
    World("uniform", "L2", "histogram"),
    World("gaussian", "L2", "orthonormal"),
    World("discrete", "L2", "orthonormal"),
    World("product-2", "L2", "orthonormal"),
    World("product-3", "L2", "orthonormal"),
    World("uniform", "H1", "orthonormal"),
    World("uniform", "H1", "fourier"),
    World("gaussian", "H1", "orthonormal"),
    World("product-2", "H1", "orthonormal"),
    World("product-3", "H1", "orthonormal"),
)
_GENERATING = (
    World("uniform", "L2", "monomials"),
    World("uniform", "L2", "redundant"),
    World("gaussian", "L2", "monomials"),
    World("gaussian", "L2", "redundant"),
    World("discrete", "L2", "monomials"),
    World("uniform", "H1", "monomials"),
    World("uniform", "H1", "redundant"),
    World("gaussian", "H1", "monomials"),
)
_TANGENT = tuple(World(model, "L2", step) for model in MODELS for step in STEPS)
_PROJECTED = tuple(_ORTHONORMAL[i] for i in (0, 2, 3, 4, 5, 7))  # on which equations are solved
_FOUR = tuple(_ORTHONORMAL[i] for i in (0, 3, 4, 7))
_WITH_GRADIENT = (_ORTHONORMAL[0], _ORTHONORMAL[3], _ORTHONORMAL[7])
_WORLDS = {
    "non": _GENERATING,
    "quasi": (*_ORTHONORMAL, *_TANGENT),
    "free-lsq": _PROJECTED,
    "lsq": (*_PROJECTED, *_TANGENT),
    "volume": tuple(_ORTHONORMAL[i] for i in (0, 3, 4, 5)),
    "debiased": _FOUR,
    "conditioned-quasi": _FOUR,
}
SOLVING = ("free-lsq", "lsq", "volume", "conditioned-quasi")  # which need n l ≥ d


def samplings(estimator: str, world: World, d: int) -> tuple[str, ...]:
    """Those that differ: K is constant for constants, waves and histograms, and is its own surrogate where l = 1."""
    if estimator == "volume":
        return ("volume",)
    constants = d == 1 and world.system != "monomials" and world.measure not in MODELS
    flat = constants or (world.norm == "L2" and world.system in ("fourier", "histogram"))
    if world == _ORTHONORMAL[-1]:
        return ("rho",)  # a point of the optimal law takes 10 μs there
    plain = ("optimal",) if flat else ("rho", "optimal")
    if estimator != "quasi":
        return plain
    trace = ("trace",) if world.norm == "H1" and not flat else ()
    return (*plain, *trace, *(("gradient",) if world in _WITH_GRADIENT else ()))


def cells(
    estimators: Sequence[str] = ESTIMATORS,
    dims: Sequence[int] = DIMS,
    samples: Sequence[str] = SAMPLES,
    delta: float = DELTA,
) -> Iterator[Cell]:
    """The grid, in a fixed order."""
    for estimator in estimators:
        for world in _WORLDS.get(estimator, _FOUR):
            for d in (d for d in dims if d in MODELS.get(world.measure, dims)):
                for sampling in samplings(estimator, world, d):
                    for n in numbers(samples, d):
                        if estimator not in SOLVING or n >= d:
                            yield Cell(estimator, world, sampling, d, n, delta)


def numbers(samples: Sequence[str], d: int) -> list[int]:
    """The numbers of points that words such as 10d stand for, each once."""
    return sorted({_number(word, d) for word in samples})


def _number(word: str, d: int) -> int:
    factor, of_d = (word[:-1] or "1", True) if word.endswith("d") else (word, False)
    if not factor.isdecimal() or int(factor) < 1:
        raise ValueError(f"samples must be words such as 4, d or 10d, got {word!r}")
    return int(factor) * (d if of_d else 1)
