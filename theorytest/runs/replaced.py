"""A check that replaces a function of its judge has no verdict: what is left of the judge would be its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

JUDGE = tuple(f"theorytest.{room}." for room in ("attacks", "claims", "decisions", "proof", "runs"))
Places = tuple[tuple[Any, str, Any], ...]  # a module or class, a name in it, and what stands there


class ReplacedError(Exception):
    """A function of the judge that is not the judge's any more."""


@cache
def functions_of_the_judge() -> Places:
    """All functions and methods, as they are when this is first asked for."""
    return tuple(_places())


def refuse_replaced() -> None:
    """Name a function that is another one now."""
    for home, name, function in functions_of_the_judge():
        if vars(home).get(name) is not function:
            raise ReplacedError(f"the check replaces {name} of {home.__name__}, by which it is judged")


def _places() -> Iterator[tuple[Any, str, Any]]:
    for module_name, module in list(sys.modules.items()):
        if module_name.startswith(JUDGE):
            for name, value in list(vars(module).items()):
                if callable(value):
                    yield module, name, value
                if isinstance(value, type) and value.__module__ == module_name:
                    yield from ((value, each, method) for each, method in vars(value).items() if callable(method))
