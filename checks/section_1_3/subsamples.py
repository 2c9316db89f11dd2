r"""Section 1.3: can fitting on a subsample beat fitting on the full sample?

A fit on a subsample is never better on the points of the full sample, where the full fit is the minimiser. In the true
norm one draw can go either way. Constants and lines on three points, in rational numbers.
"""

import itertools

import numpy as np

from checks.theory.forms import exact, pseudo_inverse
from theorytest import at_least, choices, claim, family, integers

MASS, POINTS, VALUES = exact([["9/10", "1/20", "1/20"], [-1, 0, 2], [0, 1, 1]])
SAMPLES, LARGER = (
    [s for n in sizes for s in itertools.combinations_with_replacement(range(3), n)] for sizes in ((2, 3), (4, 5))
)
ALL = {
    "d": family((1, 2), "dimensions of T, the polynomials of degree below d", search=integers(1, 3)),
    "x_1, …, x_n": family(SAMPLES, "samples of three points", search=choices(SAMPLES + LARGER)),
}


def fit(sample, d):
    """The shortest least squares fit to a sample, at all points."""
    chosen, B = list(sample), np.stack([POINTS**k for k in range(d)], axis=1)
    return B @ pseudo_inverse(B[chosen].T @ B[chosen]) @ B[chosen].T @ VALUES[chosen]


def in_the_space(fitted, _):
    """‖g - v‖²."""
    return MASS @ (VALUES - fitted) ** 2


def on_the_sample(fitted, sample):
    """‖g - v‖_n², the mean over the points of the full sample."""
    chosen = list(sample)
    return np.mean((VALUES - fitted)[chosen] ** 2)


@claim(
    "x:sec1.3-subsample-not-better",
    says="The approximation with respect to a subsample cannot be better than the approximation using the full sample.",
    formula=r"\|g - P^m g\| \ge \|g - P^n g\| \quad\text{for a subsample of } m < n \text{ points}",
    forall=ALL,
    reading="Better in the norm of H, for a given sample and least squares. On the points of the full sample it is "
    "true: there the full fit is the minimiser.",
    gravity="fails only when read literally",
    finding="subsample-in-which-norm",
    controls={"on the points of the full sample": {"error": on_the_sample}},
)
def subsample_is_not_better(d, sample, *, error=in_the_space):
    """Constants: the sample (0, 1) of values has the mean 1/2 and the error 1/4, its half (0) only 1/10."""
    parts = sorted({part for m in range(1, len(sample)) for part in itertools.combinations(sample, m)})
    errors = [error(fit(part, d), sample) for part in parts]
    return at_least(errors, error(fit(sample, d), sample), symbol="the error of a subsample")
