"""One thread per matrix product, so that a number does not depend on the cores of the machine."""

from __future__ import annotations

import os

_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def one_thread() -> None:
    """Ask for one thread unless the user asks for more; numpy reads this once, when it is loaded."""
    for variable in _VARIABLES:
        os.environ.setdefault(variable, "1")
