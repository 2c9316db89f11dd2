"""Curves in the plane with known constants: T_t is the tangent line, and R_t moves back to the curve.

H = R² is L² of two points of mass 1/2 each: a function is its pair of values, and y = (values) / √2 are orthonormal
coordinates. Curves are parametrised by one number per replica; points and directions are arrays (2, R).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from theorytest.approximation.estimator import Estimator, an_estimator
from theorytest.approximation.estimators import Exact, QuasiProjection
from theorytest.approximation.on_points import OnPoints
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.arguments import Array, finite, instance, positive, real, whole
from theorytest.descent.losses import State
from theorytest.descent.models.moving import MovingEstimator, Recipe, recipe_of


@runtime_checkable
class Curve(Protocol):
    """A curve with its tangents and its retraction."""

    def point(self, phi: Array) -> Array:
        """y(φ), an array (2, R)."""
        ...

    def tangent(self, phi: Array) -> Array:
        """The unit tangent at y(φ)."""
        ...

    def retract(self, phi: Array, onto: Array) -> Array:
        """The parameter of the point of the curve that y(φ) moves to when the step leads to `onto`."""
        ...

    def floor(self, target: Array) -> float:
        """L_min,M = inf over the curve of 1/2 |y - target|²."""
        ...


def frame_of(curve: Curve, phi: Array) -> tuple[Array, Array]:
    """The point and the tangent, at once where the curve has a method for that."""
    both = getattr(curve, "frame", None)
    return (curve.point(phi), curve.tangent(phi)) if both is None else both(phi)


@dataclass(frozen=True)
class Circle:
    """The unit circle with the metric projection; reach 1.

    For a target at distance U from the centre: L = 1, C_R = max(U - 1, 0), and on the arc of half-width θ_0 around the
    nearest point strong PL with λ = U (1 + cos θ_0) / 2.
    """

    def point(self, phi: Array) -> Array:
        """(cos φ, sin φ)."""
        return np.stack([np.cos(phi), np.sin(phi)])

    def tangent(self, phi: Array) -> Array:
        """(-sin φ, cos φ)."""
        return self.frame(phi)[1]

    def frame(self, phi: Array) -> tuple[Array, Array]:
        """The point and the tangent, which is the point turned."""
        y = self.point(phi)
        return y, np.stack([-y[1], y[0]])

    def retract(self, phi: Array, onto: Array) -> Array:  # noqa: ARG002 (the projection needs no start)
        """The angle of the point."""
        return np.asarray(np.arctan2(onto[1], onto[0]))

    def floor(self, target: Array) -> float:
        """1/2 (U - 1)²."""
        return float(0.5 * (np.hypot(*target) - 1) ** 2)


@dataclass(frozen=True)
class Spiral:
    """r(φ)² = 1 + 2 (1 + φ)^-q for φ ≥ 0, around the target 0: the loss 1/2 + (1 + φ)^-q falls for ever.

    Smooth with L = 1, C_R = 0 since the tangent lies outside of the curve on each ray for q ≤ 3, and no strong PL. The
    retraction moves along the ray, its angle counted on from that of the last point; before φ = 0 it is a circle.
    """

    q: float

    def __post_init__(self) -> None:
        if positive("q", self.q) > 3:
            raise ValueError(f"q must be at most 3, got {self.q!r}: beyond, the curve leaves its tangents at the start")

    def radius(self, phi: Array) -> Array:
        """r(φ)."""
        return np.asarray(np.sqrt(1 + 2 * (1 + np.maximum(phi, 0)) ** -self.q))

    def point(self, phi: Array) -> Array:
        """r (cos φ, sin φ)."""
        return np.asarray(self.radius(phi) * np.stack([np.cos(phi), np.sin(phi)]))

    def tangent(self, phi: Array) -> Array:
        """(r' e_r + r e_φ) / |...| with r r' = f_q'."""
        return self.frame(phi)[1]

    def frame(self, phi: Array) -> tuple[Array, Array]:
        """The point and the tangent, with one power, sine and cosine for both."""
        t = 1 + np.maximum(phi, 0)
        power, ray = t**-self.q, np.stack([np.cos(phi), np.sin(phi)])
        r = np.sqrt(1 + 2 * power)
        slope = np.where(phi > 0, -self.q * power / t, 0.0) / r
        length = np.hypot(slope, r)
        return r * ray, slope / length * ray + r / length * np.stack([-ray[1], ray[0]])

    def retract(self, phi: Array, onto: Array) -> Array:
        """φ plus the angle between the two points."""
        y = self.point(phi)
        return np.asarray(phi + np.arctan2(y[0] * onto[1] - y[1] * onto[0], np.sum(y * onto, axis=0)))

    def floor(self, target: Array) -> float:
        """1/2, approached far out, for the target 0."""
        if np.any(target != 0):
            raise ValueError(f"target must be 0 for a spiral, got {target.tolist()}")
        return 0.5


@dataclass(frozen=True, eq=False)
class CurveDescent:
    """The scheme on a curve for L(y) = 1/2 |y - target|², with the quasi-projection onto the tangent line.

    A draw is one of the two points x_i; with optimal sampling x_i has probability τ_i² and P¹g = (g_i / τ_i) τ, with
    plain sampling probability 1/2 and P¹g = 2 g_i τ_i τ. `exact` projects without sampling. `estimator`, by name or a
    recipe, takes the place of the quasi-projection.
    """

    curve: Curve
    target: ArrayLike
    initial: float
    n_samples: int = 1
    sampling: Literal["optimal", "plain", "exact"] = "optimal"
    estimator: MovingEstimator | Recipe | None = None

    def __post_init__(self) -> None:
        instance("curve", self.curve, Curve)  # type: ignore[type-abstract]
        object.__setattr__(self, "target", finite("target", self.target, shape=(2,)))
        real("initial", self.initial)
        whole("n_samples", self.n_samples)
        if not isinstance(self.sampling, str) or self.sampling not in ("optimal", "plain", "exact"):
            raise ValueError(f"sampling must be 'optimal', 'plain' or 'exact', got {self.sampling!r}")
        if self.estimator is not None:
            recipe_of(self.estimator)

    @property
    def numbers_per_step(self) -> int:
        """One uniform per sample."""
        return self.n_samples

    def start(self, n_replicas: int) -> Array:
        """The same parameter for all replicas, an array (1, R)."""
        return np.full((1, n_replicas), float(self.initial))

    def draw(self, rng: Generator, n_replicas: int, n_steps: int) -> Array | list[Generator]:
        """Uniform numbers (K, n, R), for where they fall depends on the tangent; or generators for an estimator."""
        if self.estimator is not None:
            return list(rng.spawn(n_steps))
        return rng.random((n_steps, self.n_samples, n_replicas))

    def coefficient(self, phi: Array, drawn: Array | Generator, frame: tuple[Array, Array] | None = None) -> Array:
        """P^n g in the direction τ, for uniforms (n, R) or a generator; `frame` is y and τ where they are known."""
        y, tau = frame or frame_of(self.curve, phi)
        space = OnPoints(tau.T[:, :, None], residual=(y - self._target).T)
        estimator, x = self._drawn(space, drawn)
        return np.asarray(estimator.coefficients(x, space.gradient(x)[..., None, None])[:, 0, 0])

    def _drawn(self, space: Any, drawn: Array | Generator) -> tuple[Estimator, Array]:
        """The estimator on the tangents and its points."""
        if isinstance(drawn, Generator):
            own = an_estimator("estimator(space)", recipe_of(self.estimator)(space))
            return own, own.sample(drawn, len(space.basis))
        if self.sampling == "exact":
            return Exact(space), space.nodes()[0]
        sampler = Optimal(space) if self.sampling == "optimal" else Plain(space)
        return QuasiProjection(sampler, self.n_samples), space.law(lambda x: 1 / sampler.weight(x)).at(drawn.T)

    def step(self, state: Array, drawn: Array | list[Generator], k: int, size: float) -> tuple[Array, Array]:
        """The next parameter and the retraction error."""
        phi = state[0]
        y, tau = frame_of(self.curve, phi)
        onto = y - size * self.coefficient(phi, drawn[k], (y, tau)) * tau
        new = self.curve.retract(phi, onto)
        return new[None], np.hypot(*(self.curve.point(new) - onto))

    def observe(self, state: Array) -> State:
        """The gap to the infimum over the curve, and both parts of the gradient."""
        phi = state[0]
        y, tau = frame_of(self.curve, phi)
        g = y - self._target
        along = np.sum(g * tau, axis=0)
        gap = 0.5 * np.sum(g**2, axis=0) - self.curve.floor(np.asarray(self.target))
        return State(gap, np.abs(along), np.abs(g[0] * tau[1] - g[1] * tau[0]))

    @property
    def _target(self) -> Array:
        return np.asarray(self.target)[:, None]
