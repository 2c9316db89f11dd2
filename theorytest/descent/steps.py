"""Step-size rules s_t for t = 1, 2, ..., as small objects that know their summability.

A sum Σ c t^-a converges iff a > 1, so that a rule lies in ℓ¹ iff a > 1 and in ℓ² iff 2a > 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from theorytest.arguments import Array, finite, positive, real, whole
from theorytest.signatures import checked


@runtime_checkable
class Steps(Protocol):
    """What the scheme asks of a rule."""

    def __call__(self, t: ArrayLike) -> Array:
        """s_t for the steps t ≥ 1."""
        ...

    @property
    def exponent(self) -> float:
        """a where s_t decays like t^-a."""
        ...


@checked
def in_l1(steps: Steps) -> bool:
    """Whether Σ s_t is finite."""
    return steps.exponent > 1


@checked
def in_l2(steps: Steps) -> bool:
    """Whether Σ s_t² is finite."""
    return 2 * steps.exponent > 1


@checked
def satisfies_robbins_monro(steps: Steps) -> bool:
    """(s_t) lies in ℓ² and not in ℓ¹."""
    return in_l2(steps) and not in_l1(steps)


@dataclass(frozen=True)
class Constant:
    """s_t = s."""

    step: float

    exponent = 0.0

    def __post_init__(self) -> None:
        positive("step", self.step)

    def __call__(self, t: ArrayLike) -> Array:
        """s at every step."""
        return np.full(_steps(t).shape, float(self.step))


@dataclass(frozen=True)
class Power:
    """s_t = c t^-a: c_0/t for a = 1, c t^(ε-1) for a = 1 - ε, c t^(-1/2-ε) for a = 1/2 + ε."""

    c: float
    exponent: float

    def __post_init__(self) -> None:
        positive("c", self.c)
        if real("exponent", self.exponent) < 0:
            raise ValueError(f"exponent must be at least 0, got {self.exponent!r}: steps must not grow")

    def __call__(self, t: ArrayLike) -> Array:
        """c t^-a."""
        return np.asarray(float(self.c) * _steps(t) ** -float(self.exponent), dtype=float)


@dataclass(frozen=True)
class Mixed:
    """A constant for t ≤ t_max, then another rule [Section 5.1.2]."""

    first: float
    then: Steps
    t_max: int

    def __post_init__(self) -> None:
        positive("first", self.first)
        real("t_max", whole("t_max", self.t_max))
        if not isinstance(self.then, Steps):
            raise ValueError(f"then must be a step rule such as Power(2/9, 0.9), got {self.then!r}")

    @property
    def exponent(self) -> float:
        """That of the rule that lasts."""
        return self.then.exponent

    def __call__(self, t: ArrayLike) -> Array:
        """The constant first."""
        t = _steps(t)
        return np.where(t <= self.t_max, float(self.first), self.then(t))


def optimal(c_bias1: float, c_var1: float, L: float = 1.0, C_R: float = 0.0) -> Constant:
    """c_bias1 / ((L + C_R) c_var1), which maximises σ = c_bias1 s - s² (L + C_R)/2 c_var1."""
    if real("C_R", C_R) < 0:
        raise ValueError(f"C_R must be at least 0, got {C_R!r}")
    smoothness = positive("L", L) + C_R
    return Constant(positive("c_bias1", c_bias1) / (smoothness * positive("c_var1", c_var1)))


BEST = ("optimal", "optimal-root", "robbins-monro")  # the rules that need s_opt


def parse(rule: str, best: float | None = None) -> Steps:
    """`constant:1/9`, `power:2/9,0.9`, `mixed:1/3,2/3,0.9,22`, `optimal`, `optimal-root` or `robbins-monro`.

    The last two are s_opt t^-1/2, which Section 5.3 calls a Robbins-Monro step size.
    """
    word, _, rest = rule.partition(":")
    if rule == "adaptive":
        raise ValueError("--step adaptive bounds the error of a retraction: it needs --model shallow")
    if rule in BEST:
        if best is None:
            raise ValueError(
                f"--step {rule}: Table 2 has no finite c_var1 for this estimator; give a number such as constant:1/9"
            )
        return Constant(best) if word == "optimal" else Power(best, 0.5)
    wanted = {"constant": 1, "power": 2, "mixed": 4}.get(word)
    numbers = [_fraction(part, rule) for part in rest.split(",")] if rest else []
    if wanted is None or len(numbers) != wanted:
        rules = f"constant:S, power:C,A, mixed:S,C,A,T, {', '.join(BEST)}, or adaptive for networks"
        raise ValueError(f"--step must be {rules}, got {rule!r}")
    try:
        return _made(word, numbers)
    except ValueError as error:
        raise ValueError(f"--step {rule}: {error}") from error


def _made(word: str, numbers: list[float]) -> Steps:
    if word == "constant":
        return Constant(numbers[0])
    if word == "power":
        return Power(*numbers)
    first, c, exponent, t_max = numbers
    return Mixed(first, Power(c, exponent), whole("T", int(t_max) if t_max == int(t_max) else t_max))


def _fraction(word: str, rule: str) -> float:
    above, slash, below = word.partition("/")
    try:
        number = float(above) / (float(below) if slash else 1.0)
    except (ValueError, ZeroDivisionError):
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"--step {rule}: {word!r} is no number such as 0.9 or 2/9")
    return number


def _steps(t: ArrayLike) -> Array:
    times = finite("t", t)
    if np.any(times < 1):
        raise ValueError(f"t must be at least 1, got {times.min():g}: the first step has the number 1")
    return times
