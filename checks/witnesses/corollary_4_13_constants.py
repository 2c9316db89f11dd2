"""Proof of Corollary 4.13, line 1359 [x:cor4.13-proof-constants]: a_t = 1 + β t^(2δ-2) - α t^(δ-1) with α = 2λ and
β = 2λ (L + C_R)/2 (1 - 1/n).

Read with a_t = 1 - 2λσ_t of Theorem 4.9 and s_t = t^(δ-1): false. With α = 2λ c_bias,1 and β = λ (L + C_R) c_var,1 it
is true; for the rate any positive numbers will do.
Constants on two points of mass 1/2, target 0, one drawn point, n = d = 1: all constants are 1. At t = 1 the step is 1.
"""

n, lam, smooth, s, u = 1, 1, 1, 1, 1
after = [u - s * u for _ in range(2)]  # the drawn value is u at both points
factor = sum(v**2 for v in after) / 2 / u**2
printed = 1 + 2 * lam * smooth / 2 * (1 - 1 / n) - 2 * lam
corrected = 1 + lam * smooth * 1 - 2 * lam * 1
print(f"printed: a_1 = {printed:g}\ntrue: a_1 = {factor:g}")
assert printed < factor == corrected
