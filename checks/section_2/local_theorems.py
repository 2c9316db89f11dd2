r"""Section 2, line 523: what theorems for strongly convex losses say near a non-degenerate minimum.

L(u) = 1 - cos ū + c (u_1 - u_2)/2 for functions on two points of mass 1/2 with the mean ū, M = T_t = constants. On M it
is 1 - cos v: smooth with L = 1, strongly convex with 1/2 on |v| ≤ π/3, with maxima at ±π. The gradient has the normal
part c (1, -1), so that its estimate from one plain point is sin v ± c.
"""

import numpy as np

from checks.hypotheses import no_noise
from theorytest import at_least, at_most, claim, family, reals, threshold

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
    says="Theorems for strongly convex functions give at least convergence results near non-degenerate minima.",
    formula=r"|v-s\mathcal{L}'(v)| \le r, \ \mathcal{L}(v-s\mathcal{L}'(v)) \le (1-2\lambda(s-\tfrac "
    r"L2s^2))\mathcal{L}(v)",
    forall={"s": family((0.1, 0.5, 1.0), "steps up to 1/L; the loss 1 - cos v on |v| ≤ π/3", search=reals(0, 1))},
    given=[no_noise],
    reading="For exact gradients on one example: no step leaves the ball, and the gap contracts as if the loss were "
    "strongly convex everywhere. With noise the ball can be left: see the remark below.",
    mutants={"a ball that holds a maximum": {"radius": 1.1 * np.pi}, "four times the step": {"times": 4}},
)
def theorems_hold_near_minima_without_noise(s, *, radius=RADIUS, times=1):
    v = np.linspace(-radius, radius, 200)  # without 0
    after, s = v - times * s * np.sin(v), times * s
    yield at_most(np.abs(after), radius, "stays", digits=None, symbol="|v|")
    factor = 1 - 2 * MODULUS * (s - s**2 / 2)
    yield at_most(loss(after) / loss(v), factor, "contracts", digits=None, symbol="the factor")


@claim(
    "x:sec2-local-theorems/noise",
    label="x:sec2-local-theorems",
    voice="ours",
    says="Of the paths v ↦ v - (sin v ± 3)/t from 0 with fair signs, at least 46 per cent have |v| > π after 12 steps.",
    reading="The paths of 1 - cos v with noise: 0 is a minimum, and the next maxima are at ±π.",
    expected="computed",
    mutants={"no noise at the minimum": {"c": 0.0}, "less noise": {"c": 1.0}},
)
def noise_can_leave_the_ball(*, c=3.0):
    """All 2¹² paths. Whether they return later is not decided here."""
    return at_least(np.mean(np.abs(ends(12, c)) > np.pi), threshold(0.46), digits=None, symbol="the share of paths")
