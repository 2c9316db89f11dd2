r"""Section 1.3, lines 440-448: orthogonalising with uniform samples, and fitting on a subsample of a larger sample."""

import itertools
from fractions import Fraction
from math import comb, factorial, log

import numpy as np

from checks.theory.forms import exact, pseudo_inverse
from theorytest import at_least, choices, claim, equal, family, integers


def corner(m):
    """P(x_1 + ... + x_m > m - 1) = 1 - Σ_k (-1)^k C(m, k) (m - 1 - k)^m / m!, the distribution of a uniform sum."""
    below = sum((-1) ** k * comb(m, k) * Fraction(m - 1 - k) ** m for k in range(m))
    return 1 - below / factorial(m)


@claim(
    "x:footnote-1-orthogonalisation",
    says="Uniform samples cannot guarantee a stable orthogonalisation without the curse of dimensionality.",
    formula=r"\mathbb{P}(\hat G = 0) = (1-\tfrac1{m!})^n \ge \tfrac12 \quad\text{for } n \le (m!-1)\ln 2",
    forall={"m": family((2, 4, 6, 10), "dimensions of the cube", search=integers(2, 12))},
    reading="One example: the neuron max(0, x_1 + … + x_m - (m - 1)) on the unit cube has empirical norm 0 with "
    "probability at least 1/2 unless n exceeds (m! - 1) ln 2.",
    mutants={"two per cent more points": {"share": 1.02}},
)
def uniform_points_miss_a_neuron(m, *, share=1.0):
    """The volume in rational numbers; (1/p - 1) ln 2 ≤ ln 2/(-ln(1 - p)), the number of points for probability 1/2."""
    yield equal(corner(m), Fraction(1, factorial(m)), "volume", symbol="the volume of the support")
    needed, least = np.ceil(-log(2) / np.log1p(-float(corner(m)))), share * (factorial(m) - 1) * log(2)
    yield at_least(needed, least, "points", digits=None, symbol="the least n with (1 - 1/m!)ⁿ ≤ 1/2")


@claim(
    "x:footnote-1-orthogonalisation/np-hard",
    says="The exact orthogonalisation of the layers of an arbitrary neural network is NP-hard.",
    expected="not executable",
    why="a statement of complexity theory about all networks, cited from elsewhere; no run of any size decides it",
)
def exact_orthogonalisation_is_hard():
    """Nothing to run."""


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
