r"""Section 1: sampling from ρ itself can make the empirical risk badly conditioned.

The Hessian of the empirical least squares risk in an orthonormal basis is the empirical Gramian. For all functions on
two points of mass 1 - ε and ε it is diag(N_1 / (n(1 - ε)), N_2 / (nε)) for plain points, while optimal points hit both
with probability 1/2: how often its condition exceeds a bound is a finite sum.
"""

from fractions import Fraction
from math import comb

import numpy as np

from theorytest import at_least, at_most, claim, equal, threshold
from theorytest.approximation import Discrete, Monomials, Optimal, Plain, Space, draws, empirical_gramian

RARE = Fraction(1, 100)
N = 20
CONDITION = 10


def by_counts(law):
    """P(cond Ĝ > 10) when the second point is drawn with probability `law`; its mass cancels."""
    total = Fraction(0)
    for count in range(N + 1):
        G = (N - count) / (1 - law), count / law  # b_i² = 1/ρ_i, so that w b² = 1/μ
        if max(G) > CONDITION * min(G):
            total += comb(N, count) * law**count * (1 - law) ** (N - count)
    return total


def by_the_package(sampler, mass):
    """The same for the package's sampler and its empirical Gramians, all samples enumerated."""
    space = Space(Monomials(2), Discrete(np.array([0.0, 1.0]), np.array([float(1 - mass), float(mass)])))
    every = draws(sampler(space), N)
    eigenvalues = np.linalg.eigvalsh(empirical_gramian(sampler(space), every.points))
    return float(every.probability @ (eigenvalues[:, 0] * CONDITION * (1 + 1e-9) < eigenvalues[:, -1]))


@claim(
    "x:sec1-plain-sampling-condition",
    says="Plain sampling from ρ can lead to a bad condition number of the empirical risk.",
    formula=r"\operatorname{cond}\hat G = \frac{\lambda^*(\hat G)}{\lambda_*(\hat G)}, \qquad "
    r"\hat G_{kl} = (b_k, b_l)_n",
    reading="One case shows it: on two points of mass 99/100 and 1/100, twenty plain points have a condition number "
    "above 10 with probability at least 0.83, optimal points with at most 10⁻⁴. The numbers are ours.",
    expected="computed",
    mutants={
        "equal masses": {"mass": Fraction(1, 2)},
        "plain points for both": {"better": Plain},
        "optimal points for both": {"worse": Optimal},
    },
)
def plain_points_condition_badly(*, mass=RARE, worse=Plain, better=Optimal):
    for sampler, law, word in ((worse, RARE, "plain"), (better, Fraction(1, 2), "optimal")):
        found = by_the_package(sampler, mass)
        yield equal(found, float(by_counts(law)), f"{word}, package", digits=10, symbol="P(cond > 10)")
    yield at_least(by_counts(mass), threshold(Fraction(83, 100)), "plain", symbol="P(cond > 10)")
    yield at_most(by_counts(Fraction(1, 2)), threshold(Fraction(1, 10**4)), "optimal", symbol="P(cond > 10)")
