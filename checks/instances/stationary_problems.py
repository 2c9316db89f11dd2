r"""Problems for Theorem 4.8, with exact constants: linear spaces on four points, on the interval, and curves."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.special import zeta

from theorytest.approximation import enumerated
from theorytest.approximation.hull import hull
from theorytest.descent import LinearDescent, Power, Quadratic, State, by_enumeration, descend


@dataclass(frozen=True)
class Line:
    """H = R², T_t = M the first axis, target (0, 1), so that g = (x, -1) and L_min,M = 1/2.

    One sample gives P^1 g = x ± 1, which is unbiased with c_var1 = c_var2 = 1; a tilt κ adds a bias, P^1 g = x - κ ± 1,
    and the retraction x ↦ sign(x) √(x² + 2β) raises the loss by β.
    """

    initial: float
    tilt: float = 0.0
    beta: float = 0.0

    numbers_per_step = 1

    def start(self, n_replicas: int) -> Any:
        """x_1, an array (1, R)."""
        return np.full((1, n_replicas), self.initial)

    def draw(self, rng: np.random.Generator, n_replicas: int, n_steps: int) -> Any:
        """Signs (K, R)."""
        return rng.choice([-1.0, 1.0], (n_steps, n_replicas))

    def step(self, state: Any, drawn: Any, k: int, size: float) -> tuple[Any, Any]:
        """x - s P^1 g, then away from 0 by β."""
        x = state[0] - size * (state[0] - self.tilt + drawn[k])
        moved = np.where(x < 0, -1.0, 1.0) * np.sqrt(x**2 + 2 * self.beta)
        return moved[None], np.abs(moved - x)

    def mean_squares(self, steps: Any) -> Any:
        """E x_t² for the given steps, where the tilt or β is 0: the mean enters through the tilt only."""
        m, v, found = self.initial, self.initial**2, []
        for s in steps:
            found.append(v)
            v = (1 - s) ** 2 * v + 2 * (1 - s) * s * self.tilt * m + s**2 * (self.tilt**2 + 1) + 2 * self.beta
            m = (1 - s) * m + s * self.tilt
        return np.array(found)

    def observe(self, state: Any) -> State:
        """The gap x²/2, |x| and 1."""
        x = state[0]
        return State(0.5 * x**2, np.abs(x), np.ones_like(x))


@dataclass(frozen=True, eq=False)
class Run:
    """A process with its steps s_t = s̄ t^-a, its constants, and a bound of the orthogonal part."""

    process: Any
    exponent: float
    smoothness: float = 1.0  # L + C_R
    c_bias1: float = 1.0
    c_var1: float = 1.0
    c_var2: float = 1.0
    normal: float = 0.0  # ‖(I - P_t) g_t‖ is at most this
    stretch: float = 1.0  # of the steps

    @property
    def computable(self) -> bool:
        """Whether E‖P_t g_t‖² follows a recursion: on the line, and for least squares over few points."""
        return isinstance(self.process, Line) or (
            isinstance(self.process, LinearDescent) and isinstance(self.process.loss, Quadratic)
        )

    @property
    def longest_step(self) -> float:
        """s̄."""
        return self.c_bias1 / (self.smoothness * self.c_var1)

    @property
    def steps(self) -> Power:
        """s̄ t^-a, which is constant for a = 0."""
        return Power(self.stretch * self.longest_step, self.exponent)

    def weights(self, n_steps: int) -> Any:
        """σ_1, ..., σ_n."""
        s = self.steps(np.arange(1, n_steps + 1))
        return self.c_bias1 * s - s**2 * self.smoothness / 2 * self.c_var1

    @property
    def total(self) -> float:
        """gap_1 + Σ ξ_t, with Σ t^(-2a) = ζ(2a)."""
        gap = float(self.process.observe(self.process.start(1)).gap[0])
        noise = self.longest_step**2 * self.smoothness / 2 * self.c_var2 * self.normal**2
        return gap + (noise * float(zeta(2 * self.exponent)) if self.normal else 0.0)

    @property
    def first_square(self) -> float:
        """‖P_1 g_1‖²."""
        return float(self.process.observe(self.process.start(1)).tangent[0]) ** 2

    def mean_squares(self, n_steps: int) -> Any:
        """E‖P_t g_t‖² for t = 1, ..., n: exact on the line, and 2 E gap_t for least squares over few points."""
        times = np.arange(1, n_steps + 1)
        if isinstance(self.process, Line):
            return self.process.mean_squares(self.steps(times))
        moments = by_enumeration(self.process.estimator, self.process.loss)
        return 2 * moments.gap(self.steps, times.tolist(), self.process.initial)

    def smallest(self, n_steps: int, times: Any, rng: np.random.Generator, size: int) -> Any:
        """min_{t ≤ τ} ‖P_t g_t‖² at the given τ, an array (size, times)."""
        return smallest_squares(self, n_steps, tuple(times), int(rng.integers(2**62)), size)


@lru_cache(maxsize=64)
def smallest_squares(run: Run, n_steps: int, times: tuple[int, ...], seed: int, size: int) -> Any:
    """The minima along paths, kept: claims and their mutants about exponents look at the same paths."""
    rng = np.random.default_rng(seed)
    found = descend(run.process, run.steps, n_steps, rng, size, times=np.array(times), minima=True)
    return found.smallest_tangent**2


def straight(estimator: Any, loss: Any, exponent: float, normal: float) -> Run:
    """A run on a linear space, with the exact constants of its estimator and ‖(I - P_t) g_t‖ = `normal`."""
    known = enumerated(estimator, hull(loss.space, 0))
    c_var2 = max(known.c_var2, 1e-12)
    c_var1 = known.c_var1_with(1.5 * c_var2) if normal else known.c_var1
    return Run(LinearDescent(estimator, loss), exponent, loss.L, known.c_bias1, c_var1, 1.5 * c_var2, normal)


def flat_descent(q: float, n_steps: int) -> Any:
    """f_q'² along z ↦ z - f_q'(z)/L from z = 0, with L = q (q + 1): squares at t = 1, ..., n_steps."""
    z, squares = 0.0, np.empty(n_steps)
    for t in range(n_steps):
        slope = q * (1 + z) ** (-q - 1)
        squares[t] = slope**2
        z += slope / (q * (q + 1))
    return squares


def envelope(q: float, t: Any, growth: float) -> Any:
    """q² (1 + growth (t - 1))^(-2(q+1)/(q+2)): with w = (1 + z)^(q+2) the squares are q² w^(-2(q+1)/(q+2))."""
    return q**2 * np.exp(-2 * (q + 1) / (q + 2) * np.log1p(growth * (t - 1)))


def growths(q: float) -> tuple[float, float]:
    """By how much w grows in a step, at least and at most: w ((1 + x/w)^(q+2) - 1) decreases in w ≥ 1, x = 1/(q+1)."""
    return (q + 2) / (q + 1), (1 + 1 / (q + 1)) ** (q + 2) - 1
