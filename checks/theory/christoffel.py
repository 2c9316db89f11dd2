"""K_t and its trace surrogate exactly as Lemma D.1 defines them, apart from the code that is judged."""

import numpy as np

from checks.theory.forms import Array
from theorytest.approximation import Space


def largest_eigenvalue(space: Space, x: Array) -> Array:
    """K_t(x) as defined: the largest eigenvalue of Σ_k (L_x b_k)(L_x b_k)ᵀ."""
    jets = space.jets(x)
    return np.asarray(np.linalg.eigvalsh(np.swapaxes(jets, -1, -2) @ jets)[..., -1])


def trace(space: Space, x: Array) -> Array:
    """K̃_t(x) as defined: Σ_k ‖L_x b_k‖²."""
    return np.asarray(np.sum(space.jets(x) ** 2, axis=(-2, -1)))
