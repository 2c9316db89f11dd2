"""Spaces on finitely many points for volume-rescaled least squares: polynomials, cells, nodes of Gauss rules."""

import math
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np

from checks.instances.spaces import ANY_SPACE, CONSTANTS, FOUR_POINTS, H1_LINES, LINES, PARABOLAS
from checks.theory.rational_volume import ANY_SPACE as ANY_POINTS
from checks.theory.rational_volume import Points, any_space
from checks.theory.volume_bounds import Known, cells_variance, smallest_size, zero_sum_variance, zero_sums_with
from theorytest import approximation as lab
from theorytest import choices, family, integers, product, reals
from theorytest.approximation.hull import hull


@cache
def spaces() -> dict[str, lab.Space]:
    """Spaces on finitely many points, the smallest one first, and one in H¹."""
    nodes = lab.Uniform().quadrature(7)
    cells = lab.Discrete(np.array([0.1, 0.3, 0.6, 0.9]), FOUR_POINTS.weights)
    return {
        "constants on four points": CONSTANTS,
        "lines on four points": LINES,
        "parabolas on four points": PARABOLAS,
        "two cells of two points": lab.Space(lab.Histogram((0.0, 0.5, 1.0)), cells),
        "Legendre 2 on Gauss nodes": lab.Space(lab.Legendre(2), lab.Discrete(nodes.nodes, nodes.weights)),
        "H1 lines on four points": H1_LINES,
    }


VOLUME_SPACES = family(spaces, "spaces; all g", search=ANY_SPACE, effort=50)
THREE_MASSES = {"equal": (1, 1, 1), "unequal": (3, 2, 1), "tiny": (1, 2, 997)}
# d and n - d: as few points as there can be, and enough for the printed condition.
SIZES = choices([(1, 0), (2, 0), (3, 0), (6, 0), (3, 2), (1, 40), (1, 200), (2, 60)])
ANY_ZERO_SUM = product(SIZES, reals(0, 1, open=True)).map(zero_sums_with)
# too few points for the printed condition: n = d, and n = 2d + 2
FEW = [zero_sums_with(size, Fraction(1, 50), Fraction(1, 1000)) for size in ((6, 0), (6, 8))]


@cache
def closed_forms(share: float = 1e-4) -> list[Known]:
    """Variances that are known; for cells δ is the smallest that the condition allows with ζ = share d/n."""
    found = list(FEW)
    for d, delta in ((1, 0.999), (1, 0.5), (2, 0.999), (2, 0.9)):
        found.append(zero_sums_with((d, smallest_size(d, delta, lambda d, n: d / n) - d), delta))
    for d, n in ((1, 10**8), (2, 10**8), (50, 10**10)):
        zeta = share * d / n
        delta = math.sqrt(4 * d * math.log(d**2 * n / zeta) / n) * (1 + 1e-9)
        found.append(Known(f"{d} cells, n = {n}", cells_variance(d, n), d, n, delta, zeta))
    return found


def known_cases() -> list[Known]:
    """Closed forms first, then lines on three points with the smallest admissible n, by the estimator itself."""
    found, n = [], smallest_size(2, 0.99, lambda d, n: d / n)
    for name, masses in THREE_MASSES.items():
        space = lab.Space(lab.Monomials(2), lab.Discrete(np.array([-1.0, 0.0, 2.0]), np.array(masses) / sum(masses)))
        m = lab.enumerated(lab.LeastSquares(lab.VolumeRescaled(space), n), hull(space, 0))
        found.append(Known(f"lines, {name} masses", m.c_var2, 2, n, 0.99, 2 / n, m.c_bias1, m.c_bias2, m))
    return closed_forms() + found


WITH_ZETA = family(
    known_cases,
    "spaces in L², n, 0 < δ < 1 and ζ > 0; here those whose variance is known",
    search=ANY_ZERO_SUM,
    effort=60,
)


def with_dimension_over_size() -> list[Known]:
    """Those of Lemma F.1 with ζ = d/n, and before them one with n = d points."""
    first = "mean zero on 7 points, n = d = 6", zero_sum_variance(6, 6), 6, 6, Fraction(1, 10), 1
    return [
        replace(each, name=f"{each.name}, ζ = d/n", zeta=each.d / each.n)
        for each in (Known(*first), *closed_forms(share=1.0))
    ]


WITH_DIMENSION_OVER_SIZE = family(
    with_dimension_over_size, "spaces with a known variance, n ≥ d and δ in (0, 1)", search=ANY_ZERO_SUM, effort=60
)
HALVES = (Fraction(1, 2), Fraction(1, 2))
THIRDS = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
TINY = (Fraction(1, 1000), Fraction(1, 500), Fraction(997, 1000))
FOUR = (Fraction(1, 10), Fraction(1, 5), Fraction(3, 10), Fraction(2, 5))


@cache
def rational_spaces() -> dict[str, Points]:
    """Spaces on two to four points: tiny masses, equal and opposite features, a point without features."""
    return {
        "constants on two points": Points(HALVES, ((1,), (1,))),
        "one function with a zero": Points(THIRDS, ((1,), (2,), (0,))),
        "lines on three points": Points(THIRDS, ((1, -1), (1, 0), (1, 2))),
        "lines with tiny masses": Points(TINY, ((1, -1), (1, 0), (1, 2))),
        "two cells of two points, in fractions": Points(FOUR, ((1, 0), (1, 0), (0, 1), (0, 1))),
        "odd lines and a point without features": Points(FOUR, ((1, 1), (-1, -1), (0, 2), (0, 0))),
        "parabolas on −1, 0, 1, 2": Points(FOUR, ((1, -1, 1), (1, 0, 0), (1, 1, 1), (1, 2, 4))),
    }


RATIONAL_SPACES = family(
    rational_spaces, "spaces T in L², on finitely many points, and all g", search=ANY_POINTS, effort=60
)
RATIONAL_SIZES = family([1, 2, 3, 4], "positive integers", search=integers(1, 3))
FIFTHS, HERE = (Fraction(1, 5),) * 5, (-2, -1, 0, 1, 3)
MORE_POINTS = {
    "constants on five points in fractions": Points(FIFTHS, ((1,),) * 5),
    "lines on five points in fractions": Points(FIFTHS, tuple((1, x) for x in HERE)),
    "parabolas on five points in fractions": Points(FIFTHS, tuple((1, x, x**2) for x in HERE)),
}
SPACES_ON_MORE_POINTS = family(
    lambda: rational_spaces() | MORE_POINTS,
    "spaces T in L², on up to five points",
    search=any_space(((1, 2), (1, 3), (2, 3), (2, 4), (2, 5), (3, 5))),
    effort=60,
)
