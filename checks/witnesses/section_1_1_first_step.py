"""Section 1.1, lines 234, 246 and 305 [x:sec1.1-example-iv/from-zero]: u_0 is given, the steps s_t > 0 are t^(-3/4).

Read for every step of the scheme, which begins at t = 0: s_0 is no number. Read with t = 1, 2, ..., or as
(t + 1)^(-3/4), it is true.
"""

import sympy as sp

t = sp.Symbol("t", nonnegative=True)
printed, shifted = t ** sp.Rational(-3, 4), (t + 1) ** sp.Rational(-3, 4)
first = printed.subs(t, 0)
print("printed: s_0 is a positive number")
print("true: s_0 =", first)
assert not first.is_finite
assert shifted.subs(t, 0) == 1
