"""Proof of Theorem 4.21, lines 1554-1560 [x:display-thm4.21-proof-descent]: the mean of L(u_{t+1}) given F_0 is at most
L(u_t) - s_t (c_bias,1 |P_t g_t| - c_bias,2 |(I - P_t) g_t|) |P_t g_t| + s_t² (L + C_R)/2 (...) + β_t.

Read as printed: false, the right-hand side is random given F_0. With F_t, as in Theorem 4.1, it is true.
Least squares by constants, two points of mass 1/2 with the targets 1 and -1, one drawn point, all constants 1 (and
c_bias,2 = 0), u_0 = 1, s_0 = 1/2, s_1 = 1/4. The bound of step t = 1, when the first draw has led to u_1 = 0:
"""

from fractions import Fraction as Q


def mean_loss(points):
    return sum((1 + u**2) / 2 for u in points) / len(points)


def step(u, s):  # both results, each with probability 1/2
    return [u - s * (u - y) for y in (1, -1)]


s, first = Q(1, 4), step(Q(1), Q(1, 2))
assert 0 in first
given_0 = mean_loss([v for u in first for v in step(u, s)])
bound = mean_loss([Q(0)]) - s * 0 + s**2 / 2 * (0 + 1)
print(f"printed: E[L(u_2) | F_0] <= {bound}\ntrue: E[L(u_2) | F_0] = {given_0}")
assert given_0 > bound == mean_loss(step(Q(0), s))
