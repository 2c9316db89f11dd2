r"""Remark 3.2 [rmk:complexity]: operations of a quasi-projection with optimal sampling and of an SGD step.

Both are run on numbers that count. A count that is a polynomial in d has differences that vanish from some order on.
"""

import numpy as np

from checks.instances.counted_steps import (
    N_SAMPLES,
    Counted,
    by_linear_algebra,
    counted,
    discretised,
    quasi_projection,
    quasi_projection_count,
    sgd_count,
    sgd_step,
)
from theorytest import at_least, at_most, claim, equal, family, integers, repair


@claim(
    "rmk:complexity",
    says="A quasi-projection with optimal sampling takes O(d³) operations, an SGD step O(d).",
    formula=r"\#_{\text{quasi}} \in O(d_t^3), \qquad \#_{\text{SGD}} \in O(d_t)",
    forall={"d": family(range(2, 10), "integers from 2 on", search=integers(2, 12))},
    reading="Counted: Gramian, Cholesky factor, optimal law and estimate on 2d nodes, and SGD with four points. The "
    "differences of the counts say that they are a cubic and a linear polynomial. A known basis would cost less.",
    mutants={
        "as many points as dimensions": {"n_samples": lambda d: d},
        "a square number of nodes": {"n_nodes": lambda d: d**2},
        "a quadratic number": {"order": 3},
    },
)
def operations_are_counted(d, *, n_samples=lambda _: N_SAMPLES, n_nodes=lambda d: 2 * d, order=4):
    """What the counted algorithm computes is compared with linear algebra."""
    sgd = np.array([sgd_count(k, n_samples(k)) for k in range(d, d + 3)])
    quasi = np.array([quasi_projection_count(k, n_nodes(k)) for k in range(d, d + 5)])
    yield equal(np.diff(sgd, 2), 0, name="SGD is linear", symbol="a second difference")
    yield equal(np.diff(quasi, order), 0, name="at most cubic", symbol="a fourth difference")
    yield at_least(np.diff(quasi, 3), 1, name="cubic", symbol="a third difference")
    yield at_least(quasi[:3], sgd, name="more expensive", symbol="operations")
    tally = []
    theta, law, chosen = quasi_projection(*(counted(row, tally) for row in discretised(d, 2 * d)), d, tally)
    reference, law_reference = by_linear_algebra(d, 2 * d, chosen)
    yield equal([t.value for t in theta], reference, name="coefficients", digits=9, symbol="a coefficient")
    yield equal([m.value for m in law], law_reference, name="law", digits=9, symbol="a probability")


def one_point_step(d):
    """The operations of one SGD step at x = -1 with d monomials on the points -1 and 1, which span a plane."""
    tally = []
    theta = counted(np.linspace(0.1, 0.9, d), tally)
    sgd_step(theta, [Counted(-1.0, tally)], [Counted(3.0, tally)], Counted(0.1, tally))
    return len(tally)


def dimension(d):
    """d_t for d monomials on two points."""
    return int(np.linalg.matrix_rank(np.vander([-1.0, 1.0], d)))


SIZES = family([5, 41, 401], "d members that span a plane", search=integers(5, 60))


@repair(
    "rmk:complexity/dimension-corrected",
    "rmk:complexity/dimension",
    by={"size": lambda d: d, "factor": lambda _: 6},
    says="For least squares, an SGD step with one point on a polynomial with d parameters takes at most 6d operations.",
    formula=r"\#_{\text{SGD}} \le 6 d",
    forall={"d": family([1, 2, 5, 41, 401], "positive integers", search=integers(1, 60))},
    tight="approached as d tends to infinity",
    mutants={"five for each parameter": {"factor": lambda _: 5}, "the dimension": {"size": dimension}},
)
@claim(
    "rmk:complexity/dimension",
    says="An SGD step with one point takes at most C dₜ operations, with one C for all generating systems.",
    formula=r"\#_{\text{SGD}} \le C d_t \quad\text{with one } C \text{ for all systems}",
    forall={"d": SIZES},
    reading="O(dₜ), also where the system has d > dₜ members, as Section 3.1 allows: C = (d − 1)/4 fails for each d.",
    gravity="fails only when read literally",
    finding="parameters-not-dimensions",
)
def sgd_costs(d, *, size=dimension, factor=lambda d: (d - 1) // 4):
    """All of the d parameters may change, each by an operation at least."""
    return at_most(one_point_step(d), factor(d) * size(d), symbol="operations")
