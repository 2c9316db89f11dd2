"""Section 4, line 824 [x:sec4-no-further-reduction]: where (15), |u - u_t|² <= (1 + r) |u - Pu|² with
r = c_bias,2 / c_bias,1, is satisfied, no step size reduces the error.

Read for the error: false, bias may help. Read for what Theorem 4.1 guarantees: false for r < 1. True: the theorem
guarantees nothing where (15) holds with r² for r. Constants a on two points of mass 1/2 with the targets 1 and -1; one
point is drawn with probabilities 2/3 and 1/3, P^1 g = g(x): c_bias,1 = 1, c_bias,2 = 1/3, c_var,1 = c_var,2 = 4/3.
"""

from fractions import Fraction as Q

r, mu, targets = Q(1, 3), (Q(2, 3), Q(1, 3)), (1, -1)


def mean_error(a, s):  # E|u - u_{t+1}|² from u_t = a, as |u - a|² = 1 + a²
    return sum(p * (1 + (a - s * (a - y)) ** 2) for p, y in zip(mu, targets, strict=True))


def guarantee(a, s):  # Theorem 4.1, with |Pg| = a and |(I - P) g| = 1
    return -s * (a**2 - r * a) + s**2 / 2 * Q(4, 3) * (a**2 + 1)


a, s = -Q(1, 3), Q(1, 6)
print(f"printed: from {1 + a**2} <= {1 + r} no step reduces the mean squared error\ntrue: a step to {mean_error(a, s)}")
assert mean_error(a, s) < 1 + a**2 <= 1 + r
assert guarantee(Q(1, 2), Q(1, 20)) < 0 <= r - Q(1, 2) ** 2  # at a = 1/2 (15) holds, and descent is guaranteed
