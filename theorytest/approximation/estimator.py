"""What an estimator P^n of the projection onto T_t is, and what else one may say of itself.

    x = estimator.sample(rng, n_replicas)                (replicas, n_samples, D)
    estimator.coefficients(x, jets)                      (replicas, d, gradients)
with jets of shape (replicas, n_samples, l, gradients). On a space that moves replica r belongs to member r of it.

Optional methods, which count only where the class itself defines them (a subclass may do something else):
    row()              the row of Table 2 that it belongs to, None for none
    quantities(p, delta)            what the formulas of that row need
    claimed()          the constants that it claims where the table has no row for it
    operator()         M with coefficients M (g, b)_n of independent points, None where it has no such form
    on_hull(hull), on_all(hull)     exact constants on E and on all of H, where it is no such operator
    draws()            all samples of a discrete measure with their probabilities
    parameters(x, jets)             coefficients in the generating system, where it works in that one
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from numpy.random import Generator
from numpy.typing import ArrayLike

from theorytest.approximation.spaces import Space
from theorytest.arguments import Array, finite, points
from theorytest.signatures import checked


@runtime_checkable
class Estimator(Protocol):
    """What the constants and the descent scheme ask of P^n; linear in the jets."""

    @property
    def space(self) -> Space:
        """T_t, the space projected onto."""
        ...

    @property
    def n_samples(self) -> int:
        """The number of points of one replica."""
        ...

    def sample(self, rng: Generator, n_replicas: int) -> Array:
        """Independent draws of all points, an array of shape (n_replicas, n_samples, D)."""
        ...

    def coefficients(self, x: Array, jets: Array) -> Array:
        """P^n g in the orthonormal basis, (..., d, m), from the jets (..., n_samples, l, m) of m gradients."""
        ...


@checked
def project(estimator: Estimator, gradient: Callable[[Array], ArrayLike], x: ArrayLike) -> Array:
    """The coefficients of P^n g for points (..., n_samples, D): an array (..., d), or (..., d, m) for m gradients.

    `gradient` maps points to jets (..., l), in L² also to values (...); several gradients give (..., l, m).
    """
    x = points("x", x, estimator.space.ndim)
    jets = finite("gradient(x)", gradient(x))
    if jets.shape == x.shape[:-1] and estimator.space.jet_size == 1:
        jets = jets[..., None]
    single = jets.ndim == x.ndim
    coefficients = estimator.coefficients(x, jets[..., None] if single else jets)
    return coefficients[..., 0] if single else coefficients


def an_estimator(name: str, value: Estimator) -> Estimator:
    """An object that estimates."""
    members = ("space", "n_samples", "sample", "coefficients")
    if isinstance(value, type) or not all(hasattr(value, member) for member in members):
        raise ValueError(f"{name} must be an estimator such as QuasiProjection(sampler, n_samples), got {value!r}")
    return value


def fitting(estimator: Estimator, x: Array, jets: Array) -> tuple[Array, Array]:
    """Points (..., n, D) and jets (..., n, l, m) that fit together."""
    x = points("x", x, estimator.space.ndim)
    jets = finite("jets", jets)
    wanted = (*x.shape[:-1], estimator.space.jet_size)
    if x.ndim < 2 or jets.shape[:-1] != wanted:
        raise ValueError(f"jets must have shape (*points, l, gradients) = {(*wanted, 'any')}, got {jets.shape}")
    return x, jets
