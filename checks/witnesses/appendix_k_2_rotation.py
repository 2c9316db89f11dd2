"""Appendix K.2, line 2790 [x:display-appK.2-rotation-2d]: for every orthogonal Q with Q e_1 ∝ α and Q e_2 ∝ the rest of
α', E σ(α·y) σ(α'·y) = E σ(|α| x_1) σ(γ_1 x_1 + γ_2 x_2), where γ_i = α'·Q e_i and y, x are standard Gaussian.

Read as printed, for both signs of Q e_1: false for Q e_1 = -α/|α|, where α·Qx is -|α| x_1. True for the other sign.
σ(z) = z, α = (1, 0), α' = (1, 1), Q = -I: then E (a·y)(c·y) = a·c.
"""

import sympy as sp

alpha, other = sp.Matrix([1, 0]), sp.Matrix([1, 1])


def reduced(Q):  # E (|α| x_1)(γ_1 x_1 + γ_2 x_2) = |α| γ_1
    rest = other - other.dot(alpha) / alpha.dot(alpha) * alpha
    assert all(sp.Matrix.hstack(Q[:, i], v).rank() == 1 for i, v in enumerate((alpha, rest)))
    return alpha.norm() * other.dot(Q[:, 0])


true = alpha.dot(other)
print("printed: the integral is", reduced(-sp.eye(2)))
print("true: the integral is", true)
assert reduced(-sp.eye(2)) != true
assert reduced(sp.eye(2)) == true
