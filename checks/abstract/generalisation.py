r"""Abstract: conditions of Polyak-Łojasiewicz type turn convergence into bounds of the generalisation error.

(SPL) bounds the excess of the true risk over the class by ‖P_t g_t‖²/(2λ); (PL), which has ‖g_t‖, does not.
"""

from checks.hypotheses import strong_polyak_lojasiewicz
from checks.instances.weighted_losses import WITH_STRONG_PL
from theorytest import at_most, claim, horizon

UNTIL = {"its bound": 1000}  # the last time of what is said for all times


@claim(
    "x:abs-pl-generalisation",
    says="Under a Polyak-Łojasiewicz-type condition, convergence of the gradient bounds the generalisation error.",
    formula=r"\mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \le \tfrac1{2\lambda}\mathbb{E}\|P_tg_t\|^2",
    forall={"L, M": WITH_STRONG_PL, "t": horizon},
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
