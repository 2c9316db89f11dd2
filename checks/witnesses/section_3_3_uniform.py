"""Section 3.3, line 709 [x:sec3.3-quasi-uniformly-bounded]: the quasi-projection has uniformly bounded (BBV) constants.

Read for all spaces of a dimension and all sampling measures: false for plain points, even with d = n = 1. Read for
optimal points, k <= d, it is true: (n - 1 + d)/n and d/n.
Three points of masses ε, ε and 1 - 2ε, T spanned by b = (1, 1, 0)/√(2ε), and g = (1, -1, 0), orthogonal to it:
P^1 g = w(x) g(x) b(x) b, so that E|P^1 g|² is the mean of (w g b)².
"""

import sympy as sp

eps = sp.Symbol("epsilon", positive=True)
rho, g = (eps, eps, 1 - 2 * eps), (1, -1, 0)
b = [value / sp.sqrt(2 * eps) for value in (1, 1, 0)]
norm = sum(p * v**2 for p, v in zip(rho, g, strict=True))


def constant(mu, w):  # E|P^1 g|² / |g|², a lower bound of c_var,2
    return sp.simplify(sum(m * (c * v * u) ** 2 for m, c, v, u in zip(mu, w, g, b, strict=True)) / norm)


plain, optimal = constant(rho, (1, 1, 1)), constant((sp.S.Half, sp.S.Half, 0), (2 * eps, 2 * eps, 0))
print("printed: c_var,2 is bounded for all ε")
print(f"true: c_var,2 >= {plain} with plain points, which tends to {sp.limit(plain, eps, 0)}; {optimal} with optimal")
assert sp.limit(plain, eps, 0) == sp.oo
assert optimal == 1
