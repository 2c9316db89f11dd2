"""Proof of Theorem 4.16, line 1483 [x:display-thm4.16-proof-pl]: gap_t - 2λ σ̃_t/κ_t gap_t = a_t (L(u_{t+1}) - L_min).

Read as printed: false, the index t + 1 is a misprint. With L(u_t) it is the definition of a_t, and the theorem stands.
H = M = T = R, L = v²/2, exact step s = 1/2 from u_t = 1: λ = κ = 1, σ̃ = s - s²/2.
"""

from fractions import Fraction as Q

u, s = Q(1), Q(1, 2)
sigma = s - s**2 / 2
a, gap, after = 1 - 2 * sigma, u**2 / 2, (u - s * u) ** 2 / 2
left = gap - 2 * sigma * gap
print("printed: the last line is", a * after)
print("true: the last line is", left)
assert left != a * after
assert left == a * gap
