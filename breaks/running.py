"""Which claims use the packages that are broken, and which notice a break: fresh processes, a few at a time."""

from __future__ import annotations

import hashlib
import math
import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path

from breaks.breaking import Break, Part, folder
from breaks.worker import Answer, Asked, Found, Order
from theorytest.claims.claim import Claim
from theorytest.claims.imports import files_of
from theorytest.claims.ledger import Ledger
from theorytest.runs.budget import FALSE_ALARM, shares

Say = Callable[[str], None]
_QUICK = 5  # claims that are asked at a time
_GROUPS = 4  # orders for each worker when claims are traced, so that the last one is not waited for


class WorkerError(RuntimeError):
    """A process that ended without an answer, in one sentence."""


@dataclass(frozen=True)
class Uses:
    """What the claims have to do with the packages that are broken."""

    importing: tuple[str, ...]  # their files import them
    own: dict[str, frozenset[str]]  # by claim, what its check calls there
    calls: dict[str, frozenset[str]]  # the same with what its files call when they are imported
    texts: dict[str, str]  # by claim, the sources of the checks that it is made of
    unsteady: tuple[str, ...]  # not as expected without any break, hence left out
    long: tuple[str, ...]  # took too long without any break, hence left out
    asked: dict[str, Asked]
    seconds: dict[str, float]  # without any break

    @property
    def calling(self) -> tuple[str, ...]:
        """The claims whose checks call them."""
        return tuple(name for name, calls in self.own.items() if calls)

    def reached(self, this: Break) -> tuple[Asked, ...]:
        """The claims that a break can move: they call one of its parts, or read it where it is a table."""
        names = (name for name in self.calls if name not in self.long)
        return tuple(self.asked[name] for name in names if any(self._meets(name, part) for part in this.parts))

    def _meets(self, claim: str, part: Part) -> bool:
        calls = self.calls[claim]
        if part.is_data:
            called = any(each.startswith(f"{part.module}:") for each in calls)
            return called or part.name in self.texts[claim]
        return part.where in calls


@dataclass(frozen=True)
class Row:
    """One break, how many claims it reaches, and what they found."""

    this: Break
    found: tuple[Found, ...]
    test: str = ""  # of the laboratory that notices what no claim does

    @property
    def noticed(self) -> tuple[str, ...]:
        """The claims that notice it."""
        return tuple(each.claim for each in self.found if each.notices)

    @property
    def too_long(self) -> tuple[str, ...]:
        """The claims that the clock ended."""
        return tuple(each.claim for each in self.found if each.too_long)


