"""Proof of Theorem 4.8, lines 1152-1153 [x:thm4.8-proof-sigma]: σ_t = s_t - s_t²/(2 s̄), hence
σ_t >= s_t / 2 for s_t <= s̄.

Read with σ_t = c_bias,1 s_t - s_t² (L + C_R)/2 c_var,1 of the theorem: both false for c_bias,1 < 1. With c_bias,1 in
front of both right-hand sides they are true, and the conclusions are the same.
Non-projection with the system {1/√2} on two points of mass 1/2, one drawn point: P^1 g = g(x)/2, L + C_R = 1.
"""

from fractions import Fraction as Q

c_bias1 = sum(Q(1, 2) * Q(g, 2) for g in (1, 1))  # E(g, P^1 g) for g = 1
c_var1 = sum(Q(1, 2) * Q(g, 2) ** 2 for g in (1, 1))  # E|P^1 g|² for g = 1
s, s_bar = Q(1), c_bias1 / c_var1
sigma = c_bias1 * s - s**2 / 2 * c_var1
printed = s - s**2 / (2 * s_bar)
print(f"printed: σ = {printed} >= {s / 2} for s = {s} <= {s_bar}")
print("true: σ =", sigma)
assert sigma < s / 2 < printed
assert sigma == c_bias1 * printed >= c_bias1 * s / 2
