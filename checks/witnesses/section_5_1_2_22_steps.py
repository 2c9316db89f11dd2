"""Section 5.1.2, line 1692 [x:sec5.1.2-tmax]: with the step 1/9 the best approximation error is attained in the mean
after 22 steps.

Read as E L(u_23) - L_min,M <= L_min,M from u_1 = 0: false for both samplings, shown here for optimal points. 22 is the
number of Corollary 4.6 for the step 1/3 of optimal points; 1/9 needs 40. For optimal points w K = 3, so that for n = 1
E|e - s w b (b·e - r)|² = (1 - 2s + 3s²) |e|² + 3s² |r|² with r = exp - P exp.
"""

import sympy as sp

x, s = sp.Symbol("x"), sp.Rational(1, 9)
squares = [sp.integrate(sp.exp(x) * sp.legendre(k, x) / 2, (x, -1, 1)) ** 2 * (2 * k + 1) for k in range(3)]
floor = (sp.integrate(sp.exp(2 * x) / 2, (x, -1, 1)) - sum(squares)) / 2


def in_units(steps):  # the mean gap after so many steps, as a multiple of L_min,M
    q = 1 - 2 * s + 3 * s**2
    return sp.N(q**steps * sum(squares) / 2 / floor + 3 * s**2 * (1 - q**steps) / (1 - q), 20)


print(f"printed: gap / L_min,M <= 1 after 22 steps\ntrue: gap / L_min,M = {in_units(22):.4f} after 22 steps")
assert in_units(22) > 1
assert in_units(40) < 1 < in_units(39)
