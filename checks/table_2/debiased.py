r"""Table 2, debiased projection: c_bias,1 = 1, c_bias,2 = 0, c_var,1 = 1, c_var,2 = (c_var,1(Q) - 1) B² + c_var,2(Q).

Every space of Section 3 on the nodes of a quadrature, an oblique projection with a tilt of rank one, and one new point.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from checks.instances.finite_problems import Problem, onto_less
from checks.instances.spaces import all_spaces
from checks.scaling import scaled
from checks.section_3_2.optimal_weight import on_the_nodes
from checks.table_2.drawn import same_row
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.approximation.estimators import Debiased, Given, NonProjection, QuasiProjection
from theorytest.approximation.hull import hull
from theorytest.approximation.oblique import Oblique
from theorytest.approximation.sampling import Optimal, Plain

TILT = 3.0
NORM = float(np.hypot(1.0, TILT))  # of an oblique projection with a tilt of norm 3


@cache
def hulls():
    """Every space on its nodes, with what the nodes can tell apart in L² and three more functions in H¹."""
    return {name: hull(on_the_nodes(space), 3) for name, space in all_spaces().items()}


def oblique(E):
    """The tilt that maps an even mixture of the complement to one of T, of norm 3."""
    d, c = E.space.dim, E.complement_dim
    return Oblique(E, np.full((d, c), TILT / np.sqrt(d * c)))


def no_projection(E):
    """A quasi-projection from one earlier point, for a mutant."""
    return Given(QuasiProjection(Plain(E.space), 1), E.space.measure.points[:1])


@cache
def rows(projection=oblique, correction=QuasiProjection):
    """The row of the table on every space, with plain and with optimal points."""
    return {
        f"{name}, {sampler.__name__}": Problem(E, projection(E), correction(sampler(E.space), 1))
        for name, E in hulls().items()
        for sampler in (Plain, Optimal)
    }


def into_the_space():
    """With projections onto less than T as well."""
    return rows() | onto_less()


def biased():
    """A biased Q, from a system that is not orthonormal, for a mutant."""
    return rows(correction=NonProjection)


@claim(
    "x:tab2-debiased-bias1",
    kind="constant",
    says="Debiased projection: c_bias,1 = 1. With a projection onto T no property of Q is needed for it.",
    formula=r"c_{\mathrm{bias},1} = 1",
    expected="computed",
    tight="attained by every g in the space",
    premises=["x:display-appG-unbiased"],
    mutants={
        "c_bias1 x 1.1": {"c_bias1": 1.1},
        "a biased Q and no projection": {"instances": lambda: rows(no_projection, NonProjection)},
    },
)
def first_bias_is_one(*, c_bias1=1.0, instances=into_the_space):
    """The largest that holds, λ_min of the symmetric part of the mean on T; on T itself P̄ is the identity."""
    for name, each in instances().items():
        value = each.debiased.c_bias1
        yield equal(value, c_bias1, name=name, digits=10, symbol="c_bias,1")


@claim(
    "x:tab2-debiased-bias2",
    kind="constant",
    says="Debiased projection: c_bias,2 = 0.",
    formula=r"c_{\mathrm{bias},2} = 0",
    expected="computed",
    tight="attained: the estimator is unbiased",
    premises=["x:display-appG-unbiased"],
    mutants={"a biased Q": {"instances": biased}, "one in a million": {"c_bias2": 1e-6}},
)
def second_bias_is_zero(*, c_bias2=0.0, instances=into_the_space):
    """The norm of the mean on the complement."""
    for name, each in instances().items():
        value = each.debiased.c_bias2
        yield equal(value, c_bias2, name=name, digits=10, scale=1.0, symbol="c_bias,2")


def first_variance(instances, c_var1):
    for name, each in instances.items():
        value = each.debiased.c_var1
        yield equal(value, c_var1, name=name, digits=10, symbol="c_var,1")


@claim(
    "x:tab2-debiased-var1",
    kind="constant",
    says="Debiased projection: c_var,1 = 1, for every projection H -> T.",
    formula=r"c_{\mathrm{var},1} = 1",
    expected="refuted",
    gravity="misprint",
)
def first_variance_is_one_as_printed(*, c_var1=1.0):
    """Least squares from a single earlier point is a projection onto a line of T, and has 3/2 with d = n = 2."""
    yield from first_variance(into_the_space(), c_var1)


@repair(
    "x:tab2-debiased-var1/corrected",
    "x:tab2-debiased-var1",
    kind="constant",
    says="Debiased projection onto T: c_var,1 = 1, and no smaller one holds.",
    formula=r"\tilde P_tP_t = P_t \implies c_{\mathrm{var},1} = 1",
    expected="computed",
    tight="attained by every g in the space",
    premises=["lem:debiased_P_bounded/corrected"],
    mutants={"c_var1 x 0.9": {"c_var1": 0.9}, "projections onto a line of T": {"instances": onto_less}},
)
def first_variance_is_one(*, c_var1=1.0, instances=rows):
    """On T the debiased projection is the identity, whatever is drawn."""
    yield from first_variance(instances(), c_var1)


def printed_cell(c1, c2, B):
    """(c_var1(Q) - 1) B² + c_var2(Q)."""
    return (c1 - 1) * B**2 + c2


@claim(
    "x:tab2-debiased-var2",
    kind="constant",
    says="Debiased projection: the printed c_var,2 with B = |P~|; onto T it holds together with c_var,1 = 1.",
    formula=r"c_{\mathrm{var},2} = (c_{\mathrm{var},1}(Q_t)-1)B^2 + c_{\mathrm{var},2}(Q_t)",
    expected="computed",
    tight="attained by optimal points in one dimension, approached for large B elsewhere; B^2 - 1 for B^2 will do",
    premises=["lem:debiased_P_bounded/corrected", "x:appG-quasi-constants"],
    mutants={
        "cell x 0.9": {"cell": scaled(printed_cell, 0.9)},
        "B unsquared": {"cell": lambda c1, c2, B: (c1 - 1) * B + c2},
        "without c_var,2(Q)": {"cell": lambda c1, c2, B: (c1 - 1) * B**2},  # noqa: ARG005 (the signature of a cell)
    },
)
def second_variance_is_bounded(*, cell=printed_cell):
    """With the norm itself for B, and Q's constants of the table. Loose: B² - 1 for B² is attained (Lemma G.1)."""
    for name, each in rows().items():
        bound = cell(*each.pairs[0], each.B)
        slack = each.debiased.slack(1.0, bound)
        yield at_least(slack, 0.0, name=name, digits=10, scale=max(1.0, bound), symbol="the slack")
    for name, each in onto_less().items():  # where c_var,1 = 1 fails, and this cell does not
        bound = cell(*each.pairs[0], each.B)
        yield at_most(each.debiased.c_var2, bound, name=name, digits=10, symbol="c_var,2")


@claim(
    "x:tab2-debiased-var2/package",
    label="x:tab2-debiased-var2",
    also=["x:tab2-debiased-bias1", "x:tab2-debiased-bias2", "x:tab2-debiased-var1"],
    kind="definition",
    says="The package tabulates the four printed constants of the debiased projection, with B = |P~| and the "
    "tabulated constants of Q.",
    formula=r"1,\quad 0,\quad 1,\quad (c_{\mathrm{var},1}(Q_t)-1)B^2 + c_{\mathrm{var},2}(Q_t)",
    expected="computed",
    mutants={
        "B unsquared": {"cell": lambda c1, c2, B: (c1 - 1) * B + c2},
        "the tilt for the norm": {"norm": TILT},
        "c_var1 of Q": {"first": 3.0},
        "one per cent less": {"cell": lambda c1, c2, B: 0.99 * printed_cell(c1, c2, B)},
    },
)
def package_knows_the_row(*, cell=printed_cell, norm=NORM, first=1.0):
    """The norm is √(1 + 9), by hand."""
    for name, each in rows().items():
        printed = [1.0, 0.0, first, cell(*each.pairs[0], norm)]
        yield from same_row(name, Debiased(each.projection, each.correction), printed)
