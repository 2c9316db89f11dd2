"""A break replaces parts of a package by wrong ones, and puts the right ones back.

A part is named by its place, `package.module:Class.method` or `package.module:name`. Functions that other modules have
imported by name are replaced there too, so that every package concerned must be loaded first.
"""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property, wraps
from importlib import import_module
from inspect import getattr_static
from pathlib import Path
from typing import Any
from unittest.mock import patch

Function = Callable[..., Any]


@dataclass(frozen=True)
class Part:
    """One place, and what makes the wrong thing out of the right one that stands there."""

    where: str
    wrong: Callable[[Any], Any]

    @property
    def module(self) -> str:
        """The dotted name of its module."""
        return self.where.partition(":")[0]

    @property
    def name(self) -> str:
        """What it is called there, such as `Class.method`."""
        return self.where.partition(":")[2]

    @property
    def is_data(self) -> bool:
        """Whether it is a table, which is read and not called."""
        return isinstance(self._found()[2], dict)

    @contextmanager
    def applied(self) -> Iterator[None]:
        """The wrong thing in its place, everywhere."""
        owner, name, right = self._found()
        with ExitStack() as stack:
            if isinstance(right, dict):
                stack.enter_context(patch.dict(right, self.wrong(right)))
            elif isinstance(owner, type):
                stack.enter_context(patch.object(owner, name, _as_before(owner, name, right, self.wrong)))
            else:
                new = self.wrong(right)
                for module, alias in _holders(right):
                    stack.enter_context(patch.object(module, alias, new))
            yield

    def _found(self) -> tuple[Any, str, Any]:
        """The module or class that holds it, its name there, and the thing itself."""
        owner: Any = import_module(self.module)
        *classes, name = self.name.split(".")
        for each in classes:
            owner = getattr(owner, each)
        return owner, name, getattr_static(owner, name)


@dataclass(frozen=True)
class Break:
    """A named error with the parts that it replaces; `probe` is a quick value that must change."""

    name: str
    says: str
    parts: tuple[Part, ...]
    probe: Callable[[], Any]
    harmless: bool = False  # a control, which no claim may notice

    @contextmanager
    def applied(self) -> Iterator[None]:
        """The package with this error."""
        with ExitStack() as stack:
            for part in self.parts:
                stack.enter_context(part.applied())
            yield


def load(packages: Iterable[str]) -> None:
    """Import every module of the packages: what is imported later would keep a wrong part after its time."""
    for package in map(import_module, packages):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(found.name)


def folder(package: str) -> Path:
    """Where a package lies."""
    return Path(import_module(package).__file__ or "").parent


def around(wrong: Function) -> Callable[[Function], Function]:
    """Call `wrong` with the right function before the arguments."""

    def make(right: Function) -> Function:
        @wraps(right)
        def wrapper(*args: Any, **options: Any) -> Any:
            return wrong(right, *args, **options)

        return wrapper

    return make


def after(change: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """Change what the right function returns."""
    return around(lambda right, *args, **options: change(right(*args, **options)))


def scaled(factor: float) -> Callable[[Function], Function]:
    """Multiply what the right function returns."""
    return after(lambda value: factor * value)


def _as_before(owner: type, name: str, right: Any, wrong: Callable[[Any], Any]) -> Any:
    """A property stays a property, whose function is wrong."""
    if isinstance(right, property):
        assert right.fget is not None
        return property(wrong(right.fget))
    if isinstance(right, cached_property):
        kept: cached_property[Any] = cached_property(wrong(right.func))
        kept.__set_name__(owner, name)
        return kept
    return wrong(right)


def _holders(right: Any) -> list[tuple[Any, str]]:
    """Every module that knows it, with the name that it has there."""
    modules = [each for each in list(sys.modules.values()) if each is not None and hasattr(each, "__dict__")]
    return [(module, name) for module in modules for name, value in list(vars(module).items()) if value is right]
