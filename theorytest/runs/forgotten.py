"""A relation that a check makes on a line of its own, and neither returns nor yields, was forgotten."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from theorytest.decisions import relations
from theorytest.decisions.sampled import sampled

_MAKERS = (relations.equal, relations.at_most, relations.at_least, relations.less_than, relations.more_than, sampled)


def forgotten(check: Callable[..., Any]) -> str:
    """The place of the first one in the code of a check, empty where there is none or the source is not there."""
    plain = inspect.unwrap(check)
    with suppress(OSError, SyntaxError, TypeError, IndentationError):
        lines, first = inspect.getsourcelines(plain)
        tree = ast.parse(inspect.cleandoc("\n" + "".join(lines)))
        names = {name for name, value in plain.__globals__.items() if any(value is each for each in _MAKERS)}
        names |= {each.__name__ for each in _MAKERS if _imported_within(tree, each.__name__)}
        for line in sorted(_on_their_own(tree, names)):
            return f"{Path(plain.__code__.co_filename).name}:{first + line - 1}"
    return ""


def _on_their_own(tree: ast.AST, names: set[str]) -> Iterator[int]:
    for node in ast.walk(tree):
        call = node.value if isinstance(node, ast.Expr) else None
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in names:
            yield call.lineno


def _imported_within(tree: ast.AST, name: str) -> bool:
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return any(alias.asname is None and alias.name == name for node in nodes for alias in node.names)
