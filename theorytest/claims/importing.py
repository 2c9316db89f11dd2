"""What importing a file of checks must not do: end the interpreter, or change what the other files meet."""

from __future__ import annotations

import math
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, NoReturn

import numpy as np

_WATCHED = (math, np, np.linalg, np.random, os, random, time)
Functions = dict[tuple[str, str], Callable[..., Any]]


class ChangedError(Exception):
    """What a file changed, as the end of a sentence about it."""


@contextmanager
def nothing_changes() -> Iterator[None]:
    """Within it an end of the interpreter is an error; after it folder and error state are the same."""
    folder, errors, running, timed = os.getcwd(), np.geterr(), set(threading.enumerate()), _timed()
    ending = os._exit
    os._exit = _refuse_to_end
    try:
        yield
    finally:
        os._exit = ending
    if os.getcwd() != folder:
        os.chdir(folder)
        raise ChangedError("changes the working directory")
    if np.geterr() != errors:
        np.seterr(**errors)
        raise ChangedError("changes numpy's error state")
    if any(each not in running and each.name != "theorytest-disk" for each in threading.enumerate()):
        raise ChangedError("starts a thread")
    if _timed() and not timed:
        signal.setitimer(signal.ITIMER_REAL, 0)
        raise ChangedError("sets a timer")


@contextmanager
def functions_stay() -> Iterator[None]:
    """Files imported within it replace no function that others use: what one patches, all claims would meet."""
    before = _functions()
    yield
    for (module, name), function in before.items():
        found = vars(sys.modules[module]).get(name, function)
        if found is not function:
            setattr(sys.modules[module], name, function)
            where = getattr(found, "__module__", None) or type(found).__module__
            raise ChangedError(f"{where} replaces {module}.{name} when it is imported: a check may, a file may not")


def _timed() -> bool:
    """Whether an alarm is set."""
    return hasattr(signal, "getitimer") and signal.getitimer(signal.ITIMER_REAL)[0] > 0


def _refuse_to_end(status: int) -> NoReturn:
    raise SystemExit(f"it ends the interpreter with exit code {status}")


def _functions() -> Functions:
    """The functions and classes of numpy, of this package and of what checks have no business to replace."""
    ours = [module for name, module in sys.modules.items() if name.startswith("theorytest.")]
    return {(each.__name__, name): value for each in (*_WATCHED, *ours) for name, value in _callables(each)}


def _callables(module: ModuleType) -> Iterator[tuple[str, Callable[..., Any]]]:
    return ((name, value) for name, value in list(vars(module).items()) if callable(value))
