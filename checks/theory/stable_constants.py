"""The constants of least squares from stable points [lemma:QBP_bias], and problems that come near to them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from checks.theory.least_squares import almost_singular, rarely_stable


@dataclass(frozen=True)
class Stable:
    """What the constants are made of: k, n, δ and the probability p of S_δ."""

    k: float
    n: int
    delta: float
    p: float

    @property
    def c_bias2(self):
        """√k / ((1 - δ) √(p n))."""
        return np.sqrt(self.k / (self.p * self.n)) / (1 - self.delta)

    @property
    def c_var1(self):
        """(n - 1 + k)/n / ((1 - δ)² p)."""
        return (self.n - 1 + self.k) / self.n / ((1 - self.delta) ** 2 * self.p)

    @property
    def c_var2(self):
        """k/n / ((1 - δ)² p)."""
        return self.k / self.n / ((1 - self.delta) ** 2 * self.p)


def near_the_constants():
    """Problems that attain the constants in a limit, or show that they need n, k and δ, with their n."""
    return {
        "stable with probability 1/2": (rarely_stable(0.5), 1),
        "stable with probability 1e-5": (rarely_stable(1e-5), 1),
        "four points": (rarely_stable(1e-5, first=1 + 3e-7, far=1 + 1e-5), 4),
        "k = 3": (rarely_stable(1e-5, first=3, far=3 - 1e-6, base=0), 3),
        "delta = 1/2": (rarely_stable(1e-5, first=0.5, far=1.51, base=0.49), 1),
        "almost singular": (almost_singular(), 2),
    }
