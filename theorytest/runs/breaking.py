"""Why a check ended without a verdict: the error, what to do where that is known, and the line of the check."""

from __future__ import annotations

import inspect
import re
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from theorytest.runs.limits import TimeLimitError

_AT = "at "
_CALLED_RULE = re.compile(
    r"^(\w+)\(\) missing .*'(?:generators|plan)'"
)  # a rule that samples, called instead of handed over

_OF_SYMPY = (  # what it says, and what that means for a check
    (
        re.compile(r"^cannot determine truth value of Relational: (.*)"),
        r"whether \1 holds depends on its variables: hand both sides to a relation, or give the variables assumptions",
    ),
    (
        re.compile(r"^Cannot convert (complex|expression) to (float|int)"),
        "a formula is no real number: its variables have no values, or it is complex",
    ),
    (re.compile(r"^Invalid NaN comparison"), "a formula came out as nan, not a number, and was compared"),
)


def breaks_at(error: Exception, instance: str) -> None:
    """Let the error know the instance on which the check broke."""
    if instance:
        error.add_note(f"{_AT}{instance}")


def why_broken(error: BaseException, check: Callable[..., Any]) -> str:
    """`ZeroDivisionError: division by zero, at n = 0 (lemma_1.py:12)`."""
    text = _of_sympy(error) or f"{type(error).__name__}: {error}".strip(": ")
    text += "".join(f", {each}" for each in getattr(error, "__notes__", ()) if each.startswith(_AT))
    called = _CALLED_RULE.match(str(error)) if isinstance(error, TypeError) else None
    if called:
        text = f"{called[1]} samples, and the run calls it: return sampled({called[1]}, draw, ...) instead"
    return text if isinstance(error, TimeLimitError) else f"{text} ({_place(error, check)})"


def _of_sympy(error: BaseException) -> str:
    """The sentence for an error that sympy words for itself."""
    said = str(error) if isinstance(error, TypeError) else ""
    return next((found.expand(text) for form, text in _OF_SYMPY if (found := form.match(said))), "")


def _place(error: BaseException, check: Callable[..., Any]) -> str:
    """The last line of the check's own file that the error passed, or where the check begins."""
    code = inspect.unwrap(check).__code__
    lines = [each.lineno for each in traceback.extract_tb(error.__traceback__) if each.filename == code.co_filename]
    return f"{Path(code.co_filename).name}:{lines[-1] if lines else code.co_firstlineno}"
