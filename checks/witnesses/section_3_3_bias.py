"""Section 3.3, lines 727 and 748 [x:sec3.3-biased]: least squares is not an unbiased estimate of P_t, namely
c_bias,2 > 0.

Read for every space: false for the constants, where it is the sample mean, and the smallest c_bias,2 is 0. Read as `in
general` it is true, for instance for lines through two points.
Functions on two points of mass 1/2, T = the constants, n = 2 plain points, which are optimal; Ĝ = 1 for every sample.
"""

from fractions import Fraction as Q
from itertools import product


def mean_estimate(g):  # least squares by a constant is the sample mean; four samples of equal probability
    return sum(Q(g[i] + g[j], 2) for i, j in product((0, 1), repeat=2)) / 4


inside, normal = (1, 1), (1, -1)  # of T and orthogonal to it; E(g, P^n g) >= |Pg|² - c |Pg| |(I - P)g| for all g
bias, c_bias2 = mean_estimate(inside) - 1, abs(mean_estimate(normal))  # P leaves 1 of the first, 0 of the second
print("printed: E P^n ≠ P and c_bias,2 > 0")
print(f"true: E P^n - P is {bias}, and the least c_bias,2 is {c_bias2}")
assert bias == c_bias2 == 0
