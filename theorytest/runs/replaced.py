"""A check that replaces what judges it has no verdict: what is left of the judge would be its own.

The judge is its modules, classes and constants, and what these name of other modules, such as `numpy.isnan` or `all`.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from theorytest.runs.versions import Versions, dictionary_of

JUDGE = tuple(f"theorytest.{room}." for room in ("attacks", "claims", "decisions", "proof", "runs"))
_INSIDE = ("__code__", "__defaults__", "__kwdefaults__")  # of a function
_OURS = ("theorytest", "threading", "warnings")  # the last two are changed, and put back, around every check
_MISSING = object()
Places = dict[str, tuple[Any, dict[str, Any]]]  # by the name of a module or class itself and what stands there
_changed_inside: list[str] = []


class ReplacedError(Exception):
    """Something of the judge that is not the judge's any more."""


class Judge:
    """Whatever judges, as it is when this is made."""

    def __init__(self) -> None:
        _listen()
        self.places = _places()
        self.versions = self._versions()

    def refuse_replaced(self) -> None:
        """Name what is another one now; what no dictionary has noticed is not looked at."""
        if _changed_inside:
            raise ReplacedError(f"the check changes {_changed_inside[0]} from within, by which it is judged")
        if self.versions.unchanged():
            return
        for where, (home, known) in self.places.items():
            now = vars(home)
            for name, value in known.items():
                if now.get(name, _MISSING) is not value:
                    raise ReplacedError(f"the check replaces {name} of {where}, by which it is judged")
            shadowed = _is_judge(home) and set(now).difference(known).intersection(vars(builtins))
            if shadowed:
                raise ReplacedError(f"the check puts a {min(shadowed)} into {where}, by which it is judged")

    def look_again(self) -> None:
        """What has changed by importing more is no replacement."""
        self.refuse_replaced()
        self.versions = self._versions()

    def _versions(self) -> Versions:
        return Versions(dictionary_of(home) for home, _ in self.places.values())


@cache
def the_judge() -> Judge:
    """That of this process, as it was when this was first asked for."""
    return Judge()


@cache
def _listen() -> None:
    sys.addaudithook(_look_inside)


def _look_inside(event: str, about: tuple[Any, ...]) -> None:
    """The interpreter tells of a function that is given another code."""
    if event == "object.__setattr__" and about[1] in _INSIDE:
        function = about[0]
        if isinstance(function, FunctionType) and str(function.__module__).startswith(JUDGE):
            _changed_inside.append(f"{function.__qualname__} of {function.__module__}")


def _places() -> Places:
    found: Places = {}
    for module in [each for name, each in list(sys.modules.items()) if name.startswith(JUDGE)]:
        _keep(found, module, vars(module))
        for value in list(vars(module).values()):
            if isinstance(value, type) and value.__module__ != "builtins":
                _keep(found, value, vars(value))
                for member in value if issubclass(value, Enum) else ():
                    _keep(found, member, vars(member))
        names = set(_named_in(module))
        for other in [builtins, *(each for each in vars(module).values() if isinstance(each, ModuleType))]:
            if not other.__name__.startswith(_OURS):
                _keep(found, other, names.intersection(vars(other)))
    return found


def _keep(found: Places, home: Any, names: Iterable[str]) -> None:
    """What stands under these names, whose identity is what is compared."""
    where = home.__name__ if isinstance(home, (ModuleType, type)) else str(home)
    if where in found and found[where][0] is not home:
        where = f"{home.__module__}.{where}"
    known = found.setdefault(where, (home, {}))[1]
    known.update((name, vars(home)[name]) for name in names)


def _is_judge(home: Any) -> bool:
    return isinstance(home, ModuleType) and home.__name__.startswith(JUDGE)


def _named_in(module: ModuleType) -> Iterator[str]:
    """All names that the functions of a module use, with those inside of them."""
    waiting: list[CodeType] = []
    for value in list(vars(module).values()):
        inside = vars(value).values() if isinstance(value, type) else ()
        waiting += [each.__code__ for each in (value, *inside) if isinstance(each, FunctionType)]
    while waiting:
        code = waiting.pop()
        yield from code.co_names
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
