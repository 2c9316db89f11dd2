"""What a check asks to be sampled: a rule, the draw that it judges, and what is claimed about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from theorytest.decisions.decision import Decision
from theorytest.decisions.relations import Threshold

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
    ours: bool = False  # what the draws are compared with is a threshold of ours

    def told(self, decision: Decision) -> Decision:
        """The decision of the rule, whose sentence calls a threshold of ours by that name."""
        if not self.ours:
            return decision
        sentence = decision.sentence.replace("against the claimed", "against our threshold")
        return replace(decision, sentence=sentence, statistics={**decision.statistics, "ours": 1.0})


def sampled(
    rule: Rule, draw: Any, *claimed: Any, name: str = "", resolution: float, max_draws: int, **options: Any
) -> Sampled:
    """Ask for a decision that samples; the run decides how hard it looks and with which draws."""
    ours = any(isinstance(each, Threshold) for each in (*claimed, *options.values()))
    plain = tuple(_unmarked(each) for each in claimed)
    known = {word: _unmarked(each) for word, each in options.items()}
    return Sampled(rule, draw, plain, name, resolution, max_draws, known, ours)


def _unmarked(value: Any) -> Any:
    return value.value if isinstance(value, Threshold) else value
