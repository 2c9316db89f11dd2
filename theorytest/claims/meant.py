"""What somebody meant who wrote something else."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable


def meant(word: str, known: Collection[str]) -> str:
    """`did you mean 'x'?`, or what there is."""
    near = difflib.get_close_matches(word, list(known), n=1)
    return f"did you mean {near[0]!r}?" if near else f"there is {', '.join(known)}"


def first_unknown(words: Iterable[str], known: Collection[str]) -> str | None:
    """The first word that is not known."""
    return next((word for word in words if word not in known), None)
