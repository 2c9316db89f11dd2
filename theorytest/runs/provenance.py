"""Where numbers come from: versions, commit, and a fingerprint of the sources that made them."""

from __future__ import annotations

import platform
import subprocess
from contextlib import suppress
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import theorytest
from theorytest.claims.fingerprints import fingerprint
from theorytest.claims.ledger import Ledger
from theorytest.runs.budget import Setting

_NUMERIC = (
    "numpy",
    "scipy",
    "sympy",
    "mpmath",
    "python-flint",
    "statsmodels",
    "numba",
    "llvmlite",
    "joblib",
    "msgspec",
)


def versions() -> dict[str, str]:
    """What computes: the interpreter, this package and every library that numbers or their encoding pass through."""
    return {
        "platform": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "theorytest": theorytest.__version__,
        **_libraries(),
    }


@cache
def _libraries() -> dict[str, str]:
    found = {}
    for name in _NUMERIC:
        with suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    return found


def facts(*places: Path) -> dict[str, str]:
    """What another machine must share: versions, and the sources of this package and of the places."""
    return versions() | {"sources": fingerprint(*places)}


def commit(root: Path) -> str | None:
    """The commit of the checks, marked when tracked files were changed since; None outside a repository."""
    head = _git(root, "rev-parse", "HEAD")
    changed = head and _git(root, "status", "--porcelain", "--untracked-files=no")
    return f"{head}+changes" if changed else head or None


def _git(root: Path, *words: str) -> str:
    try:
        done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def identity(ledger: Ledger, setting: Setting) -> dict[str, Any]:
    """What a journal must share with the run that resumes it."""
    return {
        "seed": setting.seed,
        "budget": setting.level.name,
        "false-alarm rate": setting.false_alarm,
        "drift": setting.drift,
        **versions(),
        "claims": ledger.sources,
    }
