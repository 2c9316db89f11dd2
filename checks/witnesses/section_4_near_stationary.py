"""Section 4, line 806 [x:sec4-near-stationary]: close to a point that is stationary in M but not in H the ratio
|P_t g_t| / |(I - P_t) g_t| is at most c_bias,2 / c_bias,1.

Read for every class M: false where T_t jumps. Read with P_t and g_t continuous at the point it is true.
Sparse vectors, both axes of R², with T_t the axis of u_t, and least squares with the target (0, 1). At the origin T may
be the first axis, which makes it stationary. The points (0, ε) are as close as you like, but T_t is the second axis.
"""

from fractions import Fraction as Q


def squared_parts(u, axis):
    g = (u[0] - 0, u[1] - 1)
    return g[axis] ** 2, g[1 - axis] ** 2  # |P_t g_t|² and |(I - P_t) g_t|²


assert squared_parts((0, 0), 0) == (0, 1)  # stationary in M, not in H
near = [squared_parts((0, Q(1, 10**k)), 1) for k in range(1, 10)]
print("printed: |P_t g_t| <= r |(I - P_t) g_t| for r = c_bias,2 / c_bias,1, close to the origin")
print(f"true: |P_t g_t|² = {near[-1][0]} and |(I - P_t) g_t|² = {near[-1][1]} at (0, 10^-9)")
assert all(projected > 0 == normal for projected, normal in near)
