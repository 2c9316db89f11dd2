"""Section 4.2.1, line 1118 [x:sec4.2.1-iterates-converge]: Theorem 4.8 proves that "a sequence of iterates almost
surely converges to a stationary point". The abstract (line 197) and line 222 announce the same.

Read for the iterates: false, there may be no stationary point: H = M = R, P^n = id, L = 1/(1 + v) for v >= 0 and
1 - v + v² below, convex with L'' <= 2 and L' < 0. Read as |P_t g_t| -> 0: false for steps that decay, even for
|u|²/2 on R² with s_t = 1/(t + 1) from (1, 1), when T_t is the second axis at t = 4, 16, ..., else the first.
Theorem 4.8 itself is true: the lower limit of |P_t g_t| is 0 if the steps are not summable, its limit if s_t >= s* > 0.
"""

from fractions import Fraction as Q

import sympy as sp

z, s = sp.symbols("z s", positive=True)  # z = 1 + v, so that a step is z -> z + s/z²
assert sp.expand((z + s / z**2) ** 3 - z**3 - 3 * s).is_positive  # (1 + v_t)³ >= 1 + 3 s t: v_t leaves every ball
u = [Q(1), Q(1)]
for t in range(1, 4**5 + 1):
    axis, before = int(t in (4, 16, 64, 256, 1024)), tuple(u)
    u[axis] *= 1 - Q(1, t + 1)
limit = u[1] * (1 - Q(1, 3 * 4**5))  # all later factors together: Π (1 - q_k) >= 1 - Σ q_k, and q_k < 4^-k
print("printed: u_t tends to a stationary point, so that |P_t g_t| -> 0")
print(f"true: u_t -> (0, y) with y > {float(limit):.3f}, and |P_t g_t| = {float(before[1]):.3f} at t = {t}")
assert before[1] > limit > Q(7, 10)
