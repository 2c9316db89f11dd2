r"""Section 1: an empirical risk from plain points, its condition number and its uniform error.

Constants on two points of mass 1/2 with the targets ±1 have L(v) = (v² + 1)/2, and the empirical risk of n points with
mean ȳ is L_n(v) = L(v) - v ȳ, so that sup_{|v| ≤ r} |L_n(v) - L(v)| = r |ȳ|, and the empirical minimiser is ȳ.
"""

from fractions import Fraction
from math import comb

from theorytest import at_least, at_most, claim, equal, family, integers, positive, threshold

RARE, HALF = Fraction(1, 100), Fraction(1, 2)
N = 20
CONDITION = 10


def badly_conditioned(law):
    """P(cond Ĝ > 10) if the second of two points has the probability `law`: Ĝ = diag(N_1/(nμ_1), N_2/(nμ_2))."""
    total = Fraction(0)
    for count in range(N + 1):
        G = (N - count) / (1 - law), count / law
        if max(G) > CONDITION * min(G):
            total += comb(N, count) * law**count * (1 - law) ** (N - count)
    return total


@claim(
    "x:sec1-plain-sampling-condition",
    says="Plain sampling from ρ can lead to a bad condition number of the empirical risk: above 10 for 20 points on "
    "masses 99/100, 1/100, with probability at least 0.83.",
    formula=r"\operatorname{cond}\hat G = \lambda_{\max}(\hat G)/\lambda_{\min}(\hat G) \in [1, \infty], \qquad \hat "
    r"G_{kl} = (b_k, b_l)_n",
    reading="A singular Ĝ has the condition number ∞. One case shows it, T all functions on two points: the "
    "probability is at least 0.83, and with optimal points at most 10⁻⁴. The numbers are ours.",
    mutants={"a mass of 2/100": {"mass": 2 * RARE}},
)
def plain_points_condition_badly(*, mass=RARE):
    yield at_least(badly_conditioned(mass), threshold(Fraction(83, 100)), "plain", symbol="P(cond > 10)")
    yield at_most(badly_conditioned(HALF), threshold(Fraction(1, 10**4)), "optimal", symbol="P(cond > 10)")


def uniform_error(n, k, r):
    """sup over |v| ≤ r of |L_n(v) - L(v)| for k targets 1 of n, at both ends: the difference is linear in v."""
    ends = (Fraction(r), -Fraction(r))
    return max(abs((k * (v - 1) ** 2 + (n - k) * (v + 1) ** 2) / (2 * n) - (v**2 + 1) / 2) for v in ends)


def mean(n, value):
    """The mean of a function of k, the number of targets 1 among n."""
    return sum(Fraction(comb(n, k), 2**n) * value(k) for k in range(n + 1))


@claim(
    "x:sec1-bounds-need-compactness",
    says="Rigorous bounds of this error usually require compactness and decay slowly: for constants |v| ≤ r and "
    "targets ±1 the mean uniform error of n points is at least r/√(2n).",
    formula=r"\tfrac{r}{\sqrt{2n}} \le \mathbb{E}\sup_{|v|\le r}|\mathcal{L}_n(v)-\mathcal{L}(v)| \le \tfrac{r}{\sqrt "
    r"n}, \quad \mathbb{E}\,\mathcal{L}(\bar y)-\mathcal{L}_{\min} = \tfrac1{2n}",
    forall={
        "n": family((1, 2, 3, 10, 101, 1000), "positive integers", search=integers()),
        "r": family((1, 10**6), "radii of the class |v| ≤ r; least squares, masses 1/2", search=positive()),
    },
    reading="What bounds `usually` need is not a computation. In the one case that is computed, least squares with the "
    "targets on two points of mass 1/2, the uniform error grows with r, so that no bound serves all constants, and "
    "decays like 1/√n; the excess of the empirical minimiser decays like 1/n.",
    mutants={
        "half the excess": {"excess": lambda n: Fraction(1, 4 * n)},
        "one per cent less from above": {"above": Fraction(99, 100)},
        "one per cent more from below": {"below": Fraction(101, 200)},
    },
)
def uniform_bounds_need_compactness(n, r, *, excess=lambda n: Fraction(1, 2 * n), below=Fraction(1, 2), above=1):
    """In squares: 1/2 ≤ n (E|ȳ|)² ≤ 1, attained at n = 2 and n = 1 (Khinchine's inequality with its best constants)."""
    square = n * mean(n, lambda k: uniform_error(n, k, r)) ** 2
    yield at_least(square, below * r**2, "below", symbol="n times the squared mean of the uniform error")
    yield at_most(square, above * r**2, "above", symbol="n times the squared mean of the uniform error")
    yield equal(mean(n, lambda k: Fraction(2 * k - n, n) ** 2) / 2, excess(n), "minimiser", symbol="the mean excess")
