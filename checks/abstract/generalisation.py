r"""Abstract: conditions of Polyak-Łojasiewicz type turn convergence into bounds of the generalisation error.

The excess of the true risk over the class is at most ‖P_t g_t‖²/(2λ) under (SPL), at every iterate and so in the mean;
(PL), which bounds ‖g_t‖ without the projection, says nothing at stationary points of the class.
"""

from __future__ import annotations

import numpy as np

from checks.section_1.sgd_rate import cubic_loss, weighted_loss
from theorytest import at_most, claim
from theorytest.approximation.estimators import QuasiProjection
from theorytest.approximation.sampling import Optimal
from theorytest.descent.moments import by_enumeration
from theorytest.descent.steps import Power

U = 2.0  # the target (U, 0), the class the unit circle in the plane
ARC = 2.0


def strong(angle):
    """λ = U (1 + cos θ)/2 on the arc up to the angle."""
    return U * (1 + np.cos(angle)) / 2


def on_the_circle(angles):
    """The excess U (1 - cos θ) of the risk over the circle, and ‖P g‖² = U² sin² θ, from the points themselves."""
    u = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    tangent = np.stack([-np.sin(angles), np.cos(angles)], axis=-1)
    g = u - np.array([U, 0.0])
    excess = np.sum(g**2, axis=-1) / 2 - (U - 1) ** 2 / 2
    return excess, np.sum(g * tangent, axis=-1) ** 2


@claim(
    "x:abs-pl-generalisation",
    kind="inequality",
    says="Under strong PL the excess of the true risk is at most the squared projected gradient over 2 lambda: on "
    "arcs of a circle, and in the mean along the scheme with decaying steps; attained.",
    formula=r"\mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \le "
    r"\frac{1}{2\lambda}\,\mathbb{E}\|P_tg_t\|^2",
    expected="computed",
    tight="attained on linear classes",
    premises=["eq:mu-PL_strong/corrected"],
    mutants={
        "(PL), which holds with 1 on the whole circle": {"arc": np.pi, "constant": lambda _: 1.0},
        "two per cent more on the arc": {"constant": lambda angle: 1.02 * strong(angle)},
        "two per cent more on the line": {"share": 1.02},
    },
)
def strong_pl_bounds_the_excess_risk(*, arc=ARC, constant=strong, share=1.0):
    """The circle attains the constant at the end of the arc; weighted least squares in its flattest direction."""
    excess, squared = on_the_circle(np.linspace(-arc, arc, 401))
    bound = squared / (2 * constant(arc))
    yield at_most(excess - bound, 0.0, name="circle", digits=12, scale=1.0, symbol="excess - bound")
    for d in (1, 2, 3):
        for word, loss in (("inside", weighted_loss(d)), ("outside", cubic_loss(d))):
            moments = by_enumeration(QuasiProjection(Optimal(loss.space), 2), loss)
            Z = moments.second_moments(Power(1.0, 0.75), [1, 2, 10, 100, 1000], loss.best + flattest(loss))
            squared = np.einsum("ij,tij->t", loss.hessian @ loss.hessian, Z[:, 1:, 1:])
            ratio = moments.gap_of(Z) * 2 * share * loss.lam / squared
            name = f"dimension {d}, target {word}"
            yield at_most(ratio, 1.0, name=name, digits=10, symbol="excess / bound")


def flattest(loss):
    """The direction of the smallest curvature."""
    return np.linalg.eigh(loss.hessian)[1][:, 0]
