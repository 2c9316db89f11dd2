"""Quadratic losses on four points whose noise at the minimiser vanishes, and does not.

Losses and classes with (SPL): the best λ, and the excess of the risk over the class beside ‖P g‖².
"""

from typing import Any

import numpy as np
from scipy import linalg

from checks.instances.landscapes import ARCS, arc_of, landscapes
from checks.instances.spaces import FOUR_POINTS
from checks.instances.tangent_pairs import squared_projection
from theorytest import family
from theorytest.approximation import Monomials, Optimal, QuasiProjection, Space
from theorytest.descent import Constant, Quadratic, by_enumeration

FOUR = FOUR_POINTS.points[:, 0]
WEIGHT = np.array([0.5, 2.0, 1.0, 1.5])


def weighted_loss(d: int) -> Quadratic:
    """½ ∫ a |v - u*|² dρ on four points with u* in T: g = a (v - u*) has a normal part that vanishes with it."""
    space = Space(Monomials(d), FOUR_POINTS)
    return Quadratic(
        space, lambda x: 1 + (d > 1) * x[..., 0], weight=lambda x: WEIGHT[np.searchsorted(FOUR, x[..., 0])]
    )


def normal_share(loss: Quadratic) -> float:
    """c² = sup ‖(I - P) g‖²/‖P g‖² over all iterates of the weighted loss."""
    b = loss.space.jets(FOUR_POINTS.points)[..., 0]
    G, square = b.T @ (FOUR_POINTS.weights[:, None] * (WEIGHT**2)[:, None] * b), loss.hessian @ loss.hessian
    return float(linalg.eigvalsh(G - square, square)[-1])


def on_a_class(landscape: Any) -> Any:
    """The best λ of (SPL), and the excess of the risk over its infimum on the class against ‖P g‖²."""
    problem = landscape.problem
    excess = np.array([problem.gap_on_class(u) for u, _ in problem.points])
    return landscape.best, {"the gradient": (excess, [squared_projection(problem, b, u) for u, b in problem.points])}


def along_the_scheme(d: Any, n: Any = 2) -> Any:
    """The mean excess along the scheme against E‖P g_t‖², and against the bound gap_1/(σt) of the least of these.

    Weighted least squares with ‖(I - P) g‖ ≤ c ‖P g‖ and s = 1/(L (c_var1 + c² c_var2)), so that σ = s/2.
    """
    loss, times = weighted_loss(d), np.array([1, 2, 10, 100, 1000])
    s = 1 / (loss.L * ((n - 1 + d) / n + d / n * normal_share(loss)))
    moments = by_enumeration(QuasiProjection(Optimal(loss.space), n), loss)
    Z = moments.second_moments(Constant(s), times, loss.best + np.linalg.eigh(loss.hessian)[1][:, 0])
    excess, squared = moments.gap_of(Z), np.einsum("ij,tij->t", loss.hessian @ loss.hessian, Z[:, 1:, 1:])
    return loss.lam, {"the gradient": (excess, squared), "its bound": (excess, excess[0] / (s / 2 * times))}


def worlds() -> Any:
    """Curved and flat classes, and the scheme on linear classes that hold the target."""
    curved = landscapes() | {"nearly the whole circle": arc_of(2, 14)}
    classes = {name: lambda each=each: on_a_class(each) for name, each in curved.items()}
    return classes | {f"weighted least squares, d = {d}": lambda d=d: along_the_scheme(d) for d in (1, 2, 3)}


WITH_STRONG_PL = family(worlds, "losses and classes with (SPL)", search=ARCS.map(lambda arc: lambda: on_a_class(arc)))
