"""Scripts that show a counterexample without this package: `witnesses/*.py` beside the paper's list.

A script belongs to every claim whose id it names in brackets in its text, as in `[lem:dice]`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

FOLDER = "witnesses"
_NAMED = re.compile(r"\[([^\[\]\n]+)\]")


def scripts(root: Path) -> tuple[str, ...]:
    """The texts of the scripts, in the order of their names."""
    return tuple(file.read_text(encoding="utf-8") for file in sorted((root / FOLDER).glob("*.py")))


def script_by_claim(texts: tuple[str, ...]) -> Mapping[str, str]:
    """For everything that a script names, the first that does."""
    return {name: text for text in reversed(texts) for name in _NAMED.findall(text)}
