"""Sections 3.1 and 3.2, lines 626 and 648: the non-projection and the quasi-projection are "not a projection"
[x:sec3.1-not-a-projection].

Read for every space and system: false for the constants, where both are the sample mean. Read as `in general` it is
true: from one point of two, lines give a matrix that is not idempotent.
Functions on the two points -1 and 1 of mass 1/2 as vectors, plain points, which are optimal here.
"""

import sympy as sp


def estimator(basis, sample):  # g -> Σ_k (g, b_k)_n b_k
    P = sp.zeros(2, 2)
    for x in sample:
        P += sum((b * b[x] for b in basis), sp.zeros(2, 1)) * sp.eye(2)[x, :] * sp.Rational(1, len(sample))
    return P


one, line = sp.Matrix([1, 1]), sp.Matrix([-1, 1])
mean = [estimator([one], sample) for sample in ([0], [1], [0, 1], [0, 0], [1, 1])]
print("printed: P^n P^n - P^n is not 0")
print("true: P^n P^n - P^n is", *{entry for P in mean for entry in P * P - P})
assert all(P * P == P for P in mean)
assert estimator([one, line], [0]) ** 2 != estimator([one, line], [0])
