"""Corollary 4.10, lines 1253-1259, and its proof, lines 1265-1269 [cor:exponential-convergence]:
if |(I - P_t) g_t| <= c |P_t g_t|, then the gap is O(a^t) almost surely for
a = 1 - 2λσ, σ = c_bias,1 s - s² (L + C_R)/2 (c_var,1 + c c_var,2).

Read as printed: false for c > 1, the proof forgets to square c. With c² in σ it is true; for c <= 1 as printed.
Two points of mass 1/2, T the constants, M the multiples of (1 + c, 1 - c), target 0, one drawn point, and R keeps the
norm, so that (CR) is free. λ = 1/(1 + c²), the other constants are 1; c = 2, s = 1/2. The printed a is 19/20. A step
multiplies the gap by 17/20 or by 5/4, each with probability 1/2; 17/20 · 5/4 = 17/16 > 1, so that it grows.
"""

from fractions import Fraction as Q

c, s, HALF = 2, Q(1, 2), Q(1, 2)
g = (1 + c, 1 - c)
square, tangent = sum(HALF * v**2 for v in g), (sum(g) * HALF) ** 2
assert square - tangent == c**2 * tangent > c * tangent  # |(I - P) g|² in the chain
factors = [sum(HALF * (v - s * seen) ** 2 for v in g) / square for seen in g]  # of the gap, for both draws
a = 1 - 2 * Q(1, 1 + c**2) * (s - s**2 / 2 * (1 + c))
product = factors[0] * factors[1]
print(f"printed: the gap is O(a^t) almost surely, a = {a}")
print(f"true: the gap is multiplied by {factors[0]} or {factors[1]}, and grows like ({product})^(t/2) almost surely")
assert (a, product) == (Q(19, 20), Q(17, 16))
assert 0 < a < 1 < product  # by the law of large numbers log gap / t tends to log(product) / 2
assert sum(factors) / 2 == 1 - 2 * Q(1, 1 + c**2) * (s - s**2 / 2 * (1 + c**2))
