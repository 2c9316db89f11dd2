"""Section 5.1.3, line 1728 [ref:bias_oscillation]: the conditioned estimators come down to L(u_t) - L_min,M <=
c_bias,2² L_min,M.

Read where the mean step vanishes, with the best constants of (BBV): false, c_bias,1 is missing. Masses 1/3 at -1, 0, 1,
T = span{1, x}, w = 2/K = 2/(1 + 3x²/2), n = 2. Only the two ends, in either order, are in S_(1/2), with w = 4/5 each:
P² 1 = 4/5, P² x = (6/5) x, so c_bias,1 = 4/5; r = (1, -2, 1) is orthogonal to T, and P² r = 4/5. No noise is left.
"""

from fractions import Fraction as Q

w, r, norm = Q(4, 5), {-1: 1, 0: -2, 1: 1}, Q(6, 3)  # norm of r squared
for x, y in ((-1, 1), (-1, 0), (0, 1)):  # |I - Ĝ|² is at most 1/4 for the ends, 2/5 with the middle
    weights = {z: 2 / (1 + Q(3, 2) * z * z) for z in (x, y)}
    p, q, s = (sum(weights[z] * z**k for z in (x, y)) / 2 for k in range(3))
    p, s, square = p - 1, Q(3, 2) * s - 1, Q(3, 2) * q * q
    assert p + s == 0
    assert (p * p + square <= Q(1, 4)) == (0 not in (x, y))
constant = w * (1 + 1) / 2  # P² 1
mean = w * (r[-1] + r[1]) / 2  # P² r
assert (constant, mean) == (Q(4, 5), Q(4, 5))
rest = mean / constant  # P² (v - r) = 0 for the constant v
gap, best, square = rest**2 / 2, norm / 2, mean**2 / norm
print("printed: gap / L_min,M at most", square, "\ntrue: gap / L_min,M =", gap / best)
assert gap / best == square / constant**2 > square
