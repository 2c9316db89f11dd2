"""The scheme on a curved class in R^N, which is L² of N points: T_t moves with the iterate (Appendix I)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from theorytest.approximation.on_points import OnPoints
from theorytest.arguments import Array, finite, instance
from theorytest.descent.losses import State
from theorytest.descent.models.moving import MovingEstimator, Recipe, projected, recipe_of


@runtime_checkable
class ModelClass(Protocol):
    """A class M in R^N with its spaces T_t and retractions R_t; arrays (R, N) hold one point per replica."""

    @property
    def ambient(self) -> int:
        """N."""
        ...

    def basis(self, y: Array) -> Array:
        """An orthonormal basis of T_t at each point, an array (R, N, d)."""
        ...

    def generators(self, y: Array) -> Array:
        """The system that spans T_t by construction, an array (R, N, m)."""
        ...

    def retract(self, y: Array, onto: Array) -> Array:
        """R_t(onto) for the iterate y."""
        ...

    def nearest(self, target: Array) -> Array:
        """A point of M that is nearest to the target (N,)."""
        ...


@dataclass(frozen=True, eq=False)
class EmbeddedDescent:
    """u_{t+1} = R_t(u_t - s_t P_t^n g_t) on a class in R^N for L(y) = 1/2 ‖y - target‖², from `initial`.

    `estimator` is one by name or a recipe, a function from the spaces of a step to an estimator on them; points have
    equal masses unless it has other ones.
    """

    model: ModelClass
    target: ArrayLike
    initial: ArrayLike
    estimator: MovingEstimator | Recipe = field(default_factory=MovingEstimator)

    def __post_init__(self) -> None:
        N = instance("model", self.model, ModelClass).ambient  # type: ignore[type-abstract]
        for name in ("target", "initial"):
            object.__setattr__(self, name, finite(name, getattr(self, name), shape=(N,)))
        start = np.asarray(self.initial)
        if np.linalg.norm(self.model.nearest(start) - start) > 1e-9 * max(float(np.linalg.norm(start)), 1e-300):
            raise ValueError(f"initial must be a point of the class, got {start.tolist()}")
        recipe_of(self.estimator)
        p = self._masses
        if p is not None and np.shape(p) != (N,):
            raise ValueError(f"masses must have one entry for each of the {N} points, got {np.size(p)}")

    @property
    def numbers_per_step(self) -> int:
        """A step keeps its basis."""
        return self.model.ambient**2

    @cached_property
    def floor(self) -> float:
        """L_min,M, which is as good as the nearest point that the class knows: for tensors the best one found."""
        u = np.asarray(self.target)
        return float(np.sum((self.model.nearest(u) - u) ** 2) / 2)

    def start(self, n_replicas: int) -> Array:
        """The same point for all replicas, an array (N, R)."""
        return np.repeat(np.asarray(self.initial)[:, None], n_replicas, axis=1)

    def draw(self, rng: Generator, n_replicas: int, n_steps: int) -> list[Generator]:  # noqa: ARG002 (as asked)
        """One generator for each step: what is drawn depends on where the iterate is."""
        return list(rng.spawn(n_steps))

    def step(self, state: Array, drawn: list[Generator], k: int, size: float) -> tuple[Array, Array]:
        """The next points and the retraction errors; what has diverged stays so and does not reach the class."""
        y, alive = self._finite(state.T)
        onto, there = self._finite(y - size * self.update(drawn[k], y))
        new = np.where((alive & there)[:, None], self.model.retract(y, onto), np.nan)
        return new.T, np.linalg.norm(new - onto, axis=1)

    def update(self, rng: Generator, y: Array) -> Array:
        """P_t^n g_t, an array (R, N)."""
        gradient = y - np.asarray(self.target)
        space = OnPoints(self.model.basis(y), self._masses, lambda: self.model.generators(y), gradient)
        return projected(recipe_of(self.estimator), rng, space)

    @property
    def _masses(self) -> Array | None:
        p: Array | None = getattr(self.estimator, "masses", None)
        return p

    def observe(self, state: Array) -> State:
        """The gap to the infimum over the class, and both parts of the gradient."""
        g = state.T - np.asarray(self.target)
        along = np.linalg.norm(np.einsum("rnd,rn->rd", self.model.basis(self._finite(state.T)[0]), g), axis=1)
        square = np.sum(g**2, axis=1)
        return State(square / 2 - self.floor, along, np.sqrt(np.maximum(square - along**2, 0)))

    def _finite(self, y: Array) -> tuple[Array, NDArray[np.bool_]]:
        """The points with the initial one for those that are no longer finite, which have no SVD, and which are."""
        alive = np.asarray(np.isfinite(y).all(axis=1))
        return np.where(alive[:, None], y, np.asarray(self.initial)), alive
