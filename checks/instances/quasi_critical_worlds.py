r"""Where Theorem 4.21 is tried: classes and biased estimates with known c = c_bias2 / c_bias1 and known limits."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from checks.instances.biased_worlds import target_with, worlds
from theorytest import at_least, at_most, sampled, threshold
from theorytest.approximation import enumerated
from theorytest.decisions.horizon import finite_horizon
from theorytest.decisions.probability import probability_at_most
from theorytest.decisions.relations import Relation
from theorytest.descent import Power, Quadratic, by_enumeration

F = Fraction
Array = NDArray[Any]
HORIZON = 20_000
SLOW = Power(0.2, 0.75)  # square-summable, not summable


def hill(x: float) -> float:
    """The slope of L(x) = 1 / (1 + x²) on H = M = T = R: the only critical point is the maximum at 0."""
    return -2 * x / (1 + x**2) ** 2


def run_away(n_steps: int, x: float = 1.0) -> Array:
    """x_t and |g_t| for exact steps s_t = 1/t down the hill: x_t increases for ever."""
    found = []
    for t in range(1, n_steps + 1):
        found.append((x, abs(hill(x))))
        x -= hill(x) / t
    return np.array(found)


def half_open(n_steps: int) -> list[Fraction]:
    """M = (0, 1] in R, L = ½x²: exact steps s_t = 1/(t + 1) give x_t = 1/t, which leaves M only in the limit."""
    x, found = F(1), []
    for t in range(1, n_steps + 1):
        found.append(x)
        x -= F(1, t + 1) * x
    return found


@dataclass(frozen=True)
class Circle:
    """The unit circle seen from (U, 0), and P g = (t + q c) τ for the parts t = U sin θ and c = 1 - U cos θ of g.

    c_bias1 = 1, c_bias2 = q; the scheme comes to rest where |t| = q |c|. The distance is that of points of R².
    """

    distance: float = 4.0
    q: float = 0.3
    start: float = 2.5

    def parts(self, theta: Any) -> tuple[Any, Any]:
        """t and c."""
        return self.distance * np.sin(theta), 1 - self.distance * np.cos(theta)

    @lru_cache  # noqa: B019 (a handful of frozen circles)
    def angles(self, steps: Power, n_steps: int = HORIZON) -> Array:
        """θ_1, θ_2, ..., moved along the tangent and projected back."""
        theta, found = self.start, []
        for s in steps(np.arange(1, n_steps + 1)).tolist():
            found.append(theta)
            t, c = self.parts(theta)
            theta -= np.arctan(s * (t + self.q * c))
        return np.array(found)

    def noisy(self, rng: np.random.Generator, n_replicas: int, n_steps: int, noise: float = 0.5) -> Array:
        """θ for P g = (t + (q ± noise) c) τ with a fair sign: the same bias, an array (n_replicas, n_steps)."""
        theta, found = np.full(n_replicas, self.start), []
        for s in SLOW(np.arange(1, n_steps + 1)).tolist():
            t, c = self.parts(theta)
            theta = theta - np.arctan(s * (t + (self.q + noise * rng.choice((-1, 1), n_replicas)) * c))
            found.append(theta)
        return np.stack(found, axis=1)

    def boundary(self, c: float) -> float:
        """The end θ > 0 of the c-quasi-critical points around (1, 0)."""
        most = np.arccos(1 / self.distance)

        def excess(theta: float) -> float:
            t, normal = self.parts(theta)
            return float(t + c * normal)  # c < 0 there

        return float(brentq(excess, 0.0, most, xtol=1e-15))

    def distances(self, c: float, steps: Power) -> Array:
        """d(u_t, A) for the set A of c-quasi-critical points; the path comes from above."""
        return 2 * np.sin(np.maximum(self.angles(steps) - self.boundary(c), 0) / 2)


@lru_cache
def least_squares_limit(steps: Power) -> tuple[float, float, float]:
    """c, ‖b‖ and the root of E‖e_T - b‖² for the residual of norm 1 that feels the bias most; b = E P^n r."""
    estimator, E, A12, residuals = worlds()
    moments, r = enumerated(estimator, E), residuals["worst"]
    exact = by_enumeration(estimator, Quadratic(estimator.space, target_with(E, r)))
    Z, b = exact.second_moments(steps, [HORIZON])[0], A12 @ r
    square = np.trace(Z[1:, 1:]) - 2 * b @ Z[0, 1:] + b @ b
    return moments.c_bias2 / moments.c_bias1, float(np.linalg.norm(b)), float(np.sqrt(max(square, 0.0)))


@dataclass(frozen=True)
class World:
    """c = c_bias2 / c_bias1; what the iterates stay in; and d(u_t, A) for the C-quasi-critical points A, late."""

    c: float
    approach: Callable[[float, Power | None], Any]  # a relation
    compact: bool = True  # the iterates stay in a compact subset of M
    continuous: bool = True  # the gradient is continuous


def _late(distance: Any, close: float = 1e-3, until: int = HORIZON) -> Relation:
    return at_most(distance, threshold(close), until=until, symbol="d(u_t, A)")


def _hill(C: float, steps: Power | None) -> Relation:  # noqa: ARG001 (without orthogonal part A is {0} for every C)
    """(B), (LS) with L = 1/2, |g| ≤ 3√3/8, P and R the identity, β = 0; the iterates run away from A."""
    return _late(float(run_away(HORIZON)[HORIZON // 2 :, 0].min()))


def _nothing() -> Relation:
    """Every set is at an infinite distance of the empty set A."""
    return at_least(0, 1, symbol="the number of quasi-critical points")


def _interval(closed: bool, C: float, steps: Power | None) -> Relation:  # noqa: ARG001
    """L = ½x² on (0, 1] or [0, 1], x_t = 1/t: A is empty or {0}."""
    return _late(half_open(2000)[-1], until=2000) if closed else _nothing()


def _jump(C: float, steps: Power | None) -> Relation:  # noqa: ARG001
    """M = [0, 1] x {0}, L = ½(x + 1)² - x⁴ tanh(z/x⁴), P g = g_1 + g_2, c = 1: g = (x + 1, -1), but (1, 0) at x = 0.

    L has a Fréchet derivative at every point of M. x_t = 1/t, and A = {x > 0: x + 1 ≤ C}.
    """
    return _late(max(half_open(2000)[-1] - (C - 1), 0), until=2000) if C > 1 else _nothing()


def _circle(circle: Circle, C: float, steps: Power | None) -> Relation:
    return _late(float(circle.distances(C, steps or SLOW)[-1]), 1e-4)


def _least_squares(C: float, steps: Power | None) -> Relation:
    """E d(u_t, A) ≤ d(Pu + b, A) + (E‖u_t - Pu - b‖²)^½, b = E P^n(u - Pu); u_{t+1} lies between u_t and P^n u."""
    _, b, spread = least_squares_limit(steps or Power(1.0, 1.0))
    return _late(max(b - C, 0.0) + spread, 0.01)


def _noisy(C: float, steps: Power | None, first: int = 2000, last: int = 3000, close: float = 0.005) -> Any:  # noqa: ARG001
    """P(no visit within 0.005 of A for t between 2000 and 3000) is small."""
    circle = Circle()
    end = circle.boundary(C)

    def missed(rng: np.random.Generator, size: int) -> Any:
        theta = np.abs((circle.noisy(rng, size, last)[:, first:] + np.pi) % (2 * np.pi) - np.pi)
        return 2 * np.sin(np.maximum(theta - end, 0) / 2).min(axis=1) > close

    def rule(*args: Any, **options: Any) -> Any:
        return finite_horizon(probability_at_most(*args, **options))

    return sampled(rule, missed, bound=0.1, symbol="P(no visit)", resolution=0.2, max_draws=1000)


@lru_cache
def quasi_critical_worlds() -> dict[str, World]:
    """Classes, losses and estimators, by name."""
    circles = {f"circle, c = {q}": World(q, partial(_circle, Circle(q=q))) for q in (0.1, 0.3, 1.0)}
    return {
        "closed interval": World(1.0, partial(_interval, True)),
        "half-open interval": World(1.0, partial(_interval, False), compact=False),
        "hill": World(1.0, _hill, compact=False),
        "normal part that jumps": World(1.0, _jump, continuous=False),
        **circles,
        "circle with noise": World(Circle().q, _noisy),
        "least squares on four points": World(least_squares_limit(Power(1.0, 1.0))[0], _least_squares),
    }
