"""Remark 3.2, line 680 [rmk:complexity/dimension]: an SGD step requires O(d_t) operations.

Read with d_t the dimension of the space, as everywhere: false for systems with d > d_t members, which Section 3.1
allows: a step changes d parameters. With d for d_t, or for a basis, it is true.
The monomials 1, x, ..., x^(d-1) on the points -1 and 1, where they span a space of dimension 2; the point -1 is drawn.
"""

import sympy as sp

residual, s = sp.symbols("r s", nonzero=True)
changed, dimension = [], []
for C in (1, 10, 100):  # C d_t operations would have to do
    d = 4 * C + 1
    phi = sp.Matrix(2, d, lambda i, k: (-1, 1)[i] ** k)
    update = [s * residual * v for v in phi[0, :]]
    changed.append(sum(each != 0 for each in update))
    dimension.append(phi.rank())
print("printed: at most", *(f"{C} d_t = {C * n}," for C, n in zip((1, 10, 100), dimension, strict=True)), "operations")
print("true: at least", *(f"{n}," for n in changed), "the number of parameters that change")
assert all(n > C * m for n, C, m in zip(changed, (1, 10, 100), dimension, strict=True))
