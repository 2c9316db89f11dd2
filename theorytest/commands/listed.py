"""Every command, in the order of the help: where it is, and what it does in one line. Nothing of it is loaded here."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True)
class Command:
    """One command: the file of `theorytest/commands` that has it, and its two functions there."""

    name: str
    words: str
    file: str
    function: str
    options: str = "add_options"
    counts: bool = False  # whether its options read whole numbers

    def load(self, name: str) -> Any:
        """One of its functions."""
        return getattr(import_module(f"theorytest.commands.{self.file}"), name)


VERIFYING = (
    Command("init", "begin: a folder of checks from a TeX source, or a small one that works", "init", "init"),
    Command(
        "list",
        "the ledger: every claim and what the paper's list still misses",
        "ledger",
        "list_claims",
        "add_list_options",
    ),
    Command("verify", "run claims and print their verdicts", "verify", "verify", counts=True),
    Command("attack", "search the families of claims for counterexamples", "attack", "attack_command", counts=True),
    Command("prove", "find certificates of claims, and store them", "prove", "prove", "add_prove_options"),
    Command(
        "check-certificates",
        "check certificates without the claims",
        "check_certificates",
        "check_certificates",
        "add_check_options",
    ),
    Command(
        "show", "one claim, its last verdict, and the command that gives it again", "ledger", "show", "add_show_options"
    ),
    Command("lint", "unclear sentences, and what differs from the paper's source", "lint", "lint"),
    Command(
        "illustrate", "compute the pictures that a report moves by sliders", "illustrate", "illustrate", counts=True
    ),
    Command("stale", "claims about passages of the source that changed since", "stale", "stale"),
    Command("report", "a record as a page, as a ledger or as data", "report", "report"),
    Command("referee", "the referee report of a record: what fails, and how", "referee", "referee"),
    Command("regress", "what moved between a run and the committed baseline", "regress", "regress"),
    Command("ci", "a record for continuous integration: annotations, JUnit, a badge", "ci", "ci"),
    Command("calibrate", "measure the error rates of every decision rule", "calibrate", "calibrate", counts=True),
    Command("completion", "a script that completes words in bash, zsh or fish", "completion", "completion"),
)
LABORATORY = (
    Command(
        "constants", "bias and variance constants of one estimator, three ways", "constants", "constants", counts=True
    ),
    Command(
        "atlas", "constants of every estimator on a grid of spaces, three ways", "atlas", "atlas_command", counts=True
    ),
    Command("descend", "run the descent scheme on many replicas", "descend", "descend_command", counts=True),
    Command("deep", "stream millions of trajectories of the scheme, planned from a pilot", "deep", "deep", counts=True),
)
HEADINGS = {
    "commands": VERIFYING,
    "laboratory of the paper on optimal sampling": LABORATORY,
}
