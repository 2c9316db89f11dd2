r"""Corollary 4.3 [x:cor-markov]: what Markov's inequality makes of Theorem 4.2, on trees of all paths."""

from fractions import Fraction as F
from math import prod

from checks.hypotheses import contracting, steps_known, strong_pl
from checks.instances.schemes_on_trees import SCHEMES, TIMES
from checks.instances.trees import accumulated, leaves, mean, smallest_xi, trees
from theorytest import at_most, claim
from theorytest.proof import compared, nonnegative, positive, statement, use
from theorytest.proof import mean as expected

SCOPE = {"(L, M, P_tⁿ, R_t, s_t)": SCHEMES, "T": TIMES}


def bound(instance, root):
    """∏ a_t and ξ̄_T."""
    factors = leaves(root)[0].factors
    return prod(factors), accumulated(factors, smallest_xi(instance, root))


GAP, EVENT = nonnegative("X_{T+1} 1_{X_{T+1}≥K}", random=True)


def tail_on_symbols(*, tail=lambda upper, threshold: upper / threshold):
    """The indicator of X ≥ K is at most X/K, since X ≥ 0."""
    K, upper = positive("K"), nonnegative("upper")
    given = {"X_{T+1} ≥ K": at_most(K * EVENT, GAP), "Theorem 4.2": at_most(expected(GAP), upper)}
    by = [use("X_{T+1} ≥ K", 1 / K, mean=True), use("Theorem 4.2", 1 / K)]
    return statement(at_most(expected(EVENT), tail(upper, K)), given=given, by=by)


def tail_at(instance, T):
    for root in trees(instance, T):
        together, collected = bound(instance, root)
        upper = together * instance.gap(root.state) + collected
        for K in sorted({instance.gap(leaf.state) for leaf in leaves(root)} - {0}) or [1]:
            likely = mean(root, lambda leaf, K=K: int(instance.gap(leaf.state) >= K))
            yield {
                "K": K,
                "upper": upper,
                expected(EVENT): likely,
                expected(GAP): mean(root, lambda x: instance.gap(x.state)),
            }


@claim(
    "x:cor-markov",
    says="Under the assumptions of Theorem 4.2, P(X_{T+1} ≥ K | F₁) ≤ (∏a_t X₁ + ξ̄_T)/K for K > 0.",
    formula=r"\mathbb{P}[\mathcal{L}(u_{T+1})-\mathcal{L}_{\min,\mathcal{M}} \ge K\mid\mathcal{F}_1] \le "
    r"\frac1K\Bigl(\prod_{t=1}^Ta_t\,X_1+\bar\xi_T\Bigr)",
    forall=SCOPE,
    given=[strong_pl, steps_known, contracting],
    reading="Descent with high probability is a small gap X = L − L_min,M; K runs over all values of the gap. With K = "
    "X₁ > 0 the loss falls below L(u₁) with probability at least 1 − ∏a_t − ξ̄_T/X₁, which may be negative.",
    tight="attained where the gap stays or vanishes",
    premises=["thm:convergence_in_expectation"],
    proof=compared(tail_on_symbols, tail_at),
    mutants={
        "Chebyshev's square": {"tail": lambda upper, threshold: (upper / threshold) ** 2},
        "two per cent less": {"tail": lambda upper, threshold: F(49, 50) * upper / threshold},
    },
)
def tail_is_bounded(instance, T, *, tail=lambda upper, threshold: upper / threshold):
    for number, root in enumerate(trees(instance, T), start=1):
        together, collected = bound(instance, root)
        values = sorted({instance.gap(leaf.state) for leaf in leaves(root)} - {0}) or [1]  # any K where all gaps vanish
        found = [mean(root, lambda leaf, K=K: int(instance.gap(leaf.state) >= K)) for K in values]
        upper = [tail(together * instance.gap(root.state) + collected, K) for K in values]
        yield at_most(found, upper, name=f"start {number}", symbol="P(X ≥ K)")
