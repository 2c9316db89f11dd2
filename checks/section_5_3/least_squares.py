"""Section 5.3, line 1951: are projections more accurate than quasi-projections, as is suspected?

Two cells of mass 1/2, T the functions that are constant on each; g is level ± scale, each sign on half of a cell.
"""

import itertools
from fractions import Fraction

from theorytest import at_most, claim, family, integers, product, reals, vectors

CELLS, SIGNS, DELTA = (0, 1), (1, -1), Fraction(1, 2)


def mean_error(levels, scale, n, delta=None):
    """E‖P^n g - P g‖² over all samples of n points: least squares given S_δ, or quasi where δ is None."""
    total, count = Fraction(0), 0
    for sample in itertools.product(itertools.product(CELLS, [scale * sign for sign in SIGNS]), repeat=n):
        shares = [Fraction(2 * sum(cell == this for cell, _ in sample), n) for this in CELLS]
        if delta is None or max(abs(share - 1) for share in shares) <= delta:
            sums = [sum(levels[this] + off for cell, off in sample if cell == this) for this in CELLS]
            found = [Fraction(2, n) * each / (share if delta else 1) for each, share in zip(sums, shares, strict=True)]
            errors = [(c - level) ** 2 for c, level in zip(found, levels, strict=True)]
            total, count = total + sum(errors) / Fraction(2), count + 1
    return total / count


SIZES = family([2, 3, 4, 5], "n ≥ 2, for which S_(1/2) is not empty", search=integers(2, 4))
GRADIENTS = {
    "1": ((1, 1), 0),
    "1 on one cell": ((1, 0), 0),
    "2 and -3": ((2, -3), 0),
    "±1": ((0, 0), 1),
    "1 on one cell, ±1": ((1, 0), 1),
}
SEARCHED = product(vectors([2], -3, 3), reals(0, 3)).map(lambda levels, scale: (tuple(levels), scale))
EVERY = {"g": family(GRADIENTS, "elements of H", search=SEARCHED), "n": SIZES}


@claim(
    "x:sec5.3-quasi-stagnates-earlier/accuracy",
    says="Projections are more accurate than quasi-projections: on two cells least squares given S_(1/2) has at most "
    "their mean squared error.",
    formula=r"\mathbb{E}[\|P_{\mathrm{lsq}}^n g - Pg\|^2 \mid \mathcal{S}_{1/2}] \le "
    r"\mathbb{E}\|P_{\mathrm{quasi}}^n g - Pg\|^2",
    forall=EVERY,
    reading="The paper suspects it. Quasi-projections are not conditioned, as in experiment (c). For g ∈ T it is true: "
    "least squares has no error.",
    gravity="fails only when read literally",
    finding="projections-more-accurate",
    controls={"only what lies in T": {"scale": 0}},
)
def accuracy_of_both(g, n, *, scale=1):
    """All 4^n samples: E[1/N] is above 1/E[N] for the number N of points in a cell."""
    levels, off = g[0], scale * g[1]
    return at_most(mean_error(levels, off, n, DELTA), mean_error(levels, off, n), symbol="E‖Pⁿg - Pg‖²")
