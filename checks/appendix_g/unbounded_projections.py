r"""Appendix G: projections without a uniform bound [x:appG-no-uniform-bound].

Where ρ has no atoms, values at points are unbounded on L²(ρ): least squares from known points then has infinite norm,
and Lemma G.1 says nothing. Averaged over its points it has a finite second moment, and Lemma G.2 applies.
"""

from fractions import Fraction
from functools import cache

import numpy as np
from numpy.polynomial import legendre

from checks.instances.pointwise_losses import BOUNDS
from theorytest import at_least, claim, equal, family, reals
from theorytest.approximation import Moments

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
    says="A uniform bound is not required: for some independent P̃ each draw has infinite norm, and P̄ "
    "satisfies (BBV) with the constants of Lemma G.2.",
    formula=r"\|\tilde P_t\| = \infty,\quad c_{\mathrm{var},2}(\tilde P_t) = 1,\quad "
    r"c_{\mathrm{var},2} = (k_t-1)\,c_{\mathrm{var},2}(\tilde P_t) + k_t",
    forall={
        "B": family(BOUNDS, "bounds of ‖P̃‖", search=reals(1)),
        "x": family(
            [Fraction(1, 4), Fraction(1, 2), Fraction(1)], "points that P̃ is drawn from", search=reals(0, 1, open=True)
        ),
    },
    reading="Shown by T = span{√3 x} on [-1, 1], k = 3, n = 1, where c_var,2 = 5; g: polynomials up to degree 30.",
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
