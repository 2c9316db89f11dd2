"""The paper's own list of numbered statements, and which claims cover each of them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from theorytest.verdicts.claims import Claim
from theorytest.verdicts.mutants import ClaimError


@dataclass(frozen=True)
class Item:
    """One numbered statement, labelled equation, table cell or figure panel."""

    label: str
    number: str
    kind: str
    title: str
    section: str = ""


@dataclass(frozen=True)
class Paper:
    """The items in the paper's order."""

    items: tuple[Item, ...]

    @property
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
    """Read the `[[item]]` entries of a paper's list."""
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8")).get("item", [])
    except FileNotFoundError:
        raise ClaimError(f"there is no {path}: the paper's list of labels, one [[item]] each, belongs there") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ClaimError(f"{path} cannot be read: {error}") from None
    items = tuple(_item(path, position, entry) for position, entry in enumerate(entries, start=1))
    labels = [item.label for item in items]
    for label in labels:
        if labels.count(label) > 1:
            raise ClaimError(f"{path} lists the label {label!r} twice")
    return Paper(items)


def _item(path: Path, position: int, entry: Mapping[str, Any]) -> Item:
    missing = [key for key in ("label", "number", "kind", "title") if key not in entry]
    if missing:
        raise ClaimError(f"item {position} of {path} has no {' and no '.join(missing)}")
    return Item(**{key: str(entry[key]) for key in Item.__dataclass_fields__ if key in entry})


def coverage(paper: Paper, claims: Iterable[Claim]) -> Coverage:
    """Computed from the labels that the claims cite, never typed."""
    covering: dict[str, list[str]] = {item.label: [] for item in paper.items}
    for each in claims:
        for label in each.labels:
            covering.setdefault(label, []).append(each.id)
    return Coverage({label: tuple(ids) for label, ids in covering.items()})
