"""`theorytest check-certificates`: the checker alone, without the claims and without the rest of this package."""

from __future__ import annotations

import argparse
import json
import runpy
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from theorytest.claims.mutants import ClaimError
from theorytest.inert import inert

CHECKER, POINTS = (Path(__file__).parent.parent / "proof" / name for name in ("checker.py", "points.py"))


def add_check_options(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="a folder of certificates")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A second meaning of a name in one object would hide the first."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return dict(pairs)


def _has_a_point(certificate: dict[str, Any], violated: Callable[..., str | None]) -> bool:
    """Whether it shows that its hypotheses can hold; a point where they do not is refused."""
    point = certificate.get("point")
    if point is not None and (broken := violated(certificate["statement"], point)):
        raise ValueError(f"its point violates {broken!r}")
    return point is not None


def check_certificates(options: argparse.Namespace) -> int:
    """Run the checker alone on a folder; 1 when a certificate is refused."""
    if not options.folder.is_dir():
        raise ClaimError(f"{options.folder} is not a folder of certificates")
    files, checker, clock = sorted(options.folder.glob("*.json")), runpy.run_path(str(CHECKER)), time.monotonic()
    if not files:
        raise ClaimError(f"{options.folder} holds no certificate: nothing was checked, and that is no pass")
    refused, shown, points = 0, 0, runpy.run_path(str(POINTS))
    for path in files:
        try:
            certificate = json.loads(path.read_bytes(), object_pairs_hook=_once)
            checker["check"](certificate)
            shown += _has_a_point(certificate, points["violated"])
        except (checker["Refused"], ValueError, RecursionError) as error:
            refused += 1
            print(inert(f"{path.name}: refused: {error}"))
    accepted = len(files) - refused
    print(f"{accepted} certificates accepted, {refused} refused in {time.monotonic() - clock:.1f} s")
    print(f"{shown} with a point at which all hypotheses hold, {accepted - shown} without")
    print("Whether a statement is the sentence of its claim is not looked at here: theorytest verify says it.")
    return 1 if refused else 0
