r"""Section 2, line 523: what theorems for strongly convex losses say near a non-degenerate minimum.

L(v) = 1 - cos v on M = T_t = ℝ is smooth with L = 1 and strongly convex with 1/2 on |v| ≤ π/3, with maxima at ±π.
"""

import numpy as np

from checks.hypotheses import no_noise
from theorytest import at_most, claim, family, reals

RADIUS, MODULUS = np.pi / 3, 0.5


def loss(v):
    return 1 - np.cos(v)


@claim(
    "x:sec2-local-theorems",
    says="Theorems for strongly convex functions give at least convergence results near non-degenerate minima.",
    formula=r"|v-s\mathcal{L}'(v)| \le r, \ \mathcal{L}(v-s\mathcal{L}'(v)) \le (1-2\lambda(s-\tfrac "
    r"L2s^2))\mathcal{L}(v)",
    forall={"s": family((0.1, 0.5, 1.0), "steps up to 1/L; the loss 1 - cos v on |v| ≤ π/3", search=reals(0, 1))},
    given=[no_noise],
    reading="For exact gradients on one example: no step leaves the ball, and the gap contracts as if the loss were "
    "strongly convex everywhere.",
    mutants={"a ball that holds a maximum": {"radius": 1.1 * np.pi}, "twice the modulus": {"lam": 2 * MODULUS}},
)
def theorems_hold_near_minima_without_noise(s, *, radius=RADIUS, lam=MODULUS):
    v = np.linspace(-radius, radius, 200)  # without 0
    after = v - s * np.sin(v)
    yield at_most(np.abs(after), radius, "stays", digits=None, symbol="|v|")
    factor = 1 - 2 * lam * (s - s**2 / 2)
    yield at_most(loss(after) / loss(v), factor, "contracts", digits=None, symbol="the factor")
