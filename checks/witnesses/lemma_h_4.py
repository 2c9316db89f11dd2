"""Lemma H.4, line 2580 [A3:Lemma_SPL]: λ-strong geodesic convexity gives (SPL), |P_t ∇L(u)|² >= 2λ (L(u) - L_min,M).

Read as (SPL) is printed in line 495, for all u and u_t of M: false on curved classes, where T_t belongs to another
point. Read with u = u_t it is true. M is the open arc of the unit circle between the angles -π/3 and π/3, u_t = (1, 0),
u = (3/5, 4/5), where cos θ > 1/2, and L = |v - (4, 0)|²/2, which is 17/2 - 4 cos θ along the arc: λ = 2.
"""

import sympy as sp

theta = sp.Symbol("theta", real=True)
target, u_t, u = sp.Matrix([4, 0]), sp.Matrix([1, 0]), sp.Matrix([3, 4]) / 5


def loss(v):
    return (v - target).dot(v - target) / 2


second = sp.simplify(sp.diff(loss(sp.Matrix([sp.cos(theta), sp.sin(theta)])), theta, 2))
lam = second.subs(theta, sp.pi / 3)  # the infimum over the arc of 4 cos θ
bound = 2 * lam * (loss(u) - loss(u_t))  # the minimum is at (1, 0)
true, own = (u - target)[1] ** 2, (u - target).dot(sp.Matrix([-4, 3]) / 5) ** 2  # the tangents at u_t and at u
print(f"printed: |P_t ∇L(u)|² >= {bound}\ntrue: |P_t ∇L(u)|² = {true}")
assert true < bound <= own
