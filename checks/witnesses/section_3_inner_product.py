"""Section 3, lines 565-569 [x:sec3-empirical-inner-product-unbiased]: (u, v)_n is an unbiased estimate of (u, v).

Read for all u, v of H: false, since w dμ = dρ is only asked for on supp(T_t). Read with u in T_t it is true, and the
estimators use no other case.
Two points of mass 1/2, T_t spanned by the indicator of the first; optimal sampling draws only that one, with w = 1/2.
"""

from fractions import Fraction as Q

RHO, MU, WEIGHT = (Q(1, 2), Q(1, 2)), (1, 0), (Q(1, 2), 1)


def inner(u, v):
    return sum(p * a * b for p, a, b in zip(RHO, u, v, strict=True))


def mean_estimate(u, v):
    return sum(m * w * a * b for m, w, a, b in zip(MU, WEIGHT, u, v, strict=True))


first, second = (1, 0), (0, 1)
print("printed: the mean of (v, v)_n is", inner(second, second))
print("true: the mean of (v, v)_n is", mean_estimate(second, second))
assert mean_estimate(second, second) != inner(second, second)
assert all(mean_estimate(first, v) == inner(first, v) for v in (first, second))
