"""Keep what a deeper run found, for the report.

`theorytest verify --budget deep --json RECORD`, then `python benchmarks/deeper.py RECORD [--output reports/deep.json]`.
Claims that the run decided without draws are left out.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from theorytest.report.deeper import DEEPER, Deeper
from theorytest.runs.records import RecordError, read_record


def main() -> None:
    """Read, keep, say how much."""
    parser = argparse.ArgumentParser(description="keep what a deeper run found")
    parser.add_argument("record", type=Path, metavar="RECORD", help="that `theorytest verify --budget deep` wrote")
    parser.add_argument("--output", type=Path, default=Path("reports", DEEPER.file), metavar="FILE")
    options = parser.parse_args()
    try:
        found = Deeper.of(read_record(options.record, curves=False))
    except RecordError as error:
        sys.exit(f"error: {error}")
    DEEPER.write(options.output, found)
    print(f"{len(found.claims)} claims, {sum(each.draws for each in found.claims):,} draws: {options.output}")


if __name__ == "__main__":
    main()
