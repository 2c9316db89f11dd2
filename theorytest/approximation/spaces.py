"""The linear space T_t: a generating system with its jets L_x, its Gramian, its rank and an orthonormal basis.

The inner product is (u, v) = ∫ (L_x u)ᵀ (L_x v) dρ(x) [eq:norm] with L_x v = v(x) in L² (jet size l = 1)
and L_x v = (v(x), ∇v(x)) in H¹ (l = 1 + D).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeVar

import numpy as np
import scipy
from numpy.typing import ArrayLike

from theorytest.approximation.gramian_integrals import integrate_gramian
from theorytest.approximation.integrals import Integral, integrate
from theorytest.approximation.laws import FiniteLaw, Law, LineLaw, univariate
from theorytest.approximation.measures import Discrete, Measure, Quadrature
from theorytest.approximation.systems import System, values_and_gradients
from theorytest.arguments import Array, finite, fraction, points

T = TypeVar("T")

_HUGE = 1e200
ORTHONORMAL = 1e-12  # a system whose Gramian is the identity to this accuracy serves as its own basis


@dataclass(frozen=True)
class Rank:
    """How the dimension was decided: singular values of the normalised system."""

    dim: int
    singular_values: Array
    tolerance: float

    @property
    def gap(self) -> float:
        """The ratio of the smallest value kept to the largest dropped: near 1 the decision is arbitrary."""
        s = self.singular_values
        return float("inf") if self.dim == len(s) or s[self.dim] == 0 else float(s[self.dim - 1] / s[self.dim])

    def __str__(self) -> str:
        s = self.singular_values
        smallest = s[self.dim - 1] / s[0]
        return (
            f"dimension {self.dim} of {len(s)} functions: relative singular values down to {smallest:.1e} "
            f"are kept, tolerance {self.tolerance:.1e}, gap {self.gap:.1e}"
        )


@dataclass(frozen=True)
class Space:
    """The span of a system in L²(ρ) or H¹(ρ), the same for all replicas."""

    moves: ClassVar[bool] = False
    absent: ClassVar[None] = None
    system: System
    measure: Measure
    norm: Literal["L2", "H1"] = "L2"
    rank_tolerance: float = 1e-10

    def __post_init__(self) -> None:
        if not isinstance(self.norm, str) or self.norm not in ("L2", "H1"):
            raise ValueError(f"norm must be 'L2' or 'H1', got {self.norm!r}")
        if not isinstance(self.system, System) or not isinstance(self.measure, Measure):
            raise ValueError(f"system must be a System and measure a Measure, got {self.system!r} and {self.measure!r}")
        if self.system.ndim != self.measure.ndim:
            raise ValueError(f"system has {self.system.ndim} input dimensions, but measure has {self.measure.ndim}")
        fraction("rank_tolerance", self.rank_tolerance)
        self._probe()

    @property
    def ndim(self) -> int:
        """The dimension D of the points."""
        return self.system.ndim

    @property
    def jet_size(self) -> int:
        """l: 1 in L², 1 + D in H¹."""
        return 1 if self.norm == "L2" else 1 + self.ndim

    @property
    def dim(self) -> int:
        """d_t, the dimension of the span."""
        return self.rank.dim

    @property
    def dims(self) -> float:
        """d_t again: on spaces that move it is an array, one number per replica."""
        return float(self.dim)

    @cached_property
    def rank(self) -> Rank:
        """The numerical rank of the system, each function first divided by its norm."""
        s = scipy.linalg.svdvals(self._root / self._scale)
        s = np.pad(s, (0, self.system.size - len(s)))  # a rule may have fewer nodes than there are functions
        tolerance = self.rank_tolerance if self.rule is not None else max(self.rank_tolerance, self._adaptive_noise)
        if tolerance >= 1:
            raise ValueError(
                "system must be square integrable with smooth pieces between its knots, "
                f"got a Gramian that is only known to ± {self.gramian_error:.1e}"
            )
        return Rank(int(np.sum(s > tolerance * s[0])), s, tolerance)

    @cached_property
    def gramian(self) -> Array:
        """G_kl = (φ_k, φ_l), exact to rounding where the system has a rule."""
        return self._root.T @ self._root

    @property
    def gramian_error(self) -> float:
        """The quadrature error of the Gramian: 0 where the rule is exact."""
        return 0.0 if self.rule is not None else self._adaptive_gramian.error * float(self._rough_scale.max()) ** 2

    @cached_property
    def coefficients(self) -> Array:
        """C of shape (size, dim): the functions b = φ C are an orthonormal basis.

        Full rank: Gram-Schmidt in the order of the system (QR, twice), so that the spans are nested;
        otherwise the leading singular vectors.
        """
        A = self._root
        rounding = self.system.size**2 * np.finfo(float).eps  # of the nodes, where slopes grow like k²
        if np.abs(self.gramian - np.eye(self.system.size)).max() <= max(ORTHONORMAL, rounding):
            return np.eye(self.system.size)
        if self.dim == self.system.size:
            C = np.eye(self.dim)
        else:
            _, s, Vt = scipy.linalg.svd(A / self._scale, full_matrices=False)
            C = Vt[: self.dim].T / s[: self.dim] / self._scale[:, None]
        for _ in range(2):
            R = scipy.linalg.qr(A @ C, mode="r")[0][: self.dim]
            R *= np.sign(np.diag(R))[:, None]
            C = scipy.linalg.solve_triangular(R, C.T, trans="T").T
        return C

    @cached_property
    def is_own_basis(self) -> bool:
        """Whether the system itself is the orthonormal basis."""
        return bool(np.array_equal(self.coefficients, np.eye(self.system.size)))

    @cached_property
    def system_in_basis(self) -> Array:
        """Φ of shape (dim, size): Φ_jk = (b_j, φ_k), so that φ_k = Σ_j Φ_jk b_j."""
        coordinates: Array = self.coefficients.T @ self.gramian
        return coordinates

    @property
    def defect(self) -> float:
        """The largest |(b_k, b_l) - δ_kl|: how far the basis is from orthonormal."""
        B = self._root @ self.coefficients
        return float(np.abs(B.T @ B - np.eye(self.dim)).max())

    def jets(self, x: ArrayLike) -> Array:
        """L_x b_k for the orthonormal basis, an array of shape (..., dim, l)."""
        return self.combined(self.system_jets(x))

    def evaluated(self, x: Array, *, system: bool = False) -> tuple[Array, Array]:
        """L_x b_k, and L_x φ_k where the system is asked for, else L_x b_k again."""
        jets = self.system_jets(x)
        basis = self.combined(jets)
        return basis, jets if system else basis

    def combined(self, system_jets: Array) -> Array:
        """The jets (..., dim, l) of the orthonormal basis from those (..., size, l) of the system."""
        if self.is_own_basis:
            return system_jets
        return np.moveaxis(np.tensordot(self.coefficients, system_jets, axes=(0, -2)), 0, -2)

    def system_jets(self, x: ArrayLike) -> Array:
        """L_x φ_k for the generating system, an array of shape (..., size, l)."""
        x = points("x", x, self.ndim)
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):  # what is not finite is refused here
            if self.norm == "H1":
                values, gradients = values_and_gradients(self.system, x)
                jets = np.concatenate([values[..., None], gradients], axis=-1)
            else:
                jets = self.system.values(x)[..., None]
            in_memory = jets.ravel(order="K")
            total = in_memory.sum()  # cheaper than to ask every number, and finite only if all of them are
        if not np.isfinite(total):
            self._refuse(x, jets)
        return jets

    def _refuse(self, x: Array, jets: Array) -> None:
        """Not finite is an error only where ρ can see it: far out jets may overflow."""
        seen = np.argwhere(~np.isfinite(jets) & (self.measure.density(x) > 0)[..., None, None])
        if len(seen):
            *i, k, _ = seen[0]
            found = f"got {jets[(*i, k)].tolist()} for function {k} at x = {x[tuple(i)].tolist()}"
            raise ValueError(f"system must be finite on the support of the measure, {found}")

    def take(self, rows: Any) -> Space:  # noqa: ARG002 (all replicas share it)
        """The space of some of the replicas, which is this one."""
        return self

    def nodes(self) -> tuple[Array, Array]:
        """Points (1, N, D) and weights (1, N) that integrate products of two functions of the space exactly."""
        if self.rule is None:
            raise ValueError("space must have an exact quadrature: no rule integrates products of its functions")
        return self.rule.nodes[None], self.rule.weights[None]

    def law(self, f: Callable[[Array], Array]) -> LineLaw | FiniteLaw | None:
        """f ρ on the line or on finitely many points; None in several dimensions."""
        if self.ndim > 1 and not isinstance(self.measure, Discrete):
            return None
        return univariate(f, self.measure, self.system.knots[0])

    def trace_law(self, trace: Callable[[Array], Array]) -> Law:
        """K̃ ρ / d for K̃ = `trace`: by its distribution function, finite sums, or conditionals in several dimensions."""
        from theorytest.approximation.conditionals import TensorTraceLaw  # which is built on spaces

        return self.once("trace law", lambda: self.law(trace) or TensorTraceLaw(self))

    def once(self, name: str, build: Callable[[], T]) -> T:
        """`build()`, done once for this space: what samplers need again however often they are made anew."""
        if name not in self._built:
            self._built[name] = build()
        built: T = self._built[name]
        return built

    @cached_property
    def _built(self) -> dict[str, Any]:
        return {}

    @cached_property
    def rule(self) -> Quadrature | None:
        """A quadrature that is exact for products of jets, if there is one."""
        factors = self.measure.factors
        if all(isinstance(factor, Discrete) for factor in factors):
            return self.measure.quadrature(0)
        return self.system.rule(factors[0] if len(factors) == 1 else self.measure)

    @cached_property
    def _root(self) -> Array:
        """A matrix A with AᵀA = G: weighted jets at the nodes of an exact rule, or a root of the adaptive Gramian."""
        if self.rule is not None:
            jets = self.system_jets(self.rule.nodes) * np.sqrt(self.rule.weights)[:, None, None]
            return np.swapaxes(jets, 1, 2).reshape(-1, self.system.size)
        eigenvalues, V = scipy.linalg.eigh(self._adaptive_gramian.value)
        root: Array = np.sqrt(np.maximum(eigenvalues, 0))[:, None] * V.T * self._rough_scale
        return root

    @cached_property
    def _scale(self) -> Array:
        """The norms of the functions; 1 for one that vanishes."""
        norms = scipy.linalg.norm(self._root, axis=0)
        if not norms.any():
            raise ValueError("system must not consist of functions that vanish ρ-almost everywhere")
        return np.where(norms > 0, norms, 1.0)

    @cached_property
    def _adaptive_gramian(self) -> Integral:
        """The Gramian of φ_k / rough scale, so that its one error bound fits functions of any size."""

        def scaled(x: Array) -> tuple[Array, Array]:
            return self.system_jets(x) / self._rough_scale[:, None], np.ones(len(x))

        return integrate_gramian(scaled, self.measure, knots=self.system.knots)

    @property
    def _adaptive_noise(self) -> float:
        """What the error of the Gramian, quadrature and rounding, does to the root of a vanishing eigenvalue."""
        rounding = self.system.size * np.finfo(float).eps * np.abs(self._adaptive_gramian.value).max()
        return float(np.sqrt(self._adaptive_gramian.error + rounding) / (self._scale / self._rough_scale).min())

    @cached_property
    def _rough_scale(self) -> Array:
        """The order of magnitude of each function, 1 where an adaptive rule sees nothing."""

        def squares(x: Array) -> Array:
            with np.errstate(over="ignore"):  # next to a pole, where the Gramian will not converge either
                total: Array = np.sum(self.system_jets(x) ** 2, axis=-1)
            return np.minimum(total, _HUGE)

        scale = np.sqrt(integrate(squares, self.measure, knots=self.system.knots, rtol=1e-3).value)
        return np.where(scale > 0, scale, 1.0)

    def _probe(self) -> None:
        """The jets must exist and be finite at the ends of the support and at the nodes of the rule."""
        nodes = [] if self.rule is None else [self.rule.nodes]
        ends = [getattr(factor, "support", (np.inf, np.inf)) for factor in self.measure.factors]
        if len(ends) == self.ndim and np.all(np.isfinite(ends)):
            nodes.append(np.transpose(ends))
        for x in nodes or [self.measure.sample(np.random.default_rng(0), (16,))]:
            finite("the system's jets on the support", self.system_jets(x))
