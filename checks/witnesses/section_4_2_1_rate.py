"""Section 4.2.1, lines 1169-1175 [eq:rate_nonrecovery_BLSCR]: if |(I - P_t) g_t| + β_t >= c > 0 and s_t = t^(-1/2-ε),
then min |P_t g_t|² over t <= τ is O(τ^(-1/2+ε)).

Read with the lower bound only: false. Theorem 4.8 also asks for a summable ξ_t, which needs an upper bound of
|(I - P_t) g_t|; with one it is true. Functions x + y e on two points of mass 1/2, e = (1, -1), M = T the constants,
L = x²/2 + (1 + x⁴) y: (B), (LS) with L = 1, R = I. One drawn point gives P^1 g = x ± (1 + x⁴). ε = 1/10, x_1 = 2.
As s_t >= 1/t, |x_t| >= 2^t gives |x_{t+1}| >= |x_t| (s_t |x_t|³ - 1) >= 2 |x_t|: every path grows.
"""

from itertools import product

assert all(8**t >= 3 * t for t in range(1, 10_000))  # 8^t / t increases
lowest = float("inf")
for signs in product((1, -1), repeat=4):
    x = 2.0
    for t, sign in enumerate(signs, start=1):
        lowest = min(lowest, x**2)  # |P_t g_t|²
        x -= t**-0.6 * (x + sign * (1 + x**4))
        assert abs(x) >= 2 ** (t + 1)
print("printed: τ^0.4 min |P_t g_t|² is bounded")
print("true: min |P_t g_t|² =", lowest, "for all τ, so that it tends to infinity")
assert lowest == 4
