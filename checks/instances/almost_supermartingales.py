"""Almost supermartingales whose premises are known in closed form: Y_{t+1} = (1 ± a_t) ((1 + γ_t) Y_t - X_t + Z_t)."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from theorytest import family

t = sp.Symbol("t", positive=True, integer=True)


@dataclass(frozen=True)
class Almost:
    """Y_{t+1} = (1 ± a_t) ((1 + γ_t) Y_t - X_t + Z_t) with X_t = α_t Y_t and Z_t = z_t Y_1; up with probability p."""

    gamma: sp.Expr
    alpha: sp.Expr
    z: sp.Expr
    noise: sp.Expr
    up: float = 0.5

    def numbers(self, n: Any) -> Any:
        """γ, α, z and a for t = 1, ..., n."""
        k = np.arange(1.0, n + 1)
        return [sp.lambdify(t, part)(k) for part in (self.gamma, self.alpha, self.z, self.noise)]


GAMMA, Z = 1 / (t * (t + 2)), 1 / (t * (t + 1))  # products 2 (T + 1) / (T + 2) and sums 1 - 1/(T + 1)


PROCESSES = {
    "settling": Almost(GAMMA, 1 / (t + 1) ** 2, Z, 1 / (t + 1)),
    "vanishing": Almost(GAMMA, 1 / (t + 1), Z, 1 / (t + 1)),
}


SCOPE = "Y_{t+1} = (1 ± a_t)((1+γ_t)Y_t − X_t + Z_t) with X_t = α_tY_t, Z_t = z_tY_1 and an infinite mean of Y_1"


ALMOST = family(PROCESSES, f"{SCOPE}; here Σ a_t² < ∞")
