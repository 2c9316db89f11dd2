r"""Section 3.3: the bias of the least squares projection, E P_t^n against P_t, in rational numbers.

Where Ĝ is regular the estimate reproduces T, so that all bias is the mean of P^n (I - P), and the smallest c_bias,2 is
the norm of that mean.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import sympy as sp

from checks.instances.rational_systems import Rational
from theorytest import claim, family, finite, more_than, repair

THREE = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
X = (-1, 0, 2)
# Lines on -1, 0, 2: G = diag(1, 3/2) for (1, x), so that K = 1 + 2x²/3.
OPTIMAL = tuple(p * (1 + Fraction(2, 3) * x * x) / 2 for p, x in zip(THREE, X, strict=True))
LINES = Rational(THREE, OPTIMAL, ((1,) * 3, X))
# Two cells of masses 4/10 and 6/10, each drawn with probability 1/2.
MASSES = tuple(Fraction(i, 10) for i in (1, 3, 2, 4))
HALVED = tuple(Fraction(*share) for share in ((1, 8), (3, 8), (1, 6), (1, 3)))
CELLS = Rational(MASSES, HALVED, ((1, 1, 0, 0), (0, 0, 1, 1)))
CONSTANTS = Rational((Fraction(1, 4), Fraction(3, 4)), (Fraction(1, 4), Fraction(3, 4)), ((1, 1),))


def independent(mu, draws, G):  # noqa: ARG001 (the signature of a law)
    """The law of independent points."""
    return np.prod([mu[i] for i in draws])


def by_volume(mu, draws, G):
    """The law of volume-rescaled points, under which least squares is unbiased."""
    return independent(mu, draws, G) * _fraction(G.det())


def _fraction(number):
    return Fraction(int(number.p), int(number.q))


@dataclass(frozen=True)
class Regular:
    """A system and n of its points, given that Ĝ is regular."""

    system: Rational
    n: int

    def mean(self, law):
        """E[P^n | Ĝ regular], with a law of the samples."""
        system, mass, total = self.system, Fraction(0), 0
        for draws in itertools.product(range(len(system.rho)), repeat=self.n):
            shares = [Fraction(draws.count(i), self.n) / m for i, m in enumerate(system.mu)]
            G = sp.Matrix(system.empirical_gramian(shares))
            if G.det() != 0:
                p = law(system.mu, draws, G)
                inverse = np.array([[_fraction(v) for v in row] for row in G.inv().tolist()], dtype=object)
                weights = np.array([m * c for m, c in zip(system.rho, shares, strict=True)], dtype=object)
                mass, total = mass + p, total + p * (system.phi.T @ inverse @ system.phi * weights)
        return total / mass


CASES = family(
    {
        "constants, n = 2": Regular(CONSTANTS, 2),
        "two cells, n = 3": Regular(CELLS, 3),
        "lines on -1, 0, 2, n = 2": Regular(LINES, 2),
    },
    "spaces and numbers of optimal points",
)
LITERAL = {
    "forall": {"T, n": CASES},
    "reading": "For every space, given that Ĝ is regular. Read as `in general` it is true.",
    "gravity": "fails only when read literally",
    "finding": "least-squares-without-bias",
}


@repair(
    "x:sec3.3-biased/corrected",
    "x:sec3.3-biased",
    says="Least squares can be biased: for lines on −1, 0, 2 with masses ½, ¼, ¼ and two optimal points, given a "
    "regular Ĝ, E Pⁿ ≠ P.",
    formula=r"\mathbb{E}[P_t^n \mid \hat G \text{ regular}] \ne P_t, \quad n = 2",
    forall={"T, n": finite({"lines on -1, 0, 2, n = 2": Regular(LINES, 2)})},
    premises=["eq:least-squares-projection"],
    mutants={"volume-rescaled points": {"law": by_volume}},
)
@claim(
    "x:sec3.3-bias2-positive",
    says="Least squares has c_bias,2 > 0.",
    formula=r"c_{\mathrm{bias},2} > 0",
    **LITERAL,
)
@claim(
    "x:sec3.3-biased",
    says="The least squares projection Pⁿ is not an unbiased estimate of the projection P.",
    formula=r"\mathbb{E}[P_t^n g \mid \mathcal{F}_t] \ne P_t g \quad\text{for some } g",
    **LITERAL,
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
