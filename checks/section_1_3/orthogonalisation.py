r"""Footnote 1: uniform samples cannot orthogonalise stably without the curse of dimension.

The neuron max(0, x_1 + ... + x_m - (m - 1)) on the unit cube lives on a corner of volume 1/m!. Until one of n uniform
points falls there its empirical norm is zero, and it cannot be normalised at all.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial, log

import numpy as np

from theorytest import at_least, at_most, claim, equal

DIMENSIONS = (2, 4, 6, 10)


def corner(m):
    """P(x_1 + ... + x_m > m - 1) = 1 - Σ_k (-1)^k C(m, k) (m - 1 - k)^m / m!, the distribution of a uniform sum."""
    below = sum((-1) ** k * comb(m, k) * Fraction(m - 1 - k) ** m for k in range(m))
    return 1 - below / factorial(m)


def points_needed(volume):
    """The least n with (1 - volume)^n ≤ 1/2."""
    return int(np.ceil(-log(2) / np.log1p(-float(volume))))


@claim(
    "x:footnote-1-orthogonalisation",
    kind="value",
    says="For one ReLU neuron in m dimensions uniform points need more than (m! - 1) ln 2 points to see it with "
    "probability 1/2; one point from its own optimal measure sees it surely.",
    formula=r"\mathbb{P}(\hat G = 0) = (1-\tfrac1{m!})^n \ge \tfrac12 \quad\text{for } n \le (m!-1)\ln 2",
    expected="computed",
    mutants={
        "least x 1.1": {"least": lambda m: 1.1 * ((factorial(m) - 1) * log(2))},
        "half of the cube": {"volume": lambda _: Fraction(1, 2)},
        "a number that grows like the dimension squared": {"most": lambda m: 4.0 * m**2},
    },
)
def uniform_points_miss_a_neuron(
    *, volume=corner, least=lambda m: (factorial(m) - 1) * log(2), most=lambda m: factorial(m) * log(2) + 1
):
    """The volume in rational numbers; sharp up to a point: (1/p - 1) ln 2 ≤ ln 2/(-ln(1 - p)) ≤ ln 2/p."""
    for m in DIMENSIONS:
        p, name = volume(m), f"dimension {m}"
        yield equal(p, Fraction(1, factorial(m)), name=name, symbol="the volume")
        n = points_needed(p)
        yield at_least(n, least(m), name=f"{name}: at least", digits=None, symbol="n")
        yield at_most(n, most(m), name=f"{name}: at most", digits=None, symbol="n")


@claim(
    "x:footnote-1-orthogonalisation/np-hard",
    kind="remark",
    says="The exact orthogonalisation of the layers of an arbitrary neural network is NP-hard.",
    expected="not executable",
    why="a statement of complexity theory about all networks, cited from elsewhere; no run of any size decides it",
)
def exact_orthogonalisation_is_hard():
    """Nothing to run."""
