"""Volume-rescaled sampling: the projection DPP, then independent points, then a random permutation (Appendix F).

The density of n points with respect to ρ^n of the DPP (n = d) is det(B(x)ᵀ B(x)) / d!, and with respect to μ^n of
the volume-rescaled measure n^d (n-d)!/n! · det Ĝ(x). Two exact samplers of the DPP check each other: the chain rule
for any space, and the spectra of random tridiagonal matrices for the classical polynomials.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from theorytest.approximation.measures import Gaussian, Uniform
from theorytest.approximation.rejection import CHEAP, first_of
from theorytest.approximation.sampling import Trace
from theorytest.approximation.space_like import space_like
from theorytest.approximation.spaces import Space
from theorytest.approximation.suprema import Supremum
from theorytest.approximation.systems import Hermite, Legendre, Monomials
from theorytest.arguments import Array, instance, whole

if TYPE_CHECKING:
    from theorytest.approximation.enumeration import Draws

_BLOCK = 2**20  # numbers in the bases of the replicas that are drawn together
_NUMBERS = 2**15  # in the proposals of a round that cost hardly more than its calls


@dataclass(frozen=True)
class ProjectionDPP:
    """d points with density det(B(x)ᵀ B(x)) / d! with respect to ρ^d, drawn by the chain rule, in random order."""

    space: Space

    def __post_init__(self) -> None:
        space_like("space", self.space)
        if self.space.jet_size != 1:
            raise ValueError(f"space must be an L2 space, got norm {self.space.norm!r}: the DPP needs scalar features")

    def sample(self, rng: Generator, n_replicas: int) -> Array:
        """Independent draws, an array of shape (n_replicas, d, D).

        Given the points before it, x_i has the density (K - Σ_j <q_j, b>²) ρ / (d - i) with an orthonormal basis q of
        the features drawn so far. A draw from K ρ / d is therefore accepted with probability 1 - Σ_j <q_j, b>² / K.
        Where the spaces of the replicas differ in dimension, a replica with r < d functions has r points of its DPP,
        followed by d - r independent ones from K ρ / r.
        """
        instance("rng", rng, Generator)
        if self.space.moves:
            return self._block(rng, whole("n_replicas", n_replicas))
        R, size = whole("n_replicas", n_replicas), max(1, _BLOCK // self.space.dim**2)
        return np.concatenate([self._block(rng, min(size, R - start)) for start in range(0, R, size)])

    def _block(self, rng: Generator, R: int) -> Array:
        (d, D), dims = (self.space.dim, self.space.ndim), np.broadcast_to(self.space.dims, (R, 1))
        x, q = np.empty((R, d, D)), np.empty((R, d, d))  # rows of q: orthonormal features
        for i in range(d):

            def probability(who: NDArray[np.intp], rows: Array, i: int = i) -> Array:
                drawn = q[:, :i] if len(who) == R else q[who, :i]
                inside = _square_norm(rows[..., D:] @ np.swapaxes(drawn, 1, 2))
                return np.where(dims[who] > i, np.maximum(1 - inside, 0), 1.0)

            tries = -(-2 * d // (3 * (d - i)))  # (d - i) / d of all proposals are accepted: few are drawn in vain
            rows = first_of(rng, R, tries, self._propose, probability, cheap=min(CHEAP, _NUMBERS // d))
            x[:, i], q[:, i] = rows[:, :D], _next_direction(rows[:, D:], q[:, :i])
        return x

    def _propose(self, rng: Generator, who: NDArray[np.intp], m: int) -> Array:
        """m draws from K ρ / d for each replica, followed by their normalised features b / √K: (len(who), m, D + d)."""
        proposal = self._proposal.take(who)
        x = proposal.sample(rng, len(who), m)
        b = proposal.space.jets(x)[..., 0]
        return np.concatenate([x, b / np.sqrt(_square_norm(b))[..., None]], axis=-1)

    @cached_property
    def _proposal(self) -> Trace:
        return Trace(self.space)


def _next_direction(b: Array, q: Array) -> Array:
    """The component of b orthogonal to the rows of q, normalised; projected twice against rounding."""
    for _ in range(2):
        b = b - (np.swapaxes(q @ b[..., None], 1, 2) @ q)[:, 0]
    norm = np.sqrt(_square_norm(b))[:, None]
    return np.divide(b, norm, out=np.zeros_like(b), where=norm > 0)


def _square_norm(v: Array) -> Array:
    return np.asarray(np.einsum("...k,...k->...", v, v), dtype=float)


@dataclass(frozen=True)
class TridiagonalDPP:
    """The same law for polynomials of degree < d: eigenvalues of a random tridiagonal matrix (β = 2).

    Gaussian ρ: diagonal N(0, 1), squared off-diagonal Gamma(d - i) (Dumitriu and Edelman 2002).
    Uniform ρ: Jacobi parameters from independent beta variables, the canonical moments (Killip and Nenciu 2004).
    """

    space: Space

    def __post_init__(self) -> None:
        measure, system = instance("space", self.space, Space).measure, self.space.system
        classical = isinstance(system, Legendre | Hermite | Monomials) and isinstance(measure, Uniform | Gaussian)
        if not classical or self.space.jet_size != 1 or self.space.dim != system.size:
            raise ValueError(
                "space must be all polynomials below a degree in L2 of a Uniform or Gaussian measure, "
                f"got {type(system).__name__} on {type(measure).__name__} in {self.space.norm}"
            )

    def sample(self, rng: Generator, n_replicas: int) -> Array:
        """Independent draws in random order, an array of shape (n_replicas, d, 1)."""
        R, d, measure = whole("n_replicas", n_replicas), self.space.dim, self.space.measure
        if isinstance(measure, Gaussian):
            spectrum = measure.mean + measure.std * _spectrum(*_gaussian_parameters(rng, R, d))
        else:
            low, high = measure.support  # type: ignore[attr-defined]
            spectrum = low + (high - low) * _spectrum(*_jacobi_parameters(rng, R, d))
        return rng.permuted(spectrum, axis=1)[..., None]


def _gaussian_parameters(rng: Generator, R: int, d: int) -> tuple[Array, Array]:
    return rng.standard_normal((R, d)), rng.standard_gamma(np.arange(d - 1, 0, -1), (R, d - 1))


def _jacobi_parameters(rng: Generator, R: int, d: int) -> tuple[Array, Array]:
    """Diagonal and squared off-diagonal on [0, 1] from the canonical moments p_1, ..., p_{2d-1}.

    p_{2k-1} ~ Beta(d-k+1, d-k+1) and p_{2k} ~ Beta(d-k, d-k+1); with ζ_k = (1 - p_{k-1}) p_k the diagonal is
    ζ_{2k-2} + ζ_{2k-1} and the squared off-diagonal ζ_{2k-1} ζ_{2k}.
    """
    k = np.arange(d, 0, -1)
    p = np.zeros((R, 2 * d))  # p_0 = 0
    p[:, 1::2] = rng.beta(k, k, (R, d))
    p[:, 2::2] = rng.beta(k[1:], k[1:] + 1, (R, d - 1))
    zeta = np.zeros_like(p)
    zeta[:, 1:] = (1 - p[:, :-1]) * p[:, 1:]
    return zeta[:, 0::2] + zeta[:, 1::2], zeta[:, 1:-1:2] * zeta[:, 2::2]


def _spectrum(diagonal: Array, squared_off_diagonal: Array) -> Array:
    R, d = diagonal.shape
    matrix = np.zeros((R, d, d))
    i = np.arange(d)
    matrix[:, i, i] = diagonal
    matrix[:, i[1:], i[:-1]] = np.sqrt(squared_off_diagonal)  # eigvalsh reads the lower triangle only
    return np.asarray(np.linalg.eigvalsh(matrix), dtype=float)


@dataclass(frozen=True)
class VolumeRescaled:
    """n points from γ_n: d of the DPP and n - d independent ones from μ = K ρ / d, in random order."""

    independent: ClassVar[bool] = False
    least_squares_row: ClassVar[str] = "volume"
    space: Space

    def __post_init__(self) -> None:
        ProjectionDPP(self.space)

    def refuse_impossible(self, n_samples: int) -> None:
        """Fewer points than dimensions have no volume."""
        d = self.space.dim
        whole("n_samples", n_samples, at_least=d, because=f"volume sampling needs at least the dimension {d}")

    def k(self) -> Supremum:
        """sup w K."""
        return self._independent.k()

    def draws(self, n_samples: int) -> Draws:
        """All samples of a discrete measure with their probabilities."""
        from theorytest.approximation.enumeration import volume_draws  # which is built on samplers

        return volume_draws(self, n_samples)

    def weight(self, x: ArrayLike) -> Array:
        """w = d / K, the weight of the i.i.d. measure μ that the estimator of Appendix F uses."""
        return self._independent.weight(x)

    def weight_of(self, x: Array, jets: Array) -> Array:
        """The same from the jets of the basis."""
        return self._independent.weight_of(x, jets)

    def take(self, rows: Any) -> VolumeRescaled:
        """The sampler of some of the replicas."""
        return VolumeRescaled(self.space.take(rows))

    def sample(self, rng: Generator, n_replicas: int, n_samples: int) -> Array:
        """Independent batches, an array of shape (n_replicas, n_samples, D)."""
        d = self.space.dim
        n = whole("n_samples", n_samples, at_least=d, because=f"volume sampling needs at least the dimension d = {d}")
        x = self._dpp.sample(rng, n_replicas)
        if n > d:
            x = np.concatenate([x, self._independent.sample(rng, n_replicas, n - d)], axis=1)
        order = rng.random(x.shape[:2]).argsort(axis=1)
        return np.take_along_axis(x, order[..., None], axis=1)

    @cached_property
    def _dpp(self) -> ProjectionDPP:
        return ProjectionDPP(self.space)

    @cached_property
    def _independent(self) -> Trace:
        return self._dpp._proposal
