"""The ids of claims as their files write them, read without importing anything: for a shell that completes a word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from theorytest.claims.roots import check_files

_ID = re.compile(r"""^@(?:\w+\.)?(?:claim|repair)\(\s*["']([^"'{}\\]+)["']""", re.MULTILINE)


def written_ids(root: Path) -> Iterator[str]:
    """Those that stand in a file as text; one that is put together by a loop does not."""
    for file in check_files(root):
        yield from _ID.findall(file.read_text(encoding="utf-8", errors="replace"))
