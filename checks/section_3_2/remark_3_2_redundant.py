r"""Remark 3.2 for generating systems with more members than dimensions, d > d_t, which Section 3.1 allows for SGD.

The monomials 1, x, ..., x^{d-1} on the points -1 and 1 span a space of dimension d_t = 2, whatever d is.
"""

from __future__ import annotations

import numpy as np

from checks.section_3_2.remark_3_2_complexity import Counted, counted, sgd_step
from theorytest import at_least, at_most, claim, equal, repair

SIZES = range(2, 40)


def dimension(d):
    """d_t for d monomials on two points."""
    return int(np.linalg.matrix_rank(np.vander([-1.0, 1.0], d)))


def step(d):
    """The operations of one SGD step at x = -1, and how many of the d parameters it changes."""
    tally = []
    theta = counted(np.linspace(0.1, 0.9, d), tally)
    point, target, length = Counted(-1.0, tally), Counted(3.0, tally), Counted(0.1, tally)
    after = sgd_step(theta, [point], [target], length)
    return len(tally), sum(a.value != b.value for a, b in zip(theta, after, strict=True))


@claim(
    "rmk:complexity/dimension",
    kind="remark",
    says="An SGD step with one point takes a number of operations of the order of the dimension d_t of the space, "
    "also where the generating system has more members.",
    formula=r"\#_{\text{SGD}} \le C d_t \quad\text{with one } C \text{ for all systems}",
    expected="refuted",
    gravity="misprint",
)
def sgd_costs_the_dimension_as_printed(*, dim=dimension):
    """Every C fails: of d = 4 C + 1 parameters all change in a step, each by an operation at least, and d_t = 2."""
    for C in (1, 10, 100):
        count, name = step(4 * C + 1)[0], f"C = {C}, d = {4 * C + 1}"
        yield at_most(count, C * dim(4 * C + 1), name=name, symbol="operations")


@repair(
    "rmk:complexity/dimension-corrected",
    "rmk:complexity/dimension",
    kind="remark",
    says="An SGD step with one point takes a linear number of operations in the number d of parameters, and "
    "changes all of them; the dimension of the space does not enter.",
    formula=r"\Delta^2\,\#_{\text{SGD}}(d) = 0 < \Delta\,\#_{\text{SGD}}(d), \qquad d_t = 2",
    mutants={
        "no growth": {"order": 1},
        "as many changes as dimensions": {"changed": dimension},
        "a space that grows": {"dim": lambda d: d},
    },
)
def sgd_costs_the_number_of_parameters(*, order=2, changed=lambda d: d, dim=dimension):
    """The same holds for the Gramian of a quasi-projection, which has d² entries before its rank is known."""
    counts, changes = np.transpose([step(d) for d in SIZES])
    yield equal([dim(d) for d in SIZES], 2, name="dimension", symbol="d_t")
    yield equal(np.diff(counts, order), 0, name="linear", symbol="a difference")
    yield at_least(np.diff(counts), 1, name="growing", symbol="a difference")
    yield equal(changes, [changed(d) for d in SIZES], name="changed", symbol="parameters changed")