@dataclass(frozen=True)
class Runner:
    """Sends orders to fresh processes."""

    root: Path
    table: str = "breaks.table"
    jobs: int = 1
    time_limit: float = 60.0
    budget: str = "quick"
    longest: float = math.inf  # claims that take more seconds than this without a break are left out
    once: bool = False  # a claim is asked until it notices a break
    kept: Path | None = None  # a folder of answers, with which an interrupted run goes on
    say: Say = lambda _: None

    @property
    def setting(self) -> str:
        """How hard it looks, in words."""
        left_out = f"claims that take more than {self.longest:g} s without a break are left out, and "
        left_out = left_out if self.longest < math.inf else ""
        once = " Each claim is asked until it notices a break, and about every break until one notices it."
        once = once if self.once else ""
        return f"The budget is {self.budget}; {left_out}a claim is ended after {self.time_limit:g} s.{once}"

    def uses(self, ledger: Ledger, claims: Sequence[Claim]) -> Uses:
        """Trace the claims whose files import the packages; those that are undecided are looked at harder."""
        share = shares(ledger.claims, FALSE_ALARM)
        files = files_of(self.root, (ledger.files[each.id] for each in claims))
        homes = [folder(each).resolve() for each in import_module(self.table).PACKAGES]
        importing = {file for file, every in files.items() if any(f.is_relative_to(h) for f in every for h in homes)}
        asked = {
            each.id: Asked(each.id, ledger.files[each.id], share[each.id], self.budget)
            for each in claims
            if each.executable and ledger.files[each.id] in importing
        }
        found, imported = self._traced(asked.values())
        again = [replace(asked[each.claim], budget="standard") for each in found.values() if not each.expected]
        harder, _ = self._traced(again)
        asked |= {each.id: each for each in again}
        found |= harder
        unsteady = tuple(name for name, each in found.items() if not each.expected)
        long = tuple(name for name, each in found.items() if each.expected and each.seconds > self.longest)
        own = {name: found[name].calls for name in asked if found[name].expected}
        calls = {
            name: each.union(*(imported.get(file, ()) for file in files[asked[name].file]))
            for name, each in own.items()
        }
        texts = {name: _text(self.root, files[asked[name].file]) for name in calls}
        seconds = {name: each.seconds for name, each in found.items()}
        return Uses(tuple(asked), own, calls, texts, unsteady, long, asked, seconds)

    def rows(self, breaks: Iterable[Break], uses: Uses) -> list[Row]:
        """One row for each break, in their order."""
        if self.once:
            return list(self._until_noticed(breaks, uses))
        with ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(lambda this: self._row(this, uses.reached(this)), breaks))

    def _until_noticed(self, breaks: Iterable[Break], uses: Uses) -> Iterator[Row]:
        """Claims that have noticed a break are asked about others, the quickest first, only until one notices."""
        noticed: set[str] = set()
        for this in breaks:
            reached = sorted(uses.reached(this), key=lambda each: uses.seconds[each.id])
            row = self._row(this, tuple(each for each in reached if each.id not in noticed))
            others = [each for each in reached if each.id in noticed]
            while others and not row.noticed:
                more = self._row(this, tuple(others[:_QUICK]))
                row, others = Row(this, (*row.found, *more.found)), others[_QUICK:]
            noticed |= set() if this.harmless else set(row.noticed)
            yield row

    def _row(self, this: Break, claims: tuple[Asked, ...]) -> Row:
        row = Row(this, self._answer(this.name, claims).found if claims else ())
        late = f", {len(row.too_long)} took too long" if row.too_long else ""
        self.say(f"{this.name}: {len(row.noticed)} of {len(claims)} claims notice{late}")
        return row

    def _traced(self, claims: Iterable[Asked]) -> tuple[dict[str, Found], dict[Path, frozenset[str]]]:
        by_file: dict[Path, list[Asked]] = {}
        for each in claims:
            by_file.setdefault(each.file, []).append(each)
        files, size = list(by_file.values()), self.jobs * _GROUPS
        groups = [tuple(each for file in files[k::size] for each in file) for k in range(size)]
        with ThreadPoolExecutor(self.jobs) as pool:
            answers = list(pool.map(lambda group: self._answer(None, group), filter(None, groups)))
        imported: dict[Path, frozenset[str]] = {}
        for answer in answers:
            for file, calls in answer.imported.items():
                imported[file] = imported.get(file, frozenset()) | calls
        return {each.claim: each for answer in answers for each in answer.found}, imported

    def _answer(self, name: str | None, claims: tuple[Asked, ...]) -> Answer:
        if self.kept is None:
            return self._asked(name, claims)
        asked = pickle.dumps((self.table, self.time_limit, name, claims))
        kept = self.kept / hashlib.sha256(asked).hexdigest()
        if kept.exists():
            before: Answer = pickle.loads(kept.read_bytes())
            return before
        answer, draft = self._asked(name, claims), kept.with_suffix(".draft")
        draft.write_bytes(pickle.dumps(answer))
        draft.rename(kept)
        return answer

    def _asked(self, name: str | None, claims: tuple[Asked, ...]) -> Answer:
        with tempfile.TemporaryDirectory() as folder:
            order = Order(self.root, self.table, name, claims, self.time_limit, Path(folder) / "answer")
            home = str(Path(__file__).parents[1])
            path = os.pathsep.join(filter(None, [home, os.environ.get("PYTHONPATH", "")]))
            done = subprocess.run(
                [sys.executable, "-m", "breaks.worker"],
                input=pickle.dumps(order),
                capture_output=True,
                check=False,
                env=os.environ | {"PYTHONPATH": path, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
            )
            if done.returncode or not order.result.exists():
                last = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["no message"]
                raise WorkerError(f"{name or 'the run without a break'} ended with code {done.returncode}: {last[0]}")
            answer: Answer = pickle.loads(order.result.read_bytes())
            return answer


def _text(root: Path, files: Iterable[Path]) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file.is_relative_to(root))
