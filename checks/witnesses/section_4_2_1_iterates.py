"""Section 4.2.1, line 1118 [x:sec4.2.1-iterates-converge]: Theorem 4.8 proves that "a sequence of iterates almost
surely converges to a stationary point". Read for the lower limit of |P_t g_t|, as in the theorem itself, it is true;
for the iterates, or for the limit of |P_t g_t|, it is false. The abstract (line 197) and line 222 say the same.

1. H = M = T = R, L = 1/(1 + x²), exact steps 1/t from x = 1: x_t increases, and the only stationary point is 0.
2. H = M = R², L = (x² + y²)/2, exact steps 1/(t + 1) from (1, 1), T_t the second axis at t = 2^k and the first at all
   other t: the iterates tend to (0, y) with y = Π 2^k/(2^k + 1) > 1/5, and |P_t g_t| = y_t > 1/5 at t = 2^k.
"""

from fractions import Fraction as Q

import sympy as sp

x = sp.Symbol("x", positive=True)
slope = sp.diff(1 / (1 + x**2), x)
assert slope.is_negative  # x_t > 0 moves away from 0 in every step
y = Q(1)
for k in range(12):
    y -= Q(1, 2**k + 1) * y
y *= 1 - Q(1, 2**11)  # all later factors together: Π (1 - q_k) >= 1 - Σ q_k, and q_k < 2^-k
print("printed: x_t and y_t tend to 0, the only stationary points")
print(f"true: x_t >= 1 for all t, and y_t > {float(y):.4f} for all t")
assert y > Q(1, 5)
