"""What is exact up to a finite time is only consistent with a statement about all times."""

from __future__ import annotations

from dataclasses import replace
from functools import wraps

from theorytest.verdicts.decision import Verdict


def on_horizon(rule, horizon):
    """The exact rule, with `consistent` and the horizon in place of `exact`."""

    @wraps(rule)
    def decide(*values, **options):
        decision = rule(*values, **options)
        if decision.verdict is not Verdict.EXACT:
            return decision
        sentence = decision.sentence.replace(Verdict.EXACT.value, Verdict.CONSISTENT.value, 1)
        return replace(decision, verdict=Verdict.CONSISTENT, sentence=f"{sentence}, up to t = {horizon:,}")

    return decide
