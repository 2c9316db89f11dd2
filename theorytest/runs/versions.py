"""Whether dictionaries were changed, read off the number that CPython gives a dictionary at every change.

To look at the values of a dictionary counts a reference to each, which copies their pages in a process that was forked.
The number lies in the dictionary itself. Where an interpreter keeps none, every dictionary may have changed.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from array import array
from collections.abc import Callable, Iterable
from functools import cache
from types import MappingProxyType
from typing import Any

_NUMBER = 3 * ctypes.sizeof(ctypes.c_ssize_t)  # behind the count of references, the type, and the number of entries


class Versions:
    """Of some dictionaries that live as long as the process."""

    def __init__(self, dictionaries: Iterable[dict[str, Any]]) -> None:
        self._held = list(dictionaries)
        self._places = array("Q", (id(each) + _NUMBER for each in self._held))
        self._seen = self._now()

    def unchanged(self) -> bool:
        """Whether none of them has changed since, as far as this can be told."""
        return _has_numbers() and self._now() == self._seen

    def _now(self) -> array[int]:
        read = ctypes.c_uint64.from_address
        return array("Q", (read(each).value for each in self._places)) if _has_numbers() else array("Q")


def dictionary_of(home: Any) -> dict[str, Any]:
    """That of a module or of a class, itself and not a view of it."""
    found = vars(home)
    dictionary: dict[str, Any] = gc.get_referents(found)[0] if isinstance(found, MappingProxyType) else found
    return dictionary


@cache
def _has_numbers() -> bool:
    """Whether the number moves with every change, also with one that is undone, and with nothing else."""
    if sys.implementation.name != "cpython" or sys.version_info >= (3, 14):
        return False
    tried: dict[str, Any] = {"one": 1}
    changes: tuple[Callable[[], Any], ...] = (
        lambda: tried.update(one=2),
        lambda: tried.update(one=1),
        lambda: tried.update(two=2),
        lambda: tried.pop("two"),
    )
    try:
        seen = [_number(tried)]
        for change in changes:
            change()
            seen.append(_number(tried))
        return len(set(seen)) == len(seen) and (tried.get("one"), _number(tried)) == (1, seen[-1])
    except Exception:
        return False


def _number(dictionary: dict[str, Any]) -> int:
    return ctypes.c_uint64.from_address(id(dictionary) + _NUMBER).value
