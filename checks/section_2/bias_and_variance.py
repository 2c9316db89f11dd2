r"""Section 2 [eq:bbv]: bounded bias and variance (BBV) of estimators P_t^n whose draws can be enumerated.

On finitely many points, in coordinates where the inner product is Euclidean, A = E P_t^n and S = E (P_t^n)ᵀ P_t^n are
matrices, and with Π the projection onto T_t the two lines of (BBV) hold for every g if and only if
    c_bias1 ≤ smallest eigenvalue of sym(Π A Π) on T_t and c_bias2 ≥ ‖Π A (I - Π)‖ (g with a large normal part), and
    c_var1 Π + c_var2 (I - Π) - S is positive semidefinite.
"""

import numpy as np

from checks.instances.quasi_projections import ESTIMATORS
from theorytest import at_least, at_most, claim, equal


def best_constants(system, n, c_var1, c_var2):
    """The best c_bias1 and c_bias2, and the distance of the variance constants to their frontier, for all g at once."""
    A, S, T = system.mean(n), system.second_moment(n), system.basis.T
    N = np.eye(len(A)) - T @ T.T
    tangent = np.linalg.eigvalsh(T.T @ (A + A.T) @ T / 2)[0]
    return tangent, np.linalg.norm(T.T @ A @ N, 2), np.linalg.eigvalsh(c_var1 * T @ T.T + c_var2 * N - S)[0]


def shrunk(index, factor):
    """The constants with one of them made too good."""
    return lambda constants: tuple(c * factor if i == index else c for i, c in enumerate(constants))


@claim(
    "eq:bbv",
    kind="definition",
    says="(BBV): there are positive constants with E(g, P_t^n g) ≥ c_bias,1‖P_t g‖² - c_bias,2‖P_t g‖‖(I - P_t)g‖ and "
    "E‖P_t^n g‖² ≤ c_var,1‖P_t g‖² + c_var,2‖(I - P_t)g‖².",
    formula=r"\mathbb{E}(g, P_t^ng) \ge c_{\mathrm{bias},1}\|P_tg\|^2 - c_{\mathrm{bias},2}\|P_tg\|\|(I-P_t)g\|,\quad "
    r"\mathbb{E}\|P_t^ng\|^2 \le c_{\mathrm{var},1}\|P_tg\|^2 + c_{\mathrm{var},2}\|(I-P_t)g\|^2,\quad c > 0",
    forall={"P_t^n": ESTIMATORS},
    reading="An assumption, for every g ∈ H. Tried: constants on the frontier, c_var,1 and c_var,2 as a pair. Where "
    "the best c_bias,2 is 0 every positive one serves, and the theorems with c_bias,2 = 0 mean nonnegative constants.",
    mutants={
        "one per cent more of c_bias1": {"constants": shrunk(0, 1.01)},
        "one per cent less of c_bias2": {"constants": shrunk(1, 0.99)},
        "one per cent less of c_var1": {"constants": shrunk(2, 0.99)},
        "one per cent less of c_var2": {"constants": shrunk(3, 0.99)},
    },
)
def moments_are_bounded(case, *, constants=lambda best: best):
    """For the wrong measure (c_var1 - 1)(c_var2 - 1) ≥ 1/9: tangent and normal g apart would find 1, too small."""
    system, n, known = case
    c_bias1, c_bias2, *c_var = constants(known)
    tangent, normal, frontier = best_constants(system, n, *c_var)
    unit = {"digits": 12, "scale": 1.0}
    yield at_least(tangent, c_bias1, "c_bias1", symbol="E(g, P^n g), tangent g", **unit)
    yield at_most(normal, c_bias2, "c_bias2", symbol="the bias", **unit)
    yield at_least(frontier, 0.0, "c_var", symbol="the smallest eigenvalue", **unit)
    best = best_constants(system, n, *known[2:])
    yield equal(best, (*known[:2], 0.0), "best", digits=12, scale=1.0, symbol="the best constants and the frontier")
