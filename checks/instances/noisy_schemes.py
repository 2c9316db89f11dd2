"""Least squares in small spaces from one point each step: rare jumps and two waves.

Table 1, row 2: noise z_t that returns for ever, with which rates faster than t^(-1+2δ) are false.

A step s_t = t^(δ-1) with noise z_t moves a parameter x by s_t (x_t - z_t), so that s_t |z_t| ≤ |x_t| + |x_{t+1}|, and
the gap x²/2 is at least s_t² z_t²/8 at t or t + 1. The conditions of Theorem 4.9 are only sufficient, these jumps are
witnesses.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import sympy as sp

from checks.instances.stationary_problems import Line
from theorytest import at_least, equal
from theorytest.approximation import Discrete, Fourier, Monomials, Optimal, QuasiProjection, Space, Uniform
from theorytest.decisions import Relation
from theorytest.descent import ExactDescent, LinearDescent, Quadratic, by_quadrature

RARE = 1 / 20


@cache
def rare_jumps() -> LinearDescent:
    """Constants for a target that is large on a twentieth of the mass, from its minimum on.

    c_bias1 = c_var1 = c_var2 = 1 and ‖(I - P)g‖ = 1: all that is seen is the perturbation, in large and rare jumps.
    """
    space = Space(Monomials(1), Discrete(np.array([0.0, 1.0]), np.array([RARE, 1 - RARE])))
    odds = np.sqrt((1 - RARE) / RARE)
    loss = Quadratic(space, lambda x: np.where(x[..., 0] == 0, odds, -1 / odds))
    return LinearDescent(QuasiProjection(Optimal(space), 1), loss, initial=loss.best)


@dataclass(frozen=True)
class RetractedLine(Line):
    """The line with retraction errors that depend on the step, β_t = β s_t^p."""

    beta: float = 1.0
    power: float = 2.0

    def step(self, state: Any, drawn: Any, k: int, size: float) -> tuple[Any, Any]:
        """As on the line, with the β of this step."""
        return Line(self.initial, self.tilt, self.beta * size**self.power).step(state, drawn, k, size)


@dataclass(frozen=True)
class NoisyScheme:
    """A process with λ = L + C_R = c_bias1 = c_var1 = c_var2 = 1 and ‖(I - P)g‖ = 1, its ξ_t / s_t² and first gap."""

    name: str
    process: Any
    noise: float = 0.5
    gap: float = 0.0


def noisy_schemes() -> list[NoisyScheme]:
    """Rare jumps from the minimum, equal ones from afar, and equal ones with retraction errors β_t = s_t²."""
    return [
        NoisyScheme("rare jumps", rare_jumps()),
        NoisyScheme("the line, from the gap 2", Line(2.0), gap=2.0),
        NoisyScheme("the line, β_t = s_t²", RetractedLine(1.0), noise=1.5, gap=0.5),
    ]


def slow_errors(scheme: NoisyScheme) -> NoisyScheme:
    """β_t = s_t for β_t = s_t², where there are errors."""
    errs = isinstance(scheme.process, RetractedLine)
    return replace(scheme, process=replace(scheme.process, power=1.0)) if errs else scheme


@cache
def waves() -> ExactDescent:
    """Exact moments in the span of both waves of frequency 1, which holds the target: d = 2 and n = 1, c_var1 = 2."""
    space = Space(Fourier((1,)), Uniform(0, 1))

    def target(x: Any) -> Any:
        angle = 2 * np.pi * x[..., 0]
        return np.cos(angle) + 2 * np.sin(angle)

    return by_quadrature(QuasiProjection(Optimal(space), 1), Quadratic(space, target))


t = sp.Symbol("t", positive=True, integer=True)
JUMP = t * sp.log(t)  # z_t², with probability 1/(t log t)
ONE_LAW = t / sp.log(t) ** 2  # what z_t² exceeds for ever if every z_t has the tail below
m = sp.Symbol("m", positive=True)
TAIL = sp.E**2 / (m * sp.log(m)) ** 2  # P(|z| ≥ m) for m ≥ e: two moments and no more


def lifted(rate: float, delta: float, square: sp.Expr) -> sp.Expr:
    """lim t^rate s_t² z_t²."""
    r, d = (sp.Rational(str(round(float(each), 9))) for each in (rate, delta))
    return sp.limit(sp.powsimp(t ** (r + 2 * d - 2) * square), t, sp.oo)


def jumps_allow(name: str, rate: float, deltas: Iterable[float], square: sp.Expr) -> Iterator[Relation]:
    """Whether t^rate times the gap is not lifted above every bound."""
    for delta in deltas:
        limit, where = lifted(rate, delta, square), f"jumps, {name}, delta = {delta:.3g}"
        yield equal(limit == sp.oo, False, name=where, symbol="no bound")


def one_law_returns() -> Iterator[Relation]:
    """E z² = 3 e², and Σ P(z_t² ≥ t / log² t) = ∞, as the chance is at least 4 e²/t: log m ≤ log(t)/2 there."""
    second = sp.E**2 + sp.integrate(2 * m * TAIL, (m, sp.E, sp.oo))
    yield equal(float(second), 3 * math.e**2, name="second moment", symbol="E z^2")
    chance = sp.lambdify(t, TAIL.subs(m, sp.sqrt(ONE_LAW)) * t)
    far = [float(chance(10.0**k)) for k in (3, 10, 100, 300)]
    yield at_least(far, 4 * math.e**2, name="for ever", symbol="t P(z_t^2 >= t / log^2 t)")
