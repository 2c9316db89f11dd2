"""A counterexample as a few lines of plain Python: the instance in fractions, the relation as it was written.

There is a script where the instance is made of numbers and arrays and the relation mentions nothing but its arguments,
modules, numbers, builtins and the relations at_most, at_least, equal, less_than and more_than.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable
from fractions import Fraction
from types import ModuleType
from typing import Any

import numpy as np

from theorytest.decisions import relations

SIGNS = {"at_most": "<=", "at_least": ">=", "equal": "==", "less_than": "<", "more_than": ">"}


def script_of(relation: Callable[..., Any], arguments: tuple[Any, ...], exact: bool) -> str | None:
    """The script, in fractions where the relation was compared in them and else in floats; None where there is none."""
    source, values = _source(relation), [_literal(each, exact) for each in arguments]
    if source is None or None in values:
        return None
    preamble = _preamble(relation, ast.parse(source))
    if preamble is None:
        return None
    call = "\n".join(f"    {each}," for each in values)
    return "\n".join([*dict.fromkeys(preamble), source, "found = relation(", call, ")", "print(found)"]) + "\n"


def _source(relation: Callable[..., Any]) -> str | None:
    """`relation = lambda ...` or the definition of a function under this name; None where it cannot be told."""
    try:
        code = relation.__code__
        tree = ast.parse("".join(inspect.findsource(relation)[0]))
    except (OSError, TypeError, AttributeError, SyntaxError):
        return None
    here = [each for each in ast.walk(tree) if getattr(each, "lineno", None) == code.co_firstlineno]
    defined = [each for each in here if isinstance(each, ast.FunctionDef) and each.name == code.co_name]
    if defined and not defined[0].decorator_list:
        defined[0].name = "relation"
        return ast.unparse(defined[0])
    places = set(code.co_positions())
    fitting = [each for each in here if isinstance(each, ast.Lambda) and _place(each.body) in places]
    return f"relation = {ast.unparse(fitting[0])}" if len(fitting) == 1 else None


def _place(node: ast.expr) -> tuple[int, int | None, int, int | None]:
    """Where it stands: the columns tell apart several lambdas of one line."""
    return node.lineno, node.end_lineno, node.col_offset, node.end_col_offset


def _preamble(relation: Callable[..., Any], source: ast.Module) -> list[str] | None:
    """What the names of the relation stand for; None where something is of ours or not to be written down."""
    known = inspect.getclosurevars(relation)
    outside = {**known.globals, **known.nonlocals}
    used = {each.id for each in ast.walk(source) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}
    lines = ["from fractions import Fraction", "import numpy as np"]
    for name in sorted(used & set(outside)):
        line = _defined(name, outside[name])
        if line is None:
            return None
        lines += line
    bound = {each.arg for each in ast.walk(source) if isinstance(each, ast.arg)}
    bound |= {each.id for each in ast.walk(source) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    strange = used - set(outside) - bound - set(dir(builtins))
    return None if strange else lines


def _defined(name: str, value: Any) -> list[str] | None:
    if isinstance(value, ModuleType):
        return [f"import {value.__name__} as {name}"] if not value.__name__.startswith("theorytest") else None
    if value is Fraction:
        return [f"{name} = Fraction"]
    if any(value is getattr(relations, each) for each in SIGNS):
        sign = SIGNS[value.__name__]
        test = f"np.all(np.asarray(value) {sign} np.asarray(bound))"
        return [f"{name} = lambda value, bound, *_, **__: f'{{value}} {sign} {{bound}}: {{bool({test})}}'"]
    literal = _literal(value, exact=True)
    return None if literal is None else [f"{name} = {literal}"]


def _literal(value: Any, exact: bool) -> str | None:
    """A number, array or tuple of them as Python writes it."""
    if isinstance(value, np.ndarray):
        inside = _literal(value.tolist(), exact)
        return inside and f"np.array({inside})"
    if isinstance(value, (list, tuple)):
        parts = [_literal(each, exact) for each in value]
        return None if None in parts else f"[{', '.join(map(str, parts))}]"
    if isinstance(value, (bool, int, np.integer)):
        return repr(value.item() if isinstance(value, np.integer) else value)
    if isinstance(value, Fraction):
        whole = str(value.numerator) if value.denominator == 1 else None
        return f"Fraction({value.numerator}, {value.denominator})" if exact else whole or repr(float(value))
    return repr(float(value)) if isinstance(value, (float, np.floating)) else None
