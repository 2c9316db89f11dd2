"""Section 3.2, line 648 [x:sec3.2-not-projection-unbiased/that-is]: an unbiased estimate of P_t, i.e. c_bias,2 = 0.

Read as `the same as`: false, c_bias,2 = 0 does not make an estimate unbiased; the non-projection has it in Table 2 and
is biased by Section 3.1. Read as `hence`: true, unbiased gives c_bias,1 = 1 and c_bias,2 = 0.
The system {2} spans the constants on the points -1 and 1 of mass 1/2; one plain point x: P^1 g = 2 g(x) 2.
"""

import sympy as sp

g = sp.Matrix(sp.symbols("g1 g2", real=True))
half, one = sp.Rational(1, 2), sp.Matrix([1, 1])


def inner(u, v):
    return half * (u[0] * v[0] + u[1] * v[1])


mean = sum((half * 4 * g[x] * one for x in (0, 1)), sp.zeros(2, 1))  # E P^1 g
projection = inner(g, one) * one
print("printed: c_bias,2 = 0, hence E P^1 g = P g =", list(projection))
print("true: c_bias,2 = 0, and E P^1 g =", list(sp.simplify(mean)))
assert sp.expand(inner(g, mean) - 4 * inner(projection, projection)) == 0  # c_bias,1 = 4, c_bias,2 = 0
assert sp.expand(mean - projection) != sp.zeros(2, 1)
