"""Section 5.3, line 1949 [x:sec5.3-adaptive-beats-robbins-monro/rule]: s_opt t^(-1/2) is a Robbins-Monro step size.

Read as usual, not summable but square summable: false for the squares. True for t^-a with 1/2 < a <= 1.
"""

import sympy as sp

t = sp.Symbol("t", positive=True, integer=True)


def finite(exponent):
    return bool(sp.Sum(t**-exponent, (t, 1, sp.oo)).is_convergent())


a, other = sp.Rational(1, 2), sp.Rational(2, 3)
print("printed: the sum of s_t² is finite:", True)
print("true: the sum of s_t² is finite:", finite(2 * a))
assert not finite(2 * a)
assert finite(2 * other) > finite(other)
