"""What a check asks to be sampled: a rule, the draw that it judges, and what is claimed about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from theorytest.decisions.decision import Decision

Rule = Callable[..., Decision]


@dataclass(frozen=True, eq=False)
class Sampled:
    """A relation that only draws can decide: `rule(draw, *claimed, name=, plan=, generators=, **options)`."""

    rule: Rule
    draw: Any
    claimed: tuple[Any, ...]
    name: str
    resolution: float
    max_draws: int
    options: Mapping[str, Any] = field(default_factory=dict)


def sampled(
    rule: Rule, draw: Any, *claimed: Any, name: str = "", resolution: float, max_draws: int, **options: Any
) -> Sampled:
    """Ask for a decision that samples; the run decides how hard it looks and with which draws."""
    return Sampled(rule, draw, claimed, name, resolution, max_draws, options)
