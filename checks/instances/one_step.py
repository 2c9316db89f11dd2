r"""One step of the scheme with every draw counted: H is R^e with orthonormal coordinates, T_t its first d axes.

    u_{t+1} = R_t(u_t - s P_t^n g_t),  g_t = ∇L(u_t),
for all estimators of Table 2 on finitely many points, with the constants of (BBV) that they truly have.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.instances.finite_problems import hulls
from theorytest import same_size, simplex, vectors
from theorytest.approximation import (
    Conditioned,
    Debiased,
    LeastSquares,
    Moments,
    NonProjection,
    Optimal,
    Plain,
    QuasiProjection,
    VolumeRescaled,
    estimator_draws,
    matrices,
)

Array = NDArray[Any]
Retraction = Callable[[Array, Array], Array]  # of ū_{t+1} and the step


@dataclass(frozen=True, eq=False)
class Estimate:
    """All matrices (R, d, e) of P_t^n with their probabilities."""

    probability: Array
    matrices: Array

    @cached_property
    def moments(self) -> Moments:
        """A = E P^n and S = E P^n' P^n."""
        A = np.tensordot(self.probability, self.matrices, 1)
        S = np.einsum("r,rki,rkj->ij", self.probability, self.matrices, self.matrices)
        return Moments(A, S)

    @cached_property
    def constants(self) -> tuple[float, ...]:
        """(c_bias1, c_bias2, c_var1, c_var2), the best ones; of the frontier the pair with 3/2 of the least c_var2."""
        m = self.moments
        c_var2 = 1.5 * m.c_var2
        return m.c_bias1, m.c_bias2, m.c_var1_with(c_var2), c_var2

    def mean_product(self, g: Array) -> Any:
        """E(g, P^n g)."""
        return self.probability @ ((self.matrices @ g) @ g[: self.matrices.shape[1]])

    def mean_square(self, g: Array) -> Any:
        """E‖P^n g‖²."""
        return self.probability @ np.sum((self.matrices @ g) ** 2, axis=1)

    def parts(self, g: Array) -> tuple[Any, Any]:
        """‖P_t g‖ and ‖(I - P_t) g‖."""
        d = self.matrices.shape[1]
        return np.linalg.norm(g[:d]), np.linalg.norm(g[d:])

    def worst(self) -> list[Array]:
        """Gradients for which one of the constants is attained, and two others."""
        m, (d, e) = self.moments, self.moments.A.shape
        _, V = np.linalg.eigh((m.A[:, :d] + m.A[:, :d].T) / 2)
        left, _, right = np.linalg.svd(m.A[:, d:])
        rng = np.random.default_rng(3)
        return [
            np.concatenate([V[:, 0], np.zeros(e - d)]),
            np.concatenate([left[:, 0], -right[0]]),
            m.worst(*self.constants[2:]),
            *rng.standard_normal((2, e)),
        ]


@cache
def estimates() -> dict[str, Estimate]:
    """The rows of Table 2 and the conditioned quasi-projection, on lines and planes, in L² and H¹."""
    found = {}
    for name, E in hulls().items():
        T, flat = E.space, E.space.jet_size == 1
        rows: dict[str, Any] = {
            "non-projection": NonProjection(Plain(T), 2),
            "quasi-projection, plain": QuasiProjection(Plain(T), 2),
            "quasi-projection, optimal": QuasiProjection(Optimal(T), 3),
            "least squares": LeastSquares(Conditioned(Optimal(T), 0.9), 4),
            "conditioned quasi-projection": QuasiProjection(Conditioned(Optimal(T), 0.9), 4),
            "debiased": Debiased(LeastSquares(Conditioned(Optimal(T), 0.9), 3), QuasiProjection(Optimal(T), 1)),
        }
        rows |= {"volume": LeastSquares(VolumeRescaled(T), 3)} if flat else {}
        for word, estimator in rows.items():
            every = estimator_draws(estimator)
            found[f"{name}, {word}"] = Estimate(every.probability, matrices(estimator, E, every.points))
    return found


