"""How many relations were made: one that is neither returned nor yielded decides nothing."""

from __future__ import annotations

_made = [0]


def note_made() -> None:
    """One more."""
    _made[0] += 1


def made() -> int:
    """So many so far, in this process."""
    return _made[0]
