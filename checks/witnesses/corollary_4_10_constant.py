"""Corollary 4.10, lines 1255-1259 [eq:rate_recovery_LSSPLCR]: L(u_t) - L_min,M <= a^t almost surely.

Read as printed, without a constant: false, whatever the loss is at the start. Read as O(a^t), as the end of the proof
has it, it is true; the mean gap is at most a^t times the first.
H = M = T = R, L = v²/2 with exact steps s = 1/2 from u_0 = 2: λ = 1, (I - P) g = 0, C_R = 0, a = 1 - 2 (s - s²/2).
"""

from fractions import Fraction as Q

s, u = Q(1, 2), Q(2)
a, gaps = 1 - 2 * (s - s**2 / 2), []
for _ in range(30):
    gaps.append(u**2 / 2)
    u -= s * u
print("printed: the gap is at most a^t")
print("true: the gap is", gaps[0], "times a^t, for a =", a)
assert all(gap > a**t for t, gap in enumerate(gaps))
assert all(gap == a**t * gaps[0] for t, gap in enumerate(gaps))
