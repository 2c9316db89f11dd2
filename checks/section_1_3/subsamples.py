r"""Section 1.3: can fitting on a subsample beat fitting on the full sample?

A fit on a subsample is never better on the points of the full sample, where the full fit is the minimiser. In the true
norm one draw can go either way.
"""

import itertools
from fractions import Fraction

import numpy as np

from theorytest import at_least, claim, family, repair

# Two points of mass 9/10 and 1/10 with the values 0 and 1: the best constant is 1/10.
MASS = (Fraction(9, 10), Fraction(1, 10))
VALUES = (Fraction(0), Fraction(1))
BEST = sum(p * v for p, v in zip(MASS, VALUES, strict=True))


def average(sample):
    """The best constant on a sample."""
    return sum((VALUES[i] for i in sample), Fraction(0)) / len(sample)


def excess(part, _):
    """‖g - P^m g‖² - ‖g - P g‖² for constants: the squared distance of the sample mean from the best constant."""
    return (average(part) - BEST) ** 2


def on_the_sample(part, sample):
    """The mean square error on the points of the full sample."""
    return sum((VALUES[i] - average(part)) ** 2 for i in sample) / len(sample)


SAMPLES = family({"{0, 1}": (0, 1), "{0, 0, 1}": (0, 0, 1)}, "samples of values")


@claim(
    "x:sec1.3-subsample-not-better",
    says="The approximation with respect to a subsample cannot be better than the approximation using the full sample.",
    formula=r"\|g - P^m g\| \ge \|g - P^n g\| \quad\text{for a subsample of } m < n \text{ points}",
    forall={"x_1, …, x_n": SAMPLES},
    reading="Better in the norm of H, for a given sample and least squares; on the points of the full sample it is "
    "true.",
    expected="refuted",
    gravity="fails only when read literally",
    finding="subsample-in-which-norm",
    controls={"measured on the full sample": {"error": on_the_sample}},
)
def subsample_is_not_better(sample, *, error=excess):
    """Constants, n = 2, m = 1: the sample {0, 1} has the mean 1/2 and the excess 4/25, its half {0} only 1/100."""
    parts = sorted(set(itertools.combinations(sample, len(sample) - 1)))
    return at_least([error(part, sample) for part in parts], error(sample, sample), symbol="the excess")


POINTS = np.array([-1.0, 0.0, 0.5, 2.0, 3.0])
GRADIENT = np.array([1.0, -2.0, 0.5, 3.0, -1.0])
EQUAL, IMPORTANCE = np.ones(5), np.array([0.5, 1.0, 2.0, 1.0, 3.0])


def fit(sample, dim, weight):
    """Weighted least squares of the gradient by polynomials on the drawn points, evaluated at all points."""
    V, chosen = np.vander(POINTS, dim, increasing=True), list(sample)
    root = np.sqrt(weight[chosen])
    return V @ np.linalg.lstsq(root[:, None] * V[chosen], root * GRADIENT[chosen], rcond=None)[0]


def squared_error(sample, values, weight):
    """‖g - v‖_n², the mean over the points of a sample."""
    chosen = list(sample)
    return np.mean(weight[chosen] * (GRADIENT[chosen] - values[chosen]) ** 2)


@repair(
    "x:sec1.3-subsample-not-better/corrected",
    "x:sec1.3-subsample-not-better",
    says="On the full sample, the unweighted least squares fit from T has at most the mean square error of any "
    "weighted fit from T to a subsample.",
    formula=r"\|g - P^m g\|_n \ge \|g - P^n g\|_n \quad\text{for every subsample of } m < n \text{ points}",
    forall={
        "d": family((1, 2), "dimensions of T, the polynomials of degree below d"),
        "x_1, …, x_n": family(tuple(itertools.combinations_with_replacement(range(5), 3)), "samples of five points"),
    },
    tight="attained where the subsample has the same fit",
    mutants={
        "measured on other points": {"measured_on": (0, 1, 2, 3, 4)},
        "by one per cent": {"factor": 1.01},
        "measured with other weights": {"weight": np.array([1.0, 2.0, 1.0, 0.5, 4.0])},
    },
)
def subsample_is_not_better_on_the_sample(dim, sample, *, measured_on=None, factor=1.0, weight=EQUAL):
    """All subsamples, with and without weights."""
    where = measured_on or sample
    full = squared_error(where, fit(sample, dim, EQUAL), weight)
    parts = {part for m in range(1, 4) for part in itertools.combinations(sample, m)}
    errors = [squared_error(where, fit(p, dim, w), weight) for p in parts for w in (EQUAL, IMPORTANCE)]
    return at_least(min(errors), factor * full, digits=11, scale=1.0, symbol="the smallest error of a subsample")
