"""Which folders hold checks, and which of their files. Light on purpose: pytest asks this in every project."""

from __future__ import annotations

from pathlib import Path

from theorytest.claims.witnesses import FOLDER

DEFAULT_CHECKS = Path("checks")
PAPER_FILE = "paper.toml"

_NEVER_CHECKS = {"__init__.py", "conftest.py"}


def is_root(folder: Path) -> bool:
    """A folder of checks is one whose paper.toml lists items."""
    try:
        return "[[item]]" in (folder / PAPER_FILE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False


def find_root(path: Path) -> Path | None:
    """The folder of checks that the path lies in, if any."""
    return next((folder for folder in (path, *path.parents) if is_root(folder)), None)


def check_files(root: Path) -> list[Path]:
    """Every Python file that may hold claims, in the order of the names."""
    return sorted(file for file in root.rglob("*.py") if is_check_file(root, file))


def is_check_file(root: Path, file: Path) -> bool:
    """Whether the file may hold claims: hidden folders, caches, pytest's own files and witness scripts do not."""
    parts = file.relative_to(root).parts
    hidden = any(part.startswith((".", "__pycache__")) for part in parts)
    return file.suffix == ".py" and not hidden and file.name not in _NEVER_CHECKS and parts[0] != FOLDER
