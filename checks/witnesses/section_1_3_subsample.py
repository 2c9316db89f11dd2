"""Section 1.3, line 448 [x:sec1.3-subsample-not-better]: a fit on a subsample is not better than on the full one.

Read in the norm of H, or for the risk: false. Read as the error on the points of the full sample it is true.
Constants on two points of mass 9/10 and 1/10 with the values 0 and 1: a fit is the mean, and the best constant 1/10.
The full sample has seen each point once, the subsample only the first.
"""

from fractions import Fraction as Q

VALUES = (0, 1)


def squared_error(c, masses):
    return sum(p * (y - c) ** 2 for p, y in zip(masses, VALUES, strict=True))


full, part = Q(sum(VALUES), 2), Q(VALUES[0])
rho, on_the_sample = (Q(9, 10), Q(1, 10)), (Q(1, 2), Q(1, 2))
print("printed: the squared error of the subsample is at least", squared_error(full, rho))
print("true: the squared error of the subsample is", squared_error(part, rho))
assert squared_error(part, rho) < squared_error(full, rho)
assert squared_error(part, on_the_sample) >= squared_error(full, on_the_sample)
