"""What is imported stays: to look for garbage in it again and again takes a tenth of the time of importing it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def importing() -> Iterator[None]:
    """No look for garbage while modules are imported, and later none at what was imported by then.

    Else every collection of a forked child would copy the pages that it shares with the others.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collecting:
            gc.enable()
