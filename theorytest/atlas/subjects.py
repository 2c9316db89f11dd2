"""What a cell measures: its estimator, what Table 2 prints for it, and the moments that can be computed exactly."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from theorytest.approximation import (
    Conditioned,
    Constants,
    Debiased,
    Discrete,
    Estimator,
    Gaussian,
    GradientDependent,
    Hull,
    LeastSquares,
    Moments,
    NonProjection,
    Oblique,
    Optimal,
    Plain,
    QuasiProjection,
    Sampler,
    Space,
    Trace,
    VolumeRescaled,
    enumerated,
    on_all,
    on_hull,
    stable_draws,
    tabulated,
)
from theorytest.approximation.constants import k_of
from theorytest.approximation.own import own_estimator
from theorytest.arguments import Array, fraction
from theorytest.atlas.cells import ESTIMATORS, SAMPLINGS, WITH_DELTA, Cell
from theorytest.atlas.rows import DIFFERS
from theorytest.atlas.worlds import World

_ENUMERATED = 20_000  # samples that a cell may sum over
_HIGH = 300.0  # exp of it does not overflow
_DEGREES = (40, 50)  # of the rules in several dimensions
_CERTAIN = 1e-9  # what rounding may add to k
_LOST = 1e-13  # what rounding leaves of the largest entry of S


@dataclass(frozen=True, eq=False)
class Subject:
    """An estimator on E, with what is known about it before any draw."""

    cell: Cell
    estimator: Estimator
    hull: Hull
    sampler: Sampler
    k: float
    exact: Moments | None  # on E
    c_var2: float | None  # with all of the complement

    def printed(self, p: float | None) -> Constants | None:
        """The row of Table 2; `p` is P(S_δ)."""
        return tabulated(self.estimator, p=p, delta=self.cell.delta)

    @property
    def is_certain(self) -> bool:
        """Whether Ĝ = 1 at all points: d = 1 and w K = 1, where least squares is the quasi-projection."""
        return _is_certain(self.cell)

    @property
    def stability(self) -> float | None:
        """P(S_δ) as a finite sum, where there is one."""
        conditioned = isinstance(self.sampler, Conditioned) and _is_small(self.hull.space, self.cell.n)
        return min(1.0, stable_draws(self.sampler, self.cell.n).total) if conditioned else None  # type: ignore[arg-type]


def subject(cell: Cell) -> Subject:
    """What the cell is about; a ValueError says why a cell makes no sense."""
    if cell.estimator in WITH_DELTA:
        fraction("delta", cell.delta, because="S_delta is empty or trivial outside")
    hull, sampler = cell.world.hull(cell.d), _sampler(cell.world, cell.sampling, cell.d)
    estimator, drawn = _estimator(cell, hull, sampler)
    exact, c_var2 = _known(cell, estimator, hull)
    return Subject(cell, estimator, hull, drawn, _k(cell.world, cell.sampling, cell.d), exact, c_var2)


def _estimator(cell: Cell, hull: Hull, sampler: Sampler) -> tuple[Estimator, Sampler]:
    """The estimator and the sampler of its random points."""
    n, delta = cell.n, cell.delta
    known: dict[str, Callable[[], Estimator]] = {
        "non": lambda: NonProjection(sampler, n),
        "quasi": lambda: QuasiProjection(sampler, n),
        "free-lsq": lambda: LeastSquares(sampler, n),
        "lsq": lambda: LeastSquares(Conditioned(sampler, delta), n),
        "volume": lambda: LeastSquares(sampler, n),
        "conditioned-quasi": lambda: QuasiProjection(Conditioned(sampler, delta), n),
        "debiased": lambda: Debiased(Oblique(hull, np.eye(cell.d, hull.complement_dim)), QuasiProjection(sampler, n)),
    }
    if ":" in cell.estimator:
        return own_estimator(cell.estimator)(sampler, n), sampler
    if cell.estimator not in known:
        raise ValueError(f"estimator must be one of {', '.join(ESTIMATORS)}, got {cell.estimator!r}")
    made = known[cell.estimator]()
    return made, (made.correction if isinstance(made, Debiased) else made).sampler  # type: ignore[attr-defined]


@lru_cache(maxsize=64)
def _sampler(world: World, sampling: str, d: int) -> Sampler:
    space = world.space(d)
    known: dict[str, Callable[[], Sampler]] = {
        "rho": lambda: Plain(space),
        "optimal": lambda: Optimal(space),
        "trace": lambda: Trace(space),
        "volume": lambda: VolumeRescaled(space),
        "gradient": lambda: GradientDependent(space, _gradient(space)),
    }
    if sampling not in known:
        raise ValueError(f"sampling must be one of {', '.join(SAMPLINGS)}, got {sampling!r}")
    return known[sampling]()


def _gradient(space: Space) -> Callable[[Array], Array]:
    """Jets that never vanish: of cosh on an interval; on the line of exp(x²/8), which outgrows K, so that k < ∞."""

    def jets(x: Array) -> Array:
        if isinstance(space.measure, Gaussian):
            return np.exp(np.minimum(x**2 / 8, _HIGH))[..., : space.jet_size]
        return np.concatenate([np.cosh(x), np.sinh(x)], axis=-1)[..., : space.jet_size]

    return jets


@lru_cache(maxsize=64)
def _k(world: World, sampling: str, d: int) -> float:
    return float(k_of(_sampler(world, sampling, d)).value)


def _known(cell: Cell, estimator: Estimator, hull: Hull) -> tuple[Moments | None, float | None]:
    """The moments on E, and c_var2 with all of the complement."""
    if cell.estimator in ("non", "quasi"):
        return _independent(cell)
    if cell.estimator == "debiased":
        found = on_hull(estimator, hull)
        lost = _LOST * float(np.abs(found.S).max()) > DIFFERS * found.c_var1
        return (None if lost else found), None
    if isinstance(hull.space.measure, Discrete) and _is_small(hull.space, cell.n):
        listed = enumerated(estimator, hull)
        return listed, listed.c_var2
    if cell.estimator in ESTIMATORS and _is_certain(cell):
        sampling = "optimal" if cell.sampling == "volume" else cell.sampling
        return _independent(replace(cell, estimator="quasi", sampling=sampling))
    return None, None


def _is_certain(cell: Cell) -> bool:
    """Whether d = 1 and w K = 1, from sup w K = 1: the mean of w K is d."""
    return cell.d == 1 and _k(cell.world, cell.sampling, cell.d) <= 1 + _CERTAIN


def _independent(cell: Cell) -> tuple[Moments | None, float | None]:
    """S(n) = (1 - 1/n) M² + S(1 point)/n without the first term: one integral serves all n."""
    M, W, peak = _one_point(cell.estimator, cell.world, cell.sampling, cell.d)
    if W is None:
        return None, None
    S = W / cell.n
    S[: cell.d, : cell.d] += (1 - 1 / cell.n) * M @ M
    return Moments(np.concatenate([M, np.zeros((cell.d, len(W) - cell.d))], axis=1), S), peak and peak / cell.n


@lru_cache(maxsize=16)
def _one_point(estimator: str, world: World, sampling: str, d: int) -> tuple[Array, Array | None, float | None]:
    """M, the second moments for n = 1, and sup h with all of the complement in L²."""
    sampler, hull = _sampler(world, sampling, d), world.hull(d)
    one: Estimator = (NonProjection if estimator == "non" else QuasiProjection)(sampler, 1)
    if hull.space.ndim > 1:
        M = np.eye(d)
        return M, _by_tensor_rule(sampler, hull), _k(world, sampling, d) if world.norm == "L2" else None
    found = on_hull(one, hull)
    if isinstance(hull.space.measure, Discrete):
        return found.A[:, :d], found.S, found.c_var2
    return found.A[:, :d], found.S, on_all(one).peak.value if world.norm == "L2" else None


def _by_tensor_rule(sampler: Sampler, hull: Hull) -> Array | None:
    """∫ w E_xᵀ B_x B_xᵀ E_x dρ for M = I by two Gauss rules, None where they differ; adaptive ones take seconds."""

    def integral(degree: int) -> Array:
        rule = hull.space.measure.quadrature(degree)
        jets = hull.jets(rule.nodes)
        rows = jets[:, : hull.space.dim]
        weights = rule.weights * sampler.weight(rule.nodes)
        products = np.einsum("qdl,qel->qde", rows, jets, optimize=True) * np.sqrt(weights)[:, None, None]
        flat = products.reshape(-1, hull.dim)
        return np.asarray(flat.T @ flat)

    fine, coarse = integral(_DEGREES[1]), integral(_DEGREES[0])
    error = float(np.abs(fine - coarse).max() / np.abs(fine).max())
    return fine if error <= DIFFERS else None


def _is_small(space: Space, n: int) -> bool:
    """Whether all samples can be listed."""
    measure = space.measure
    return isinstance(measure, Discrete) and math.comb(len(measure.points) + n - 1, n) <= _ENUMERATED
