"""What is large beside a bound of 0: the size that a side usually has where the parameters are of these sizes.

    log |side| ≈ c + Σ kᵢ log |xᵢ|

by least squares over the instances seen. A form that is homogeneous, such as a determinant, has an infimum of 0 at the
origin; its quotient by this size has none, so that a search does not end there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

LEAST, MOST = 1e-12, 512  # sizes below the first count as it; so many instances are kept
FITS = (32, 128, 512)  # instances after which the size is fitted


@dataclass
class Scale:
    """Instances seen, and the fit."""

    rows: list[NDArray[np.float64]] = field(default_factory=list)
    sides: list[float] = field(default_factory=list)
    fitted: NDArray[np.float64] | None = None

    def score(self, x: NDArray[np.float64], excess: float) -> float:
        """excess / (|excess| + the usual size), between -1 and 1."""
        row = np.array([1.0, *np.log(np.maximum(np.abs(x), LEAST))])
        if len(self.rows) < MOST and excess != 0:
            self.rows.append(row)
            self.sides.append(float(np.log(max(abs(excess), 1e-300))))
            if len(self.rows) in FITS:
                self._fit()
        usual = 1.0 if self.fitted is None else float(np.exp(np.clip(row @ self.fitted, -600, 600)))
        return excess / (abs(excess) + usual)

    def _fit(self) -> None:
        """With a small penalty, for parameters that do not matter."""
        A, b = np.array(self.rows), np.array(self.sides)
        penalty = np.eye(A.shape[1])
        penalty[0, 0] = 1e-9
        self.fitted = np.linalg.solve(A.T @ A + penalty, A.T @ b)
