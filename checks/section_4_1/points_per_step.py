r"""Section 4.1: how few points per step quasi-projections and projections need, and which number is the fastest."""

import itertools
from fractions import Fraction as F

import sympy as sp

from checks import hypotheses as assume
from checks.instances.linear_scheme import ONE_POINT_EACH
from checks.instances.spaces import POLYNOMIAL_SPACES
from checks.theory import symbolic_linear as linear
from checks.theory.mean_square_error import quasi_best, steps_needed
from theorytest import at_most, claim, family, integers, less_than, repair
from theorytest.proof import HYPOTHESIS, compared, fact, induction, integer, lemma, mean, nonnegative, statement, use


def largest_rank(space, n):
    """The largest rank of the jets of 1, x, ..., x^(d-1) at n points of a grid, in rational numbers: that of Ĝ."""
    grid, x = [sp.Rational(k, 4) for k in range(-3, 4)], sp.Symbol("x")
    rows = {
        a: [[sp.diff(x**k, x, m).subs(x, a) for k in range(space.dim)] for m in range(space.jet_size)] for a in grid
    }
    return max(sp.Matrix([row for a in sample for row in rows[a]]).rank() for sample in itertools.combinations(grid, n))


SCOPE = {
    "T": POLYNOMIAL_SPACES,
    "n": family([1, 2, 3], "positive integers", search=integers(1, 4)),
}


@repair(
    "x:sec4.1-no-c-above-one/corrected",
    "x:sec4.1-no-c-above-one",
    says="In L² the empirical Gramian of n ≤ d−1 points is singular, so that projections onto all of T need c > 1.",
    formula=r"l = 1,\ n \le d - 1 \implies \operatorname{rank}\hat G < d",
    given=[assume.scalar_jets, assume.fewer_points],
    mutants={"one point more": {"more": 1}},
)
@claim(
    "x:sec4.1-no-c-above-one",
    says="Projections need c > 1, that is n ≥ d: with n ≤ d−1 points every empirical Gramian is singular.",
    formula=r"n \le d - 1 \implies \operatorname{rank}\hat G < d",
    forall=SCOPE,
    given=[assume.fewer_points],
    gravity="missing hypothesis",
    finding="vector-jets-need-fewer-points",
    reading="For every Hilbert space of Section 3; that quasi-projections need no c > 1 is `x:sec4.1-minimal-c`. "
    "With Ĝ⁺, as (9) has it, fewer points give a projection onto a part of T.",
)
def gramian_is_singular(space, n, *, more=0):
    """In H¹ each point gives the value and the slope: for d = 2 one point determines a line, with c = 1."""
    return less_than(largest_rank(space, n + more), space.dim, symbol="the largest rank of Ĝ")


def one_point_on_symbols(*, fewer=0, floor=1):
    """u_t has made t - 1 = τ steps: (1 + c)^-τ = (1 + c) (1 + c)^-t ≤ 2 (1 + c)^-t ≤ ε, as c = n/(d - 1) ≤ 1; k = d."""
    tau, first = integer("τ", 0), mean(linear.error(1))
    eps, (bound, by) = 2 * linear.power(tau + 1 - fewer) + nonnegative("more"), linear.unrolled(tau)
    share, power = 1 + floor * (quasi_best(linear.k, linear.n) - 1), linear.power(tau) * first
    last = [use("n = 1: c ≤ 1", power / (linear.n + linear.k - 1)), use("A", 2 * first, at={"j": tau})]
    return statement(
        at_most(linear.best + mean(linear.error(tau + 1)), share * linear.best + eps * (linear.best + first)),
        given=linear.conditions() | {"n = 1: c ≤ 1": at_most(linear.n, linear.k - 1)},
        by=lemma("the distance", bound, by=by, then=[use("the distance"), *last]),
    )


def one_point_at(scheme, epsilon):
    t = steps_needed(scheme.c, epsilon)
    more = epsilon - 2 * (1 / (1 + scheme.c)) ** max(t, 1)
    return linear.numbers(scheme, max(t - 1, 0), scheme.d) | {"more": more}


@claim(
    "x:sec4.1-minimal-c",
    says="For optimal points, d ≥ 2 and n = 1, that is c = 1/(d−1), Corollary 4.6 holds for u_t as printed.",
    formula=r"n = 1 \implies \mathbb{E}\frac{\|u-u_t\|^2}{\|u\|^2} \le 2\frac{\|u-Pu\|^2}{\|u\|^2} + \varepsilon, "
    r"\quad t = \Bigl\lceil\tfrac{\ln(2\varepsilon^{-1})}{\ln(1+1/(d-1))}\Bigr\rceil",
    forall={
        "(M, u, w)": ONE_POINT_EACH,
        "ε": family(
            [F(3, 2), F(1, 2), F(1, 7), F(1, 100)],
            "numbers in (0, 2), for which t ≥ 1",
            search=integers(2, 60).map(lambda k: F(3, k)),
        ),
    },
    given=assume.OPTIMAL_LINEAR,
    reading="By Lemma B.3, as M = T_t is linear.",
    tight="attained in two dimensions",
    premises=["cor:convergence_up_to_precision/corrected"],
    proof=compared(one_point_on_symbols, one_point_at, per=linear.best + mean(linear.error(1))),
    mutants={"two per cent less of the floor": {"floor": F(49, 50)}, "one iteration less": {"fewer": 1}},
)
def one_point_is_enough(scheme, epsilon, *, fewer=0, floor=1):
    """For c ≤ 1 the leading two makes up for the step that u_t has not made."""
    t = steps_needed(scheme.c, epsilon) - fewer
    bound = (1 + floor * (quasi_best(scheme.d, 1) - 1)) * scheme.best / scheme.size + epsilon
    return at_most(scheme.errors(max(t - 1, 0))[-1] / scheme.size, bound, symbol="E‖u − u_t‖²/‖u‖²")


def fastest_on_symbols(*, spent=lambda n: n):
    """Induction over n from 2 on: one more factor (d - 1)/d loses more than the right-hand side does."""
    d, n = integer("d", 2), integer("n", 2)
    factor = (d - 1) / d
    step = [fact("powers", factor, n, 1), use(HYPOTHESIS, factor)]
    return statement(less_than(factor ** spent(n), (d - 1) / (n + d - 1)), by=induction(n, step=step))


@claim(
    "x:sec4.1-maximised-n1",
    says="For d ≥ 2 the rate of Corollary 4.6 per sample point, ln(1+c)/n, is largest for n = 1.",
    formula=r"\bigl(\tfrac{d-1}d\bigr)^n < \tfrac{d-1}{n+d-1}, \quad n > 1",
    forall={
        "d": family([2, 3, 10, 100], "integers from 2 on", search=integers(2)),
        "n": family([2, 3, 5, 30], "integers from 2 on", search=integers(2)),
    },
    reading="Per point, as the sentence before speaks of every new one; per iteration n = 1 is the slowest. It is the "
    "rate: with a residual, one step with n points ends at a lower floor.",
    tight="no word: a strict order of two rates without a constant",
    premises=["eq:exp_rate_linear_discussion"],
    proof=compared(fastest_on_symbols, lambda d, n: {"d": d, "n": n}),
    mutants={"per iteration": {"spent": lambda _: 1}, "one point less": {"spent": lambda n: n - 1}},
)
def one_point_is_fastest_per_point(d, n, *, spent=lambda n: n):
    return less_than(F(d - 1, d) ** spent(n), F(d - 1, n + d - 1), symbol="the factor of n steps with one point")
