"""Lines with plain Gaussian points and gradients far out, where K = 1 + x² is large."""

import numpy as np

from theorytest.approximation import Uniform


def far_out(R):
    """E‖P^1 c‖²/‖c‖² for c = (I - P) g, g the indicator of [R, R + 1], T the lines, plain Gaussian points.

    With t = P g: E‖P^1 c‖² = ∫ K (g - t)² = ∫ K g² - 2 ∫ K g t + ∫ K t², moments of the normal distribution.
    """
    x = Uniform(R, R + 1).quadrature(60)
    mass = x.weights * np.exp(-(x.nodes[:, 0] ** 2) / 2 + R**2 / 2) / np.sqrt(2 * np.pi)
    basis, K = np.stack([np.ones(len(mass)), x.nodes[:, 0]], axis=1), 1 + x.nodes[:, 0] ** 2
    scale = np.exp(-(R**2) / 2)  # g is multiplied by exp(R²/4): nothing underflows
    t = basis.T @ mass
    square = np.array([[2.0, 0.0], [0.0, 4.0]])  # ∫ (1 + x²) b bᵀ dρ for b = (1, x)
    second = K @ mass - scale * (2 * (basis.T @ (K * mass)) @ t - t @ square @ t)
    return second / (np.sum(mass) - scale * t @ t)
