"""The pages of the figures: one for each, in the paper's order and layout, with what the text says beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from theorytest.report.book import Entry
from theorytest.report.pictures import Pictures, Shown
from theorytest.report.places import figure_of, slug


@dataclass(frozen=True)
class Page:
    """One page of a site: its file, its title, and what its template needs."""

    file: str
    title: str
    template: str
    context: Mapping[str, Any] = field(default_factory=dict)
    root: bool = False  # beside the folder of the others


def figure_pages(pictures: Pictures) -> Iterator[Page]:
    """One page for each figure, and one that leads to them."""
    groups: dict[str, list[Shown]] = {}
    for each in pictures.figures:
        groups.setdefault(figure_of(each.place), []).append(each)
    named = [(f"{slug(name)}.html", name, shown) for name, shown in groups.items()]
    if groups and "Figures" not in groups:
        yield Page("figures.html", "Figures", "figures.html", {"figures": named})
    for file, name, shown in named:
        context = {"shown": shown, "columns": _columns(len(shown)), "sentences": _sentences_beside(pictures, shown)}
        yield Page(file, name, "figure.html", {"figures": named, **context})


def figures_of(pictures: Pictures, section: str) -> list[tuple[str, str]]:
    """The pages of the figures of a section, with their names."""
    within = (each for each in pictures.figures if pictures.book.items[each.label].section == section)
    return [(f"{slug(name)}.html", name) for name in dict.fromkeys(figure_of(each.place) for each in within)]


def _sentences_beside(pictures: Pictures, shown: list[Shown]) -> list[Entry]:
    """What the paper says in the sections of a figure."""
    sections = {pictures.book.items[each.label].section for each in shown}
    return [each for each in pictures.book.entries if each.printed and each.item.section in sections]


def _columns(panels: int) -> int:
    """Two beside each other; three or four where there are many."""
    return 2 if panels <= 4 else 3 if panels <= 6 else 4
