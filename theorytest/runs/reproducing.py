"""The one command that gives a number again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from theorytest.runs.budget import FALSE_ALARM


def command_line(name: str, ran: Mapping[str, Any], checks: str | None = None) -> str:
    """The call of `theorytest verify` for one claim, with the seed and the budget of a run if there was one."""
    words = ["theorytest", "verify", name]
    words += ["--checks", checks] if checks is not None else []
    words += ["--seed", str(ran["seed"]), "--budget", ran["budget"]] if ran else []
    words += ["--false-alarm", repr(ran["false_alarm"])] if ran and ran["false_alarm"] != FALSE_ALARM else []
    carried = ran.get("carried", {}).get("seeds", [])
    words += ["--carry", f"record-of-seed-{carried[-1]}.json"] if carried else []
    return shlex.join(words)
