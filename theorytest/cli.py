"""The command line: its commands, their options, and errors as sentences.

A command is loaded when it is called: `--help` and `--version` load none.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NoReturn

import theorytest
from theorytest.claims.roots import DEFAULT_CHECKS
from theorytest.commands.listed import HEADINGS, Command
from theorytest.garbage import importing
from theorytest.inert import inert

USAGE = 2
INTERRUPTED = 130
CUT_SHORT = 141  # as a shell tells of a pipe that was closed
SENTENCES = {  # errors whose text is written for the reader, by name: to compare classes would load them all
    "theorytest.atlas.record.AtlasError",
    "theorytest.attacks.errors.AttackError",
    "theorytest.claims.ledger.UnknownClaimError",
    "theorytest.claims.mutants.ClaimError",
    "theorytest.commands.calibrate.CalibrateError",
    "theorytest.commands.constants.ConstantsError",
    "theorytest.commands.linear_problem.DescendError",
    "theorytest.commands.regress.RegressError",
    "theorytest.runs.budget.BudgetError",
    "theorytest.runs.cluster.ClusterError",
    "theorytest.runs.journal.JournalError",
    "theorytest.runs.lines.JournalError",
    "theorytest.runs.pool.RunnerError",
    "theorytest.runs.records.RecordError",
    "builtins.OSError",
}


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave with the exit code for usage."""
        self.exit(USAGE, f"theorytest: {inert(message)} ({self.prog} --help lists what there is)\n")


class CommandParser(Parser):
    """The parser of one command, whose options are loaded when words for it are there."""

    def __init__(self, command: Command | None = None, **words: Any) -> None:
        super().__init__(**words)
        self.command = command

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Load the command, then read its words."""
        if self.command is not None:
            command, self.command = self.command, None
            _fill(self, command)
        return super().parse_known_args(args, namespace)


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    try:
        with importing() if words is None else nullcontext():
            options = parser().parse_args(words)  # which loads the command
    except KeyboardInterrupt:
        return _interrupted()
    options.own_process = words is None  # not called from Python, where anything may be loaded and running
    try:
        code: int = options.command(options)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return _interrupted()
    except BrokenPipeError:  # the reader of a pipe has seen enough, and no verdict was told: not 0
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CUT_SHORT
    except Exception as error:
        if options.debug:
            raise
        print("\n".join(f"theorytest: {inert(line)}" for line in _told(error).split("\n") if line), file=sys.stderr)
        return USAGE


def _interrupted() -> int:
    print("theorytest: interrupted", file=sys.stderr)
    return INTERRUPTED


def _told(error: Exception) -> str:
    """An error as a sentence; those of the system name the file first."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{error.filename} cannot be read or written: {error.strerror}"
    names = {f"{each.__module__}.{each.__qualname__}" for each in type(error).__mro__}
    return str(error) if names & SENTENCES else f"{type(error).__name__}: {error} (see --debug)"


def parser() -> Parser:
    """Every command by its name; its options are read when it is called."""
    made = Parser(
        prog="theorytest",
        usage="theorytest [-h] [--version] [--debug] COMMAND ...",
        description=theorytest.__doc__,
        epilog="\n\n".join(_section(heading, commands) for heading, commands in HEADINGS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--version", action="version", version=f"theorytest {theorytest.__version__}")
    made.add_argument("--debug", action="store_true", help="show the traceback of an error")
    commands = made.add_subparsers(
        prog="theorytest", required=True, metavar="COMMAND", parser_class=CommandParser, help=argparse.SUPPRESS
    )
    for command in (each for group in HEADINGS.values() for each in group):
        commands.add_parser(command.name, description=command.words, command=command)
    return made


def _section(heading: str, commands: Sequence[Command]) -> str:
    lines = (f"  {each.name:<20}{each.words}" for each in commands)
    return "\n".join((f"{heading}:", *lines))


def _fill(made: argparse.ArgumentParser, command: Command) -> None:
    made.set_defaults(command=command.load(command.function))
    made.add_argument(
        "--checks", type=Path, default=DEFAULT_CHECKS, metavar="DIR", help="the folder of the checks (default: checks)"
    )
    made.add_argument("--debug", action="store_true", default=argparse.SUPPRESS, help="show the traceback of an error")
    command.load(command.options)(made, *((_at_least_one, _at_least_zero) if command.counts else ()))


def _at_least_one(word: str) -> int:
    if not word.isdecimal() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number of at least 1, got {word!r}")
    return int(word)


def _at_least_zero(word: str) -> int:
    if not word.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a whole number of at least 0, got {word!r}")
    return int(word)
