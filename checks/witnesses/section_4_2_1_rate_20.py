"""Section 4.2.1, lines 1170-1175 [eq:rate_nonrecovery_BLSCR]: in the worst case |(I - P_t) g_t| + β_t >= c > 0 the
steps s_t = t^(-1/2-ε) give min_{t<=τ} |P_t g_t|² <= C τ^(-1/2+ε) almost surely.

Read for the setting that is named: false, a lower bound of the orthogonal part is no upper one. Read with the
conditions of Theorem 4.8, which ask for a summable s_t² |(I - P_t) g_t|², it is true from the first t with s_t <= s̄ on.
L(x, y) = x²/2 + (1 + x⁴) y, M = T_t the first axis: (B), (LS) with L = 1, R_t = I, P_t g_t = x_t, and the orthogonal
part is 1 + x⁴ >= 1. One of two equally likely points gives P^1 g = x ± (1 + x⁴); all constants are 1. As
1/t <= s_t <= 1, |x_{t+1}| >= s_t (1 + x⁴) - (1 - s_t) |x| >= x⁴/t - |x|, and |x_t| >= 2^t
implies |x_{t+1}| >= |x_t| (8^t/t - 1).
"""

from fractions import Fraction as Q

import sympy as sp

t = sp.Symbol("t", positive=True)
assert sp.minimum(8**t / t, t, sp.Interval(1, sp.oo)) >= 3  # so that |x_{t+1}| >= 2 |x_t|, for every t and all draws
x, least = Q(2), []
for k in range(1, 6):
    least.append(x)
    x = x**4 / k - x  # at least, whatever the signs were
print("printed: min |P_t g_t| tends to 0 almost surely")
print("true: |P_t g_t| is at least", *(f"{float(v):.3g}" for v in least), "for t = 1, ..., 5, on every path")
assert all(v >= 2**k for k, v in enumerate(least, start=1))
