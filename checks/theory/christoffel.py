"""K_t and its trace surrogate exactly as Lemma D.1 defines them, apart from the code that is judged."""

import numpy as np


def largest_eigenvalue(space, x):
    """K_t(x) as defined: the largest eigenvalue of Σ_k (L_x b_k)(L_x b_k)ᵀ."""
    jets = space.jets(x)
    return np.linalg.eigvalsh(np.swapaxes(jets, -1, -2) @ jets)[..., -1]


def trace(space, x):
    """K̃_t(x) as defined: Σ_k ‖L_x b_k‖²."""
    return np.sum(space.jets(x) ** 2, axis=(-2, -1))
