"""A run beside earlier ones: which verdicts changed, and which numbers moved beyond chance."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from theorytest.decisions.decision import Verdict
from theorytest.decisions.wording import count
from theorytest.runs.baseline import Baseline, baseline_of, read_baseline
from theorytest.runs.record import Record
from theorytest.runs.records import read_record
from theorytest.runs.regression import Comparison, compare


@dataclass(frozen=True)
class Earlier:
    """An earlier run by its name, and what changed from it to this one."""

    name: str
    run: Baseline
    comparison: Comparison

    def new(self, now: Baseline) -> list[str]:
        """The claims that this run has and the earlier one has not."""
        return [name for name in now.verdicts if name not in self.run.verdicts]

    @property
    def sentence(self) -> str:
        """The changes, counted."""
        found = self.comparison
        moved, all_of_them = (
            count(len(found.moved)),
            count(len(found.changes), "quantity").replace("quantitys", "quantities"),
        )
        return f"{count(len(found.verdicts), 'verdict')} changed, and {moved} of {all_of_them} moved."


@dataclass(frozen=True)
class History:
    """Earlier runs in the order given, and this one."""

    earlier: tuple[Earlier, ...]
    now: Baseline

    @property
    def rows(self) -> list[tuple[str, Baseline, dict[Verdict, int]]]:
        """Every run with the number of its claims by verdict; this run is the last."""
        runs = [*((each.name, each.run) for each in self.earlier), ("this run", self.now)]
        return [(name, run, {v: n for v in Verdict if (n := Counter(run.verdicts.values())[v])}) for name, run in runs]

    @property
    def words(self) -> list[Verdict]:
        """The verdicts that some run has."""
        return [verdict for verdict in Verdict if any(verdict in counts for _, _, counts in self.rows)]


def history(record: Record, paths: Sequence[Path], renamed: Mapping[str, str]) -> History | None:
    """The run of a record beside those in files, which are baselines or records; None without files."""
    if not paths:
        return None
    now = baseline_of(record)
    runs = [(path.name, _read(path).under(renamed)) for path in paths]
    return History(tuple(Earlier(name, run, compare(run, now)) for name, run in runs), now)


def _read(path: Path) -> Baseline:
    """A baseline has its verdicts by name, a record as a list."""
    return baseline_of(read_record(path, curves=False)) if _is_record(path) else read_baseline(path)


def _is_record(path: Path) -> bool:
    try:
        return isinstance(json.loads(path.read_bytes()).get("verdicts"), list)
    except (OSError, ValueError, RecursionError, AttributeError):
        return False
