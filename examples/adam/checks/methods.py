"""Adam and AMSGrad in one dimension on [-1, 1] with linear losses f_t(θ) = g_t θ, in whatever arithmetic g is in.

Only β₁ = 0 is needed: it is allowed by the theorem, and then λ does not enter the method.
"""

from dataclasses import dataclass
from typing import Any

from theorytest.attacks.exact import sqrt

DIAMETER = 2  # of [-1, 1]


@dataclass(frozen=True)
class Online:
    """A game: the gradients, the step α and β₂; the first point is 1."""

    step: Any
    beta2: Any
    gradients: tuple

    @property
    def name(self):
        shown = ", ".join(str(each) for each in self.gradients[:6])
        more = ", ..." if len(self.gradients) > 6 else ""
        return f"α = {self.step}, β₂ = {self.beta2}, g = ({shown}{more})"


@dataclass(frozen=True)
class Played:
    """What a method did: its regret against the best fixed point, v̂ at the end, Σ g² and the largest |g|."""

    regret: Any
    v: Any
    squares: Any
    largest: Any


def played(game, second_moment):
    """θ_{t+1} is θ_t - α g_t / √(t v̂_t), projected; `second_moment` says what v̂_t is."""
    x, v, kept, paid, squares = 1, 0, 0, 0, 0
    for t, g in enumerate(game.gradients, start=1):
        paid, squares = paid + g * x, squares + g * g
        v = game.beta2 * v + (1 - game.beta2) * g * g
        kept = second_moment(kept, v, game.beta2, t)
        moved = x if g == 0 else x - game.step * g / sqrt(kept * t)
        x = 1 if moved > 1 else -1 if moved < -1 else moved
    largest = max(abs(each) for each in game.gradients)
    return Played(paid + abs(sum(game.gradients)), kept, squares, largest)


def bias_corrected(_, v, beta2, t):
    """Adam: v̂_t = v_t / (1 - β₂^t)."""
    return v / (1 - beta2**t)


def largest_so_far(kept, v, _beta2, _t):
    """AMSGrad: v̂_t = max(v̂_{t-1}, v_t), which never falls."""
    return kept if kept > v else v
