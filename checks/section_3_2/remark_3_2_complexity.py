r"""Remark 3.2 [rmk:complexity]: operations of a quasi-projection with optimal sampling and of an SGD step.

Both are run on numbers that count. A count that is a polynomial in d has differences that vanish from some order on.
"""

import numpy as np

from checks.instances import counted_steps as run
from checks.instances.counted_steps import counted, discretised, sgd_count
from theorytest import at_least, at_most, claim, equal, family, integers


def projected(d):
    """The operations of a quasi-projection on 2d nodes, its coefficients and its law, and the nodes that it drew."""
    tally = [0]
    theta, law, chosen = run.quasi_projection(*(counted(row, tally) for row in discretised(d, 2 * d)), d)
    return tally[0], [t.value for t in theta], [m.value for m in law], chosen


@claim(
    "rmk:complexity",
    says="A quasi-projection with optimal sampling takes O(d³) operations, an SGD step O(d).",
    forall={"d": family(range(2, 10), "integers from 2 on", search=integers(2, 12))},
    reading="Counted: Gramian, Cholesky factor, optimal law and estimate on 2d nodes, and SGD with four points. The "
    "differences of the counts say that they are a cubic and a linear polynomial. A known basis would cost less.",
    mutants={"as many points as dimensions": {"n_samples": lambda d: d}, "a quadratic number": {"order": 3}},
)
def operations_are_counted(d, *, n_samples=lambda _: run.N_SAMPLES, order=4):
    """What the counted algorithm computes is compared with linear algebra."""
    sgd = np.array([sgd_count(k, n_samples(k)) for k in range(d, d + 3)])
    quasi = np.array([projected(k)[0] for k in range(d, d + 5)])
    yield equal(np.diff(sgd, 2), 0, name="SGD is linear", symbol="a second difference")
    yield equal(np.diff(quasi, order), 0, name="at most cubic", symbol="a fourth difference")
    yield at_least(np.diff(quasi, 3), 1, name="cubic", symbol="a third difference")
    yield at_least(quasi[:3], sgd, name="more expensive", symbol="operations")
    _, theta, law, chosen = projected(d)
    reference, law_reference = run.by_linear_algebra(d, 2 * d, chosen)
    yield equal(theta, reference, name="coefficients", digits=9, symbol="a coefficient")
    yield equal(law, law_reference, name="law", digits=9, symbol="a probability")


def dimension(d):
    """d_t for d monomials on the points -1 and 1, which span a plane."""
    return int(np.linalg.matrix_rank(np.vander([-1.0, 1.0], d)))


@claim(
    "rmk:complexity/dimension",
    says="An SGD step with one point takes at most C dₜ operations, with one C for all generating systems.",
    forall={"d": family([5, 41, 401], "d members that span a plane", search=integers(5, 60))},
    reading="O(dₜ), also where the system has d > dₜ members, as Section 3.1 allows: C = (d − 1)/4 fails for each d. "
    "For d parameters of a polynomial, 6d operations are enough.",
    gravity="fails only when read literally",
    finding="parameters-not-dimensions",
    controls={"six for each parameter": {"size": lambda d: d, "factor": lambda _: 6}},
)
def sgd_costs(d, *, size=dimension, factor=lambda d: (d - 1) // 4):
    """All of the d parameters may change, each by an operation at least."""
    return at_most(sgd_count(d, 1), factor(d) * size(d), symbol="operations")
