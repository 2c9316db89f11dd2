"""Estimators on tangent spaces that move: a recipe makes one for the spaces of each step, for all replicas at once.

A recipe is a function from a space to an estimator on it, such as
    lambda space: LeastSquares(Conditioned(Optimal(space), 0.5), 12)
`MovingEstimator` has the five of the paper by name. The estimators are those of fixed spaces.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from theorytest.approximation.estimator import Estimator, an_estimator
from theorytest.approximation.estimators import Debiased, Exact, LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.on_points import OnPoints
from theorytest.approximation.sampling import Optimal, Plain, Sampler
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.volume import VolumeRescaled
from theorytest.arguments import Array, finite, fraction, reals, whole
from theorytest.signatures import checked

Recipe = Callable[[Any], Estimator]
Estimate = Literal["exact", "non", "quasi", "lsq", "volume", "debiased"]
Sampling = Literal["optimal", "plain"]
_ESTIMATES = ("exact", "non", "quasi", "lsq", "volume", "debiased")


@checked
@dataclass(frozen=True, eq=False)
class MovingEstimator:
    """P_t^n g for the basis B_t of each replica, by the name of the estimator.

    `exact` projects without sampling; `non` and `quasi` are Sections 3.1 and 3.2, `lsq` is Section 3.3 conditioned on
    S_delta where `delta` is given, `volume` is Appendix F, and `debiased` corrects `lsq` by `quasi` with n points each.
    """

    estimate: Estimate = "quasi"
    n_samples: int = 1
    sampling: Sampling = "optimal"
    delta: float | None = None
    masses: ArrayLike | None = None

    def __post_init__(self) -> None:
        whole("n_samples", self.n_samples)
        if self.estimate not in _ESTIMATES:
            raise ValueError(f"estimate must be one of {', '.join(_ESTIMATES)}, got {self.estimate!r}")
        if self.sampling not in ("optimal", "plain"):
            raise ValueError(f"sampling must be 'optimal' or 'plain', got {self.sampling!r}")
        if self.delta is not None and self.estimate not in ("lsq", "debiased"):
            raise ValueError(f"delta conditions lsq and debiased alone, got delta = {self.delta!r} for {self.estimate}")
        if self.delta is not None:
            fraction("delta", self.delta, because="S_delta is empty or trivial outside")
        if self.masses is not None:
            p = finite("masses", self.masses, shape=(None,))
            if np.any(p <= 0) or not np.isclose(p.sum(), 1, rtol=1e-12):
                raise ValueError(f"masses must be positive with sum 1, got {p.tolist()}")
            object.__setattr__(self, "masses", p)

    def on(self, space: Any) -> Estimator:
        """The estimator on spaces that move."""
        n, sampler = self.n_samples, Optimal(space) if self.sampling == "optimal" else Plain(space)
        return by_name(self.estimate, sampler, n, sampler if self.delta is None else Conditioned(sampler, self.delta))

    def __call__(self, rng: Generator, basis: Array, gradient: Array, generators: Array | None = None) -> Array:
        """P_t^n g (R, N) for gradients (R, N); `generators` (R, N, m) are the system of `non`, by default the basis."""
        masses = None if self.masses is None else np.asarray(self.masses)
        return projected(self.on, rng, OnPoints(basis, masses, generators, gradient))


def by_name(name: str, sampler: Sampler, n: int, stable: Sampler) -> Estimator:
    """An estimator of the paper with n points of `stable`, which is `sampler` or conditioned; Q has free ones."""
    known: dict[str, Callable[[], Estimator]] = {
        "exact": lambda: Exact(sampler.space),
        "non": lambda: NonProjection(stable, n),
        "quasi": lambda: QuasiProjection(stable, n),
        "lsq": lambda: LeastSquares(stable, n),
        "volume": lambda: LeastSquares(VolumeRescaled(sampler.space), n),
        "debiased": lambda: Debiased(LeastSquares(stable, n), QuasiProjection(sampler, n)),
    }
    return known[name]()


def recipe_of(estimator: Any) -> Recipe:
    """A function from spaces to estimators, or the method `on` of an object that has one."""
    found = getattr(estimator, "on", estimator)
    if not callable(found):
        raise ValueError(
            "estimator must be a MovingEstimator or a function from spaces to estimators such as "
            f"lambda space: QuasiProjection(Optimal(space), 4), got {estimator!r}"
        )
    return found  # type: ignore[no-any-return]


def projected(recipe: Recipe, rng: Generator, space: OnPoints) -> Array:
    """P^n g in orthonormal coordinates (R, N), for the gradients g that the spaces know."""
    estimator = an_estimator("estimator(space)", recipe(space))
    R, x = len(space.basis), estimator.sample(rng, len(space.basis))
    found = estimator.coefficients(x, space.gradient(x)[..., None, None])
    return space.synthesis(reals("coefficients(x, jets)", found, shape=(R, space.dim, 1))[..., 0])
