"""Remarks 4.11 and 4.17, lines 1293 and 1506 [x:display-conjecture-a-beta] [x:rmk-descent-pl-beta]: with retraction
errors the gap is at most a constant times a^t + β_t, or max{b^t, β_t t^ε} with a < b < 1.

Read for all β_t, even those that decay exponentially: false, an error is felt later than it is made. Read for errors
that fall more slowly than a^t it is true in the mean; along paths with noise it may fail even for β_t = t^-2.
H = M = T = R, L = v²/2, exact steps s = 1/2, R(v) = √(v² + 2 β_t): the gap X becomes X/4 + β_t, a = 1/4, κ = 1.
β_t = (3/4)^t at the powers of two, otherwise 0; b = 1/2, and ε = 1, which allows more than a smaller one.
"""

from fractions import Fraction as Q


def beta(t):
    return Q(3, 4) ** t if t & (t - 1) == 0 else Q(0)


X, ratios = Q(1), {}
for t in range(1, 130):
    ratios[t] = X / max(Q(1, 2) ** t, beta(t) * t)  # a^t + β_t is at most twice this maximum
    X = X / 4 + beta(t)
print("printed: the gap is at most C max{b^t, β_t t^ε}")
print("true: it is more than 10^11, 10^22 times this at t = 65, 129:", *(float(ratios[t]) for t in (65, 129)))
assert all(ratios[2**k + 1] >= 2 * Q(3, 2) ** 2**k for k in range(3, 8))
