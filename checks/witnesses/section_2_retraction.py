"""Section 2, line 501 [eq:C-retraction]: L(R_t(u_t + g)) <= L(u + g) + C_R/2 |g|² + β for g in T_t and all β > 0.

Read literally u is any point of M: false for every C_R and every map R_t to M. Read with u = u_t, as it is used in
the proof of Theorem 4.1, the identity does it below with C_R = 0, since u_t + T_t lies in M.
Least squares in R² with the target (1, 1) on the two axes M; u_t = (0, 1) with T_t = the second axis, u = (1, 0).
"""

import sympy as sp

C = sp.Symbol("C_R", positive=True)
target = sp.Matrix([1, 1])


def loss(u):
    return (u - target).dot(u - target) / 2


u, length = sp.Matrix([1, 0]), 1 / (1 + C)
g, beta = sp.Matrix([0, length]), length / 4
right = sp.simplify(loss(u + g) + C / 2 * g.dot(g) + beta)
lowest = loss(sp.Matrix([1, 0]))  # of L on M, hence the least that any R_t can reach
print("printed: L(R_t(u_t + g)) <=", right)
print("true: L(R_t(u_t + g)) >=", lowest)
assert sp.simplify(lowest - right).is_positive
