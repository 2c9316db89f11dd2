"""Section 4.2.1, line 1171 [x:sec4.2.1-step-choice]: Theorem 4.8 with the steps s_t = t^(-1/2-ε), ε in (0, 1/2).

Read for all t >= 1: false, the theorem asks for s_t <= s̄ = c_bias,1 / ((L + C_R) c_var,1), which may be below s_1 = 1.
With s̄ in front, or from the first t with s_t <= s̄ on, it is true, and the rate is the same.
All functions on two points of mass 1/2, d = 2, one optimal point: P^1 g = 2 g(x) times the indicator of x,
c_bias,1 = L + C_R = 1.
"""

from fractions import Fraction as Q

HALF, g = Q(1, 2), (Q(3), Q(-1))
square = sum(HALF * v**2 for v in g)
c_var1 = sum(HALF * HALF * (2 * v) ** 2 for v in g) / square  # E|P^1 g|² / |g|², the same for all g
s_bar = 1 / c_var1
print("printed: s_1 = 1 <= s̄")
print("true: s_1 = 1 and s̄ =", s_bar)
assert s_bar < 1
