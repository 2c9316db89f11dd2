"""A hash of every source that can change a result."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def fingerprint(*places: Path) -> str:
    """Of this package, and of files or folders such as the checks, by their contents."""
    digest = hashlib.sha256()
    for place in (*places, _PACKAGE):
        for file in _sources(place):
            content = file.read_bytes()
            name = file.name if file == place else file.relative_to(place).as_posix()
            digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]


def _sources(folder: Path) -> Iterator[Path]:
    if folder.is_file():
        return iter((folder,))
    files = (file for pattern in ("*.py", "*.toml") for file in folder.rglob(pattern))
    return iter(sorted(file for file in files if file.is_file()))
