"""Remark 4.15, lines 1399-1416 [x:rmk-minimax] [x:rmk4.15-bounded-complement]: Corollary 4.13 applies to least squares
on M = V with T_t = V_d, and |(I - P_t) g_t| = |u - P_t u| <= |u|.

Read for M = V, with iterates anywhere in V: both false. (SPL) fails for every λ > 0, since steps in V_d do not reach
u; and the orthogonal part is that of u_t - u. Read with M = V_d, that is u_t in V_d, both are true, λ = 1.
V = H = R², V_1 the first axis, u = (0, 1), u_t = (0, 3).
"""

from fractions import Fraction as Q


def parts(u_t, u=(0, 1)):
    g = (u_t[0] - u[0], u_t[1] - u[1])
    return g[0] ** 2, g[1] ** 2, Q(g[0] ** 2 + g[1] ** 2, 2)  # |P g|², |(I - P) g|² and the loss


projected, normal, gap = parts((0, 3))  # the least loss on V is 0
print("printed: |P_t g_t|² >= 2 λ gap > 0 and |(I - P_t) g_t|² = |u - P_t u|² = 1")
print(f"true: |P_t g_t|² = {projected}, gap = {gap} and |(I - P_t) g_t|² = {normal}")
assert projected == 0 < gap
assert normal > 1
projected, normal, gap = parts((5, 0))  # in V_1, where the least loss is 1/2
assert (projected, normal) == (2 * (gap - Q(1, 2)), 1)
