"""A record as a reader sees it: every claim with its verdict and its place in the paper, and what rests on what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from theorytest.claims.paper import Item, Paper
from theorytest.claims.words import Gravity, Voice
from theorytest.decisions.decision import Verdict, combine
from theorytest.report.deeper import Deeper
from theorytest.report.needs import Needs
from theorytest.runs.described import Described, DescribedLedger
from theorytest.runs.record import Judged, Record, Run
from theorytest.runs.reproducing import command_line

# A shape for each verdict, so that nothing rests on colour alone.
SHAPES = {
    Verdict.PROVED: "★",
    Verdict.EXACT: "■",
    Verdict.COMPUTED: "▣",
    Verdict.CORROBORATED: "◆",
    Verdict.CONFIRMED: "●",
    Verdict.CONSISTENT: "◐",
    Verdict.REFUTED: "✕",
    Verdict.UNDECIDED: "?",
    Verdict.NOT_EXECUTABLE: "–",
}


@dataclass(frozen=True, eq=False)
class Entry:
    """One claim with its verdict, as the page shows it."""

    claim: Described
    result: Judged
    item: Item  # of the paper's list
    place: str  # where the paper says it

    @property
    def id(self) -> str:
        """The name of the claim."""
        return self.claim.id

    @property
    def anchor(self) -> str:
        """The name of its place on the page."""
        return anchor("claim", self.id)

    @property
    def verdict(self) -> Verdict:
        """What the run found."""
        return self.result.verdict

    @property
    def printed(self) -> bool:
        """Whether it is what the paper says, and not what we say."""
        return self.claim.voice is Voice.PAPER

    @property
    def labels(self) -> tuple[str, ...]:
        """Every label that the claim covers."""
        return self.claim.labels

    @property
    def gravity(self) -> Gravity | None:
        """How grave it is that the sentence fails."""
        return self.claim.gravity


@dataclass(frozen=True, eq=False)
class Book:
    """The record with its cross references."""

    record: Record
    needs: Needs | None = None  # what attacks without a hypothesis found
    deeper: Deeper | None = None  # what another run with more draws found

    @property
    def run(self) -> Run:
        """Seed, budget, versions, commit."""
        return self.record.run

    @property
    def ledger(self) -> DescribedLedger:
        """The claims and items, whether this run included them or not."""
        return self.record.ledger

    @property
    def paper(self) -> Paper:
        """Title, authors, tables and items."""
        return self.ledger.paper

    @cached_property
    def items(self) -> dict[str, Item]:
        """The paper's list by label."""
        return {item.label: item for item in self.paper.items}

    @cached_property
    def entries(self) -> list[Entry]:
        """The claims of this run, in the paper's order."""
        claims = {claim.id: claim for claim in self.ledger.claims}
        ran = [(claims[each.id], each) for each in self.record.verdicts]
        return [Entry(claim, each, i := self.items[claim.label], self.place(i)) for claim, each in ran]

    @cached_property
    def by_id(self) -> dict[str, Entry]:
        """The claims of this run by name."""
        return {entry.id: entry for entry in self.entries}

    @cached_property
    def by_label(self) -> dict[str, list[Entry]]:
        """The claims that cover an item of the paper: its own before those that only touch it."""
        covering: dict[str, list[Entry]] = defaultdict(list)
        for entry in self.entries:
            for label in entry.labels:
                covering[label].append(entry)
        for label, found in covering.items():
            found.sort(key=lambda entry, label=label: (entry.id != label, entry.claim.label != label))  # type: ignore[misc]
        return dict(covering)

    @cached_property
    def repairs(self) -> dict[str, list[Entry]]:
        """What is true instead of a claim: its own repairs, or those of another sentence with the same error."""
        found: dict[str, list[Entry]] = defaultdict(list)
        for entry in self.entries:
            if entry.claim.repairs:
                found[entry.claim.repairs].append(entry)
        by_finding: dict[str, list[Entry]] = defaultdict(list)
        for name, better in list(found.items()):
            if name in self.by_id and (error := self.by_id[name].claim.finding):
                by_finding[error] += better
        for entry in self.entries:
            if entry.id not in found and entry.claim.finding in by_finding and entry.claim.repairs is None:
                found[entry.id] = by_finding[entry.claim.finding]
        return dict(found)

    @cached_property
    def dependents(self) -> dict[str, list[str]]:
        """The claims that name a claim as their premise."""
        above: dict[str, list[str]] = defaultdict(list)
        for entry in self.entries:
            for premise in entry.claim.premises:
                above[premise].append(entry.id)
        return dict(above)

    @cached_property
    def has_sections(self) -> bool:
        """Whether the paper's list says in which sections its items stand."""
        return any(item.section for item in self.items.values())

    @cached_property
    def headings(self) -> list[Item]:
        """The headings of sections without a claim: they assert nothing."""
        return [item for item in self._unclaimed if item.kind == "section"]

    @cached_property
    def silent(self) -> list[Item]:
        """The other items without a claim."""
        return [item for item in self._unclaimed if item.kind != "section"]

    @property
    def _unclaimed(self) -> list[Item]:
        return [self.items[label] for label in self.ledger.coverage.missing]

    def place(self, item: Item) -> str:
        """Where the paper says it: `Lemma 2`, or `Section 3.2 (a)` for what has no name of its own."""
        number, section = item.number, item.section
        if number and not number.startswith("("):
            return named(str(number), item.kind)
        if not section and not number and not self.has_sections:
            return str(item.label)
        return f"{section_name(section) if self.has_sections else ''} {number}".strip()

    def resting_on(self, ids: Iterable[str]) -> list[Entry]:
        """Everything that rests on one of the claims, directly or not, without the claims themselves."""
        start = list(ids)
        above: set[str] = set()
        waiting = list(start)
        while waiting:
            for name in self.dependents.get(waiting.pop(), ()):
                if name not in above:
                    above.add(name)
                    waiting.append(name)
        return [entry for entry in self.entries if entry.id in above.difference(start)]

    def verdict_of(self, label: str) -> Verdict | None:
        """The verdict of an item as printed: the weakest of its own claims; of all if none says just what it says."""
        found = [entry for entry in self.by_label.get(label, ()) if entry.printed]
        own = [entry for entry in found if entry.claim.label == label]
        counted = own if any(entry.id == label for entry in own) else found
        return combine(entry.verdict for entry in counted) if counted else None

    def command(self, entry: Entry) -> str:
        """The one command that gives the verdict again."""
        return command_line(entry.id, self.run)


def anchor(kind: str, name: str) -> str:
    """A name for a place on the page; what such a name cannot hold becomes its code, so that no two names meet."""
    return f"{kind}-" + "".join(c if (c.isascii() and c.isalnum()) or c in "._:/-" else f"~{ord(c):x}~" for c in name)


def to_single(name: str) -> str:
    """The address of a place on the page that has everything."""
    return f"#{name}"


def plot_anchor(entry: Entry, name: str) -> str:
    """The place of a picture of a claim."""
    return anchor("plot", f"{entry.id}/{name}")


def named(number: str, kind: str) -> str:
    """A number that is a name, as `Lemma 2`, or that needs one, as that of a footnote or a section."""
    if " " in number or kind not in ("footnote", "section"):
        return number
    return f"Footnote {number}" if kind == "footnote" else section_name(number)


def section_name(number: str) -> str:
    """`Section 3.2`, `Appendix B`; what stands before the first section is the abstract."""
    return f"{'Appendix' if number[0].isalpha() else 'Section'} {number}" if number else "Abstract"
