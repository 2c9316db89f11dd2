"""Section 1.1, lines 249 and 303 [x:sec1.1-setting-ii]: T_t "approximates" M around u_t, and can be any subspace of the
span of the derivatives of F.

Read together: any such subspace approximates M to first order, dist(F(θ + sϑ), u_t + T_t) = o(s). False for subspaces
that are too small; true for the whole span. A small T_t is allowed, but the scheme never leaves u_t + T_t.
M = R², F(θ) = θ, and T_t is the span of the first derivative only.
"""

import sympy as sp

s, theta1, theta2 = sp.symbols("s theta1 theta2", positive=True)
theta = sp.Matrix([theta1, theta2])
derivatives = theta.jacobian(theta)
moved = theta + s * derivatives[:, 1] - theta  # F(θ + s e_2) - F(θ)


def distance(space):
    return (moved - space * (space.T * space).inv() * space.T * moved).norm()


ratio = sp.limit(distance(derivatives[:, :1]) / s, s, 0)
print("printed: lim dist / s = 0")
print("true: lim dist / s =", ratio)
assert ratio != 0
assert sp.limit(distance(derivatives) / s, s, 0) == 0
