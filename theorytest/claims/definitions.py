"""What named instances are, each defined once: `instances.toml` beside the paper's list.

    [instances]
    "two points" = "X = {−1, 1} with mass 1/2 each; H = L²(X); T spanned by the constant 1"

The name of an instance is a list of parts, as in `two points, n = 3`: its definition is that of its longest beginning
that has one, and what follows says what is chosen besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from theorytest.claims.string_tables import read_strings

DEFINITIONS_FILE = "instances.toml"
_BETWEEN = ", "


def read_definitions(root: Path) -> dict[str, str]:
    """The definitions by name; nothing where there is no such file."""
    return read_strings(root / DEFINITIONS_FILE, "instances", '"two points" = "X = {−1, 1}, mass 1/2 each"')


def defined_as(name: str, definitions: Mapping[str, str]) -> str | None:
    """The name in the file that says what the instance is."""
    parts = name.split(_BETWEEN)
    beginnings = (_BETWEEN.join(parts[:n]) for n in range(len(parts), 0, -1))
    return next((each for each in beginnings if each in definitions), None)


def says_itself(name: str) -> bool:
    """Whether the name is its own definition: `n = 2`, `(1/2, -2)`, `s = 1, ā = 1/10001`, a number."""
    return all("=" in part or not any(c.isalpha() for c in part) for part in name.split(_BETWEEN))


def undefined(names: Iterable[str], definitions: Mapping[str, str]) -> list[str]:
    """The names that nothing defines, each once."""
    unique = dict.fromkeys(names)
    return [name for name in unique if not says_itself(name) and defined_as(name, definitions) is None]
