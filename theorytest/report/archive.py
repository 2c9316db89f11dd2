"""The code behind a report as one archive, so that a reader who has only the report can give its numbers again."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import theorytest

NAME = "code.zip"
FOLDER = "code"  # what it unpacks to
MOST = 20_000_000  # bytes; a folder that holds more is not sent along
_HERE = "theorytest"


def archive(checks: Path, versions: Mapping[str, str]) -> bytes | None:
    """Checks, this package, and the libraries that they need; None where the checks are away or too large.

    The same files and versions give the same bytes.
    """
    package, folder = Path(theorytest.__file__).parent, checks.resolve()
    own = _files(folder)
    if not own or sum(path.stat().st_size for path in own) > MOST or not _is_installed():
        return None
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as packed:
        for root, paths in ((package, _files(package)), (folder, own)):
            for path in paths:
                _add(packed, f"{root.name}/{path.relative_to(root).as_posix()}", path.read_bytes())
        _add(packed, "requirements.txt", "".join(f"{line}\n" for line in requirements(versions)).encode())
        _add(packed, "LICENSE", (metadata.distribution(_HERE).read_text("licenses/LICENSE") or "").encode())
    return made.getvalue()


def _add(packed: ZipFile, name: str, content: bytes) -> None:
    """A file with the date that all of them have, so that only its content counts."""
    packed.writestr(ZipInfo(f"{FOLDER}/{name}"), content, ZIP_DEFLATED)


def _files(folder: Path) -> list[Path]:
    """The files below a folder in order, without links, hidden ones and what Python compiled."""
    inside = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sorted(path for path in inside if not any(_is_left_out(part) for part in path.relative_to(folder).parts))


def _is_left_out(part: str) -> bool:
    return part.startswith(".") or part == "__pycache__"


def _is_installed() -> bool:
    """Whether it is known which libraries this package needs."""
    try:
        return bool(metadata.requires(_HERE))
    except metadata.PackageNotFoundError:
        return False


def requirements(versions: Mapping[str, str]) -> list[str]:
    """The libraries of the run in its versions, then what else this package needs, as it is here."""
    numeric = {name: version for name, version in versions.items() if name not in ("python", "platform", _HERE)}
    return [f"{name}=={version}" for name, version in (numeric | dict(_others(numeric))).items()]


def _others(known: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for line in metadata.requires(_HERE) or ():
        found = re.match(r"[\w.-]+", line)
        if found and "extra ==" not in line and found.group() not in known:
            yield found.group(), metadata.version(found.group())
