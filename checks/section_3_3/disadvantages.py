r"""Section 3.3: are the constants of the quasi-projection uniformly bounded, and is least squares biased?"""

from math import isqrt

import numpy as np

from checks.instances.stable_samples import BIASED_LINES, CASES
from checks.theory.finite import optimal, rational_system
from checks.theory.forms import determinant, exact
from theorytest import at_most, claim, family, integers, more_than, repair


def small_cell(C):
    """A basis function on a cell of mass c < 1/C, (9 + 16)c/25, in three points: k = 1/c for plain points."""
    m = 2 * isqrt(C) + 4
    masses = 9 * (2 * m) ** 2, 16 * (2 * m) ** 2, 25 * (m**2 - 1) ** 2
    height = exact([[m**2 + 1, m**2 + 1, 0]])[0] / (2 * m)
    return rational_system(masses, masses, height)


@claim(
    "x:sec3.3-quasi-uniformly-bounded",
    says="The variance constants of the quasi-projection are bounded by a number C that depends on d and n alone.",
    formula=r"c_{\mathrm{var},2} \le C(d_t, n) \quad\text{for all } \mathcal{T}_t, \mu_t",
    forall={"C": family([10, 1000, 10**6], "positive numbers", search=integers(1, 50))},
    reading="For all spaces of a dimension and every sampling measure: one function on a cell of mass below 1/C, one "
    "plain point, and a g ⟂ T on this cell. With optimal points both are bounded, see x:display-abc-condition.",
    gravity="fails only when read literally",
    finding="uniform-with-optimal-samples",
    premises=["x:tab2-quasiprojection-var1"],
    controls={"optimal points": {"law": optimal}},
)
def constants_are_bounded_as_printed(C, *, law=lambda system: system):
    system = law(small_cell(C))
    g = system.coordinates * exact([16, -9, 0])
    return at_most(g @ system.second_moment(1) @ g / (g @ g), C, symbol="E‖P¹g‖²/‖g‖²")


def independent(p, G):  # noqa: ARG001 (the signature of a law)
    """The law of independent points."""
    return p


def by_volume(p, G):
    """The law of volume-rescaled points, under which least squares is unbiased."""
    return p * determinant(G)


@repair(
    "x:sec3.3-biased/corrected",
    "x:sec3.3-biased",
    says="Least squares can be biased: for lines on −1, 0, 2 with masses 1/9, 4/9, 4/9 and two optimal points, given a "
    "regular Ĝ, E Pⁿ ≠ P.",
    forall={"T, n": BIASED_LINES},
    premises=["eq:least-squares-projection"],
    mutants={"volume-rescaled points": {"law": by_volume}},
)
@claim(
    "x:sec3.3-biased",
    also=["x:sec3.3-bias2-positive"],
    says="The least squares projection Pⁿ is not an unbiased estimate of the projection P: c_bias,2 > 0.",
    formula=r"\mathbb{E}[P_t^n g \mid \mathcal{F}_t] \ne P_t g \quad\text{for some } g",
    forall={"T, n": CASES},
    reading="For every space, given that Ĝ is regular. Read as `in general` it is true.",
    gravity="fails only when read literally",
    finding="least-squares-without-bias",
)
def least_squares_is_biased(case, *, law=independent):
    """For constants it is the sample mean, which is unbiased; on cells it is the sample mean of each cell."""
    return more_than(np.abs(case.mean(law) - case.system.projector).max(), 0, symbol="max |E Pⁿ - P|")


@claim(
    "x:rmk-basis-for-sampling",
    says="All currently known methods need an orthonormal basis for an exact sample from the optimal measure.",
    expected="not executable",
    why="a sentence about all methods known when it was written; no computation can list them",
)
def basis_is_needed_for_sampling():
    """Nothing to run."""
