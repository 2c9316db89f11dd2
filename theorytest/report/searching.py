"""What the search of a site knows: one line for each claim, result, table and figure."""

from __future__ import annotations

import json

from markupsafe import Markup

from theorytest.report.book import SHAPES, Book, Entry, anchor
from theorytest.report.page import Chapter, chapters
from theorytest.report.places import Places, figure_of, section_page, slug
from theorytest.report.prose import prose
from theorytest.report.results import numbered_results


def search_script(book: Book, places: Places) -> str:
    """The data as a script that sets one constant, since pages opened from a folder may not fetch."""
    rows = [
        _result(each.name, each.item.title, places.homes[anchor("result", each.item.label)])
        for each in numbered_results(book)
    ]
    rows += [_result(t.number, t.title, places.homes[anchor("table", t.number)]) for t in book.paper.tables]
    rows += [_result(chapter.name, chapter.title, _section(chapter)) for chapter in chapters(book) if chapter.name]
    rows += [_result(name, "figure", f"{slug(name)}.html") for name in _figures(places)]
    rows += [_claim(entry, places) for entry in book.entries]
    return "const CLAIMS = " + json.dumps(rows, ensure_ascii=True, separators=(",", ":")) + ";\n"


def _section(chapter: Chapter) -> str:
    return section_page(chapter.entries[0].item.section)


def _figures(places: Places) -> list[str]:
    return list(dict.fromkeys(figure_of(each.place) for each in places.pictures.figures))


def _result(name: str, title: str, page: str) -> dict[str, str]:
    return {"place": name, "title": _marked(title), "page": page, "says": ""}


_MARKS = {"<sub>": "\x01", "<sup>": "\x02", "</sub>": "\x03", "</sup>": "\x03"}


def _marked(text: str) -> str:
    """The text with a sign before and after every index and power, which the script makes elements of."""
    clean = text.translate(dict.fromkeys((1, 2, 3)))
    marked = prose(clean)
    for tag, mark in _MARKS.items():
        marked = marked.replace(tag, Markup(mark))
    return marked.unescape()


def _claim(entry: Entry, places: Places) -> dict[str, str]:
    return {
        "id": entry.id,
        "place": entry.place if entry.printed else f"{entry.place} ({entry.claim.voice})",
        "title": _marked(entry.item.title),
        "says": _marked(entry.claim.says),
        "section": entry.item.section,
        "verdict": entry.verdict.value,
        "shape": SHAPES[entry.verdict],
        "voice": entry.claim.voice.value,
        "severity": entry.claim.gravity.value if entry.claim.gravity else "",
        "kind": entry.item.kind,
        "scope": "attacked" if entry.result.attack else "",
        "page": f"{places.homes[entry.anchor]}#{entry.anchor}",
    }
