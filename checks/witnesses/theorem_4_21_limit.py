"""Proof of Theorem 4.21, line 1598 [x:thm4.21-proof-limit]: a finite sum of s_t x_t with s not in l1 and
x_t = |P_t g_t| - c |(I - P_t) g_t| > 0 means that x_t tends to 0, and f = |(I - P_t) g_t| / |P_t g_t| to 1/c.

Read as printed: does not follow. Only the lower limit of x_t is 0, which is enough for an accumulation set.
s_t = 1/t, x_t = 1 at the powers of two and 1/t elsewhere, |P_t g_t| = 1 and c = 3/4. All terms are positive, and their
sum is at most that of 2^-k over k >= 0 and of t^-2 over t >= 1, which is 2 + π²/6.
"""

from fractions import Fraction as Q

c = Q(3, 4)


def x(t):
    return Q(1) if t & (t - 1) == 0 else Q(1, t)


total = sum(x(t) / t for t in range(1, 2049))
late = {(x(2**k), (1 - x(2**k)) / c) for k in range(5, 12)}  # x and f, from x = 1 - c f
print("printed: x_t tends to 0 and f to", 1 / c)
print("true: at t = 2^k the pair (x_t, f) is", *(f"({a}, {b})" for a, b in late), "for ever")
assert total < 2 + Q(17, 10)  # π²/6 < 17/10
assert late == {(1, 0)}
