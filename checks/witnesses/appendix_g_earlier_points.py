"""Appendix G, lines 2433-2435 [app:debiased_projection/earlier-points]: P̃ can be least squares from all points drawn
so far, and Lemma G.1 has the bounds for |P̃| < B.

Read together, that the lemma covers this application: false on L² without atoms, where point values have no bound. It
does on points with mass, and for constants in H¹ of an interval. (The paper calls |P̃| < B a strong assumption.)
Constants, uniform points of (0, 1), one earlier point x: P̃h = h(x). A spike h of height 1 and width ε around x.
"""

import sympy as sp

x, eps = sp.symbols("x epsilon", positive=True)
norm = sp.sqrt(sp.integrate(1, (x, 0, eps)))  # of h
quotient = 1 / norm  # |P̃h| / |h|
bound = sp.limit(quotient, eps, 0, "+")
print("printed: |P̃| < B for some B")
print("true: |P̃| =", bound)
assert bound == sp.oo
