"""Appendix I, lines 2642-2643 [x:appI-uniform-lipschitz]: a uniform bound of the local Lipschitz constants Lip_t on a
relatively compact M is a Lipschitz constant of L on M.

Read for the constants near each point of M: false where M is not convex. True for a bound on the convex hull of M.
M is the union of the intervals (0, 1) and (4, 5) of R; L is 0 up to 2, 1 from 3 on, and 3z² - 2z³ at 2 + z between:
smooth, and flat at all points of distance less than one from M.
"""

from fractions import Fraction as Q


def loss(v):
    z = min(max(v - 2, Q(0)), Q(1))
    return 3 * z**2 - 2 * z**3


near = [piece + Q(i, 10) for piece in (0, 4) for i in range(-9, 20)]  # all of the class, and less than one beside it
local = max(abs(loss(v) - loss(w)) / abs(v - w) for v in near for w in near if 0 < abs(v - w) < 1)
v, w = Q(1, 2), Q(9, 2)
quotient = abs(loss(v) - loss(w)) / abs(v - w)
print("printed: |L(v) - L(w)| / |v - w| <=", local)
print("true: |L(v) - L(w)| / |v - w| =", quotient)
assert quotient > local
