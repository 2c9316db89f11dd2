"""What a check may change in its process: put back afterwards, named where it could change a result."""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np

NUMPY_ERRORS: dict[str, Any] = {
    "divide": "warn",
    "over": "warn",
    "under": "ignore",
    "invalid": "warn",
}  # as numpy starts


class GlobalDrawsError(Exception):
    """Draws that no seed of the run reaches."""


class LostInThreadError(Exception):
    """An error that ended a thread, and that nobody saw."""


@contextmanager
def isolated() -> Iterator[Callable[[], tuple[str, ...]]]:
    """Start from numpy's own error state, and leave folder, environment and error state as they were.

    Gives a function that names what was changed. Draws from the global generators are refused.
    """
    folder, variables, running = _folder(), dict(os.environ), set(threading.enumerate())
    state, numpy_state = random.getstate(), np.random.get_state(legacy=False)  # noqa: NPY002 - to see that nobody uses it
    changes: list[str] = []
    hook, failed = threading.excepthook, list[str]()
    threading.excepthook = lambda lost: failed.append(f"{lost.exc_type.__name__}: {lost.exc_value}".strip(": "))
    with np.errstate(**NUMPY_ERRORS):
        try:
            yield lambda: tuple(changes)
            _refuse_lost(failed)
            _refuse_draws(random.getstate() != state, "random")
            _refuse_draws(_drawn(np.random.get_state(legacy=False), numpy_state), "numpy.random")  # noqa: NPY002
        finally:
            threading.excepthook = hook
            changes += _changed(folder, variables, running)
            random.setstate(state)
            np.random.set_state(numpy_state)  # noqa: NPY002
            with suppress(OSError):
                os.chdir(folder)
            if dict(os.environ) != variables:
                os.environ.clear()
                os.environ.update(variables)


def _folder() -> str:
    try:
        return os.getcwd()
    except FileNotFoundError:  # removed while the run lasts
        return os.sep


def _refuse_lost(failed: list[str]) -> None:
    if failed:
        raise LostInThreadError(f"a thread of the check ended with {failed[0]}, which the check has not met")


def _refuse_draws(drawn: bool, module: str) -> None:
    if drawn:
        raise GlobalDrawsError(
            f"the check draws from the global generator of {module}, which no seed of the run reaches: "
            "take a generator of run.generators(name), or the one that sampled(...) gives"
        )


def _drawn(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two states of numpy's global generator differ."""
    if one.keys() != other.keys() or any(one[key] != other[key] for key in one if key != "state"):
        return True
    return any(not np.array_equal(one["state"][key], other["state"].get(key)) for key in one["state"])


def _changed(folder: str, variables: dict[str, str], running: set[threading.Thread]) -> Iterator[str]:
    errors = {name: word for name, word in np.geterr().items() if NUMPY_ERRORS[name] != word}
    if errors:
        yield f"the check changed numpy's error state ({', '.join(f'{n}: {w}' for n, w in sorted(errors.items()))})"
    if _folder() != folder:
        yield "the check changed the working directory"
    found = dict(os.environ)  # to read one by one takes ten times as long
    if found != variables:
        names = sorted(name for name in {*found, *variables} if found.get(name) != variables.get(name))
        yield f"the check changed the environment ({', '.join(names[:5])})"
    threads = [each.name for each in threading.enumerate() if each not in running]
    if threads:
        yield f"the check left threads running ({', '.join(sorted(threads)[:5])})"
