"""Lemma B.2, line 2168 [x:lemB.2-equality]: the bounds on E|P^n g|² are equalities when G is the identity.

Read for every g and both bounds: false. The first bound, with ∫ w K |L_x g|², is an equality in L², and the second,
with k |g|², where w K is constant besides, as for optimal points. In H¹ already the first one fails.
L²: T is spanned by b = (√2, 0) on two points of mass 1/2, g = (0, 1), one point drawn from the measure itself:
E|P^1 g|² = 0, and k|g|² = 1. H¹ of the uniform measure on [-1, 1]: the constants, g = x, one such point,
P^1 g = x_1: E|P^1 g|² = 1/3, and the first bound is 4/3.
"""

import sympy as sp

x, HALF = sp.Symbol("x", real=True), sp.Rational(1, 2)
b, g = (sp.sqrt(2), 0), (0, 1)
K = [value**2 for value in b]
true = sum(HALF * (g[i] * b[i]) ** 2 for i in (0, 1))  # E|P^1 g|², as |b| = 1
first, second = sum(HALF * K[i] * g[i] ** 2 for i in (0, 1)), max(K) * sum(HALF * v**2 for v in g)
sobolev = sp.integrate(x**2 / 2, (x, -1, 1))
sobolev_first = sp.integrate(1 * (x**2 + 1) / 2, (x, -1, 1))  # K = λ*((1, 0)(1, 0)ᵀ) = 1 and |L_x g|² = x² + 1
print(f"printed: E|P^1 g|² = {second} in L², and {sobolev_first} in H¹")
print(f"true: E|P^1 g|² = {true} in L², and {sobolev} in H¹")
assert (true, second) == (0, 1)
assert (sobolev, sobolev_first) == (sp.Rational(1, 3), sp.Rational(4, 3))
assert true == first
