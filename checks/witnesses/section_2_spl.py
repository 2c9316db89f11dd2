"""Section 2, line 495 [eq:mu-PL_strong]: |P_t ∇L(u)|² >= 2λ (L(u) - L_min,M) for all u_t of M "with associated T_t".

Read literally u is any point of M and T_t belongs to another one, u_t: false for every λ > 0. Read with u = u_t,
as it is used later, it is true below with λ = 1.
Least squares in R² with the target (1, 1) on the two axes M, u_t = (0, 1) with T_t = the second axis, u = (x, 0).
"""

import sympy as sp

lam = sp.Symbol("lambda", positive=True)
target = sp.Matrix([1, 1])


def loss(u):
    return (u - target).dot(u - target) / 2


lowest = loss(sp.Matrix([1, 0]))  # the nearest point on either axis
u = sp.Matrix([1 + 2 / sp.sqrt(lam), 0])
gradient, gap = u - target, loss(u) - lowest
print(f"printed: with some λ and u = {tuple(u)} the squared projection is at least", sp.simplify(2 * lam * gap))
print("true: it is", gradient[1] ** 2, "for every λ")
assert gradient[1] ** 2 < sp.simplify(2 * lam * gap)
assert sp.simplify(gradient[0] ** 2 - 2 * gap) == 0  # with the axis of u itself, λ = 1
