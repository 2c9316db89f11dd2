"""Writes constraints.lock: every package of constraints.txt with the hashes of all its files, as the index tells them.

python lock.py
python -m pip install --require-hashes --requirement constraints.lock
python -m pip install --no-deps --no-build-isolation --editable .
"""

import os
import re
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from pip._internal.models.index import PyPI

HERE = Path(__file__).parent
CONSTRAINTS, LOCK = HERE / "constraints.txt", HERE / "constraints.lock"
_FILE = re.compile(r'href="[^"]*/([^"/#]+)#sha256=([0-9a-f]{64})"')


def pins() -> dict[str, str]:
    """The version of each package of constraints.txt."""
    lines = (line.partition("#")[0].strip() for line in CONSTRAINTS.read_text(encoding="utf-8").splitlines())
    return dict(line.split("==") for line in lines if line)


def normalized(name: str) -> str:
    """A name as an index writes it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def hashes(name: str, version: str) -> list[str]:
    """Of all files of one version."""
    index = os.environ.get("PIP_INDEX_URL", PyPI.simple_url).rstrip("/")
    with urllib.request.urlopen(f"{index}/{normalized(name)}/", timeout=60) as page:
        files = _FILE.findall(page.read().decode())
    return sorted({sha for file, sha in files if _is_of(file, name, version)})


def _is_of(file: str, name: str, version: str) -> bool:
    """`Jinja2-3.1.6-py3-none-any.whl` and `jinja2-3.1.6.tar.gz` are of Jinja2 3.1.6: files write names freely."""
    stem = re.sub(r"(\.tar\.gz|\.zip)$", "-", file).replace(f"-{version}-", "\n", 1).partition("\n")
    return bool(stem[1]) and normalized(stem[0]) == normalized(name)


def lines() -> Iterator[str]:
    """The lock, line by line; a package without a file is an error."""
    yield "# Made by `python lock.py` from constraints.txt: install with --require-hashes."
    for name, version in pins().items():
        found = hashes(name, version)
        if not found:
            sys.exit(f"lock.py: the index has no file of {name} {version}")
        yield " \\\n    ".join((f"{name}=={version}", *(f"--hash=sha256:{sha}" for sha in found)))


if __name__ == "__main__":
    LOCK.write_text("\n".join(lines()) + "\n", encoding="utf-8")
    print(LOCK.name)
