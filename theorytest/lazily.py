"""Public names that are loaded when they are asked for: a room lists them once, and importing it costs nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

Homes = Mapping[str, Sequence[str]]  # module of the room: the names that are public


def lazily(room: str, homes: Homes) -> tuple[Callable[[str], Any], list[str]]:
    """What a room assigns to `__getattr__` and `__all__`."""
    home_of = {name: home for home, names in homes.items() for name in names}

    def load(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return getattr(import_module(f"{room}.{home_of[name]}"), name)

    return load, sorted(home_of)
