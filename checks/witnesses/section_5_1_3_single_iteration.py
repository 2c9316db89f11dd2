"""Section 5.1.3, line 1753 [x:sec5.1.3-single-iteration]: then the step 1 converges in a single iteration.

Read for δ = 1/2, up to L_min,M in the mean: false for the quasi-projection, which is Ĝ on T and not the identity. True
for least squares, which is the identity on T.
All functions on two points of mass 1/2, d = 2, n = 2 d = 4 plain points, which are optimal here: Ĝ = diag(N_i / 2) for
N_i draws of point i. The target (1, 1) is in T: L_min,M = 0; from u_1 = 0 the quasi-projection gives u_2 = Ĝ u.
"""

from fractions import Fraction as Q
from math import comb

n, d, target = 4, 2, (1, 1)
mass = gap = fitted = Q(0)
for N in range(n + 1):
    G = [Q(d * count, n) for count in (N, n - N)]
    if max(abs(1 - value) for value in G) <= Q(1, 2):  # S_δ
        p = Q(comb(n, N), 2**n)
        mass += p
        gap += p * sum(Q(1, 2) * (value * y - y) ** 2 for value, y in zip(G, target, strict=True)) / 2
        fitted += p * sum(Q(1, 2) * (value * y / value - y) ** 2 for value, y in zip(G, target, strict=True)) / 2
print("printed: the mean gap after one iteration is at most 0")
print("true: the mean gap after one iteration is", gap / mass)
assert gap > 0 == fitted
