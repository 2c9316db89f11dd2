"""Where instances are defined and what the code says of them there, so that a report can say it too."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path


def said_of(home: Path, places: Iterable[str]) -> dict[str, str]:
    """What the code says of instances: the text at the top of a file, and of a function that makes them, by place."""
    found: dict[str, str] = {}
    lines: dict[str, set[int]] = {}
    for place in places:
        file, _, line = place.rpartition(":")
        lines.setdefault(file, set()).add(int(line))
    for file, wanted in sorted(lines.items()):
        tree = _parsed(home / file)
        found[file] = _words(tree)
        found |= {f"{file}:{line}": _words(node) for line, node in _functions(tree) if line in wanted}
    return {place: words for place, words in found.items() if words}


def _parsed(file: Path) -> ast.Module:
    try:
        return ast.parse(file.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError):
        return ast.Module([], [])


def _functions(tree: ast.Module) -> Iterator[tuple[int, ast.FunctionDef]]:
    """Every function with the line on which it starts, decorators included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield min([node.lineno, *(each.lineno for each in node.decorator_list)]), node


def _words(node: ast.Module | ast.FunctionDef) -> str:
    return " ".join((ast.get_docstring(node) or "").split())
