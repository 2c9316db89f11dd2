"""Files that are written whole or not at all: a kill at any instruction and a full disk leave what was there."""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

_DRAFT = re.compile(r"\.(?P<name>.+)\.(?P<pid>\d+)-[0-9a-f]{8}\.draft")


def replace_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all; its rename is the only moment at which anything changes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _remove_old_drafts(path)
    draft = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.draft")
    try:
        _write(draft, content)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(path.parent)


def _write(draft: Path, content: bytes) -> None:
    """A new file on disk: never one that is there already, and never through a link."""
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o666)
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(handle, rest) :]
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(folder: Path) -> None:
    """Put the names in a folder on disk, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some file systems have no such thing
            os.fsync(handle)
    finally:
        os.close(handle)


def _remove_old_drafts(path: Path) -> None:
    """Those of processes that were killed; who still writes keeps its own."""
    for entry in os.scandir(path.parent):
        found = _DRAFT.fullmatch(entry.name)
        if found and found["name"] == path.name and not _lives(int(found["pid"])):
            with suppress(OSError):
                os.unlink(entry.path)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
