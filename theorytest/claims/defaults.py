"""What a sampled decision takes where its check says nothing: `[defaults]` of a paper's list, or what stands here."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from theorytest.claims.mutants import ClaimError
from theorytest.claims.roots import PAPER_FILE

COARSEST = 0.2  # as everywhere: above it a claim must say why


@dataclass(frozen=True)
class Defaults:
    """The violation worth catching, relative to the claimed value, and the draws that it may cost."""

    resolution: float = 0.02
    max_draws: int = 1_000_000


STANDARD = Defaults()


def defaults_from(path: Path, told: Mapping[str, Any]) -> Defaults:
    """The table `[defaults]` of a paper's list."""
    found = Defaults(**told)
    if type(found.resolution) not in (int, float) or not 0 < found.resolution <= COARSEST:
        raise ClaimError(f"{path}: the default resolution must lie in (0, {COARSEST}], got {found.resolution!r}")
    if type(found.max_draws) is not int or found.max_draws < 1:
        raise ClaimError(f"{path}: the default max_draws must be a whole number above 0, got {found.max_draws!r}")
    return found


@cache
def defaults_of(root: Path) -> Defaults:
    """Those of a folder of checks, for a process that loads one of its files."""
    text = (root / PAPER_FILE).read_text(encoding="utf-8")
    if "[defaults]" not in text:
        return STANDARD
    return defaults_from(root / PAPER_FILE, tomllib.loads(text).get("defaults", {}))
