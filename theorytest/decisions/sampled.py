"""What a check asks to be sampled: a rule, the draw that it judges, and what is claimed about it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np

from theorytest.decisions.decision import Decision
from theorytest.decisions.made import note_made
from theorytest.decisions.relations import Threshold

Rule = Callable[..., Decision]

_EXACT = ("theorytest.decisions.relations", "theorytest.decisions.growth")
COARSE = 0.2  # above this resolution nearly everything passes, which needs a reason


@dataclass(frozen=True, eq=False)
class Sampled:
    """A relation that only draws can decide: `rule(draw, *claimed, name=, plan=, generators=, **options)`."""

    rule: Rule
    draw: Any
    claimed: tuple[Any, ...]
    name: str
    resolution: float | None = None  # None for the default of the paper
    max_draws: int | None = None  # likewise
    options: Mapping[str, Any] = field(default_factory=dict)
    ours: bool = False  # what the draws are compared with is a threshold of ours
    coarse: str = ""  # why so large a resolution will do

    def told(self, decision: Decision) -> Decision:
        """The decision of the rule; its sentence says why it is coarse, and calls a threshold of ours by that name."""
        if self.coarse:
            decision = replace(decision, sentence=f"{decision.sentence}; no finer, since {self.coarse}")
        if not self.ours:
            return decision
        sentence = decision.sentence.replace(" against ", " against our threshold ", 1)
        return replace(decision, sentence=sentence, statistics={**decision.statistics, "ours": 1.0})


def sampled(
    rule: Rule,
    draw: Any,
    *claimed: Any,
    name: str = "",
    resolution: float | None = None,
    max_draws: int | None = None,
    coarse: str = "",
    **options: Any,
) -> Sampled:
    """Ask for a decision that samples; the run decides how hard it looks and with which draws.

    Where `resolution` and `max_draws` are left out the paper's `[defaults]` decide. A resolution above 20 % needs a
    reason, which the verdict repeats: `coarse="each draw is a run of a network"`.
    """
    _require_sampling(rule, claimed)
    _require_numbers(resolution, max_draws)
    if resolution is not None and resolution > COARSE and not coarse:
        raise ValueError(f"resolution must be at most {COARSE}, or coarse= must say why not, got {resolution}")
    ours = any(isinstance(each, Threshold) for each in (*claimed, *options.values()))
    plain = tuple(_unmarked(each) for each in claimed)
    note_made()
    known = {word: _unmarked(each) for word, each in options.items()}
    return Sampled(rule, draw, plain, name, resolution, max_draws, known, ours, coarse)


def _require_numbers(resolution: Any, max_draws: Any) -> None:
    if resolution is not None and not (isinstance(resolution, (int, float, Fraction)) and resolution > 0):
        raise ValueError(f"resolution must be a positive number, such as 0.01 for 1 %, got {resolution!r}")
    if max_draws is not None and not (isinstance(max_draws, (int, np.integer)) and max_draws >= 1):
        raise ValueError(f"max_draws must be a whole number of at least 1, got {max_draws!r}")


def _require_sampling(rule: Any, claimed: Sequence[Any]) -> None:
    """A relation compares two sides that are there; a rule is handed a draw and asks for more of them."""
    name = getattr(rule, "__name__", repr(rule))
    if not callable(rule):
        raise ValueError(f"rule must be a rule that samples, such as mean_at_most, got {rule!r}")
    if getattr(rule, "__module__", "") in _EXACT:
        raise ValueError(
            f"{name} compares and does not sample: return {name}(...) itself, or take a rule such as mean_at_most"
        )
    if claimed and (words := _keywords(rule)):
        raise ValueError(f"{name} takes what is claimed by name: sampled({name}, draw, {words[0]}=...)")


def _keywords(rule: Rule) -> list[str]:
    """What a rule wants to know by name, where the run hands over draw, generators and plan by position."""
    found = inspect.signature(rule).parameters.values()
    if [each.name for each in found][1:3] != ["generators", "plan"]:
        return []
    known = [each for each in found if each.kind is each.KEYWORD_ONLY and each.name != "name"]
    return [each.name for each in known if each.default is each.empty] or [each.name for each in known]


def _unmarked(value: Any) -> Any:
    return value.value if isinstance(value, Threshold) else value
