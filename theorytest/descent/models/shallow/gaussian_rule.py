r"""Quadrature in x for the standard Gaussian on R^D under shallow networks (Appendix K.2).

Analytic activations are integrated by the tensor trapezoidal rule to the accuracy asked for. RePU has kinks: the last
coordinate is integrated piece by piece between them, exactly on the line; across the others the trapezoidal rule has 4
to 8 digits for RePU(2), fewer where kinks run along the last coordinate. `ridges.tangent_gramian` has all digits in
any dimension; quadrature is for what is no ridge function, and its cost grows exponentially with D.
"""

from __future__ import annotations

import functools
import operator
from dataclasses import dataclass

import numpy as np

from theorytest.arguments import Array, fraction, positive, whole
from theorytest.descent.models.shallow.activations import RePU
from theorytest.descent.models.shallow.network import Network
from theorytest.descent.models.shallow.pieces import on_panels
from theorytest.descent.models.shallow.smooth import step_size, trapezoid

_KINKED_STEP = 0.1  # of the trapezoidal rule across kinks
_MOST_NODES = 3_000_000
_ROOT = np.sqrt(2 * np.pi)


@dataclass(frozen=True)
class GaussianRule:
    """Nodes and weights for the standard Gaussian on R^ndim under shallow networks.

    Nodes are never closer than `finest`: networks so steep that they would need it are integrated less accurately.
    """

    ndim: int
    accuracy: float = 1e-10
    finest: float = 0.05

    def __post_init__(self) -> None:
        whole("ndim", self.ndim)
        fraction("accuracy", self.accuracy)
        positive("finest", self.finest)

    def nodes(self, *networks: Network) -> tuple[Array, Array]:
        """Points (..., N, D) and weights (..., N) that integrate products of any two tangents of these networks."""
        self._check(networks)
        batch = np.broadcast_shapes(*(network.shift.shape for network in networks))
        x, w = self.remaining(_side_by_side(networks), np.empty((*batch, 1, 0)))
        return x[..., 0, :, :], w[..., 0, :]

    def remaining(self, network: Network, head: Array) -> tuple[Array, Array]:
        """Points (..., S, N, D - l) and weights (..., S, N) of the other coordinates, given the first l (..., S, l)."""
        left = self.ndim - head.shape[-1]
        if left == 0:
            return np.empty((*head.shape[:-1], 1, 0)), np.ones((*head.shape[:-1], 1))
        kinked = isinstance(network.activation, RePU)
        y, v = self._tensor(left - 1 if kinked else left, self._step(network))
        y = np.broadcast_to(y, (*head.shape[:-1], *y.shape))
        if not kinked:
            return y, np.broadcast_to(v, y.shape[:-1])
        full = np.concatenate([np.broadcast_to(head[..., None, :], (*y.shape[:-1], head.shape[-1])), y], axis=-1)
        t, u = on_panels(self.edges(network, full))  # (..., S, M, T)
        shape = (*t.shape[:-2], t.shape[-2] * t.shape[-1])
        before = np.broadcast_to(y[..., None, :], (*t.shape, left - 1))
        points = np.concatenate([before, t[..., None]], axis=-1).reshape(*shape, left)
        return points, (v[:, None] * u * density(t)).reshape(shape)

    def edges(self, network: Network, head: Array) -> Array:
        """Ends of panels (..., K + 1) of the coordinate after the first l (..., l), and its kinks if it is the last."""
        kinked = isinstance(network.activation, RePU)
        width = 1.0 if kinked else max(1 / max(1.0, steepness(network)), 2 * self.finest)
        fixed = np.linspace(-self.reach, self.reach, int(np.ceil(2 * self.reach / width)) + 1)
        fixed = np.broadcast_to(fixed, (*head.shape[:-1], len(fixed)))
        if not kinked or head.shape[-1] < self.ndim - 1:
            return fixed
        knots = np.clip(_knots(network, head), -self.reach, self.reach)
        return np.sort(np.concatenate([fixed, knots], axis=-1), axis=-1)

    @property
    def reach(self) -> float:
        """What lies beyond weighs less than the accuracy, also under tangents."""
        return float(np.sqrt(-2 * np.log(self.accuracy)) + 2)

    def _step(self, network: Network) -> float:
        if isinstance(network.activation, RePU):
            return _KINKED_STEP
        return max(step_size(network.activation, steepness(network), self.accuracy), self.finest)

    def _tensor(self, ndim: int, step: float) -> tuple[Array, Array]:
        """The trapezoidal rule in some of the coordinates: (N, ndim) and (N,)."""
        x, w = trapezoid(step, self.accuracy)
        if len(x) ** ndim > _MOST_NODES:
            raise ValueError(
                f"quadrature in {ndim} coordinates would need {len(x)}^{ndim} nodes: use ridges.tangent_gramian, a "
                f"coarser accuracy than {self.accuracy:g}, or networks with smaller inner weights"
            )
        grid = np.indices((len(x),) * ndim).reshape(ndim, len(x) ** ndim).T
        return x[grid], np.prod(w[grid], axis=-1)

    def _check(self, networks: tuple[Network, ...]) -> None:
        for network in networks:
            if network.ndim != self.ndim:
                raise ValueError(f"networks must have {self.ndim} inputs as the measure has, got {network.ndim}")


def steepness(network: Network) -> float:
    """The largest ‖α‖ of the inner weights."""
    return float(np.linalg.norm(network.inner, axis=-1).max())


def density(t: Array) -> Array:
    """The standard normal density."""
    return np.asarray(np.exp(-(t**2) / 2) / _ROOT)


def _knots(network: Network, head: Array) -> Array:
    """The kinks (R, ..., m) of the neurons in the last coordinate, given the others (R, ..., D - 1)."""
    between = tuple(range(network.shift.ndim, head.ndim - 1))  # axes after those of the batch
    inner, bias = (np.expand_dims(each, between) for each in (network.inner, network.bias))
    rest = (inner[..., :-1] @ head[..., None])[..., 0] + bias
    last = np.broadcast_to(inner[..., -1], rest.shape)
    with np.errstate(over="ignore"):
        return np.asarray(np.divide(-rest, last, out=np.full(rest.shape, np.inf), where=last != 0))


def _side_by_side(networks: tuple[Network, ...]) -> Network:
    """One network with the kinks of all."""
    return functools.reduce(operator.add, networks)
