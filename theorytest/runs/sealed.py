"""JSON with the version of its format and a checksum: read whole, or refused in one sentence."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from theorytest.runs.records import RecordError, checksum


@dataclass(frozen=True)
class Seal:
    """What a kind of file holds, the version of its format, how it is made again; a version before had no checksum."""

    what: str
    schema: int
    again: str
    before: int | None = None

    def open(self, path: Path) -> dict[str, Any]:
        """The content without version and checksum."""
        data = self._parsed(path)
        version = data.pop("schema", None) if isinstance(data, dict) else None
        if version is None or version not in (self.schema, self.before):
            raise RecordError(f"{path} does not hold {self.what} of schema {self.schema}: {self.again}")
        found = data.pop("sha256", None)
        if version == self.schema and found != _checksum({"schema": version, **data}):
            raise RecordError(f"{path} was changed after it was written: {self.again}")
        return data  # type: ignore[no-any-return]

    def incomplete(self, path: Path, error: Exception) -> RecordError:
        """The sentence of a file that is sealed, and lacks something."""
        return RecordError(f"{path} is incomplete ({type(error).__name__}: {error}): {self.again}")

    def _parsed(self, path: Path) -> Any:
        try:
            return json.loads(path.read_bytes())
        except OSError as error:
            raise RecordError(f"{path} cannot be read: {error.strerror}") from None
        except (ValueError, RecursionError):
            cut = f"it is not JSON, perhaps cut short; {self.again}"
            raise RecordError(f"{path} does not hold {self.what}: {cut}") from None


def _checksum(data: dict[str, Any]) -> str:
    try:
        return checksum(data)
    except (ValueError, RecursionError):  # a number such as 1e400, which nothing here holds
        return ""
