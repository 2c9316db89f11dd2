"""The scheme for least squares on orthonormal polynomials of one variable, compiled where numba is there.

The same uniforms as in numpy are drawn, and the coefficients agree with those of numpy to 1e-12.
A step is one pass over a tile of replicas: basis by its recurrence, weight, residual and update, no arrays between.
The target is a function of the user, so that only its values can be had. Where quintics on equal panels reproduce it to
rounding, as they do for analytic functions on an interval, they are used in its place; else it is evaluated as it is.
They are compared at a quarter of a million points: what is narrower than the gaps between them and has no knot is not
seen, and is not seen by the quadrature of the loss either.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np
from numpy.random import Generator

from theorytest.approximation.estimators import Debiased, Estimator, LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.laws import LineLaw
from theorytest.approximation.measures import Uniform
from theorytest.approximation.sampling import Optimal, Plain, Trace
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.systems import Hermite, Legendre
from theorytest.approximation.volume import VolumeRescaled
from theorytest.arguments import Array
from theorytest.descent.losses import Loss, Quadratic

_PANELS = (64, 256, 1024, 4096)
_NODES = (1 - np.cos(np.pi * (np.arange(6) + 0.5) / 6)) / 2  # of a quintic on a panel
_PROBES = 24  # of the target on a panel, at first
_ALL_PROBES = 2**18  # on all panels, for those that have passed
_ROUNDING = 1e-14  # how far from the largest value of the target a quintic may be
_WORST_ROUNDING = 3e-14  # the same, at so many points


@dataclass(frozen=True, eq=False)
class Drawn:
    """The points of K steps and the target there, both (K n, R)."""

    x: Array
    target: Array


@dataclass(frozen=True, eq=False)
class Kernel:
    """Draws blocks of steps and walks along them, with loops that are compiled."""

    sampler: Plain | Trace | Optimal | Conditioned | VolumeRescaled
    n_samples: int
    loss: Quadratic

    def draw(self, rng: Generator, n_replicas: int, n_steps: int) -> Drawn:
        """Points and targets of all steps, in the order in which the sampler draws them."""
        x = self._points(rng, n_steps * n_replicas)
        by_step = (a.reshape(n_steps, n_replicas, self.n_samples).swapaxes(1, 2) for a in (x, self._values(x)))
        return Drawn(*(np.ascontiguousarray(a).reshape(-1, n_replicas) for a in by_step))

    def walk(self, state: Array, drawn: Drawn, first: int, sizes: Array) -> Array:
        """The coefficients (d, R) after as many steps as there are sizes, from the first of the drawn steps on."""
        (d, R), n, recurrence = state.shape, self.n_samples, self._recurrence
        c = np.zeros((recurrence.shape[1], R))
        c[:d] = state
        rows, weighted = slice(first * n, (first + len(sizes)) * n), bool(_has_weights(self.sampler))
        factors = sizes * (d / n if weighted else 1 / n)  # ‖K‖₁ = d
        _loops().walk(c, drawn.x[rows], drawn.target[rows], factors, n, recurrence, weighted)
        return c[:d]

    def _points(self, rng: Generator, size: int) -> Array:
        """Points of the sampler, one after the other."""
        if not isinstance(self.sampler, Trace | Optimal) or not isinstance(self.sampler.law, LineLaw):
            return self.sampler.sample(rng, size, self.n_samples).ravel()
        table, u = self.sampler.law.distribution.table, rng.random(size * self.n_samples)
        c, x = np.asarray(table.coefficients), u if table.steep is None else np.empty_like(u)
        _loops().quintics(u, 0.0, float(c.shape[1]), c, x)
        if table.steep is not None:
            _loops().refined(u, table.steep, table.fine_edges, table.fine_coefficients, table.high, x)
        return x

    def _values(self, x: Array) -> Array:
        """The target at points (N,)."""
        if self.table is None:
            return self.loss.data(x[:, None])[:, 0]
        values, (low, high) = np.empty_like(x), self._ends
        _loops().quintics(x, low, self.table.shape[1] / (high - low), self.table, values)
        return values

    @cached_property
    def table(self) -> Array | None:
        """The quintics (6, panels) that stand for the target; None where it is evaluated."""
        if type(self.loss.space.measure) is not Uniform or len(self.loss.knots):
            return None
        return next((c for N in _PANELS if (c := self._quintics(N)) is not None), None)

    def _quintics(self, panels: int) -> Array | None:
        """Interpolation at the zeros of Chebyshev polynomials, if it is good at the probes in between."""
        c = np.linalg.solve(np.vander(_NODES, increasing=True), self._on_panels(_NODES, panels))
        for probes, rounding in (_PROBES, _ROUNDING), (_ALL_PROBES // panels, _WORST_ROUNDING):
            t = (np.arange(probes) + 0.5) / probes
            values = self._on_panels(t, panels)
            if np.abs(np.vander(t, 6, increasing=True) @ c - values).max() > rounding * np.abs(values).max():
                return None
        return np.asarray(c, dtype=float)

    def _on_panels(self, t: Array, panels: int) -> Array:
        """The target at places t of all panels, an array (places, panels)."""
        low, high = self._ends
        left, h = np.linspace(low, high, panels, endpoint=False), (high - low) / panels
        return self.loss.data((left + h * t[:, None]).reshape(-1, 1)).reshape(len(t), panels)

    @property
    def _ends(self) -> tuple[float, float]:
        measure = self.loss.space.measure
        assert isinstance(measure, Uniform)
        return measure.low, measure.high

    @cached_property
    def _recurrence(self) -> Array:
        """Rows: centre, times, minus; for d = 1 with a second function that vanishes."""
        system = self.loss.space.system
        assert isinstance(system, Legendre | Hermite)
        rows = np.array(np.broadcast_arrays(*system.recurrence))
        return rows if system.size > 1 else rows * [[1.0, 1.0], [0.0, 0.0], [0.0, 0.0]]


@dataclass(frozen=True, eq=False)
class ProjectionKernel:
    """Steps of least squares, alone or debiased by a quasi-projection, with loops that are compiled.

    `first` points are those of the projection, and `weighted` says of both parts whether weights are d / K or 1.
    """

    estimator: Estimator
    loss: Quadratic
    first: int
    weighted: tuple[bool, bool]

    def draw(self, rng: Generator, n_replicas: int, n_steps: int) -> Drawn:
        """Points and targets (K, R, n) of all steps, in the order in which the estimator draws them."""
        n, values = self.estimator.n_samples, self._values._values
        x = self.estimator.sample(rng, n_steps * n_replicas)
        shape = (n_steps, n_replicas, n)
        flat = np.ascontiguousarray(x).ravel()
        return Drawn(flat.reshape(shape), values(flat).reshape(shape))

    def walk(self, state: Array, drawn: Drawn, first: int, sizes: Array) -> Array:
        """The coefficients (d, R) after as many steps as there are sizes, from the first of the drawn steps on."""
        from theorytest.descent import projection_loops

        c, weighted = np.ascontiguousarray(state.T), np.array(self.weighted)
        doubtful = np.zeros(len(c), dtype=bool)
        for k, size in enumerate(sizes.tolist(), first):
            x, u = drawn.x[k], drawn.target[k]
            projection_loops.step(c, x, u, size, self.first, self._values._recurrence, weighted, doubtful)
            if doubtful.any():
                c[doubtful] -= size * self._in_numpy(c[doubtful], x[doubtful], u[doubtful])
        return np.ascontiguousarray(c.T)

    def _in_numpy(self, c: Array, x: Array, u: Array) -> Array:
        """P^n (v - u) (R, d) of replicas whose Gramian may be singular."""
        points = x[..., None]
        v = (self.loss.space.jets(points)[..., 0] @ c[:, :, None])[..., 0]
        with np.errstate(invalid="ignore"):
            jets = np.nan_to_num(v - u, nan=0.0, posinf=0.0, neginf=0.0)  # what has diverged is lost below
        found = self.estimator.coefficients(points, jets[..., None, None])[..., 0]
        return np.where(np.all(np.isfinite(v), axis=1, keepdims=True), found, np.nan)

    @cached_property
    def _values(self) -> Kernel:
        """That of the quasi-projection, which knows the target and the recurrence."""
        return Kernel(Plain(self.loss.space), 1, self.loss)


AnyKernel = Kernel | ProjectionKernel


def kernel_of(estimator: Estimator, loss: Loss) -> AnyKernel | None:
    """The kernel for this estimator and this loss, None where numpy has to do it.

    Classes are compared, not instances asked: an heir may do something else.
    """
    if type(loss) is not Quadratic or loss.weight is not None:
        return None
    parts = (estimator.projection, estimator.correction) if type(estimator) is Debiased else (estimator,)
    weighted = [_weighted(part) for part in parts]
    if None in weighted or not _orthonormal_polynomials(loss.space) or not compilable():
        return None
    if len(parts) == 1 and type(estimator) is not LeastSquares:
        return Kernel(estimator.sampler, estimator.n_samples, loss)  # type: ignore[attr-defined]
    if type(parts[0]) is not LeastSquares or type(parts[-1]) not in (LeastSquares, QuasiProjection, NonProjection):
        return None
    if len(parts) == 2 and type(parts[1]) is LeastSquares:
        return None
    return ProjectionKernel(estimator, loss, parts[0].n_samples, (bool(weighted[0]), bool(weighted[-1])))


def _weighted(estimator: Estimator) -> bool | None:
    """Whether the weights are d / K (or 1), where that is known: the non-projection has the same on its own basis."""
    known = type(estimator) in (NonProjection, QuasiProjection, LeastSquares)
    return _has_weights(estimator.sampler) if known else None  # type: ignore[attr-defined]


def _has_weights(sampler: Any) -> bool | None:
    free = sampler.sampler if type(sampler) is Conditioned else sampler
    return {Plain: False, Trace: True, Optimal: True, VolumeRescaled: True}.get(type(free))


def _orthonormal_polynomials(space: Space) -> bool:
    known = type(space) is Space and type(space.system) in (Legendre, Hermite)
    return known and space.jet_size == 1 and space.is_own_basis


def compilable() -> bool:
    """Whether numba is installed, and goes with this numpy."""
    return _loops().numba is not None


def _loops() -> ModuleType:
    """Imported when they are needed, not before."""
    from theorytest.descent import loops

    return loops
