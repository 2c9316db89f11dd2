r"""What the best steps make of X_{t+1} = (1 - 2s + m s²) X_t + s² v, the mean squared error of the quasi-projection.

For least squares on a linear space with optimal points in L²: X_t = E‖u_t - P u*‖², m = (n + d - 1)/n and
v = (d/n) ‖(I - P) u*‖², the noise at the minimiser. The factor is a square completed at s = X/(mX + v), whence
    min_s X_{t+1} = X_t - X_t²/(mX_t + v),   1/min_s X_{t+1} = 1/X_t + 1/((m - 1) X_t + v).
"""

from fractions import Fraction
from functools import cache
from typing import Any

import sympy as sp

from checks.hypotheses import full_support, scalar_jets
from theorytest import Hypothesis


def _of_the_space(hypothesis: Hypothesis) -> Hypothesis:
    holds: Any = hypothesis.holds
    return Hypothesis(hypothesis.name, lambda problem: holds(problem.space), hypothesis.says)


SCALAR = _of_the_space(scalar_jets)  # then w K = d where K > 0: the factor of T is m
SEEN = (SCALAR, _of_the_space(full_support))  # then w K = d on X, and the recursion is an equality


def slowest(start: Any, noise: Any, times: Any) -> Any:
    """1/(1/X_1 + (t - 1)/v), a lower bound for every rule of steps."""
    return 1 / (1 / start + (times - 1) / noise)


@cache
def decay(start: Fraction, noise: Fraction) -> Any:
    """The limit of the t-th root of that bound, 0 without noise: a gap of C aᵗ has at most a, whatever C is."""
    if noise == 0:
        return sp.Integer(0)
    t = sp.Symbol("t", positive=True)
    return sp.limit(sp.exp(sp.log(slowest(sp.Rational(start), sp.Rational(noise), t)) / t), t, sp.oo)
