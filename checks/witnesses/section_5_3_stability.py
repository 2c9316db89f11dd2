"""Section 5.3, lines 1930-1932 [x:sec5.3-delta]: least squares from n = 200 optimal points, given S_δ with δ = 1/2.

Read for all independent tangents of a network of width 20, and conditioned by rejection, which needs P(S_δ) >= 1/50,
say: false, T has dimension 41. For the few tangents that single precision tells apart, or with n = 2000, it is true.
Neurons max(x - k, 0)² with twenty knots k in [0, 1], on 4000 midpoints of [-1, 1] for the uniform measure: the tangents
are 1, max(x - k, 0) and max(x - k, 0)². If P(S_δ) >= 1/50, then none of 1000 draws is stable with probability < 2e-9.
"""

import numpy as np

rng, n, draws, x = np.random.default_rng(0), 200, 1000, (np.arange(4000) + 0.5) / 2000 - 1
z = np.maximum(x[:, None] - (np.arange(20) + 0.5) / 20, 0)
U, sizes, _ = np.linalg.svd(np.hstack([np.ones((len(x), 1)), z, z**2]), full_matrices=False)
b, K = U * np.sqrt(len(x)), np.sum(U**2, axis=1) * len(x)  # an orthonormal basis


def deviation(size):  # |I - Ĝ| for optimal points, w = d / K
    i = rng.choice(len(x), size, p=K / K.sum())
    return np.abs(np.linalg.eigvalsh((b[i] / K[i, None]).T @ b[i] * b.shape[1] / size) - 1).max()


assert sizes[-1] > 1e-6 * sizes[0]  # all 41 are independent
least = min(deviation(n) for _ in range(draws))
print(f"printed: |I - Ĝ| <= 0.5 for one draw in 50 at least\ntrue: the least |I - Ĝ| of {draws} draws is {least:.2f}")
assert least > 0.5 > np.median([deviation(2000) for _ in range(20)])
