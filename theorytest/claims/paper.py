"""The paper's own list of numbered statements, and which claims cover each of them.

Beside its items a list may name the paper (`[paper]`, with title and authors), its tables as grids of labels
(`[[table]]`), what a statement assumes (`assumes` of an item), what shows that it must (`[[needed]]`), and how finely
sampled claims look (`[defaults]`). A word that is none of these is an error.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from theorytest.claims.claim import Claim
from theorytest.claims.defaults import STANDARD, Defaults, defaults_from
from theorytest.claims.meant import first_unknown, meant
from theorytest.claims.mutants import ClaimError

KINDS = (
    *("theorem", "proposition", "lemma", "corollary", "definition", "remark", "example", "conjecture", "statement"),
    *("assumption", "equation", "display", "table", "table cell", "figure", "figure panel", "algorithm"),
    *("printed number", "footnote", "sentence", "section"),
)
_TEXTS = ("label", "number", "kind", "title", "section", "file", "passage")
_KEYS = {
    "paper": ("title", "authors"),
    "item": (*_TEXTS, "line", "lines", "proof", "assumes", "cites"),
    "table": ("number", "title", "columns", "rows", "printed"),
    "needed": ("statement", "assumption", "witness"),
    "defaults": ("resolution", "max_draws"),
}


@dataclass(frozen=True)
class Item:
    """One numbered statement, labelled equation, table cell or figure panel."""

    label: str
    number: str
    kind: str
    title: str
    section: str = ""
    line: int = 0  # in its source; 0 where it is not given
    assumes: tuple[str, ...] = ()  # labels
    lines: tuple[int, int] | None = None  # first and last, of a theorem, proposition, corollary or lemma
    proof: tuple[int, int] | None = None
    file: str = ""  # of the source, where it has several
    cites: tuple[str, ...] = ()  # labels that its passage refers to
    passage: str = ""  # a hash of its passage, by which `theorytest stale` sees that the source has changed


@dataclass(frozen=True)
class Row:
    """One row of a table: its name, the labels of its cells, and what they print, in TeX or empty."""

    name: str
    cells: tuple[str, ...]
    printed: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A table of the paper as a grid of labels."""

    number: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Needed:
    """A claim, or `claim[mutant]`, that shows the statement failing when one of its assumptions is dropped."""

    statement: str  # label
    assumption: str  # label
    witness: str


@dataclass(frozen=True)
class Paper:
    """The items in the paper's order."""

    items: tuple[Item, ...]
    title: str = ""
    authors: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    needed: tuple[Needed, ...] = ()
    defaults: Defaults = STANDARD

    @cached_property
    def numbers(self) -> dict[str, str]:
        """The printed number of every label."""
        return {item.label: item.number for item in self.items}


@dataclass(frozen=True)
class Coverage:
    """The claims that cover each label, in the paper's order."""

    claims: Mapping[str, tuple[str, ...]]

    @property
    def total(self) -> int:
        """The number of items in the paper's list."""
        return len(self.claims)

    @property
    def missing(self) -> list[str]:
        """The labels that no claim covers."""
        return [label for label, claims in self.claims.items() if not claims]

    @property
    def covered(self) -> int:
        """The number of items that some claim covers."""
        return self.total - len(self.missing)

    def plain(self) -> dict[str, Any]:
        """As the ledger prints it."""
        return {"total": self.total, "covered": self.covered, "missing": self.missing}


def read_paper(path: Path) -> Paper:
    """Read a paper's list: its `[[item]]` entries and what else it names."""
    try:
        listed = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ClaimError(f"there is no {path}: the paper's list of labels, one [[item]] each, belongs there") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ClaimError(f"{path} cannot be read: {error}") from None
    try:
        return _paper(path, listed)
    except (TypeError, AttributeError) as error:
        raise ClaimError(f"{path} is not a paper's list: {error}") from None


def _paper(path: Path, listed: Mapping[str, Any]) -> Paper:
    _require_known(path, listed)
    items = tuple(_item(path, position, entry) for position, entry in enumerate(listed.get("item", []), start=1))
    labels = Counter(item.label for item in items)
    for label, times in labels.items():
        if times > 1:
            raise ClaimError(f"{path} lists the label {label!r} twice")
    named = listed.get("paper", {})
    paper = Paper(
        items,
        title=str(named.get("title", "")),
        authors=_words(path, "authors", named.get("authors", [])),
        tables=tuple(_table(path, entry) for entry in listed.get("table", [])),
        needed=tuple(_needed(path, entry) for entry in listed.get("needed", [])),
        defaults=defaults_from(path, listed.get("defaults", {})),
    )
    for label in _cited(paper):
        if label not in labels:
            raise ClaimError(f"{path} speaks of the label {label!r}, which it does not list")
    return paper


