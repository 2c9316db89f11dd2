"""Arguments checked by their types, once for all public functions: `@checked` on a function or a dataclass.

The annotations say what an argument may be; a value that cannot be meant is refused before any work starts, in a
sentence with its name. Whether a number fits is the function's own question. The tests are made at the first call.
"""

from __future__ import annotations

import functools
import inspect
import numbers
import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np

from theorytest.arguments import shortly

Test = Callable[[Any], bool]
Made = TypeVar("Made", bound=Callable[..., Any])
_NUMBERS = "biufO"  # kinds of arrays that hold real numbers


def checked(thing: Made) -> Made:
    """The function, or the class with its constructor, with its arguments tested against their annotations."""
    if isinstance(thing, type):
        made: Any = thing
        made.__init__ = _tested(made.__init__, lambda: get_type_hints(made), skip=1)
        return thing
    found: Made = _tested(thing, lambda: get_type_hints(thing), skip=0)
    return found


def _tested(function: Any, hints: Callable[[], dict[str, Any]], *, skip: int) -> Any:
    names = list(inspect.signature(function).parameters)[skip:]
    tests: dict[str, tuple[Test, str]] = {}

    @functools.wraps(function)
    def inner(*args: Any, **given: Any) -> Any:
        if not tests:
            tests.update({name: test_of(hint) for name, hint in hints().items() if name in names} or {"": (bool, "")})
        for name, value in [*zip(names, args[skip:], strict=False), *given.items()]:
            if name in tests and not tests[name][0](value):
                raise ValueError(f"{name} must be {tests[name][1]}, got {shortly(value)}")
        return function(*args, **given)

    return inner


def test_of(hint: Any) -> tuple[Test, str]:
    """Whether a value can be meant by an annotation, and what the annotation asks for."""
    origin = get_origin(hint)
    if hint is Any:
        return lambda _: True, "anything"
    if origin in (Union, types.UnionType):
        parts = [test_of(each) for each in get_args(hint)]
        return lambda value: any(test(value) for test, _ in parts), " or ".join(
            dict.fromkeys(words for _, words in parts)
        )
    if origin is Literal:
        known = get_args(hint)
        kinds = tuple({type(each) for each in known})  # which of them it may be says the function
        return lambda value: isinstance(value, kinds), f"one of {', '.join(map(repr, known))}"
    if hint in _PLAIN:
        return _PLAIN[hint]
    if origin is np.ndarray:
        return _is_array, "an array of real numbers"
    if origin is Callable or hint is Callable:
        return _is_function, "a function"
    if origin is not None and isinstance(origin, type) and issubclass(origin, Iterable):
        return lambda value: isinstance(value, Iterable) and not isinstance(value, str), "a sequence"
    if isinstance(hint, type) and getattr(hint, "_is_protocol", False):
        return _speaks(hint), f"a {hint.__name__}"
    if isinstance(hint, type) and hint is not object:
        return lambda value: isinstance(value, hint), f"a {hint.__name__}"
    return lambda _: True, "anything"


def _is_whole(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, numbers.Real) and not isinstance(value, bool) and value == value


def _is_array(value: Any) -> bool:
    if isinstance(value, str | bytes | type | Mapping) or value is None:
        return False
    try:
        found = np.asarray(value)
        return found.dtype.kind in _NUMBERS and found.astype(float, copy=False) is not None
    except (TypeError, ValueError, OverflowError):
        return False


def _is_function(value: Any) -> bool:
    return callable(value) and not (isinstance(value, type) and value.__module__ == "builtins")


def _speaks(protocol: type) -> Test:
    """Whether an object has the members of a protocol; properties are not asked for their values."""
    kinds = [kind for kind in protocol.__mro__ if getattr(kind, "_is_protocol", False) and kind.__name__ != "Protocol"]
    members = {name for kind in kinds for name in vars(kind) if not name.startswith("_")}
    members |= {"__call__"} if any("__call__" in vars(kind) for kind in kinds) else set()

    def speaks(value: Any) -> bool:
        own = getattr(value, "__dict__", ())
        return not isinstance(value, type) and all(hasattr(type(value), name) or name in own for name in members)

    return speaks


_PLAIN: dict[Any, tuple[Test, str]] = {
    int: (_is_whole, "an integer"),
    float: (_is_number, "a real number"),
    bool: (lambda value: isinstance(value, bool | np.bool_), "True or False"),
    str: (lambda value: isinstance(value, str), "text"),
    type(None): (lambda value: value is None, "None"),
}
