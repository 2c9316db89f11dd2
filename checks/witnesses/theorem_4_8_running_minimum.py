"""Proof of Theorem 4.8, lines 1155-1158 [x:display-thm4.8-proof-limit/accumulation]: the minimum of |P_t g_t| over
t = 1, ..., τ tends to 0, "this means" that zero is an accumulation point of the sequence.

Read as printed: does not follow, one early zero is enough for the first. The same argument for the minimum over
t = T, ..., τ gives the second for every T, so that the theorem stands.
Constants on two points of mass 1/2 with the targets 1 and -1, one drawn point, |P g_t| = |u_t| and |u_t| <= 1. From the
stationary point u_1 = 0 the step 1/2 leads to ±1/2. The steps 4^-t for t >= 2 move by at most 2 · 4^-t each.
"""

from fractions import Fraction as Q
from itertools import product

moved = 2 * Q(1, 4**2) / (1 - Q(1, 4))  # the sum of all later moves
least = Q(1, 2) - moved
for targets in product((1, -1), repeat=8):
    u, path = Q(0), []
    for t, y in enumerate(targets, start=1):
        path.append(abs(u))
        u -= (Q(1, 2) if t == 1 else Q(1, 4**t)) * (u - y)
    assert path[0] == 0  # the minimum over t <= τ, for every τ
    assert min(path[1:]) >= least
print("printed: |P_t g_t| has the accumulation point 0\ntrue: |P_t g_t| >=", least, "for all t >= 2")
assert least > 0
