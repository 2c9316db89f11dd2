"""What the search of a site knows: one line for each claim, result, table and figure."""

from __future__ import annotations

import json

from theorytest.report.book import SHAPES, Book, Entry, anchor
from theorytest.report.places import Places
from theorytest.report.results import numbered_results


def search_script(book: Book, places: Places) -> str:
    """The data as a script that sets one constant, since pages opened from a folder may not fetch."""
    rows = [
        _result(each.name, each.item.title, places.homes[anchor("result", each.item.label)])
        for each in numbered_results(book)
    ]
    rows += [_result(t.number, t.title, places.homes[anchor("table", t.number)]) for t in book.paper.tables]
    rows += [_claim(entry, places) for entry in book.entries]
    return "const CLAIMS = " + json.dumps(rows, ensure_ascii=True, separators=(",", ":")) + ";\n"


def _result(name: str, title: str, page: str) -> dict[str, str]:
    return {"place": name, "title": title, "page": page, "says": ""}


def _claim(entry: Entry, places: Places) -> dict[str, str]:
    return {
        "id": entry.id,
        "place": entry.place,
        "title": entry.item.title,
        "says": entry.claim.says,
        "section": entry.item.section,
        "verdict": entry.verdict.value,
        "shape": SHAPES[entry.verdict],
        "voice": entry.claim.voice.value,
        "severity": entry.claim.gravity.value if entry.claim.gravity else "",
        "kind": entry.item.kind,
        "scope": "attacked" if entry.result.attack else "",
        "page": f"{places.homes[entry.anchor]}#{entry.anchor}",
    }
