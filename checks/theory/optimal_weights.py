"""The smallest k of all weights on finitely many points, as a linear programme."""

import numpy as np
from scipy.optimize import linprog

from checks.theory.forms import Array


def smallest_k(K: Array, p: Array) -> float:
    """min over w > 0 with Σ p/w = 1 of max w K, as a linear programme in v = 1/w and s = 1/k: v ≥ s K, max s."""
    n = len(K)
    constraint = np.hstack([-np.eye(n), K[:, None]])
    mass = np.append(p, 0.0)[None]
    answer = linprog(np.append(np.zeros(n), -1.0), constraint, np.zeros(n), mass, [1.0], bounds=(0, None))
    return float(1 / answer.x[-1])
