"""A hash of every source that can change a result."""

from __future__ import annotations

import hashlib
import os
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
    walked = ((Path(at), names) for at, _, names in os.walk(folder))  # a tenth of the time of two rglobs
    files = (at / name for at, names in walked for name in names if name.endswith((".py", ".toml")))
    return iter(sorted(file for file in files if file.is_file()))
