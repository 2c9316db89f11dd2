"""Section 5.3, lines 1926 and 1943 [x:sec5.3-experiment-d]: plain SGD has the steps s_opt t^(-1/2), where s_opt is best
for the descent factor; its loss comes down. Read with the constants of Table 2, s_opt = n λ_* / (λ*² (n - 1) + λ* k):
false, nothing moves, as λ_* is tiny. True with n/(n - 1 + k), as in the published scripts. Twenty neurons
max(x - k, 0)² with knots in [0, 1], weights ±1/√20 and b_1 = 1; 200 uniform points of [-1, 1] a step.
"""

import numpy as np

n, m, grid = 200, 20, (np.arange(4000) + 0.5) / 2000 - 1
theta = np.tile(np.hstack([np.tile([1, -1], 10) / np.sqrt(m), 1, np.ones(m), -(np.arange(m) + 0.5) / m]), (2, 1))


def gradient(p, x):  # Φ - sin(2πx), and the tangents
    A, z = p[:m], np.maximum(np.outer(x, p[m + 1 : 2 * m + 1]) + p[2 * m + 1 :], 0)
    return z**2 @ A + p[m] - np.sin(2 * np.pi * x), np.hstack([z**2, z[:, :1] ** 0, 2 * A * z * x[:, None], 2 * A * z])


g, phi = gradient(theta[0], grid)
lam, k = np.linalg.svd(phi, compute_uv=False) ** 2 / len(grid), np.max(np.sum(phi**2, axis=1))
steps = np.array([[n * lam[2 * m] / (lam[0] ** 2 * (n - 1) + lam[0] * k)], [n / (n - 1 + k)]])  # the rank is 2m + 1
for t, x in enumerate(np.random.default_rng(0).uniform(-1, 1, (30, n)), start=1):
    theta = theta - steps * t**-0.5 * [r @ tangents / n for r, tangents in (gradient(each, x) for each in theta)]
start, one, other = (np.mean(r**2) / 2 for r in (g, *(gradient(each, grid)[0] for each in theta)))
print(f"printed: a loss of about 1e-1\ntrue: {one:.3f} after 30 steps, from {start:.3f}")
assert other < 10**-0.5 < one
