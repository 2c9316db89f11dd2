"""Proof of Theorem 4.21, lines 1565-1568 [x:display-thm4.21-proof-processes]: Y_t := L(u_t) is non-negative.

Read with assumption (B), which only says L >= L_min,M: false for losses below 0. With Y_t := L(u_t) - L_min,M it is
true. H = M = T = R, L(x) = x²/2 - 1, at u_t = 1.
"""

from fractions import Fraction as Q


def loss(x):
    return Q(x) ** 2 / 2 - 1


lowest = loss(0)
print("printed: Y_t >= 0")
print("true: Y_t =", loss(1))
assert loss(1) < 0 <= loss(1) - lowest
