"""Section 4.2.1, lines 1112-1117 [x:display-asymptotic-descent]: with |(I - P_t) g_t| >= c > 0 and P_t g_t -> 0 the
mean of L(u_{t+1}) is at most L(u_t) + s_t² (L + C_R)/2 c_var,2 c² + β_t.

Read as printed: false, a lower bound was put into an upper bound. With |(I - P_t) g_t| itself, or an upper bound of it,
for c it is true. Least squares by constants, two points of mass 1/2 with the targets 1 and -1, one drawn point,
u_t = 0: P g = 0, |(I - P) g| = 1, so that c = 1/2 is a lower bound; all constants are 1, β = 0.
"""

from fractions import Fraction as Q

HALF, targets, s, c = Q(1, 2), (1, -1), Q(1, 2), Q(1, 2)


def loss(u):
    return sum(HALF * (u - y) ** 2 / 2 for y in targets)


rise = sum(HALF * loss(s * y) for y in targets) - loss(0)
print("printed: the mean loss rises by at most", s**2 / 2 * c**2)
print("true: the mean loss rises by", rise)
assert rise > s**2 / 2 * c**2
assert rise == s**2 / 2 * 1**2
