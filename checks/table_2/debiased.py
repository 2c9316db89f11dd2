r"""Table 2, debiased projection: c_var,2 = (c_var,1(Q) - 1) B² + c_var,2(Q).

Every space of Section 3 on the nodes of a quadrature, an oblique projection with a tilt of rank one, and one new point.
"""

from functools import cache

import numpy as np

from checks.hypotheses import independent_correction
from checks.instances.finite_problems import Problem, onto_less
from checks.instances.nodes import on_the_nodes
from checks.instances.spaces import all_spaces
from theorytest import at_most, claim, family
from theorytest.approximation import Oblique, Optimal, Plain, QuasiProjection
from theorytest.approximation.hull import hull

TILT = 3.0


@cache
def hulls():
    """Every space on its nodes, with what the nodes can tell apart in L² and three more functions in H¹."""
    return {name: hull(on_the_nodes(space), 3) for name, space in all_spaces().items()}


def oblique(E):
    """The tilt that maps an even mixture of the complement to one of T, of norm 3."""
    d, c = E.space.dim, E.complement_dim
    return Oblique(E, np.full((d, c), TILT / np.sqrt(d * c)))


@cache
def problems():
    """Oblique projections with plain and with optimal points, and projections onto a line of T."""
    return {
        f"{name}, {sampler.__name__.lower()}": Problem(E, oblique(E), QuasiProjection(sampler(E.space), 1))
        for name, E in hulls().items()
        for sampler in (Plain, Optimal)
    } | onto_less()


PROBLEMS = family(problems, "spaces, projections P̃ into T and quasi-projections Q; all g")


def printed_cell(c1, c2, B):
    """(c_var1(Q) - 1) B² + c_var2(Q)."""
    return (c1 - 1) * B**2 + c2


def tabulated(problem, cell=printed_cell):
    """The cell, with the tabulated constants of Q and B = ‖P̃‖."""
    return cell(*problem.pairs[0], problem.B)


@claim(
    "x:tab2-debiased-var2",
    says="The debiased projection has c_var,2 = (c_var,1(Q) − 1)B² + c_var,2(Q).",
    formula=r"c_{\mathrm{var},2} = (c_{\mathrm{var},1}(Q_t)-1)B^2 + c_{\mathrm{var},2}(Q_t)",
    forall={"T, P̃, Q": PROBLEMS},
    given=[independent_correction],
    reading="For g ⊥ T, with B = ‖P̃‖ and the tabulated constants of Q. Together with c_var,1 = 1 it holds if P̃ maps "
    "onto T, see Lemma G.1.",
    tight="attained by optimal points in one dimension; B² - 1 for B² will do elsewhere",
    premises=["lem:debiased_P_bounded/corrected", "x:tab2-quasiprojection-var1"],
    mutants={
        "B unsquared": {"cell": lambda c1, c2, B: (c1 - 1) * B + c2},
        "without c_var,2(Q)": {"cell": lambda c1, c2, B: (c1 - 1) * B**2},  # noqa: ARG005 (the signature of a cell)
    },
)
def second_variance_is_bounded(problem, *, cell=printed_cell):
    """The largest E‖P̄g‖² over all g ⊥ T with ‖g‖ = 1."""
    return at_most(problem.debiased.c_var2, tabulated(problem, cell), digits=10, symbol="the smallest c_var,2")
