r"""Footnote 1: uniform samples cannot orthogonalise stably without the curse of dimension.

The neuron max(0, x_1 + ... + x_m - (m - 1)) on the unit cube lives on a corner of volume 1/m!. Until one of n uniform
points falls there its empirical norm is zero, and it cannot be normalised at all.
"""

from fractions import Fraction
from math import comb, factorial, log

import numpy as np

from theorytest import at_least, claim, equal, family, integers


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
