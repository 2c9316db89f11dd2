"""The process behind the command `theorytest`."""

from __future__ import annotations

import sys

from theorytest.threads import one_thread


def main() -> int:
    """Run the command line."""
    one_thread()
    try:
        from theorytest.cli import main as command_line  # loads numpy, so not before
    except KeyboardInterrupt:
        print("theorytest: interrupted", file=sys.stderr)
        return 130
    return command_line()


if __name__ == "__main__":
    sys.exit(main())
