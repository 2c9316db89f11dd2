"""Section 4, lines 814-821 [eq:least_squares_convergence_to_bias]: if r = c_bias,2 / c_bias,1 is at least
|P_t g_t| / |(I - P_t) g_t|, then |u - u_t|² <= (1 + r) |u - P_t u|².

Read as printed, with the squares: false for r > 1. With 1 + r² it is true and attained; without the squares,
|u - u_t| <= (1 + r) |u - P_t u|, it is true as well; for r <= 1 the printed one holds and is loose.
Least squares in R² with T_t the first axis, u = (0, 1), u_t = (2, 0), and an estimator with r = 2.
"""

r, u, u_t = 2, (0, 1), (2, 0)
g = (u_t[0] - u[0], u_t[1] - u[1])
assert r**2 * g[1] ** 2 >= g[0] ** 2  # the condition: P_t g_t is the first entry
error, best = g[0] ** 2 + g[1] ** 2, u[1] ** 2
print("printed: |u - u_t|² <=", (1 + r) * best)
print("true: |u - u_t|² =", error)
assert error > (1 + r) * best
assert error == (1 + r**2) * best <= (1 + r) ** 2 * best
