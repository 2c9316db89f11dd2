"""Section 4.2.2, line 1377 [x:sec4.2.2-perturbed-exponential]: Theorem 4.9 guarantees an exponential convergence that
is perturbed by the projection and retraction errors.

Read for the steps of order t^(δ-1) that are discussed there: false, without errors the gap is the product of the a_t,
which tend to 1. Read for constant steps, or as `a contraction in every step`, it is true; for steps c t^(δ-1) the
product is about exp(-2c t^δ / δ).
H = M = T = R, L = v²/2, exact steps s_t = t^(δ-1)/2, δ = 1/10: the gap shrinks by a_t = (1 - s_t)².
"""

import sympy as sp

t = sp.Symbol("t", positive=True)
a_t = (1 - t ** sp.Rational(-9, 10) / 2) ** 2
limit = sp.exp(sp.limit(sp.log(a_t), t, sp.oo))  # log of the gap over t is the mean of log a_k, k <= t
print("printed: (gap / first gap)^(1/t) stays below a number a < 1")
print("true: (gap / first gap)^(1/t) tends to", limit)
assert limit == 1
