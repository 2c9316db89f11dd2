r"""Appendix G with a quasi-projection for Q: the bound on c_var,2, and how small that can be made."""

import math
from fractions import Fraction

from checks.hypotheses import independent_correction, onto
from checks.instances.debiased_problems import BOTH
from checks.instances.finite_problems import k_of, quasi_constants
from theorytest import at_least, at_most, claim
from theorytest.proof import compared, nonnegative, positive, statement, use

EIGHTH = 1 / 8


def printed_bound(tilde, k, n):
    """(c_var2(P̃) + 1) k/n."""
    return (tilde + 1) * k / n


def lemma_g_2(tilde, k, n):
    """(c_var1(Q) - 1) c_var2(P̃) + c_var2(Q)."""
    return (quasi_constants(k, n)[0] - 1) * tilde + k / n


def bound_on_symbols(*, bound=printed_bound):
    """c_var2(P̃)/n is what the bound adds to the constant of the lemma; n ≥ (c_var2(P̃) + 1)k/ε makes it at most ε."""
    (k, n, epsilon), tilde = positive("k n ε"), nonnegative("c̃")
    return statement(
        [at_most(lemma_g_2(tilde, k, n), bound(tilde, k, n)), at_most(lemma_g_2(tilde, k, n), epsilon)],
        given={"ε": at_least(n, (tilde + 1) * k / epsilon)},
        by=[None, [use("ε", epsilon / n)]],
    )


def constants_of(problem):
    """c_var2(P̃), k and n."""
    return problem.tilde, k_of(problem.correction), problem.correction.n_samples


def enough_points(tilde, k):
    """The n of ε = 1/8."""
    return math.ceil(8 * (tilde + 1) * k)


def bound_at(problem):
    """For the n of the problem and for that of ε; the smallest constant is no part of the statement."""
    tilde, k, n = constants_of(problem)
    return [{"c̃": tilde, "k": k, "n": n}, {"c̃": tilde, "k": k, "n": enough_points(tilde, k), "ε": EIGHTH}, None]


@claim(
    "x:appG-var2-bound",
    also=["x:appG-arbitrarily-small"],
    says="With a quasi-projection for Q the constant c_var,2 of Lemma G.2 is at most (c_var,2(P̃) + 1)k/n, and at most "
    "ε from n = (c_var,2(P̃) + 1)k/ε on.",
    formula=r"c_{\mathrm{var},2} \le (c_{\mathrm{var},2}(\tilde P_t) + 1)\,\tfrac{k_t}{n} \to 0",
    forall={"P̃, Q": BOTH},
    given=[onto, independent_correction],
    tight="attained by P̃ = P and optimal points in L²",
    premises=["x:tab2-quasiprojection-var1", "lemma:debiased_P/corrected"],
    proof=compared(bound_on_symbols, bound_at),
    mutants={
        "without the one": {"bound": lambda tilde, k, n: tilde * k / n},
        "two per cent less": {"bound": lambda *case: Fraction(49, 50) * printed_bound(*case)},
        "without the projection": {"bound": lambda tilde, k, n: k / n},  # noqa: ARG005 (the signature of a bound)
    },
)
def c_var2_is_at_most(problem, *, bound=printed_bound):
    """The constant of the lemma, also for the n of ε = 1/8, and the smallest one that P̄ has."""
    tilde, k, n = constants_of(problem)
    known = {"digits": 10, "symbol": "c_var,2"}
    yield at_most(lemma_g_2(tilde, k, n), bound(tilde, k, n), name="Lemma G.2", **known)
    yield at_most(lemma_g_2(tilde, k, enough_points(tilde, k)), EIGHTH, name="ε = 1/8", **known)
    yield at_most(problem.debiased.c_var2, bound(tilde, k, n), name="smallest", **known)
