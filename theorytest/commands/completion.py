"""`theorytest completion SHELL`: a script for bash, zsh or fish that completes commands, options and ids of claims."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from theorytest.claims.static_ids import written_ids
from theorytest.commands.listed import HEADINGS

_SCRIPTS = {
    "bash": """_theorytest() {
    local line="${COMP_LINE:0:COMP_POINT}"
    local word="${line##* }"
    mapfile -t COMPREPLY < <(theorytest completion --line "$line" 2>/dev/null)
    case "$word" in *:*) COMPREPLY=("${COMPREPLY[@]#"${word%:*}:"}");; esac
}
complete -o default -F _theorytest theorytest
""",
    "zsh": """_theorytest() {
    compadd -- ${(f)"$(theorytest completion --line "$LBUFFER" 2>/dev/null)"}
}
compdef _theorytest theorytest
""",
    "fish": """complete -c theorytest -f -a '(theorytest completion --line (commandline -cp) 2>/dev/null)'
""",
}
_HERE = Path(__file__).parent
_OPTION = re.compile(r'add_argument\(\s*"(--[a-z-]+)"')
_SHARED = ("worker_options", "named", "linear_problem")
_OF_CLAIMS = ("list", "verify", "attack", "prove", "show")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Which shell, or which line to complete."""
    chosen = parser.add_mutually_exclusive_group(required=True)
    chosen.add_argument("shell", nargs="?", choices=sorted(_SCRIPTS), help="print the script for this shell")
    chosen.add_argument("--line", metavar="TEXT", help="print the words that could end this line")


def completion(options: argparse.Namespace) -> int:
    """Print the script, or the words."""
    if options.shell:
        sys.stdout.write(_SCRIPTS[options.shell])
        return 0
    for word in _words(options.line, options):
        print(word)
    return 0


def _words(line: str, options: argparse.Namespace) -> Iterator[str]:
    """What could end the line: a command, an option of it, or an id."""
    *before, last = line.split(" ")
    commands = {each.name: each for group in HEADINGS.values() for each in group}
    named = next((word for word in before[1:] if word in commands), None)
    if named is None:
        found: Iterator[str] = iter(commands)
    elif last.startswith("-"):
        found = _options(commands[named].file)
    else:
        found = written_ids(options.checks.resolve()) if named in _OF_CLAIMS else iter(())
    yield from sorted({word for word in found if word.startswith(last)})


def _options(file: str) -> Iterator[str]:
    """The options that the file of a command writes down, and those that it shares; to load it would take too long."""
    text = (_HERE / f"{file}.py").read_text(encoding="utf-8")
    shared = [other for other in _SHARED if f"commands.{other}" in text]
    yield from ("--checks", "--debug", "--help")
    for each in (text, *((_HERE / f"{other}.py").read_text(encoding="utf-8") for other in shared)):
        yield from _OPTION.findall(each)
