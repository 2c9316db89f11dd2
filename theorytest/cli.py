"""The command line: its commands, their options, and errors as sentences."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import theorytest
from theorytest.attacks.errors import AttackError
from theorytest.claims.ledger import UnknownClaimError
from theorytest.claims.mutants import ClaimError
from theorytest.commands.attack import add_options as add_attack_options
from theorytest.commands.attack import attack_command
from theorytest.commands.calibrate import CalibrateError, calibrate
from theorytest.commands.calibrate import add_options as add_calibrate_options
from theorytest.commands.constants import ConstantsError, constants
from theorytest.commands.constants import add_options as add_constants_options
from theorytest.commands.deep import add_options as add_deep_options
from theorytest.commands.deep import deep
from theorytest.commands.descend import add_options as add_descend_options
from theorytest.commands.descend import descend_command
from theorytest.commands.ledger import DEFAULT_CHECKS, list_claims, show
from theorytest.commands.linear_problem import DescendError
from theorytest.commands.lint import add_options as add_lint_options
from theorytest.commands.lint import lint
from theorytest.commands.prove import add_check_options, add_prove_options, check_certificates, prove
from theorytest.commands.referee import add_options as add_referee_options
from theorytest.commands.referee import referee
from theorytest.commands.regress import RegressError, regress
from theorytest.commands.regress import add_options as add_regress_options
from theorytest.commands.report import add_options as add_report_options
from theorytest.commands.report import report
from theorytest.commands.verify import INTERRUPTED, verify
from theorytest.commands.verify import add_options as add_verify_options
from theorytest.inert import inert
from theorytest.runs.budget import BudgetError
from theorytest.runs.cluster import ClusterError
from theorytest.runs.journal import JournalError
from theorytest.runs.pool import RunnerError
from theorytest.runs.records import RecordError

USAGE = 2
SENTENCES = (
    ClaimError,
    UnknownClaimError,
    AttackError,
    BudgetError,
    JournalError,
    RunnerError,
    RecordError,
    CalibrateError,
    ConstantsError,
    DescendError,
    RegressError,
    ClusterError,
    OSError,
)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave with the exit code for usage."""
        self.exit(USAGE, f"theorytest: {inert(message)} ({self.prog} --help lists what there is)\n")


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = _parser().parse_args(words)
    try:
        code: int = options.command(options)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print("theorytest: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if options.debug:
            raise
        print("\n".join(f"theorytest: {inert(line)}" for line in _told(error).split("\n") if line), file=sys.stderr)
        return USAGE


def _told(error: Exception) -> str:
    """An error as a sentence; those of the system name the file first."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{error.filename} cannot be read or written: {error.strerror}"
    return str(error) if isinstance(error, SENTENCES) else f"{type(error).__name__}: {error} (see --debug)"


def _parser() -> Parser:
    parser = Parser(prog="theorytest", description=theorytest.__doc__)
    parser.add_argument("--version", action="version", version=f"theorytest {theorytest.__version__}")
    parser.add_argument("--debug", action="store_true", help="show the traceback of an error")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)
    listing = _command(commands, "list", list_claims, "the ledger: every claim and what the paper's list still misses")
    listing.add_argument(
        "patterns", nargs="*", metavar="ID", help="ids, labels or patterns such as 'x:sec5*' (default: all)"
    )
    form = listing.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as JSON")
    form.add_argument("--markdown", action="store_true", help="as the table that reports/LEDGER.md holds")
    verifying = _command(commands, "verify", verify, "run claims and print their verdicts")
    add_verify_options(verifying, _at_least_one, _at_least_zero)
    attacking = _command(commands, "attack", attack_command, "search the families of claims for counterexamples")
    add_attack_options(attacking, _at_least_one, _at_least_zero)
    showing = _command(commands, "show", show, "one claim, its last verdict, and the command that gives it again")
    showing.add_argument("id", metavar="ID", help="the id of one claim, as `theorytest list` prints it")
    add_lint_options(_command(commands, "lint", lint, "unclear sentences, and what differs from the paper's source"))
    calibrating = _command(commands, "calibrate", calibrate, "measure the error rates of every decision rule")
    add_calibrate_options(calibrating, _at_least_one, _at_least_zero)
    comparing = _command(commands, "constants", constants, "bias and variance constants of one estimator, three ways")
    add_constants_options(comparing, _at_least_one, _at_least_zero)
    descending = _command(commands, "descend", descend_command, "run the descent scheme on many replicas")
    add_descend_options(descending, _at_least_one, _at_least_zero)
    streaming = _command(commands, "deep", deep, "stream millions of trajectories of the scheme, planned from a pilot")
    add_deep_options(streaming, _at_least_one, _at_least_zero)
    add_prove_options(_command(commands, "prove", prove, "find certificates of claims, and store them"))
    checking = _command(commands, "check-certificates", check_certificates, "check certificates without the claims")
    add_check_options(checking)
    add_referee_options(_command(commands, "referee", referee, "the referee report of a record: what fails, and how"))
    add_regress_options(_command(commands, "regress", regress, "what moved between a run and the committed baseline"))
    add_report_options(_command(commands, "report", report, "a record as a page, as a ledger or as data"))
    return parser


def _command(commands: Any, name: str, function: Callable[[Any], int], words: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=words, description=words)
    parser.set_defaults(command=function)
    parser.add_argument(
        "--checks", type=Path, default=DEFAULT_CHECKS, metavar="DIR", help="the folder of the checks (default: checks)"
    )
    parser.add_argument(
        "--debug", action="store_true", default=argparse.SUPPRESS, help="show the traceback of an error"
    )
    return parser


def _at_least_one(word: str) -> int:
    if not word.isdecimal() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number of at least 1, got {word!r}")
    return int(word)


def _at_least_zero(word: str) -> int:
    if not word.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a whole number of at least 0, got {word!r}")
    return int(word)
