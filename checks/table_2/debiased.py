r"""Table 2, debiased projection: c_bias,1 = 1, c_bias,2 = 0, c_var,1 = 1, c_var,2 = (c_var,1(Q) - 1) B² + c_var,2(Q).

Every space of Section 3 on the nodes of a quadrature, an oblique projection with a tilt of rank one, and one new point.
"""

from functools import cache

import numpy as np

from checks.hypotheses import independent_correction, onto, unbiased_correction
from checks.instances.finite_problems import Problem, onto_less
from checks.instances.nodes import on_the_nodes
from checks.instances.spaces import all_spaces
from theorytest import at_least, at_most, claim, equal, family, repair
from theorytest.approximation import NonProjection, Oblique, Optimal, Plain, QuasiProjection
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


def as_given(problem):
    return problem


@cache
def biased(problem):
    """The same with a Q from a system that is not orthonormal."""
    Q = problem.correction
    return Problem(problem.hull, problem.projection, NonProjection(Q.sampler, Q.n_samples))


@claim(
    "x:tab2-debiased-bias1",
    says="The debiased projection has c_bias,1 = 1.",
    formula=r"c_{\mathrm{bias},1} = 1",
    forall={"T, P̃, Q": PROBLEMS},
    given=[independent_correction],
    tight="attained by every g in the space",
    premises=["x:display-appG-unbiased"],
    mutants={"one per cent more": {"c_bias1": 1.01}, "a biased Q": {"change": biased}},
)
def first_bias_is_one(problem, *, c_bias1=1.0, change=as_given):
    """λ_min of the symmetric part of the mean on T."""
    return at_least(change(problem).debiased.c_bias1, c_bias1, digits=10, symbol="the largest c_bias,1")


@claim(
    "x:tab2-debiased-bias2",
    says="The debiased projection has c_bias,2 = 0.",
    formula=r"c_{\mathrm{bias},2} = 0",
    forall={"T, P̃, Q": PROBLEMS},
    given=[independent_correction],
    tight="attained: the estimator is unbiased",
    premises=["x:display-appG-unbiased"],
    mutants={"a biased Q": {"change": biased}},
)
def second_bias_is_zero(problem, *, change=as_given):
    """The norm of the mean on the complement."""
    return equal(change(problem).debiased.c_bias2, 0.0, digits=10, scale=1.0, symbol="the smallest c_bias,2")


def printed_cell(c1, c2, B):
    """(c_var1(Q) - 1) B² + c_var2(Q)."""
    return (c1 - 1) * B**2 + c2


def tabulated(problem, cell=printed_cell):
    """The cell, with the tabulated constants of Q and B = ‖P̃‖."""
    return cell(*problem.pairs[0], problem.B)


@repair(
    "x:tab2-debiased-var1/corrected",
    "x:tab2-debiased-var1",
    says="If P̃ maps onto T, the debiased projection has c_var,1 = 1 together with the printed c_var,2.",
    formula=r"\tilde P_tP_t = P_t \implies c_{\mathrm{var},1} = 1,\ "
    r"c_{\mathrm{var},2} = (c_{\mathrm{var},1}(Q_t)-1)B^2 + c_{\mathrm{var},2}(Q_t)",
    forall={"T, P̃, Q": PROBLEMS},
    given=[onto, independent_correction, unbiased_correction],
    tight="attained by every g in the space",
    premises=["lem:debiased_P_bounded/corrected"],
    mutants={
        "one per cent less": {"c_var1": 0.99},
        "B unsquared": {"second": lambda problem: tabulated(problem, lambda c1, c2, B: (c1 - 1) * B + c2)},
    },
)
@claim(
    "x:tab2-debiased-var1",
    says="The debiased projection has c_var,1 = 1.",
    formula=r"c_{\mathrm{var},1} = 1",
    forall={"T, P̃, Q": PROBLEMS},
    reading="For every projection H → T, as Lemma G.1 has it, and not only for those onto T.",
    gravity="fails only when read literally",
    finding="debiased-onto-the-space",
)
def first_variance_is_one(problem, *, c_var1=1.0, second=tabulated):
    """Least squares from a single earlier point is a projection onto a line of T, and has 3/2 with d = n = 2."""
    yield equal(problem.debiased.c_var1, c_var1, name="alone", digits=10, symbol="the smallest c_var,1")
    bound = second(problem)
    slack = problem.debiased.slack(c_var1, bound)
    yield at_least(slack, 0.0, name="together", digits=10, scale=max(1.0, bound), symbol="the slack")


@claim(
    "x:tab2-debiased-var2",
    says="The debiased projection has c_var,2 = (c_var,1(Q) − 1)B² + c_var,2(Q).",
    formula=r"c_{\mathrm{var},2} = (c_{\mathrm{var},1}(Q_t)-1)B^2 + c_{\mathrm{var},2}(Q_t)",
    forall={"T, P̃, Q": PROBLEMS},
    given=[independent_correction],
    reading="For g ⊥ T, with B = ‖P̃‖ and the tabulated constants of Q. Together with c_var,1 = 1 it holds if P̃ maps "
    "onto T, see x:tab2-debiased-var1/corrected.",
    tight="attained by optimal points in one dimension; B² - 1 for B² will do elsewhere",
    premises=["lem:debiased_P_bounded/corrected", "x:appG-quasi-constants"],
    mutants={
        "B unsquared": {"cell": lambda c1, c2, B: (c1 - 1) * B + c2},
        "without c_var,2(Q)": {"cell": lambda c1, c2, B: (c1 - 1) * B**2},  # noqa: ARG005 (the signature of a cell)
    },
)
def second_variance_is_bounded(problem, *, cell=printed_cell):
    """The largest E‖P̄g‖² over all g ⊥ T with ‖g‖ = 1."""
    return at_most(problem.debiased.c_var2, tabulated(problem, cell), digits=10, symbol="the smallest c_var,2")
