"""Section 3.2, line 659 [x:sec3.2-basis-independent-constants]: P_t^n g depends on the choice of the orthonormal basis.

Read literally: false, Σ_k b_k(x) b_k is the reproducing kernel of the space and the same for every orthonormal basis.
(For systems that are not orthonormal, as in Section 3.1, it is true.)
Lines on the points -1 and 1 of mass 1/2, and every rotation of the orthonormal basis (1, x); the point x is drawn.
"""

import sympy as sp

theta, g = sp.Symbol("theta", real=True), sp.Symbol("g_x", real=True)
c, s = sp.cos(theta), sp.sin(theta)
basis = [sp.Matrix([1, 1]), sp.Matrix([-1, 1])]  # values at -1 and 1
rotated = [c * basis[0] + s * basis[1], -s * basis[0] + c * basis[1]]
changes = []
for x in (0, 1):
    one, other = (sum((g * b[x] * b for b in each), sp.zeros(2, 1)) for each in (basis, rotated))
    changes.append(sp.simplify(one - other))
print("printed: the change of P^1 g with the basis is not 0")
print("true: the change of P^1 g with the basis is", [list(each) for each in changes])
assert all(each == sp.zeros(2, 1) for each in changes)
