r"""Abstract: conditions of Polyak-Łojasiewicz type turn convergence into bounds of the generalisation error.

(SPL) bounds the excess of the true risk over the class by ‖P_t g_t‖²/(2λ); (PL), which has ‖g_t‖, does not.
"""

from __future__ import annotations

import numpy as np

from checks.instances.weighted_losses import cubic_loss, flattest, weighted_loss
from theorytest import at_most, claim, family
from theorytest.approximation.estimators import QuasiProjection
from theorytest.approximation.sampling import Optimal
from theorytest.descent.moments import by_enumeration
from theorytest.descent.steps import Power

U = 2.0  # the target (U, 0), the class an arc of the unit circle in the plane


def on_the_arc(end):
    """The excess of the risk over its value at (1, 0), ‖P g‖², ‖g‖² and λ = U (1 + cos θ)/2 on the arc |θ| ≤ end."""
    theta = np.linspace(-end, end, 401)
    u, tangent = (np.stack(pair, axis=-1) for pair in ((np.cos(theta), np.sin(theta)), (-np.sin(theta), np.cos(theta))))
    g = u - np.array([U, 0.0])
    excess = np.sum(g**2, axis=-1) / 2 - (U - 1) ** 2 / 2
    return excess, np.sum(g * tangent, axis=-1) ** 2, U * (1 + np.cos(end)) / 2


def along_the_scheme(loss):
    """E of the excess and of ‖P g‖² after 1 to 1000 steps t^(-3/4) with two optimal points, and λ."""
    moments = by_enumeration(QuasiProjection(Optimal(loss.space), 2), loss)
    Z = moments.second_moments(Power(1.0, 0.75), [1, 2, 10, 100, 1000], loss.best + flattest(loss))
    return moments.gap_of(Z), np.einsum("ij,tij->t", loss.hessian @ loss.hessian, Z[:, 1:, 1:]), loss.lam


def worlds():
    """Arcs up to an angle, and linear classes with the target inside and outside."""
    arcs = {f"arc up to {end}": lambda end=end: on_the_arc(end) for end in (0.5, 2.0, 3.0)}
    inside = {f"weighted, d = {d}": lambda d=d: along_the_scheme(weighted_loss(d)) for d in (1, 2, 3)}
    outside = {f"cubic, d = {d}": lambda d=d: along_the_scheme(cubic_loss(d)) for d in (1, 2, 3)}
    return arcs | inside | outside


@claim(
    "x:abs-pl-generalisation",
    kind="inequality",
    says="Under a Polyak-Łojasiewicz-type condition, convergence of the gradient bounds the generalisation error.",
    formula=r"\mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \le "
    r"\frac{1}{2\lambda}\,\mathbb{E}\|P_tg_t\|^2",
    forall={"L, M": family(worlds, "losses and classes with (SPL)")},
    reading="The condition is read as (SPL), of which this is the rearrangement: what is tried is the λ of each class.",
    tight="attained on linear classes",
    premises=["eq:mu-PL_strong/corrected"],
    mutants={
        "λ = 1, the constant of (PL)": {"constant": lambda _: 1.0},
        "five per cent more of λ": {"constant": lambda lam: 1.05 * lam},
    },
)
def strong_pl_bounds_the_excess_risk(world, *, constant=lambda lam: lam):
    excess, squared, lam = world()
    return at_most(2 * constant(lam) * excess, squared, digits=10, symbol="2λ times the excess")
