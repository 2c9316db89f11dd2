"""Proofs of Theorem 4.9 and Corollary 4.10, lines 1235-1240 and 1278-1283 [x:thm4.9-proof-shift]:
for Y_t := L(u_{t+1}) - L_min,M the mean of Y_{t+1} given F_t is at most a Y_t + ξ_t.

Read as printed: false, as Y_t is not known at time t. With Y_t := L(u_t) - L_min,M it is true, and nothing changes.
All functions on two points of mass 1/2, least squares, one optimal point, P^1 g = 2 g(x) times the indicator of x,
s = 1/2: a step sets the value at the drawn point right. (I - P) g = 0, so c = ξ = 0; c_var,1 = 2, a = 1 - 2(s - s²).
"""

from fractions import Fraction as Q

s, a = Q(1, 2), 1 - 2 * (Q(1, 2) - Q(1, 2) ** 2)


def steps(e):  # both errors that may follow e = u_t - u, each with probability 1/2
    return [[v - s * 2 * v if i == x else v for i, v in enumerate(e)] for x in (0, 1)]


def mean_gap(errors):
    return sum(v**2 / 4 for e in errors for v in e) / len(errors)


one, two = steps((Q(2), Q(0))), [f for e in steps((Q(2), Q(0))) for f in steps(e)]
print("printed: E[Y_{t+1} | F_t] <=", a * mean_gap(one[:1]), "after the first draw")
print("true: E[Y_{t+1} | F_t] =", mean_gap(two))
assert mean_gap(two) == a * mean_gap(one) > a * mean_gap(one[:1])
