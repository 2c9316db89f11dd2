"""Least squares in small spaces from one point each step: rare jumps and two waves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from checks.instances.stationary_problems import Line
from theorytest.approximation import Discrete, Fourier, Monomials, Optimal, QuasiProjection, Space, Uniform
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
