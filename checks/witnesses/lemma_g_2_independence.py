"""Lemma G.2, line 2519 [lemma:debiased_P]: for every projection P̃ and unbiased Q with variance bounds c_bias,1 = 1.

Read as printed, P̃ and Q may use the same points: then it is false as well. It is true if Q is unbiased given P̃, as in
the application of line 2433, where Q has new and independent points. (c_var,1 = 1 fails even then, for P̃ = 0.)
T is spanned by u = (1, 2) on two points of mass 1/2, g = (0, 1); least squares and quasi-projection from one plain
point each: P̃g = g(x)/u(x) u and Qg = g(y) u(y)/|u|² u.
"""

from fractions import Fraction as Q

HALF, u, g = Q(1, 2), (1, 2), (0, 1)
square, moment = (sum(HALF * a * b for a, b in zip(u, f, strict=True)) for f in (u, g))


def estimate(x, y):  # the coefficient of P̄g
    known = Q(g[x], u[x])
    return known + (g[y] - known * u[y]) * u[y] / square


same = sum(HALF * estimate(x, x) for x in (0, 1)) * moment  # E(g, P̄g)
independent = sum(HALF * HALF * estimate(x, y) for x in (0, 1) for y in (0, 1)) * moment
projected = moment**2 / square  # |Pg|²
print("printed: E(g, P̄g) >=", projected)
print("true: E(g, P̄g) =", same, "from the same point, and", independent, "from independent ones")
assert same < projected == independent
