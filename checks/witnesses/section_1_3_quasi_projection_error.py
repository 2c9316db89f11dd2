"""Section 1.3, line 427 [x:display-quasi-projection-error]: E|v - P^n v|² <= (1 + d/n) |v - Pv|² + (d - 1)/n |Pv|².

Read as printed, with no word on the sampling: false for plain points. With optimal points, k <= d, it is true, and for
all points with k instead of d (Lemma B.2). T is spanned by the indicator f of the first of two points of mass 1/2, and
v = f, n = 1: P^1 v = w(x) v(x) f(x) f / |f|² for the point x that is drawn, a multiple of v = Pv.
"""

from fractions import Fraction as Q

RHO, f, n, d = (Q(1, 2), Q(1, 2)), (1, 0), 1, 1
square = sum(p * a**2 for p, a in zip(RHO, f, strict=True))


def mean_error(mu, weight):
    factors = [weight[x] * f[x] * f[x] / square for x in (0, 1)]  # P^1 v = factor · v
    return sum(m * (1 - factor) ** 2 * square for m, factor in zip(mu, factors, strict=True))


bound = Q(d - 1, n) * square
plain, optimal = mean_error(RHO, (1, 1)), mean_error((1, 0), (RHO[0], 0))
print("printed: the mean squared error is at most", bound)
print(f"true: it is {plain} with plain points, and {optimal} with optimal ones")
assert plain > bound >= optimal
