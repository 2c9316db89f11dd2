"""Appendix I, line 2648 [x:display-appI-retraction-error]: |L(R_v(v + sg)) - L(v + sg)| <= Lip |R_v(v + sg) - (v + sg)|
<= (Lip/R) s² |g|², where Lip is the Lipschitz constant of L on M.

Read as printed: false for every retraction, since v + sg is not in M. With a constant of L on M and the step between it
is true. L(v) = |v|²/2 on the unit circle, R = 1: L is constant on M. v = (1, 0), sg = (0, s).
"""

import sympy as sp

s = sp.Symbol("s", positive=True)
x = sp.Matrix([1, s])
on_the_circle, at_the_step = sp.Rational(1, 2), x.dot(x) / 2
on_class, near = 0, sp.sqrt(x.dot(x))  # Lipschitz constants: on M, and on the ball that has both points
change = sp.expand(at_the_step - on_the_circle)  # whatever point of the circle R_v(v + sg) is
print("printed: the risk changes by at most", on_class * s**2)
print("true: the risk changes by", change)
assert (change - on_class * s**2).is_positive
assert sp.expand((near * s**2) ** 2 - change**2).is_positive
