"""`theorytest check-certificates`: the checker alone, without the claims and without the rest of this package."""

from __future__ import annotations

import argparse
import json
import runpy
import time
from pathlib import Path
from typing import Any

from theorytest.claims.mutants import ClaimError
from theorytest.inert import inert

CHECKER = Path(__file__).parent.parent / "proof" / "checker.py"


def add_check_options(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="a folder of certificates")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A second meaning of a name in one object would hide the first."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return dict(pairs)


def check_certificates(options: argparse.Namespace) -> int:
    """Run the checker alone on a folder; 1 when a certificate is refused."""
    if not options.folder.is_dir():
        raise ClaimError(f"{options.folder} is not a folder of certificates")
    files, checker, clock = sorted(options.folder.glob("*.json")), runpy.run_path(str(CHECKER)), time.monotonic()
    if not files:
        raise ClaimError(f"{options.folder} holds no certificate: nothing was checked, and that is no pass")
    refused = shown = 0
    for path in files:
        try:
            certificate = json.loads(path.read_bytes(), object_pairs_hook=_once)
            checker["check"](certificate)
            shown += certificate.get("point") is not None
        except (checker["Refused"], ValueError, RecursionError) as error:
            refused += 1
            print(inert(f"{path.name}: refused: {error}"))
    accepted = len(files) - refused
    print(f"{accepted} certificates accepted, {refused} refused in {time.monotonic() - clock:.1f} s")
    print(f"{shown} with a point at which all hypotheses hold, {accepted - shown} without")
    print("Whether a statement is the sentence of its claim is not looked at here: theorytest verify says it.")
    return 1 if refused else 0
