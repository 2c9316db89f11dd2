"""Theorem 4.9, lines 1205-1209 [x:thm4.9-chi-conditions]: for χ_t >= 0 with a_t χ_{t+1} <= χ_t and summable χ_{t+1} ξ_t
the gap is at most C / χ_t almost surely.

Read as printed, where σ_t > 0 belongs to the sentence before: false, (SPL) bounds |P_t g_t|² from the wrong side when
σ_t < 0. With σ_t > 0 for t >= T it is true.
H = M = T = R², L = (x² + 4 y²)/2 with λ = 1 and L = 4, exact steps s = 1 from (0, 1), R = I, all other constants 1, C_R
as small as you like (here 0): σ = 1 - 4/2, a = 1 - 2σ, ξ = 0 and χ_t = a^-t.
"""

from fractions import Fraction as Q
from itertools import pairwise

s, lam, L = Q(1), 1, 4
sigma = s - s**2 * Q(L, 2)
a = 1 - 2 * lam * sigma
y, weighted = Q(1), []
for t in range(20):
    weighted.append(Q(L, 2) * y**2 / a**t)  # χ_t times the gap
    y -= s * L * y
print("printed: χ_t (L(u_t) - L_min,M) is bounded")
print("true: χ_t (L(u_t) - L_min,M) =", *weighted[:5], "...")
assert sigma < 0
assert all(later == 3 * now for now, later in pairwise(weighted))
