"""What a run leaves behind: one JSON file and, when there are curves, one npz beside it."""

from __future__ import annotations

import hashlib
import io
import json
import os
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theorytest.encoding import dumps

SCHEMA = 3
SCHEMA_FILE = Path(__file__).with_name("record.schema.json")

Curves = Mapping[str, NDArray[np.float64]]


class RecordError(ValueError):
    """A record that cannot be read, and why, in one sentence."""


@dataclass(frozen=True)
class Record:
    """A run as plain data, with its curves. Everything but `timings` is the same whenever the run is repeated."""

    data: Mapping[str, Any]
    curves: Curves = field(default_factory=dict)

    def verdict(self, id: str) -> Mapping[str, Any] | None:  # noqa: A002 - the word that the ledger uses
        """The entry of one claim, if the run included it."""
        return next((entry for entry in self.data["verdicts"] if entry["id"] == id), None)


def write_record(record: Record, path: Path) -> None:
    """Write both files whole or not at all. The JSON comes last and knows the checksum of its curves."""
    packed = _packed(record.curves)
    beside = path.with_suffix(".npz")
    if packed:
        replace_file(beside, packed)
    else:
        beside.unlink(missing_ok=True)
    data = {**record.data, "curves": {"sha256": hashlib.sha256(packed).hexdigest() if packed else None}}
    replace_file(path, (dumps({**data, "sha256": checksum(data)}, indent=1) + "\n").encode())


def checksum(data: Mapping[str, Any]) -> str:
    """Of plain data, whatever the order of their keys."""
    return hashlib.sha256(dumps(data).encode()).hexdigest()


def _is_intact(stored: Any, data: Mapping[str, Any]) -> bool:
    try:
        return bool(stored == checksum(data))
    except (ValueError, RecursionError):  # a number such as 1e400, which no record holds
        return False


def _packed(curves: Curves) -> bytes:
    if not curves:
        return b""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **{name: curves[name] for name in sorted(curves)})
    return buffer.getvalue()


def replace_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def require_writable(folder: Path, what: str = "") -> None:
    """Whether a file can be written there is found out before the work; missing folders are made with the file."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        raise RecordError(f"{what}nothing can be written into {folder} ({error.strerror})") from None


def require_file(path: Path, option: str) -> None:
    """The same for a file that an option names."""
    if path.is_dir():
        raise RecordError(f"{option} must name a file, got the folder {path}")
    require_writable(path.parent, f"{option}: ")


def last_record(checks: Path) -> Path:
    """Where the last run of a folder of checks left its record; its journal lies beside it."""
    return checks.resolve().parent / ".theorytest" / "last.json"


def state_folder(checks: Path) -> Path:
    """The folder of the last record, made where it is missing; git looks away."""
    folder = last_record(checks).parent
    folder.mkdir(exist_ok=True)
    (folder / ".gitignore").write_text("*\n", encoding="utf-8")
    return folder


def read_record(path: Path, *, curves: bool = True) -> Record:
    """The record in a file, with its curves where they are wanted, or one sentence about what is wrong with it."""
    try:
        data = json.loads(path.read_bytes())
    except OSError as error:
        hint = " (theorytest verify writes one)" if isinstance(error, FileNotFoundError) else ""
        raise RecordError(f"the record {path} cannot be read: {error.strerror}{hint}") from None
    except (ValueError, RecursionError):
        raise RecordError(f"{path} is not a record: it is no JSON, perhaps cut short") from None
    if not isinstance(data, dict) or not isinstance(data.get("schema"), int):
        raise RecordError(f"{path} is not a record of theorytest: it has no schema version")
    if data["schema"] != SCHEMA:
        raise RecordError(
            f"{path} has schema {data['schema']}, this version reads {SCHEMA}: another version wrote it, or it is no "
            "record but a baseline or a calibration"
        )
    missing = [key for key in ("run", "verdicts", "ledger", "timings", "curves") if key not in data]
    if missing:
        raise RecordError(f"{path} is not a whole record: it has no {', no '.join(missing)}")
    if not _is_intact(data.pop("sha256", None), data):
        raise RecordError(f"{path} was changed after it was written: its checksum differs")
    if not isinstance(data["curves"], dict) or "sha256" not in data["curves"]:
        raise RecordError(f"{path} is not a whole record: it has no checksum of its curves")
    return Record(data, _read_curves(path.with_suffix(".npz"), data["curves"]["sha256"]) if curves else {})


def _read_curves(path: Path, checksum: str | None) -> Curves:
    if checksum is None:
        return {}
    try:
        packed = path.read_bytes()
        if hashlib.sha256(packed).hexdigest() != checksum:
            raise RecordError(f"{path} does not belong to the record beside it: its checksum differs")
        with np.load(io.BytesIO(packed), allow_pickle=False) as curves:
            return dict(curves)
    except OSError as error:
        hint = " (they belong beside the record: copy both files)" if isinstance(error, FileNotFoundError) else ""
        raise RecordError(f"the curves {path} cannot be read: {error.strerror}{hint}") from None
    except (ValueError, zipfile.BadZipFile) as error:
        raise RecordError(f"the curves {path} cannot be read: {error}") from None
