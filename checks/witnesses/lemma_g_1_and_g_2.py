"""Lemmas G.1 and G.2, lines 2456 and 2522 [lem:debiased_P_bounded] [lemma:debiased_P]: for every bounded projection P̃
from H to T the debiased P̃ + Q (I - P̃) has c_var,1 = 1. In the proofs |(P - P̃)v| = |P̃(I - P)v|, line
2492, and so E|P̄v|² <= |Pv|² + ... for each P̃, line 2536.

Read as printed, idempotent and into T: false where P̃ has a smaller range than T, as least squares from fewer points
than dimensions, "such as an empirical" projection (line 2418). Read for projections onto T all four are true.
T is spanned by u = (1, 0) on two points of mass 1/2; P̃ is least squares from the second point, where u = 0: P̃ = 0. Q is
the quasi-projection from one plain point x, Qg = g(x) u(x) / |u|² u.
"""

from fractions import Fraction as Q

HALF, u = Q(1, 2), (1, 0)
square = sum(HALF * a**2 for a in u)
v = u  # in T, so that (I - P) v = 0 and all terms but the first vanish on the right-hand sides


def mean_square(known):  # E|P̄v|², where P̃v = known · u
    left = [a - known * b for a, b in zip(v, u, strict=True)]
    return sum(HALF * (known + left[x] * u[x] / square) ** 2 * square for x in (0, 1))


print(f"printed: E|P̄u|² <= {square} and |(P - P̃)u|² = 0\ntrue: E|P̄u|² = {mean_square(0)} and |(P - P̃)u|² = {square}")
assert mean_square(0) > square
assert mean_square(1) == square  # P̃u = u, onto T
