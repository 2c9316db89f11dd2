"""Section 3.2, line 666 [x:sec3.2-example-b]: polynomials of degree d - 1, Gaussian measure, w = 1: k = ∞.

Read for every dimension d: false for d = 1, where k = 1. For d >= 2 it is true.
k is the supremum of Σ_k b_k², with b from the monomials by Gram and Schmidt.
"""

import sympy as sp
from sympy.stats import E, Normal

x, X = sp.Symbol("x", real=True), Normal("X", 0, 1)


def christoffel(d):
    basis = []
    for degree in range(d):
        p = x**degree - sum(E((x**degree * b).subs(x, X)) * b for b in basis)
        basis.append(p / sp.sqrt(E((p**2).subs(x, X))))
    return sp.expand(sum(b**2 for b in basis))


print("printed: k = ∞ for d = 1")
print("true: k =", christoffel(1), "for d = 1, while for d = 2 it is the supremum of", christoffel(2))
assert christoffel(1) == 1
assert sp.limit(christoffel(2), x, sp.oo) == sp.oo
