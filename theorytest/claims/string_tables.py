"""Files beside the paper's list that map names to texts: one table of TOML each."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from theorytest.claims.mutants import ClaimError


def read_strings(path: Path, table: str, example: str) -> dict[str, str]:
    """The texts of the only table of the file by name; nothing where there is no such file."""
    try:
        listed = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ClaimError(f"{path} cannot be read: {error}") from None
    if unknown := [key for key in listed if key != table]:
        raise ClaimError(f"{path}: [{unknown[0]}] is unknown, only [{table}] is allowed")
    texts = listed.get(table, {})
    if not isinstance(texts, Mapping) or not all(isinstance(text, str) for text in texts.values()):
        raise ClaimError(f"{path}: [{table}] must map names to texts, as in {example}")
    return dict(texts)
