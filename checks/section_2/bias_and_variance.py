r"""Section 2 [eq:bbv]: bounded bias and variance (BBV) of estimators P_t^n whose draws can be enumerated.

On finitely many points, in coordinates where the inner product is Euclidean, A = E P_t^n and S = E (P_t^n)ᵀ P_t^n are
matrices, and with Π the projection onto T_t the two lines of (BBV) hold for every g if and only if
    c_bias1 ≤ smallest eigenvalue of sym(Π A Π) on T_t and c_bias2 ≥ ‖Π A (I - Π)‖ (g with a large normal part), and
    c_var1 Π + c_var2 (I - Π) - S is positive semidefinite.

The paper asks for positive constants. Where the best c_bias2 is 0 every positive one serves, so that nothing is lost;
but the theorems that assume (BBV) `with c_bias2 = 0`, and the zeros of Table 2, mean nonnegative ones.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from checks.section_3_2.quasi_projection import basis_values, estimator, parabolas
from theorytest import at_least, at_most, claim, equal
from theorytest.approximation.sampling import Optimal

TINY = 1e-300  # any number that is positive is at least this


@dataclass(frozen=True)
class Estimator:
    """P_t^n g = Σ_k (g, φ_k)_n φ_k for values φ at points of mass p, drawn with probabilities mu, and its constants."""

    system: np.ndarray  # (points, functions)
    mass: np.ndarray
    mu: np.ndarray
    weight: np.ndarray
    n: int
    constants: tuple[float, float, float, float]  # c_bias1, c_bias2, c_var1, c_var2

    def moments(self):
        """A and S, by summing over all draws."""
        root, A, S = np.sqrt(self.mass), 0.0, 0.0
        for draws in itertools.product(range(len(self.mass)), repeat=self.n):
            P = root[:, None] * estimator(self.system, self.weight, np.array(draws)) / root
            probability = np.prod(self.mu[list(draws)])
            A, S = A + probability * P, S + probability * P.T @ P
        return A, S

    def split(self):
        """Orthonormal coordinates of T_t and of its complement."""
        U, s, _ = np.linalg.svd(np.sqrt(self.mass)[:, None] * self.system)
        dim = int(np.sum(s > 1e-10 * s[0]))
        return U[:, :dim], U[:, dim:]


def on_two_points(value, mu, n, constants):
    """Multiples of the constant on two points of mass 1/2, drawn with other probabilities and without a weight."""
    return Estimator(np.full((2, 1), value), np.array([0.5, 0.5]), np.array(mu), np.ones(2), n, constants)


def optimal_parabolas(n, constants):
    """The quasi-projection onto parabolas on four points, optimally sampled: k_t = d_t = 3."""
    space = parabolas()
    p, w = space.measure.weights, Optimal(space).weight(space.measure.points)
    return Estimator(basis_values(space), p, p / w, w, n, constants)


def estimators():
    """Unbiased, scaled and biased estimators with constants known by hand."""
    return {
        "sample mean, n = 2": on_two_points(1.0, (1 / 2, 1 / 2), 2, (1, 0, 1, 1 / 2)),
        "twice the basis": on_two_points(2.0, (1 / 2, 1 / 2), 1, (4, 0, 16, 16)),
        "wrong measure": on_two_points(1.0, (2 / 3, 1 / 3), 1, (1, 1 / 3, 4 / 3, 4 / 3)),
        "quasi-projection, n = 1": optimal_parabolas(1, (1, 0, 3, 3)),
        "quasi-projection, n = 2": optimal_parabolas(2, (1, 0, 2, 3 / 2)),
    }


def best_constants(each, c_var1, c_var2):
    """The best c_bias1 and c_bias2, and the distance of the variance constants to their frontier, for all g at once."""
    (A, S), (T, N) = each.moments(), each.split()
    tangent = np.linalg.eigvalsh(T.T @ (A + A.T) @ T / 2)[0]
    normal = np.linalg.norm(T.T @ A @ N, 2)
    frontier = np.linalg.eigvalsh(c_var1 * T @ T.T + c_var2 * N @ N.T - S)[0]
    return tangent, normal, frontier


def bounded(name, each, constants):
    """The sign of the constants and both lines of (BBV)."""
    c_bias1, c_bias2, *c_var = constants
    tangent, normal, frontier = best_constants(each, *c_var)
    unit = {"digits": 12, "scale": 1.0}
    yield at_least(min(constants), TINY, name=f"{name}: sign", digits=None, symbol="a constant")
    yield at_least(tangent, c_bias1, name=f"{name}: c_bias1", symbol="E(g, Pg), tangent g", **unit)
    yield at_most(normal, c_bias2, name=f"{name}: c_bias2", symbol="the bias", **unit)
    yield at_least(frontier, 0.0, name=f"{name}: c_var", symbol="the smallest eigenvalue", **unit)


def allowed(constants):
    """Positive constants next to the best ones: only c_bias2 may have to be raised from 0."""
    c_bias1, c_bias2, *c_var = constants
    return c_bias1, max(c_bias2, TINY), *c_var


def shrunk(index, factor):
    """The constants with one of them made too good."""
    return lambda constants: tuple(c * factor if i == index else c for i, c in enumerate(constants))


@claim(
    "eq:bbv",
    kind="definition",
    says="Positive constants bound bias and variance for every g; each of the four is the best one, and where the "
    "best c_bias2 is 0 the smallest positive number serves.",
    formula=r"\mathbb{E}(g, P_t^ng) \ge c_{\mathrm{bias},1}\|P_tg\|^2 - c_{\mathrm{bias},2}\|P_tg\|\|(I-P_t)g\|,\quad "
    r"\mathbb{E}\|P_t^ng\|^2 \le c_{\mathrm{var},1}\|P_tg\|^2 + c_{\mathrm{var},2}\|(I-P_t)g\|^2,\quad c > 0",
    expected="computed",
    mutants={
        "one per cent more of c_bias1": {"constants": shrunk(0, 1.01)},
        "one per cent less of c_bias2": {"constants": shrunk(1, 0.99)},
        "one per cent less of c_var1": {"constants": shrunk(2, 0.99)},
        "one per cent less of c_var2": {"constants": shrunk(3, 0.99)},
        "a constant that vanishes": {"positive": lambda best: best},
        "tangent and normal parts alone": {"constants": lambda _: (1, 1 / 3, 1, 1), "only": "wrong measure"},
    },
)
def moments_are_bounded_with_the_best_constants(*, constants=lambda best: best, positive=allowed, only=""):
    """All constants lie on the frontier: with any of them better by one per cent, some g violates the bound.

    For the wrong measure the variance bound needs (c_var1 - 1)(c_var2 - 1) ≥ 1/9: trying tangent and normal g
    separately would find c_var1 = c_var2 = 1, which is too small for mixed g.
    """
    for name, each in estimators().items():
        if only in name:
            yield from bounded(name, each, positive(constants(each.constants)))
            c_bias1, c_bias2, *c_var = each.constants
            found, known = best_constants(each, *c_var), (c_bias1, c_bias2, 0.0)
            yield equal(found, known, name=f"{name}: best", digits=12, symbol="the best constant")
