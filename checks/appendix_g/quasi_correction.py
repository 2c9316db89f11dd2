r"""Appendix G with a quasi-projection for Q: its constants, the bound on c_var,2, and how small that can be made."""

import math
from fractions import Fraction
from functools import cache, partial

import numpy as np

from checks.hypotheses import finite_variance, independent_correction, onto
from checks.instances.debiased_problems import BOTH
from checks.instances.finite_problems import Problem, k_of, quasi_constants
from checks.instances.spaces import tabulated
from theorytest import at_most, claim, family, reals
from theorytest.approximation import Discrete, Monomials, Oblique, Optimal, Plain, QuasiProjection, Space
from theorytest.approximation.hull import hull
from theorytest.proof import nonnegative, positive, statement


def printed_bound(tilde, k, n):
    """(c_var2(P̃) + 1) k/n."""
    return (tilde + 1) * k / n


def bound_on_symbols(*, bound=printed_bound):
    """c_var2(P̃)/n is what the bound adds to the constant of the lemma."""
    (k, n), tilde = positive("k n"), nonnegative("c̃")
    return statement(at_most((quasi_constants(k, n)[0] - 1) * tilde + k / n, bound(tilde, k, n)))


@claim(
    "x:appG-var2-bound",
    says="With a quasi-projection for Q the constant c_var,2 of Lemma G.2 is at most (c_var,2(P̃) + 1)k/n.",
    formula=r"c_{\mathrm{var},2} \le (c_{\mathrm{var},2}(\tilde P_t) + 1)\,\tfrac{k_t}{n}",
    forall={"P̃, Q": BOTH},
    given=[onto, independent_correction],
    tight="attained by P̃ = P and optimal points in L²",
    premises=["x:tab2-quasiprojection-var1", "lemma:debiased_P/corrected"],
    proof=bound_on_symbols,
    mutants={
        "without the one": {"bound": lambda tilde, k, n: tilde * k / n},
        "without the projection": {"bound": lambda tilde, k, n: k / n},  # noqa: ARG005 (the signature of a bound)
    },
)
def c_var2_is_at_most(problem, *, bound=printed_bound):
    """The constant of the lemma, and the smallest one that P̄ has."""
    k, n, tilde = k_of(problem.correction), problem.correction.n_samples, problem.tilde
    lemma = (quasi_constants(k, n)[0] - 1) * tilde + k / n
    yield at_most(lemma, bound(tilde, k, n), name="Lemma G.2", digits=10, symbol="c_var,2")
    yield at_most(
        problem.debiased.c_var2, bound(tilde, k, n), name="smallest", digits=10, symbol="the smallest c_var,2"
    )


@cache
def small():
    """Projections with ‖P̃(I - P)‖² = 2 and one new point; more of them follow the same law."""
    E = hull(Space(Monomials(2), Discrete(np.array([-1.0, 0.0, 2.0]), np.array([0.3, 0.5, 0.2]))), 0)
    zero = hull(tabulated((0.5, 0.25, 0.25), (1, 2, 0)), 0)
    new = partial(QuasiProjection, n_samples=1)
    lines, function = Oblique(E, np.array([[1.0], [-1.0]])), Oblique(zero, np.ones((1, 2)))
    return {
        "one function with a zero on three points, optimal": Problem(zero, function, new(Optimal(zero.space))),
        "lines on three points, optimal": Problem(E, lines, new(Optimal(E.space))),
        "lines on three points, plain": Problem(E, lines, new(Plain(E.space))),
    }


def printed_number(tilde, k, target):
    """n with (c_var2(P̃) + 1) k/n ≤ the target."""
    return math.ceil((tilde + 1) * k / target - 1e-9)


@claim(
    "x:appG-arbitrarily-small",
    says="If c_var,2(P̃) and k are finite, n ≥ (c_var,2(P̃) + 1)k/ε points of Q give P̄ a c_var,2 of at most ε.",
    formula=r"n \ge (c_{\mathrm{var},2}(\tilde P_t)+1)\,k_t/\varepsilon \implies c_{\mathrm{var},2} \le \varepsilon",
    forall={
        "P̃, Q": family(small, "projections and quasi-projections, on finitely many points"),
        "ε": family([Fraction(1), Fraction(1, 2), Fraction(1, 8)], "positive numbers", search=reals(0.2, 2), effort=10),
    },
    given=[finite_variance, onto, independent_correction],
    premises=["x:appG-var2-bound"],
    mutants={
        "n forgets the projection": {"number": lambda tilde, k, target: printed_number(0, k, target)},  # noqa: ARG005 (as above)
        "half as many points": {"number": lambda *of: printed_number(*of) // 2},
    },
)
def c_var2_is_made_small(problem, target, *, number=printed_number):
    """The smallest c_var,2 of P̄, enumerated."""
    n = number(problem.tilde, k_of(problem.correction), float(target))
    more = QuasiProjection(problem.correction.sampler, n)
    found = Problem(problem.hull, problem.projection, more).debiased.c_var2
    return at_most(found, float(target), digits=10, symbol="c_var,2")
