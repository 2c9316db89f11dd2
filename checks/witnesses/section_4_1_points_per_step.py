"""Section 4.1, line 1077 [x:sec4.1-no-c-above-one]: "in contrast to projections", quasi-projections need no c > 1.

Read: a least squares projection onto T needs n > d - 1 points. True in L², where a point gives one number. False where
it gives l > 1 numbers: then n l >= d is needed, as in H¹, where value and slope are seen.
Lines a + b x in H¹(-1, 1), d = 2, one point x = 0, so that c = n/(d - 1) = 1.
"""

import sympy as sp

x = sp.Symbol("x")
basis, n = (sp.Integer(1), x), 1


def gramian(point, jets):  # of the system, from the jets seen at one point
    J = sp.Matrix([[sp.diff(b, x, k).subs(x, point) for k in range(jets)] for b in basis])
    return J * J.T


c = sp.Rational(n, len(basis) - 1)
print("printed: with c = 1 the empirical Gramian is singular: det = 0")
print("true: in H¹ det =", gramian(0, 2).det())
assert c == 1 == gramian(0, 2).det()
assert gramian(0, 1).det() == 0  # in L² it is
