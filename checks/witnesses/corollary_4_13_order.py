"""Proof of Corollary 4.13, lines 1361-1369 [x:display-cor4.13-proof-asymptotic/order]: from a_t χ_{t+1} <= y_t,
y_t ≍ z_t and z_t <= χ_t it is inferred that a_t χ_{t+1} <= χ_t.

Read as printed: does not follow, ≍ does not keep an inequality, even when y_t / z_t tends to 1. For δ > 0 the
conclusion is true, since α t^(δ-1) exceeds (1 - ε)/t from some t on. The same lines at δ = 0, where they are as close:
α = 4/25, β = 3/5, ε = 3/10, a_t = 1 + β/t² - α/t, χ_t = t^(7/10), y_t = a_t (χ_t + (7/10) t^(-3/10)) and
z_t = (1 - α/t) χ_t. Both sides of the conclusion are raised to the tenth power.
"""

import sympy as sp

t, F = sp.Symbol("t", positive=True), sp.Rational
alpha, beta, e = F(4, 25), F(3, 5), F(7, 10)
a = 1 + beta / t**2 - alpha / t
y, z = a * (1 + e / t), 1 - alpha / t  # divided by χ_t
excess = sp.limit(t * (a**10 * (1 + 1 / t) ** 7 - 1), t, sp.oo)
print("printed: (a_t χ_{t+1} / χ_t)^10 <= 1 from some t on")
print("true: (a_t χ_{t+1} / χ_t)^10 is about 1 +", f"({excess})/t")
assert sp.limit(y / z, t, sp.oo) == 1
assert excess > 0
