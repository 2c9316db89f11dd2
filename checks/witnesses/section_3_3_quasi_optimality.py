"""Section 3.3, line 723 [eq:Ptn-quasi-opt]: |g - P^n g|² <= |g - Pg|² + |g - Pg|_n² / (1 - δ), where δ = |I - Ĝ|.

Read for every sample, as no bound on δ is printed: false for δ > 1, where the factor is negative. For δ < 1 it is true,
and for every regular Ĝ with 1/λ_min(Ĝ) instead of 1/(1 - δ), which is attained here.
Masses 1/4 and 3/4, T spanned by f = (3, 1), g = (1, -1) orthogonal to f, one plain point, the first.
"""

from fractions import Fraction as Q

MASS, f, g = (Q(1, 4), Q(3, 4)), (3, 1), (1, -1)


def inner(u, v):
    return sum(p * a * b for p, a, b in zip(MASS, u, v, strict=True))


assert inner(f, g) == 0  # Pg = 0
gramian = Q(f[0] ** 2) / inner(f, f)  # of the orthonormal basis f / |f|
delta = abs(1 - gramian)
error = [a - Q(g[0], f[0]) * b for a, b in zip(g, f, strict=True)]  # P^1 g = f g(x)/f(x)
left, best, seen = inner(error, error), inner(g, g), g[0] ** 2
print(f"printed: the squared error is at most {best + seen / (1 - delta)} (δ = {delta})\ntrue: it is {left}")
assert left > best + seen / (1 - delta)
assert left <= best + seen / gramian
