"""Section 4.2.2, line 1377 [x:sec4.2.2-perturbed-exponential]: "under assumption (CR)" Theorem 4.9 guarantees an
exponential convergence that is perturbed by the projection and retraction errors.

Read as printed: false, (CR) holds without error when R = I, and Theorem 4.8 assumes it as well. With (SPL), which is
meant, a step multiplies the gap by a_t < 1 up to these errors.
H = M = T = R, L = v⁴/4, continued by |v| - 3/4 beyond 1: (B), (LS) with L = 3 and (CR), R = I. Exact steps s = 1/6 from
1 stay in [0, 1]. With w = v^-2 a step adds w ((1 - 1/(6w))^-2 - 1), which is at most 1/2 for w >= 1: w_t <= 1 + t/2.
"""

import sympy as sp

z, t = sp.symbols("z t", positive=True)  # z = 1/w in (0, 1]
added = sp.together(((1 - z / 6) ** -2 - 1) / z)
assert sp.maximum(added, z, sp.Interval(0, 1)) <= sp.Rational(1, 2)
gap = 1 / (4 * (1 + t / 2) ** 2)  # at most the gap v⁴/4 = 1/(4 w²) after t steps
limit = sp.limit(gap ** (1 / t), t, sp.oo)
print("printed: the gap is at most C a^t for some a < 1")
print("true: the gap is at least", gap, "and its t-th root tends to", limit)
assert limit == 1
