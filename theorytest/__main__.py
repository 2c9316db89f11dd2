"""The process behind the command `theorytest`."""

from __future__ import annotations

import os
import sys

from theorytest.threads import one_thread

_ERRORS = 2  # the last of the standard streams


def main() -> int:
    """Run the command line."""
    one_thread()
    _open_streams()
    try:
        from theorytest.cli import main as command_line  # loads numpy, so not before
    except KeyboardInterrupt:
        print("theorytest: interrupted", file=sys.stderr)
        return 130
    return command_line()


def _open_streams() -> None:
    """Where a process is started without its standard streams: no other file may take their numbers."""
    while (handle := os.open(os.devnull, os.O_RDWR)) <= _ERRORS:
        pass
    os.close(handle)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - as long as the process


if __name__ == "__main__":
    sys.exit(main())
