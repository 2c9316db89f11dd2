"""Section 5.1.1, line 1645 [x:sec5.1.1-expected-by-cor/reference]: the first steps of Figure 2, with s_t = 2/9 t^-0.9,
are as expected "in the light of" Corollary 4.5.

Read as an application of it: false, it asks for |(I - P)g_t| = 0 (line 966) and a constant step (line 967). Theorem 4.2
is what applies; with a noise that is small at first it says the same of these steps.
exp and the polynomials of degree less than 3 on [-1, 1]: (I - P)g_t = P exp - exp at every iterate.
"""

import sympy as sp

x = sp.Symbol("x")
steps = [sp.Rational(2, 9) * t ** sp.Rational(-9, 10) for t in (1, 2)]
squares = [sp.integrate(sp.exp(x) * sp.legendre(k, x) / 2, (x, -1, 1)) ** 2 * (2 * k + 1) for k in range(3)]
rest = sp.integrate(sp.exp(2 * x) / 2, (x, -1, 1)) - sum(squares)  # |exp - P exp|²
print("printed: |(I - P)g_t|² = 0 and s_2 - s_1 = 0")
print(f"true: |(I - P)g_t|² = {sp.N(rest, 5)} and s_2 - s_1 = {sp.N(steps[1] - steps[0], 5)}")
assert steps[0] != steps[1]
assert sp.N(rest, 20) > sp.Rational(7, 10**4)
