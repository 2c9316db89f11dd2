"""What a check asks to be sampled: a rule, the draw that it judges, and what is claimed about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from theorytest.decisions.decision import Decision
from theorytest.decisions.relations import Threshold

Rule = Callable[..., Decision]

COARSE = 0.2  # above this resolution nearly everything passes, which needs a reason


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
    coarse: str = ""  # why so large a resolution will do

    def told(self, decision: Decision) -> Decision:
        """The decision of the rule; its sentence says why it is coarse, and calls a threshold of ours by that name."""
        if self.coarse:
            decision = replace(decision, sentence=f"{decision.sentence}; no finer, since {self.coarse}")
        if not self.ours:
            return decision
        sentence = decision.sentence.replace("against the claimed", "against our threshold")
        return replace(decision, sentence=sentence, statistics={**decision.statistics, "ours": 1.0})


def sampled(
    rule: Rule,
    draw: Any,
    *claimed: Any,
    name: str = "",
    resolution: float,
    max_draws: int,
    coarse: str = "",
    **options: Any,
) -> Sampled:
    """Ask for a decision that samples; the run decides how hard it looks and with which draws.

    A resolution above 20 % needs a reason, which the verdict repeats: `coarse="each draw is a run of a network"`.
    """
    if resolution > COARSE and not coarse:
        raise ValueError(f"resolution must be at most {COARSE}, or coarse= must say why not, got {resolution}")
    ours = any(isinstance(each, Threshold) for each in (*claimed, *options.values()))
    plain = tuple(_unmarked(each) for each in claimed)
    known = {word: _unmarked(each) for word, each in options.items()}
    return Sampled(rule, draw, plain, name, resolution, max_draws, known, ours, coarse)


def _unmarked(value: Any) -> Any:
    return value.value if isinstance(value, Threshold) else value
