r"""Table 2, debiased projection: c_var,2 = (c_var,1(Q) - 1) B² + c_var,2(Q); its other cells belong to Appendix G."""

from checks.hypotheses import independent_correction, unbiased_correction
from checks.instances.debiased_problems import KNOWN
from checks.theory import symbolic_debiasing as on
from theorytest import at_most, claim, equal
from theorytest.proof import compared, inner, mean, nonnegative, square, statement, use, vector


def printed_cell(c1, c2, B):
    """(c_var1(Q) - 1) B² + c_var2(Q)."""
    return (c1 - 1) * B**2 + c2


def cell_on_symbols(*, cell=printed_cell):
    """For g ⊥ T: P(I - P̃)g = -P̃g, so that E‖P̄g‖² = E‖Qh‖² - ‖P̃g‖² with h = (I - P̃)g."""
    (g, tilted), corrected, B = vector("g P̃g"), vector("Qh", random=True), nonnegative("B")
    return statement(
        at_most(mean(square(tilted + corrected)), cell(on.c1, on.c2, B) * square(g)),
        given=on.ABOVE_ONE
        | {
            "Q is unbiased: along P̃g": equal(mean(inner(tilted, corrected)), -square(tilted)),
            "Q is unbiased: its variance": at_most(mean(square(corrected)), on.c1 * square(tilted) + on.c2 * square(g)),
            "B": at_most(square(tilted), B**2 * square(g)),
        },
        by=[use("Q is unbiased: along P̃g", -2), use("Q is unbiased: its variance"), use("B", on.c1 - 1)],
    )


def cell_at(problem):
    """At the worst g ⊥ T with ‖g‖ = 1."""
    (g, tilted), corrected = vector("g P̃g"), vector("Qh", random=True)
    known = {"B": problem.B, square(g): 1, mean(square(tilted + corrected)): problem.debiased.c_var2}
    return [known | {on.c1: c1, on.c2: c2} for c1, c2 in problem.pairs]


@claim(
    "x:tab2-debiased-var2",
    says="The debiased projection P̄ has c_var,2 = (c_var,1(Q) − 1)B² + c_var,2(Q) with B = ‖P̃‖: if g ⟂ T, then E‖P̄g‖² "
    "is at most c_var,2‖g‖².",
    formula=r"c_{\mathrm{var},2} = (c_{\mathrm{var},1}(Q_t)-1)B^2 + c_{\mathrm{var},2}(Q_t)",
    forall={"P̃, Q": KNOWN},
    given=[independent_correction, unbiased_correction],
    reading="Together with the cell c_var,1 = 1 it holds if P̃ maps onto T, see Lemma G.1. c_var,1(Q) ≥ 1, as the mean "
    "of Q implies unless T = {0}.",
    tight="attained by optimal points in one dimension; B² - 1 for B² will do elsewhere",
    premises=["x:display-appG-unbiased"],
    proof=compared(cell_on_symbols, cell_at),
    mutants={"five per cent less of c_var,2(Q)": {"cell": lambda c1, c2, B: printed_cell(c1, 0.95 * c2, B)}},
)
def second_variance_is_bounded(problem, *, cell=printed_cell):
    """The largest E‖P̄g‖² over all g ⊥ T with ‖g‖ = 1."""
    bounds = [cell(*pair, problem.B) for pair in problem.pairs]
    return at_most([problem.debiased.c_var2] * len(bounds), bounds, digits=9, symbol="the smallest c_var,2")
