"""Appendix G with quasi-projections for Q: the bound on c_var,2, and projections P̃ without a uniform bound."""

import math
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.polynomial import legendre

from checks.hypotheses import independent_correction, onto
from checks.instances.debiased_problems import BOTH
from checks.instances.finite_problems import k_of, quasi_constants
from checks.instances.pointwise_losses import BOUNDS
from theorytest import at_least, at_most, claim, equal, family, reals
from theorytest.approximation import Moments
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
    """c_var2(P̃), k, n, and the n of ε = 1/8."""
    tilde, k = problem.tilde, k_of(problem.correction)
    return tilde, k, problem.correction.n_samples, math.ceil(8 * (tilde + 1) * k)


def bound_at(problem):
    """For the n of the problem and for that of ε; the smallest constant is no part of the statement."""
    tilde, k, n, many = constants_of(problem)
    return [{"c̃": tilde, "k": k, "n": n}, {"c̃": tilde, "k": k, "n": many, "ε": EIGHTH}, None]


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
    tilde, k, n, many = constants_of(problem)
    known = {"digits": 10, "symbol": "c_var,2"}
    yield at_most(lemma_g_2(tilde, k, n), bound(tilde, k, n), name="Lemma G.2", **known)
    yield at_most(lemma_g_2(tilde, k, many), EIGHTH, name="ε = 1/8", **known)
    yield at_most(problem.debiased.c_var2, bound(tilde, k, n), name="smallest", **known)


DEGREE = 30


@cache
def odd_line():
    """A and S of P̄ on T = span{u}, u = √3 x, and all polynomials: P̃ from one optimal point x, Q from a plain point y.

    P̃g = g(x)/u(x) u with x ~ u²ρ. Times u(x), the coefficient of P̄g is g(x)(1 - u(y)²) + u(x) u(y) g(y), a polynomial.
    """
    t, weights = legendre.leggauss(2 * DEGREE + 4)
    e = legendre.legvander(t, DEGREE) * np.sqrt(2 * np.arange(DEGREE + 1) + 1)
    e = np.concatenate([e[:, 1:2], e[:, :1], e[:, 2:]], axis=1)
    p, u = weights / 2, e[:, 0]
    m = e[:, None] * (1 - u**2)[None, :, None] + u[:, None, None] * (u[:, None] * e)[None]
    A = np.einsum("x,y,x,xyj->j", p, p, u, m, optimize=True)
    S = np.einsum("x,y,xyi,xyj->ij", p, p, m, m, optimize=True)
    return Moments(A[None], S), e.T @ (p[:, None] * e)


@claim(
    "x:appG-no-uniform-bound",
    says="No uniform bound is required: some independent P̃ has infinite norm in each draw, and P̄ has the constants of "
    "Lemma G.2, tried on polynomials g up to degree 30.",
    formula=r"\|\tilde P_t\| = \infty,\quad c_{\mathrm{var},2}(\tilde P_t) = 1,\quad "
    r"c_{\mathrm{var},2} = (k_t-1)\,c_{\mathrm{var},2}(\tilde P_t) + k_t",
    forall={
        "B": family(BOUNDS, "bounds of ‖P̃‖", search=reals(1)),
        "x": family(
            [Fraction(1, 4), Fraction(1, 2), Fraction(1)], "points that P̃ is drawn from", search=reals(0, 1, open=True)
        ),
    },
    reading="Shown by T = span{√3 x} on [-1, 1], k = 3, n = 1, where c_var,2 = 5.",
    premises=["lemma:debiased_P/corrected"],
    mutants={
        "without the variance of the projection": {"c_var2": 3.0},
        "c_var,1 = 0.99": {"c_var1": 0.99},
        "spikes of one width": {"width": lambda _: Fraction(1, 16)},
    },
)
def unbounded_projections_are_debiased(B, x, *, width=lambda B: 1 / (3 * B**2), c_var1=1.0, c_var2=5.0):
    """P̃g = g(x)/u(x) u with ‖u‖ = 1, for spikes around x: large values and small norms. The smallest c_var2 is 19/5."""
    half = width(B) / x**2
    mass = (min(half, 1 - x) + min(half, 1 + x)) / 2  # of the spike under the uniform measure on [-1, 1]
    yield at_least(1 / (3 * x**2 * mass), B**2, name="norm", symbol="‖P̃g‖²/‖g‖²")
    found, gramian = odd_line()
    yield equal(gramian, np.eye(len(gramian)), name="c_var,2(P̃) = 1", digits=10, scale=1.0, symbol="an entry of E P̃ᵀP̃")
    yield equal(found.A, np.eye(1, len(gramian)), name="mean", digits=10, scale=1.0, symbol="an entry of E P̄")
    yield at_least(found.slack(c_var1, c_var2), 0.0, name="constants", digits=10, scale=1.0, symbol="the slack of P̄")
