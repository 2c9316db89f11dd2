r"""Abstract: conditions of Polyak-Łojasiewicz type turn convergence into bounds of the generalisation error.

(SPL) bounds the excess of the true risk over the class by ‖P_t g_t‖²/(2λ); (PL), which has ‖g_t‖, does not.
"""

import numpy as np

from checks.hypotheses import strong_polyak_lojasiewicz
from checks.instances.landscapes import ARCS, arc_of, landscapes
from checks.instances.tangent_pairs import squared_projection
from checks.instances.weighted_losses import normal_share, weighted_loss
from theorytest import at_most, claim, family, horizon
from theorytest.approximation import Optimal, QuasiProjection
from theorytest.descent import Constant, by_enumeration

UNTIL = {"its bound": 1000}  # the last time of what is said for all times


def on_a_class(landscape):
    """The best λ of (SPL), and the excess of the risk over its infimum on the class against ‖P g‖²."""
    problem = landscape.problem
    excess = np.array([problem.gap_on_class(u) for u, _ in problem.points])
    return landscape.best, {"the gradient": (excess, [squared_projection(problem, b, u) for u, b in problem.points])}


def along_the_scheme(d, n=2):
    """The mean excess along the scheme against E‖P g_t‖², and against the bound gap_1/(σt) of the least of these.

    Weighted least squares with ‖(I - P) g‖ ≤ c ‖P g‖ and s = 1/(L (c_var1 + c² c_var2)), so that σ = s/2.
    """
    loss, times = weighted_loss(d), np.array([1, 2, 10, 100, 1000])
    s = 1 / (loss.L * ((n - 1 + d) / n + d / n * normal_share(loss)))
    moments = by_enumeration(QuasiProjection(Optimal(loss.space), n), loss)
    Z = moments.second_moments(Constant(s), times, loss.best + np.linalg.eigh(loss.hessian)[1][:, 0])
    excess, squared = moments.gap_of(Z), np.einsum("ij,tij->t", loss.hessian @ loss.hessian, Z[:, 1:, 1:])
    return loss.lam, {"the gradient": (excess, squared), "its bound": (excess, excess[0] / (s / 2 * times))}


def worlds():
    """Curved and flat classes, and the scheme on linear classes that hold the target."""
    curved = landscapes() | {"nearly the whole circle": arc_of(2, 14)}
    classes = {name: lambda each=each: on_a_class(each) for name, each in curved.items()}
    return classes | {f"weighted least squares, d = {d}": lambda d=d: along_the_scheme(d) for d in (1, 2, 3)}


@claim(
    "x:abs-pl-generalisation",
    says="Under a Polyak-Łojasiewicz-type condition, convergence of the gradient bounds the generalisation error.",
    formula=r"\mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \le \tfrac1{2\lambda}\mathbb{E}\|P_tg_t\|^2",
    forall={
        "L, M": family(worlds, "losses and classes with (SPL)", search=ARCS.map(lambda arc: lambda: on_a_class(arc))),
        "t": horizon,
    },
    given=[strong_polyak_lojasiewicz],
    reading="The condition is read as (SPL): the excess is at most ‖P_t g_t‖²/(2λ), and with the bound gap_1/(σt) of "
    "the gradient along the scheme at most gap_1/(2λσt).",
    tight="attained on linear classes",
    premises=["eq:mu-PL_strong/corrected"],
    mutants={"two per cent more of λ": {"constant": lambda lam: 1.02 * lam}},
)
def strong_pl_bounds_the_excess_risk(world, *, constant=lambda lam: lam):
    lam, bounds = world()
    for name, (excess, square) in bounds.items():
        yield at_most(
            2 * constant(lam) * excess, square, name, digits=10, until=UNTIL.get(name), symbol="2λ times the excess"
        )
