"""What was measured, section by section, as text, as Markdown and as one page in the look of the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, StrictUndefined
from timing import aligned

from theorytest.claims.plots import Panel
from theorytest.report.panels import Picture, picture


@dataclass(frozen=True)
class Section:
    """A table under its name, with what it means, pictures, and lines below it."""

    name: str
    lead: str
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    panels: Sequence[Panel] = ()
    notes: Sequence[str] = ()

    @property
    def anchor(self) -> str:
        """The name of its place on the page."""
        return self.name.lower().replace(" ", "-")

    @property
    def pictures(self) -> list[Picture]:
        """The panels drawn."""
        return [picture(panel) for panel in self.panels]

    def text(self) -> str:
        """For a terminal."""
        grid = [aligned([self.head, *self.rows])] if self.rows else []
        return "\n".join([self.name.upper(), *grid, *self.notes])

    def markdown(self) -> str:
        """For RESULTS.md."""
        lines = [self.head, ["---"] * len(self.head), *self.rows] if self.rows else []
        grid = [f"| {' | '.join(cell.strip().replace('|', chr(92) + '|') for cell in line)} |" for line in lines]
        notes = [f"- {note}" for note in self.notes]
        return "\n".join([f"## {self.name}", "", self.lead, "", *grid, "", *notes]).rstrip()


def html(title: str, facts: Sequence[tuple[str, str]], sections: Sequence[Section]) -> str:
    """One page that needs no other file."""
    here = Path(__file__).parent
    environment = Environment(
        loader=ChoiceLoader([FileSystemLoader(here), PackageLoader("theorytest.report")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("benchmarks.html").render(title=title, facts=facts, sections=sections)


def markdown(title: str, facts: Sequence[tuple[str, str]], sections: Sequence[Section]) -> str:
    """The same as Markdown, without the pictures."""
    head = [f"# {title}", "", *(f"- {name}: {value}" for name, value in facts)]
    return "\n\n".join(["\n".join(head), *(section.markdown() for section in sections)]) + "\n"
