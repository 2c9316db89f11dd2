"""What an instance of a claim is made of, as text, so that two worlds of one name can be compared."""

import dataclasses
import functools
import types
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import sympy as sp

NUMBERS = (bool, int, float, complex, str, Fraction, type(None), sp.Basic, sp.MatrixBase, np.generic)


def plain(value):
    """Whether it consists of numbers, words and formulas alone."""
    if isinstance(value, np.ndarray):
        return all(plain(each) for each in value.ravel().tolist())
    if isinstance(value, Mapping):
        return all(plain(each) for each in value.values())
    return isinstance(value, NUMBERS) or (isinstance(value, (tuple, list)) and all(map(plain, value)))


def world(value):
    """The world itself: a tuple adds what a claim knows of its first part, such as constants or a rate."""
    return world(value[0]) if isinstance(value, tuple) and value and not plain(value[0]) else value


def told(value, above=()):
    """A world as text: its parts, one after the other, and theirs; what holds something above it ends there."""
    if any(each is value for each in above):
        return "itself"
    name, parts = _taken_apart(value)
    return f"{name}({', '.join(told(each, (*above, value)) for each in parts)})" if parts else name


def _taken_apart(value):
    if isinstance(value, np.ndarray):
        return f"array{value.shape}", value.ravel().tolist()
    if isinstance(value, Mapping):
        return f"{list(map(str, value))}", list(value.values())
    if isinstance(value, (tuple, list)):
        return "", list(value)
    if isinstance(value, functools.partial):
        return "partial", [value.func, *value.args, value.keywords]
    if isinstance(value, types.MethodType):
        return "method", [value.__func__, value.__self__]
    if isinstance(value, types.FunctionType):
        return _function_apart(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return type(value).__name__, [getattr(value, each.name) for each in dataclasses.fields(value)]
    known = not isinstance(value, (*NUMBERS, type)) and getattr(value, "__dict__", None)
    return (type(value).__name__, list(known.values())) if known else (str(value), [])


def _function_apart(function):
    """By its name, or by its code with constants, defaults and closure where it has none of its own."""
    code = function.__code__
    if "<" not in function.__qualname__:
        return f"{function.__module__}.{function.__qualname__}", []
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    constants = [each for each in code.co_consts if plain(each)]
    return f"{code.co_code.hex()}{code.co_names}", [*constants, *(function.__defaults__ or ()), *cells]
