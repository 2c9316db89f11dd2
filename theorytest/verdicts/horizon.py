"""Statements about all times: what holds up to a finite one is consistent with them, and never called more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

from theorytest.verdicts.decision import Decision, Verdict


def finite_horizon(decision: Decision, where: str = "on the sampled horizon") -> Decision:
    """The same decision with `consistent` in place of `confirmed` or `exact`."""
    if decision.verdict not in (Verdict.CONFIRMED, Verdict.EXACT):
        return decision
    sentence = decision.sentence.replace(decision.verdict.value, Verdict.CONSISTENT.value, 1)
    return replace(decision, verdict=Verdict.CONSISTENT, sentence=f"{sentence}, {where}")


def on_horizon(rule: Callable[..., Decision], last: float | None = None) -> Callable[..., Decision]:
    """A rule whose passes are consistent with a statement about all times; `last` is the last time that it saw."""
    where = "on the computed horizon" if last is None else f"up to t = {last:,}"

    @wraps(rule)
    def decide(*values: Any, **options: Any) -> Decision:
        return finite_horizon(rule(*values, **options), where)

    return decide
