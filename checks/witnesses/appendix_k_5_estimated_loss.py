"""Appendix K.5, line 2935 [x:display-appK.5-estimated-error]: |L(u_{t+1}) - L(ū_{t+1})| <= (√(2λ_t) + ε + s |P^n g|) ε
with the estimate λ_t of L(u_t).

Read as printed: false, λ_t may be too small; with L(u_t) for λ_t it is true. Φ(x) = A max(a x + b, 0)² + c at
(A, a, b, c) = (1, 1, 0, 0) on the points 1 and 2 of mass 1/2, u = Φ - g with g = (1, 10), s = 1/10, and the
non-projection from the point 1: λ = g(1)²/2.
"""

import numpy as np

x, g, s, theta = np.array([1, 2]), np.array([1, 10]), 0.1, np.array([1, 1, 0, 0])
tangents = np.array([x**2, 2 * x**2, 2 * x, x**0])
step = g[0] * tangents[:, 0]
A, a, b, c = theta - s * step
projected, moved = step @ tangents, A * np.maximum(a * x + b, 0) ** 2 + c - x**2  # P^1 g and u_{t+1} - u_t
rise = np.mean((g + moved) ** 2 - (g - s * projected) ** 2) / 2
eps, length, here, seen = (np.sqrt(np.mean(v**2)) for v in (moved + s * projected, s * projected, g, g[:1]))
bound, derived = (seen + eps + length) * eps, (here + eps + length) * eps  # the second with L(u_t) for λ_t
print(f"printed: change <= {bound:.3f}")
print(f"true: change = {rise:.3f}")
assert bound + 0.1 < rise < derived
