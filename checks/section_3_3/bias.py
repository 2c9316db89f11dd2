r"""Section 3.3: the bias of the least squares projection, E P_t^n against P_t, in rational numbers.

Where Ĝ is regular the estimate reproduces T, so that all bias is the mean of P^n (I - P), and the smallest c_bias,2 is
the norm of that mean.
"""

import numpy as np

from checks.instances.stable_samples import BIASED_LINES, CASES
from checks.theory.forms import determinant
from theorytest import claim, more_than, repair


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
