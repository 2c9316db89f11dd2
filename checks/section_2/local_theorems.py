r"""Section 2, line 523: what theorems for strongly convex losses say near a non-degenerate minimum.

L(u) = 1 - cos ū + c (u_1 - u_2)/2 for functions on two points of mass 1/2 with the mean ū, M = T_t = constants. On M it
is 1 - cos v: smooth with L = 1, strongly convex with 1/2 on |v| ≤ π/3, with maxima at ±π. The gradient has the normal
part c (1, -1), so that its estimate from one plain point is sin v ± c. All steps up to 1 are allowed in Theorem 4.8.
"""

from __future__ import annotations

import numpy as np

from theorytest import at_least, at_most, claim

RADIUS, MODULUS = np.pi / 3, 0.5


def ends(n_steps, c):
    """v after all 2^n_steps paths from the minimum 0 with the steps 1/(t + 1)."""
    v = np.zeros(1)
    for t in range(n_steps):
        v = np.concatenate([v - (np.sin(v) + noise) / (t + 1) for noise in (c, -c)])
    return v


def loss(v):
    return 1 - np.cos(v)


@claim(
    "x:sec2-local-theorems",
    kind="remark",
    says="Read for exact gradients: from a ball around the minimum on which the loss is strongly convex no step "
    "up to 1/L leaves the ball, and the gap contracts as if the loss were so everywhere. With estimated gradients the "
    "ball can be left for good: from the minimum itself 46 per cent of the paths are past the next maximum after 12 "
    "steps 1/t.",
    formula=r"|v| \le r,\ s \le \tfrac1L \implies |v-s\mathcal{L}'(v)| \le r, \quad "
    r"\mathcal{L}(v-s\mathcal{L}'(v)) \le (1-2\lambda(s-\tfrac L2s^2))\,\mathcal{L}(v)",
    expected="computed",
    mutants={
        "a ball that holds a maximum": {"radius": 1.1 * np.pi},
        "steps of four": {"steps": (4.0,)},
        "no noise at the minimum": {"c": 0.0},
        "less noise": {"c": 1.0},
    },
)
def theorems_hold_near_minima_without_noise(*, radius=RADIUS, steps=(0.1, 0.5, 1.0), c=3.0):
    """So almost sure results near such minima need the noise to vanish there, or speak of the paths that stay.

    Shorter steps leave the ball more rarely, but with Σ s_t = ∞ and c > 1 never with probability zero: a long run of
    equal signs moves v by more than (c - 1) Σ s_t.
    """
    v = np.linspace(-radius, radius, 201)
    v = v[v != 0]
    for s in steps:
        after, factor = v - s * np.sin(v), 1 - 2 * MODULUS * (s - s**2 / 2)
        yield at_most(np.abs(after), radius, name=f"s = {s}: stays", digits=None, symbol="|v|")
        ratio = loss(after) / loss(v)
        yield at_most(ratio, factor, name=f"s = {s}: contracts", digits=None, symbol="the factor")
    share = np.mean(np.abs(ends(12, c)) > np.pi)
    yield at_least(share, 0.46, name="past a maximum", digits=None, symbol="the share of paths")
