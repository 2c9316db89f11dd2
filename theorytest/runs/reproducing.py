"""The one command that gives a number again."""

from __future__ import annotations

import shlex

from theorytest.runs.budget import FALSE_ALARM
from theorytest.runs.record import Run


def command_line(name: str, run: Run | None, checks: str | None = None) -> str:
    """The call of `theorytest verify` for one claim, with the seed and the budget of a run if there was one."""
    words = ["theorytest", "verify", name]
    words += ["--checks", checks] if checks is not None else []
    if run is None:
        return shlex.join(words)
    words += ["--seed", str(run.seed), "--budget", run.budget]
    words += ["--false-alarm", repr(run.false_alarm)] if run.false_alarm != FALSE_ALARM else []
    seeds = run.carried.seeds if run.carried else ()
    words += ["--carry", f"record-of-seed-{seeds[-1]}.json"] if seeds else []
    return shlex.join(words)
