r"""The scheme on shallow networks for L(v) = 1/2 ‖u - v‖² [sec:shallow].

One step of all replicas: the tangent space and its optimal points, the estimated projection P^n g of g = Φ_θ - u, the
loss estimate λ_t = λ_{t-1}/2 + ‖u - u_t‖_n²/4, the step s_t, and θ_{t+1} = θ_t - s_t ϑ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.random import Generator

from theorytest.approximation.constants import tabulated
from theorytest.approximation.estimator import Estimator, an_estimator
from theorytest.approximation.said import said
from theorytest.arguments import Array
from theorytest.descent.losses import State
from theorytest.descent.models.moving import Recipe, recipe_of
from theorytest.descent.models.shallow.activations import Activation
from theorytest.descent.models.shallow.estimators import NetworkEstimator, direction, means, sampled
from theorytest.descent.models.shallow.network import Network, from_theta
from theorytest.descent.models.shallow.retraction import Retraction
from theorytest.descent.models.shallow.space import Target, tangent_space
from theorytest.descent.models.shallow.tangent import NetworkMeasure, Points, Tangents, tangents, usable

Rule = Literal["adaptive", "relative", "absolute"]
_LARGEST = 1e100  # a parameter beyond has diverged
_EXTRA = ("loss_estimate", "step", "dim", "deviation", "tries")


@dataclass(frozen=True, eq=False)
class ShallowDescent:
    """The scheme from given networks; `size` of a step means what `rule` says.

    `adaptive`: the longest s ≤ s_opt with β_t(s) ≤ min(λ_t, s_opt · size) [eq:chosen_retraction_error_threshold];
    `relative`: s = s_opt · size; `absolute`: s = size. With Power(1, 1/2) the first two are those of Section 5.3.
    `estimator` is one by name or a recipe, a function from the tangent spaces of a step to an estimator on them. The
    s_opt of a recipe is c_bias1 / c_var1 of the constants that its estimator claims.
    """

    measure: NetworkMeasure
    target: Target
    estimator: NetworkEstimator | Recipe
    initial: Network
    tolerance: float
    rule: Rule = "adaptive"

    def __post_init__(self) -> None:
        if self.rule not in ("adaptive", "relative", "absolute"):
            raise ValueError(f"rule must be 'adaptive', 'relative' or 'absolute', got {self.rule!r}")
        usable(self.tolerance)
        recipe_of(self.estimator)
        if self.initial.theta.ndim != 2:
            raise ValueError(f"initial must be a batch of networks with one axis, got {self.initial.theta.shape[:-1]}")

    @property
    def numbers_per_step(self) -> int:
        """Nothing is drawn ahead; this sets how often the generator is asked."""
        return int(getattr(self.estimator, "n_samples", 1))

    @property
    def activation(self) -> Activation:
        """σ."""
        return self.initial.activation

    def start(self, n_replicas: int) -> Array:
        """θ_1 above λ, the last step, the dimension, ‖I - Ĝ‖ and the number of tries: an array (p + 5, R)."""
        theta = self.initial.theta
        if len(theta) != n_replicas:
            raise ValueError(f"n_replicas must be {len(theta)}, the number of initial networks, got {n_replicas}")
        return np.concatenate([theta.T, np.full((len(_EXTRA), n_replicas), np.nan)])

    def draw(self, rng: Generator, n_replicas: int, n_steps: int) -> Generator:  # noqa: ARG002
        """The generator itself: where points may lie is not known before the step."""
        return rng

    def step(self, state: Array, drawn: Generator, k: int, size: float) -> tuple[Array, Array]:  # noqa: ARG002
        """All replicas that have not diverged move on."""
        p, new, error = len(state) - len(_EXTRA), state.copy(), np.full(state.shape[1], np.inf)
        whole = np.all(np.abs(state[:p]) < _LARGEST, axis=0)
        alive = np.flatnonzero(whole)
        new[:, ~whole] = np.nan
        if len(alive):
            network = from_theta(self.activation, state[:p, alive].T, self.initial.ndim)
            move = self._plain if self.needs_no_basis else self._natural
            new[:, alive], error[alive] = move(network, state[p, alive], drawn, size)
        return new, error

    @property
    def needs_no_basis(self) -> bool:
        """Whether a step is one of plain stochastic gradient descent, with a given size."""
        named = self.estimator
        if not isinstance(named, NetworkEstimator):
            return False
        return (named.kind, named.sampling, self.rule) == ("non", "rho", "absolute")

    def _plain(self, network: Network, before: Array, rng: Generator, size: float) -> tuple[Array, Array]:
        """θ - s times the mean of g ∂_θ Φ over plain points; its dimension and deviation are not known."""
        x = self.measure.sample(rng, len(before), self.estimator.n_samples)  # type: ignore[union-attr]
        gradient = network(x) - self.target(x)
        loss, s = self._estimate(before, gradient**2), np.full(len(before), size)
        direction = means(gradient, network.tangents(x))
        move = Retraction(self.measure, network, direction, np.full(len(before), np.nan), loss)
        unknown = np.full(len(before), np.nan)
        extra = np.stack([loss, s, unknown, unknown, np.ones(len(before))])
        return np.concatenate([move.moved(s).theta.T, extra]), move.error(s)

    @staticmethod
    def _estimate(before: Array, squares: Array) -> Array:
        """λ_t, which starts with the first estimate."""
        loss = np.mean(squares, axis=-1) / 2
        return np.asarray(np.where(np.isnan(before), loss, (before + loss) / 2))

    def _natural(self, network: Network, before: Array, rng: Generator, size: float) -> tuple[Array, Array]:
        space = tangents(network, self.measure, self.tolerance)
        points = self.measure.optimal(space)
        spaces = tangent_space(space, points, self.measure, self.target)
        estimator = an_estimator("estimator(space)", self._recipe(spaces))
        sample = sampled(estimator, rng, len(before))
        if isinstance(self.estimator, NetworkEstimator):
            self.estimator.refuse_unstable(sample)
        gradient = spaces.gradient(sample.x)
        loss = self._estimate(before, sample.weights * gradient**2)
        move = Retraction(self.measure, network, *direction(estimator, sample.x, gradient), loss)
        s = self._size(move, lambda: self._best(estimator, space, points), size)
        off = np.full(len(before), np.nan) if sample.found is None else sample.found
        extra = np.stack([loss, s, space.dim, off, sample.tries])
        return np.concatenate([move.moved(s).theta.T, extra]), move.error(s)

    @cached_property
    def _recipe(self) -> Recipe:
        return recipe_of(self.estimator)

    def _best(self, estimator: Estimator, space: Tangents, points: Points) -> Array:
        """s_opt of each replica."""
        if isinstance(self.estimator, NetworkEstimator):
            return self.estimator.best_step(space, points)
        claimed = tabulated(estimator) if said(estimator, "row") is None else None
        if claimed is None:
            raise ValueError(
                f"rule must be 'absolute' for {type(estimator).__name__}, got {self.rule!r}: no method claimed() says "
                "what c_bias1 / c_var1 is, the best step"
            )
        return np.full(len(space.kept), claimed.c_bias1 / claimed.c_var1)

    def _size(self, move: Retraction, best: Callable[[], Array], size: float) -> Array:
        if self.rule == "absolute":
            return np.full(len(move.loss), size)
        longest = best()
        if self.rule == "relative":
            return longest * size
        return move.longest(np.minimum(move.loss, longest * size), longest)

    def observe(self, state: Array) -> State:
        """The loss L(u_t), for the infimum over the class is not known, and both parts of the gradient."""
        p, found = len(state) - len(_EXTRA), np.full((3, state.shape[1]), np.inf)
        alive = np.flatnonzero(np.all(np.abs(state[:p]) < _LARGEST, axis=0))
        if len(alive):
            network = from_theta(self.activation, state[:p, alive].T, self.initial.ndim)
            found[:, alive] = self._parts(network, tangents(network, self.measure, self.tolerance))
        return State(*found)

    def _parts(self, network: Network, space: Tangents) -> tuple[Array, Array, Array]:
        """1/2 ‖g‖², ‖P g‖ and ‖(I - P) g‖ by quadrature."""
        x, w = self.measure.target_nodes(network, knots=self.target.knots)
        g, psi = network(x) - self.target(x), self.measure.optimal(space).basis(x)
        c = ((w * g)[..., None, :] @ psi)[..., 0, :]
        square, tangent = np.sum(w * g**2, axis=-1), np.linalg.norm(c, axis=-1)
        return square / 2, tangent, np.sqrt(np.maximum(square - tangent**2, 0))

    def remarks(self, state: Array) -> dict[str, Array]:
        """λ_t, the last step, the dimension of its tangent space, ‖I - Ĝ‖ and how many draws it took."""
        return dict(zip(_EXTRA, state[-len(_EXTRA) :], strict=True))