def _require_known(path: Path, listed: Mapping[str, Any]) -> None:
    """A misspelt table or key would be passed over in silence."""
    if (word := first_unknown(listed, _KEYS)) is not None:
        raise ClaimError(f"{path}: a paper's list has no table {word!r}: {meant(word, _KEYS)}")
    for table, keys in _KEYS.items():
        found = listed.get(table, [])
        entries = found if isinstance(found, list) else [found]
        for position, entry in enumerate(entries, start=1):
            if isinstance(entry, Mapping) and (word := first_unknown(entry, keys)) is not None:
                where = f"{table} {position}" if isinstance(found, list) else f"[{table}]"
                name = f" ({entry['label']})" if "label" in entry else ""
                raise ClaimError(f"{where}{name} of {path} has no key {word!r}: {meant(word, keys)}")


def _cited(paper: Paper) -> Iterator[str]:
    """The labels that tables, assumptions and witnesses of need speak of."""
    for table in paper.tables:
        for row in table.rows:
            yield from row.cells
    for item in paper.items:
        yield from item.assumes
    for each in paper.needed:
        yield from (each.statement, each.assumption)


def _item(path: Path, position: int, entry: Mapping[str, Any]) -> Item:
    _complete(path, f"item {position}", entry, ("label", "number", "kind", "title"))
    words: dict[str, Any] = {key: str(entry[key]) for key in _TEXTS if key in entry}
    if not words["label"] or "/" in words["label"]:  # a slash ends the label in the id of a claim
        raise ClaimError(f"item {position} of {path}: a label is a text without a slash, got {words['label']!r}")
    if words["kind"] not in KINDS:
        where = f"item {position} ({words['label']}) of {path}"
        raise ClaimError(f"{where}: there is no kind {words['kind']!r}: {meant(words['kind'], KINDS)}")
    line = entry.get("line", 0)
    if not isinstance(line, int):
        raise ClaimError(f"item {position} of {path}: line must be a whole number, got {line!r}")
    lines, proof = (_span(path, position, key, entry.get(key)) for key in ("lines", "proof"))
    assumes, cites = (_words(path, key, entry.get(key, [])) for key in ("assumes", "cites"))
    return Item(**words, line=line, assumes=assumes, lines=lines, proof=proof, cites=cites)


def _span(path: Path, position: int, key: str, value: Any) -> tuple[int, int] | None:
    if value is None:
        return None
    if not (isinstance(value, list) and len(value) == 2 and all(type(each) is int for each in value)):
        raise ClaimError(f"item {position} of {path}: {key} must be a first and a last line, got {value!r}")
    return value[0], value[1]


def _table(path: Path, entry: Mapping[str, Any]) -> Table:
    _complete(path, "a table", entry, ("number", "title", "columns", "rows"))
    columns = _words(path, "columns", entry["columns"])
    printed = entry.get("printed", {})
    rows = tuple(
        Row(
            name,
            _words(path, f"the row {name!r}", cells),
            _words(path, f"what the row {name!r} prints", printed.get(name, [""] * len(columns))),
        )
        for name, cells in entry["rows"].items()
    )
    for row in rows:
        for cells in (row.cells, row.printed):
            if len(cells) != len(columns):
                raise ClaimError(f"{path}: the row {row.name!r} has {len(cells)} cells for {len(columns)} columns")
    return Table(str(entry["number"]), str(entry["title"]), columns, rows)


def _needed(path: Path, entry: Mapping[str, Any]) -> Needed:
    _complete(path, "a need", entry, ("statement", "assumption", "witness"))
    return Needed(*(str(entry[key]) for key in ("statement", "assumption", "witness")))


def _complete(path: Path, what: str, entry: Mapping[str, Any], keys: Iterable[str]) -> None:
    missing = [key for key in keys if key not in entry]
    if missing:
        raise ClaimError(f"{what} of {path} has no {' and no '.join(missing)}")


def _words(path: Path, what: str, words: Any) -> tuple[str, ...]:
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise ClaimError(f"{path}: {what} must be a list of texts, got {words!r}")
    return tuple(words)


def coverage(paper: Paper, claims: Iterable[Claim]) -> Coverage:
    """Computed from the labels that the claims cite, never typed."""
    covering: dict[str, list[str]] = {item.label: [] for item in paper.items}
    for each in claims:
        for label in each.labels:
            covering.setdefault(label, []).append(each.id)
    return Coverage({label: tuple(ids) for label, ids in covering.items()})
