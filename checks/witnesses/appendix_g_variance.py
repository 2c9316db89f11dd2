"""Appendix G, line 2432 [x:appG-smaller-variance]: the projection of (I - P̃)g is estimated with a smaller variance than
that of g.

Read for every g: false where g is mostly orthogonal to T. True where P̃ is good for g: for g in T the first is 0.
T is spanned by u = (1, 2) on two points of mass 1/2, P̃ is least squares from the first point, P̃g = g(x_1) u, and Q the
quasi-projection from one plain point, Qg = g(x) u(x)/|u|² u.
"""

from fractions import Fraction as Q

HALF, u = Q(1, 2), (1, 2)
square = sum(HALF * a**2 for a in u)


def variance(g):
    estimates = [g[x] * u[x] / square for x in (0, 1)]
    return sum(HALF * a**2 for a in estimates) * square - (sum(estimates) / 2) ** 2 * square


g = (2, -1)  # orthogonal to u
left = [a - g[0] * b for a, b in zip(g, u, strict=True)]  # (I - P̃) g
print("printed: Var Q(I - P̃)g <", variance(g))
print("true: Var Q(I - P̃)g =", variance(left))
assert variance(left) > variance(g)