@dataclass(frozen=True)
class Loss:
    """A loss on R^e, its gradient and the state that has a given gradient; L is its smoothness along T_t."""

    value: Callable[[Array], Any]
    gradient: Callable[[Array], Array]
    state: Callable[[Array], Array]
    L: float


def least_squares(L: float = 1.0) -> Loss:
    """L/2 ‖v‖², the target in the origin: smooth with equality."""
    return Loss(lambda v: L * np.sum(v**2, axis=-1) / 2, lambda v: L * v, lambda g: g / L, L)


def elongated(d: int, e: int) -> Loss:
    """½ (v, B v) with the eigenvalues 1 to e in directions that mix T_t with its complement."""
    U = np.linalg.qr(np.random.default_rng(5).standard_normal((e, e)))[0]
    B = (U * np.arange(1.0, e + 1)) @ U.T
    L = float(np.linalg.eigvalsh(B[:d, :d])[-1])
    return Loss(
        lambda v: np.einsum("...i,ij,...j->...", v, B, v) / 2, lambda v: B @ v, lambda g: np.linalg.solve(B, g), L
    )


def wavy() -> Loss:
    """Σ ½ v_i² + ½ (1 - cos v_i): smooth with 3/2, strongly convex, not quadratic."""
    return Loss(lambda v: np.sum(v**2 / 2 + (1 - np.cos(v)) / 2, axis=-1), lambda v: v + np.sin(v) / 2, _root, 1.5)


def _root(g: Array) -> Array:
    v = g.copy()
    for _ in range(60):  # a contraction with factor 1/2
        v = g - np.sin(v) / 2
    return v


def losses(d: int, e: int) -> dict[str, Loss]:
    return {"least squares": least_squares(), "elongated": elongated(d, e), "wavy": wavy()}


def stay(v: Array, step: Array) -> Array:  # noqa: ARG001 (the signature of a retraction)
    """R_t = I."""
    return v


def radial(C_R: float, beta: Any) -> Retraction:
    """Moves away from the origin so that ½ ‖R(v)‖² = ½ ‖v‖² + C_R/2 ‖step‖² + β: (CR) with equality."""

    def retract(v: Array, step: Array) -> Any:
        length, wanted = np.linalg.norm(v, axis=-1)[..., None], C_R * np.sum(step**2, axis=-1) + 2 * beta
        direction = np.where(length > 0, v, 1.0) / np.where(length > 0, length, np.sqrt(v.shape[-1]))
        return direction * np.sqrt(length**2 + wanted[..., None])

    return retract


def step_sizes(constants: tuple[float, ...], L: float) -> tuple[float, ...]:
    """Tiny, optimal, too long by far."""
    return 1e-3, constants[0] / (L * constants[2]), 1.0, 1e3


def moved(estimate: Estimate, g: Array, step: float, u: Array) -> tuple[Array, Array]:
    """ū_{t+1} = u_t - s P^n g for every draw, and the steps -s P^n g."""
    steps = -step * estimate.matrices @ g
    padded = np.pad(steps, ((0, 0), (0, len(g) - steps.shape[1])))
    return u + padded, steps


def change(estimate: Estimate, loss: Loss, g: Array, step: float, retraction: Retraction = stay) -> Any:
    """E[L(u_{t+1}) | F_t] - L(u_t) at the state with gradient g."""
    u = loss.state(g)
    new = retraction(*moved(estimate, g, step, u))
    return estimate.probability @ (loss.value(new) - loss.value(u))


def _of_pairs(a: Array, b: Array, probability: Array) -> Estimate:
    """P^n g = a g_1 + b g_2 in R² with T_t the first axis."""
    return Estimate(probability, np.stack([a, b], axis=-1)[:, None])


SIZES = (1, 2, 3)
ANY_ESTIMATE = same_size(vectors(SIZES, -9, 9), vectors(SIZES, -9, 9), simplex(SIZES)).map(_of_pairs)
