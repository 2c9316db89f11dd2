"""What a check may change in its process: put back afterwards, named where it could change a result."""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from ctypes import string_at
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from theorytest.runs.versions import Versions

NUMPY_ERRORS: dict[str, Any] = {
    "divide": "warn",
    "over": "warn",
    "under": "ignore",
    "invalid": "warn",
}  # as numpy starts


_variables = [(Versions([vars(os.environ)["_data"]]), dict(os.environ))]
_TWISTER = 624 * 4 + 4  # bytes of its numbers and of the position among them


def environment() -> dict[str, str]:
    """The variables of this process, read again only where one has changed."""
    known = _variables[0]
    if not known[0].unchanged():
        _variables[0] = known = (Versions([vars(os.environ)["_data"]]), dict(os.environ))
    return known[1]


class GlobalDrawsError(Exception):
    """Draws that no seed of the run reaches."""


class LostInThreadError(Exception):
    """An error that ended a thread, and that nobody saw."""


@contextmanager
def isolated() -> Iterator[Callable[[], tuple[str, ...]]]:
    """Start from numpy's own error state, and leave folder, environment and error state as they were.

    Gives a function that names what was changed. Draws from the global generators are refused.
    """
    folder, variables, running = _folder(), environment(), set(threading.enumerate())
    state, numpy_state = random.getstate(), _NumpyState.now()
    changes: list[str] = []
    hook, failed = threading.excepthook, list[str]()
    threading.excepthook = mine = lambda lost: failed.append(f"{lost.exc_type.__name__}: {lost.exc_value}".strip(": "))
    with np.errstate(**NUMPY_ERRORS):
        try:
            yield lambda: tuple(changes)
            _refuse_lost(failed)
            if threading.excepthook is not mine:
                raise LostInThreadError("the check replaces threading.excepthook, so that errors in threads are lost")
            _refuse_draws(random.getstate() != state, "random")
            _refuse_draws(numpy_state.drawn(), "numpy.random")
        finally:
            threading.excepthook = hook
            changes += _changed(folder, variables, running)
            if random.getstate() != state:
                random.setstate(state)
            if numpy_state.drawn():
                np.random.set_state(numpy_state.whole)  # noqa: NPY002
            with suppress(OSError):
                os.chdir(folder)
            if environment() != variables:
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


@dataclass(frozen=True, eq=False)
class _NumpyState:
    """That of numpy's global generator, whole and as the bytes of its Mersenne twister, which are quick to compare."""

    whole: dict[str, Any]
    place: int
    content: bytes

    @classmethod
    def now(cls) -> _NumpyState:
        known = _numpy_start()
        return known if not known.drawn() else _numpy_state()

    def drawn(self) -> bool:
        """Whether numbers were drawn since, or another generator was put in its place."""
        if _generator().state_address != self.place:
            return True
        if self.whole["has_gauss"] and not np.random.get_state(legacy=False)["has_gauss"]:  # noqa: NPY002
            return True  # what was drawn before is taken without a step of the twister
        return string_at(self.place, len(self.content)) != self.content


def _generator() -> Any:
    """The addresses of the global generator."""
    return np.random.get_bit_generator().ctypes  # type: ignore[attr-defined]


def _numpy_state() -> _NumpyState:
    place = _generator().state_address
    return _NumpyState(np.random.get_state(legacy=False), place, string_at(place, _TWISTER))  # noqa: NPY002


_numpy_start = cache(_numpy_state)  # once for a process and all that are forked from it


def _changed(folder: str, variables: dict[str, str], running: set[threading.Thread]) -> Iterator[str]:
    errors = {name: word for name, word in np.geterr().items() if NUMPY_ERRORS[name] != word}
    if errors:
        yield f"the check changed numpy's error state ({', '.join(f'{n}: {w}' for n, w in sorted(errors.items()))})"
    if _folder() != folder:
        yield "the check changed the working directory"
    found = environment()
    if found != variables:
        names = sorted(name for name in {*found, *variables} if found.get(name) != variables.get(name))
        yield f"the check changed the environment ({', '.join(names[:5])})"
    threads = [each.name for each in threading.enumerate() if each not in running]
    if threads:
        yield f"the check left threads running ({', '.join(sorted(threads)[:5])})"
