"""Runs the scripts named on the command line, each in a process of its own, and prints what they said as JSON.

The libraries that scripts may use are imported once, by the process that the others are forked from: a minute less.
"""

import contextlib
import io
import json
import multiprocessing
import runpy
import sys
import traceback
import warnings


def run(file: str) -> tuple[str, str]:
    """What the script prints, and how it failed, if it did; a warning is a failure."""
    warnings.simplefilter("error")
    said, failed = io.StringIO(), ""
    with contextlib.redirect_stdout(said):
        try:
            runpy.run_path(file, run_name="__main__")
        except Exception:
            failed = traceback.format_exc()
    return said.getvalue(), failed


if __name__ == "__main__":
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["mpmath", "numpy", "sympy"])
    with context.Pool(maxtasksperchild=1) as pool:
        print(json.dumps(dict(zip(sys.argv[1:], pool.map(run, sys.argv[1:], chunksize=1), strict=True))))
