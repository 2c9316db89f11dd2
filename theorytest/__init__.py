"""theorytest verifies theory papers by running them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from theorytest.verdicts.claims import Claim, claim
    from theorytest.verdicts.decision import Decision, Verdict
    from theorytest.verdicts.evidence import Evidence

__all__ = ["Claim", "Decision", "Evidence", "Verdict", "claim"]
__version__ = "0.1.0"

_HOMES = {"Claim": "claims", "claim": "claims", "Decision": "decision", "Verdict": "decision", "Evidence": "evidence"}


def __getattr__(name: str) -> Any:
    """Load a public name when it is asked for.

    The command line sets the number of threads before numpy is loaded, and pytest loads the plugin in every project.
    """
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"theorytest.verdicts.{_HOMES[name]}"), name)
