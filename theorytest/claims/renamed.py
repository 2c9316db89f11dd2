"""Claims that changed their names or were given up: `renamed.toml` beside the paper's list.

    [ids]
    "old/id" = "new/id"
    "old/id" = ""        # given up, with the reason as a comment

A comparison with an older baseline, and evidence that is carried on from older runs, look up old names here. A journal
knows no old names: it belongs to the sources that it was started with.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from theorytest.claims.mutants import ClaimError

RENAMED_FILE = "renamed.toml"


def read_renamed(root: Path) -> dict[str, str]:
    """New names by old ones; nothing where there is no such file."""
    path = root / RENAMED_FILE
    try:
        listed = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ClaimError(f"{path} cannot be read: {error}") from None
    if unknown := [key for key in listed if key != "ids"]:
        raise ClaimError(f"{path}: [{unknown[0]}] is unknown, only [ids] is allowed")
    ids = listed.get("ids", {})
    if not isinstance(ids, Mapping) or not all(isinstance(new, str) for new in ids.values()):
        raise ClaimError(f'{path}: [ids] must map old names to new ones, as in "old/id" = "new/id"')
    return dict(ids)


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
