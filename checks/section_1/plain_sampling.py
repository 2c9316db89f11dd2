r"""Section 1: sampling from ρ itself can make the empirical risk badly conditioned.

The Hessian of the empirical least squares risk in an orthonormal basis is the empirical Gramian. For all functions on
two points of mass 1 - ε and ε it is diag(N_1 / (n μ_1), N_2 / (n μ_2)) for draws from μ, whatever ε: plain points have
μ_2 = ε, optimal ones 1/2, and how often its condition exceeds a bound is a finite sum.
"""

from fractions import Fraction
from math import comb

from theorytest import at_least, at_most, claim, threshold

RARE, HALF = Fraction(1, 100), Fraction(1, 2)
N = 20
CONDITION = 10


def badly_conditioned(law):
    """P(cond Ĝ > 10) when the second point is drawn with probability `law`."""
    total = Fraction(0)
    for count in range(N + 1):
        G = (N - count) / (1 - law), count / law
        if max(G) > CONDITION * min(G):
            total += comb(N, count) * law**count * (1 - law) ** (N - count)
    return total


@claim(
    "x:sec1-plain-sampling-condition",
    says="Plain sampling from ρ can lead to a bad condition number of the empirical risk.",
    formula=r"\operatorname{cond}\hat G = \lambda_{\max}(\hat G)/\lambda_{\min}(\hat G) \in [1, \infty], \qquad \hat "
    r"G_{kl} = (b_k, b_l)_n",
    reading="A singular Ĝ has the condition number ∞. One case shows it: on two points of mass 99/100 and 1/100, "
    "twenty plain points have a condition number above 10 with probability at least 0.83, optimal points with at most "
    "10⁻⁴. The numbers are ours.",
    mutants={"a mass of 2/100": {"mass": 2 * RARE}},
)
def plain_points_condition_badly(*, mass=RARE):
    yield at_least(badly_conditioned(mass), threshold(Fraction(83, 100)), "plain", symbol="P(cond > 10)")
    yield at_most(badly_conditioned(HALF), threshold(Fraction(1, 10**4)), "optimal", symbol="P(cond > 10)")
