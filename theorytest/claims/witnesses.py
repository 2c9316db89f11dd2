"""Scripts that show a counterexample without this package: `witnesses/*.py` beside the paper's list.

A script belongs to every claim whose id it names in brackets in its text, as in `[lem:dice]`.
"""

from __future__ import annotations

from pathlib import Path

FOLDER = "witnesses"


def scripts(root: Path) -> tuple[str, ...]:
    """The texts of the scripts, in the order of their names."""
    return tuple(file.read_text(encoding="utf-8") for file in sorted((root / FOLDER).glob("*.py")))


def script_of(claim: str, texts: tuple[str, ...]) -> str | None:
    """The first script that names the claim."""
    return next((text for text in texts if f"[{claim}]" in text), None)
