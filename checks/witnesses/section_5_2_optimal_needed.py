"""Section 5.2, line 1833 [x:sec5.2-optimal-needed]: "we have to use optimal sampling" for stable stochastic gradients.

Read literally, no other points do: false. A bounded w K is enough, and optimal points have the smallest bound.
Seven Hermite polynomials, of which only d = 7 enters; every second point is plain and every second one optimal:
1/w = 1/2 + K/(2d). With one point, a target in T and the step s the mean squared error shrinks by 1 - 2s + k s².
"""

import sympy as sp

K, s, d = sp.Symbol("K", positive=True), sp.Symbol("s", positive=True), 7
w = 1 / (sp.Rational(1, 2) + K / (2 * d))
assert sp.factor(sp.diff(w * K, K)).is_positive  # increasing in K, which is unbounded on the line
k = sp.limit(w * K, K, sp.oo)
plain = sp.limit(1 * K, K, sp.oo)
factor = (1 - 2 * s + k * s**2).subs(s, sp.Rational(1, 2 * d))
print(f"printed: sup w K is finite for w K = {d} alone")
print(f"true: sup w K = {k} for half plain, half optimal points (plain: {plain}); a step has the factor {factor}")
assert k < sp.oo
assert factor < 1
