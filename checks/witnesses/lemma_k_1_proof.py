"""Proof of Lemma K.1, line 2908 [x:display-lemK.1-proof-mvt]: there is an η in (0, 1) with |L(v) - L(w)| = f'(η), where
f is L on the segment from w to v.

Read as printed: false where L falls from w to v. With |f'(η)| it is true, and the lemma stands.
L(v) = v²/2 on the line, w = 1 and v = 0: f(t) = (1 - t)²/2.
"""

import sympy as sp

t = sp.Symbol("t", real=True)
v, w = 0, 1
f = (t * v + (1 - t) * w) ** 2 / 2
slope = sp.diff(f, t)
difference = abs(f.subs(t, 1) - f.subs(t, 0))
largest = sp.maximum(slope, t, sp.Interval(0, 1))
print("printed: f' has the value", difference)
print("true: f' is at most", largest)
assert largest < difference
assert abs(slope.subs(t, sp.Rational(1, 2))) == difference
