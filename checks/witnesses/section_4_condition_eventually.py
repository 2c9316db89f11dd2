"""Section 4, line 825 [x:sec4-condition-eventually]: for u not in M, on the way to a stationary point, eventually
|P g_t| <= r |(I - P) g_t| with r = c_bias,2/c_bias,1.

M = {x > 0} in H = R with T_t = H, the target u = 0 is in the closure of M and not in M. Then P g_t = g_t = u_t, which
tends to 0 along u_t = 2^-t, and (I - P) g_t = 0. If M is closed, dist(u, M) > 0 and the sentence is true.
"""

from fractions import Fraction as Q

r = Q(1000)  # any ratio of the constants
tangent = [Q(1, 2**t) for t in range(1, 31)]  # |P g_t| = |u_t - u|
normal = [Q(0)] * len(tangent)
print("printed: |P g_t| <= r |(I - P) g_t| eventually")
print("true: |P g_30| =", tangent[-1], "and r |(I - P) g_30| =", r * normal[-1])
assert all(t > r * n for t, n in zip(tangent, normal, strict=True))
