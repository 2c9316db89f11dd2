"""Statements about all times: what holds up to a finite one is consistent with them, and never called more."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.relations import Relation


def finite_horizon(decision: Decision, where: str = "on the sampled horizon") -> Decision:
    """The same decision with `consistent` in place of any stronger word."""
    if not decision.verdict.holds or decision.verdict is Verdict.CONSISTENT:
        return decision
    sentence = decision.sentence.replace(decision.verdict.value, Verdict.CONSISTENT.value, 1)
    return replace(decision, verdict=Verdict.CONSISTENT, sentence=f"{sentence}, {where}")


def on_horizon(rule: Callable[..., Any], last: float | None = None) -> Callable[..., Any]:
    """A rule or relation whose passes are consistent with a statement about all times; `last` is the last it saw."""
    where = "on the computed horizon" if last is None else f"up to t = {last:,}"

    @wraps(rule)
    def decide(*values: Any, **options: Any) -> Any:
        found = rule(*values, **options)
        if isinstance(found, Relation):
            return replace(found, until=math.inf if last is None else last)
        return replace(finite_horizon(found, where), until=last)

    return decide
