"""Regions of sequences: steps and perturbations in parametric families, as functions of t = 1, 2, 3, ...

constant     c
power        c t^-a with a rational
geometric    c qᵗ
spikes       c at multiples of k, else 0
alternating  c and d in turn
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from theorytest.attacks.numbers import Number
from theorytest.attacks.ranges import Range
from theorytest.attacks.region import Parameters, Region


@dataclass(frozen=True, eq=False)
class Sequence:
    """A family with its parameters."""

    kind: str
    parameters: tuple[Any, ...]
    rule: Callable[..., Any]

    def __call__(self, t: int) -> Any:
        """The term at t."""
        return self.rule(t, *self.parameters)

    @property
    def name(self) -> str:
        """The family and its parameters, in words."""
        return f"{self.kind}({', '.join(f'{each}' for each in self.parameters)})"


def _spike(t: int, c: Any, every: int) -> Any:
    return c if t % every == 0 else 0 * c


RULES: dict[Any, tuple[int, Callable[..., Any]]] = {
    "constant": (1, lambda _, c: c),
    "alternating": (2, lambda t, c, d: c if t % 2 else d),
    "harmonic": (2, lambda t, c, d: c / (t + d)),
    "square": (1, lambda t, c: c / t**2),
    "geometric": (2, lambda t, c, q: c * (q / (1 + q)) ** t),
    "first alone": (1, lambda t, c: c if t == 1 else 0 * c),
    "every second": (1, lambda t, c: _spike(t, c, 2)),
    "every third": (1, lambda t, c: _spike(t, c, 3)),
}


def sequences(low: Number = 0, high: Number = float("inf"), *, kinds: tuple[str, ...] = tuple(RULES)) -> Region:
    """Nonnegative sequences with their parameters in [low, high], low ≥ 0."""
    one = Range(low, high, log=True)

    def build(kind: str, x: Parameters) -> Sequence:
        return Sequence(kind, tuple(x), RULES[kind][1])

    return Region(kinds, lambda kind: [one] * RULES[kind][0], build, says="nonnegative sequences")
