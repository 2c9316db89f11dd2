"""Abstract, line 197, and line 222 [x:abs-monotone-as/stationary]: the scheme "converges almost surely ... to a
stationary point", under the classical assumptions, which are (B), (LS) and (CR) in Theorem 4.8.

Read for the iterates: false, as there may be no stationary point: H = M = R, ρ one point, P^n = id, L(v) = 1/(1 + v)
for v >= 0 and 1 - v + v² below, convex with L'' <= 2 and L' < 0. Read as |P_t g_t| -> 0: false for steps that
decay, even for |u|²/2 on R² with s_t = 1/(t + 2), when T_t is the second axis at t + 2 = 4, 16, ..., else the first.
True: the smallest |P_t g_t| tends to 0 if the steps are not summable, and all of them if the steps stay above s* > 0.
"""

from fractions import Fraction as Q

import sympy as sp

z, s = sp.symbols("z s", positive=True)  # z = 1 + v, so that a step is z -> z + s/z²
gain = sp.expand((z + s / z**2) ** 3 - z**3 - 3 * s)
assert gain.is_positive  # hence (1 + u_t)³ >= 1 + 3 s t: the iterates leave every ball, with any constant step
u = [Q(1), Q(1)]
for k in range(2, 4**5 + 1):  # k = t + 2
    axis, before = int(k in (4, 16, 64, 256, 1024)), tuple(u)
    u[axis] *= 1 - Q(1, k)
limit = 1 - sum(Q(1, 4**j) for j in range(1, 6)) - Q(1, 3 * 4**5)  # a bound from below for the second entry, for ever
print("printed: |P_t g_t| -> 0 and u_t -> a stationary point")
print(f"true: u_t -> (0, c) with c >= {limit}, and |P_t g_t| = {float(before[1]):.3f} at t = {4**5 - 2}")
assert before[1] > u[1] > limit == Q(2, 3)
