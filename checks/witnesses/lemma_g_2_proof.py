"""Proof of Lemma G.2, line 2544 [x:display-lemG.2-proof-final]: the mean of |P̄v|² equals |Pv|² +
(c_var,1(Q) - 1) E|P̃(I - P)v|² + c_var,2(Q) |(I - P)v|².

Read as printed: false. The printed mean is over P̃ only, where Q is still random; the mean over both is only bounded by
the right-hand side. With <= that is true. T is spanned by u = (1, 2) on two points of mass 1/2; P̃ and Q are least
squares and quasi-projection from one plain point each, so that both constants of Q are k = max u²/|u|², and v = u + c.
"""

from fractions import Fraction as Q

HALF, u, c, v = Q(1, 2), (1, 2), (2, -1), (3, 1)
square = sum(HALF * a**2 for a in u)
k = max(u) ** 2 / square


def over_the_projection(y):  # E|P̄v|² over P̃, for Q from the point y
    return sum(HALF * (p + (v[y] - p * u[y]) * u[y] / square) ** 2 * square for p in (Q(v[x], u[x]) for x in (0, 1)))


left = [over_the_projection(y) for y in (0, 1)]
right = square + (k - 1) * sum(HALF * Q(c[x], u[x]) ** 2 * square for x in (0, 1)) + k * sum(HALF * a**2 for a in c)
both = sum(left) / 2
print(f"printed: the mean over P̃ is {right}\ntrue: it is {left[0]} or {left[1]}, and the mean over both is {both}")
assert right not in left
assert both < right
