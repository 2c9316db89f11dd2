"""Proof of Theorem 4.21, line 1605 [x:thm4.21-proof-exists]: the closure of V = {u_t} contains a c-quasi-critical
point, |P g| <= c |(I - P) g| with c = c_bias,2 / c_bias,1.

Read in M, as nothing says that M is closed: false. On a compact M it is true.
M = (0, 1] × {0} in R², T the first axis, R = I, least squares with the target (-1, 1): g = (x + 1, -1). The estimate
P^n g = g_1 + g_2 = x has c_bias,1 = c_bias,2 = 1, c = 1. Steps s_t = 1/(t + 1) from x = 1 give x_t = 1/t.
"""

from fractions import Fraction as Q

x, excess = Q(1), []
for t in range(1, 1000):
    g = (x + 1, Q(-1))
    assert x == Q(1, t)
    excess.append(abs(g[0]) - abs(g[1]))  # |P g| - c |(I - P) g|, which is x on all of M
    x -= Q(1, t + 1) * (g[0] + g[1])
print("printed: |P g| - |(I - P) g| <= 0 somewhere in the closure of V in M")
print("true: |P g| - |(I - P) g| = x > 0 on M, and 1/t at x_t")
assert excess == [Q(1, t) for t in range(1, 1000)]
