"""How often a product of independent factors with two values ever exceeds a level, by counting paths."""

from collections.abc import Iterable
from typing import Any

import numpy as np


def excursion(law: Iterable[tuple[Any, Any]], base: Any, level: float, last: int) -> float:
    """P(max_{t ≤ last} b^-t Y_t ≥ level) for Y_0 = 1 and pairs (probability, factor): Y_t depends on counts only."""
    (p, low), (q, high) = sorted(((float(p), float(f / base)) for p, f in law), key=lambda each: each[1])
    alive, gone = np.array([1.0]), 0.0  # by the number of high factors
    for t in range(1, last + 1):
        alive = p * np.append(alive, 0.0) + q * np.append(0.0, alive)
        over = np.arange(t + 1) * np.log(high) + np.arange(t, -1, -1) * np.log(low) >= np.log(level)
        gone += float(alive[over].sum())
        alive[over] = 0.0
    return gone
