"""Remark 3.2, line 682 [x:rmk-complexity-necessary]: controlling κ(G) and k is "necessary to derive" rates in the risk.

Read as: where k is infinite, plain SGD has no rate. False. Read as `sufficient` it is true: what counts is the largest
eigenvalue of the integral of w K b bᵀ, which a finite k bounds.
Lines with the orthonormal system (1, x), κ(G) = 1, one plain Gaussian point, target in T: e -> (I - s b bᵀ) e, and
K = 1 + x² is unbounded.
"""

import sympy as sp
from sympy.stats import E, Normal

X, s = Normal("X", 0, 1), sp.Rational(1, 4)
x = sp.Symbol("x", real=True)
b = sp.Matrix([1, x])
step = sp.eye(2) - s * b * b.T
second = (step.T * step).applyfunc(lambda entry: E(sp.expand(entry).subs(x, X)))  # E|e_new|² = eᵀ second e
k, factor = sp.limit(b.dot(b), x, sp.oo), max(second.eigenvals())
print("printed: with k =", k, "the mean squared error does not shrink: factor >= 1")
print("true: with k =", k, "it shrinks by the factor", factor, "in every step")
assert k == sp.oo
assert factor < 1
