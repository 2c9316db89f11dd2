"""Claims that changed their names or were given up: `renamed.toml` beside the paper's list.

    [ids]
    "old/id" = "new/id"
    "old/id" = ""        # given up, with the reason as a comment

A comparison with an older baseline, and evidence that is carried on from older runs, look up old names here. A journal
knows no old names: it belongs to the sources that it was started with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from theorytest.claims.string_tables import read_strings

RENAMED_FILE = "renamed.toml"


def read_renamed(root: Path) -> dict[str, str]:
    """New names by old ones; nothing where there is no such file."""
    return read_strings(root / RENAMED_FILE, "ids", '"old/id" = "new/id"')


def broken_names(renamed: Mapping[str, str], ids: Iterable[str]) -> list[str]:
    """One sentence for every old name that is still used and every new one that is not."""
    known = set(ids)
    used = [
        f"{RENAMED_FILE}: {old!r} is listed as an old name, but a claim is called so" for old in renamed if old in known
    ]
    lost = [
        f"{RENAMED_FILE}: {old!r} became {new!r}, which is no claim"
        for old, new in renamed.items()
        if new and new not in known
    ]
    return used + lost
