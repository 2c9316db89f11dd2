"""A reading as `paper.toml`, and as files with one place for each claim that is to be written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import indent

from theorytest.decisions.wording import count
from theorytest.source.passages import RESULTS, Grid, Passage, Reading
from theorytest.source.text import Text

_HEAD = """# What the paper states, read from its source by `theorytest init`: one [[item]] for each statement, display,
# figure and table, with the number as printed and the lines of its passage. `passage` is a hash, by which
# `theorytest stale` sees that the source has changed. Sentences of the text and numbers printed in it are added by
# hand: kind = "sentence" or "printed number". Whoever changes a `label` changes the ids of its claims.
"""
_STATEMENTS = (*RESULTS, "definition", "remark", "example", "statement", "assumption", "equation")


def paper_toml(text: Text, reading: Reading) -> str:
    """The list of a paper."""
    named = [f"[paper]\ntitle = {_quoted(reading.title)}\nauthors = [{', '.join(map(_quoted, reading.authors))}]\n"]
    tables = [_table(each) for each in reading.tables]
    assumptions = {each.label for each in reading.passages if each.kind == "assumption"}
    items = [_item(text, each, assumptions) for each in with_cells(reading)]
    return "\n".join([_HEAD, *named, *tables, *items])


def with_cells(reading: Reading) -> Iterator[Passage]:
    """The passages, and behind its table every cell of it."""
    grids = {grid.number: grid for grid in reading.tables}
    for each in reading.passages:
        yield each
        if each.kind == "table" and each.number in grids:
            yield from _cells(grids[each.number], each)


def _cells(grid: Grid, table: Passage) -> Iterator[Passage]:
    for i, (row, cells) in enumerate(grid.rows, start=1):
        for j, printed in enumerate(cells, start=1):
            title = f"{row}, {grid.columns[j - 1]}"
            made = Passage("table cell", grid.number, table.first, table.last, table.section, _cell(grid, i, j))
            made.title, made.tex, made.line = title, printed, table.first
            yield made


def _cell(grid: Grid, row: int, column: int) -> str:
    return f"x:{grid.number.lower().replace(' ', '-')}-{row}-{column}"


def _table(grid: Grid) -> str:
    lines = [
        "[[table]]",
        f"number = {_quoted(grid.number)}",
        f"title = {_quoted(grid.title)}",
        f"columns = [{', '.join(map(_quoted, grid.columns))}]",
        "",
        "[table.rows]",
    ]
    for i, (row, cells) in enumerate(grid.rows, start=1):
        labels = ", ".join(_quoted(_cell(grid, i, j)) for j in range(1, len(cells) + 1))
        lines.append(f"{_quoted(row)} = [{labels}]")
    lines += ["", "[table.printed]"]
    lines += [
        f"{_quoted(row)} = [{', '.join(_quoted(cell.strip('$ ')) for cell in cells)}]" for row, cells in grid.rows
    ]
    return "\n".join(lines) + "\n"


def _item(text: Text, passage: Passage, assumptions: set[str]) -> str:
    file, line = text.place(passage.line)
    lines = ["[[item]]", f"label = {_quoted(passage.label)}", f"number = {_quoted(passage.number)}"]
    lines += [f"kind = {_quoted(passage.kind)}", f"title = {_quoted(passage.title or passage.label)}"]
    lines += [f"section = {_quoted(passage.section)}", f"line = {line}"]
    if file != text.origin[0][0]:
        lines.append(f"file = {_quoted(file)}")
    if passage.kind not in ("section", "table cell"):
        lines.append(f"lines = [{text.place(passage.first)[1]}, {text.place(passage.last)[1]}]")
    if passage.proof and text.place(passage.proof[0])[0] == text.place(passage.first)[0]:  # lines are of one file
        lines.append(f"proof = [{text.place(passage.proof[0])[1]}, {text.place(passage.proof[1])[1]}]")
    assumes = [label for label in passage.cites if label in assumptions and label != passage.label]
    others = [label for label in passage.cites if label not in assumes]
    for key, labels in (("assumes", assumes), ("cites", others)):
        if labels:
            lines.append(f"{key} = [{', '.join(map(_quoted, labels))}]")
    lines.append(f'passage = "{passage.hash}"')
    return "\n".join(lines) + "\n"


def skeletons(text: Text, reading: Reading) -> dict[str, str]:
    """By the name of a file: a place for every statement of one section, as comments: none counts as checked."""
    sections = {each.section: each.title for each in reading.passages if each.kind == "section"}
    found: dict[str, list[Passage]] = {}
    for each in reading.passages:
        if each.kind in _STATEMENTS or (each.kind == "display" and each.number):
            found.setdefault(each.section, []).append(each)
    return {f"{_file(section)}.py": _skeleton(text, section, sections, each) for section, each in found.items()}


def _file(section: str) -> str:
    if not section:
        return "front"
    word = "section" if section[0].isdigit() else "appendix"
    return f"{word}_{re.sub(r'[^0-9a-z]+', '_', section.lower())}"


def _skeleton(text: Text, section: str, titles: dict[str, str], passages: Sequence[Passage]) -> str:
    word = "Appendix" if section[:1].isalpha() else "Section"
    head = f'"""{word} {section}: {titles[section]}."""' if section in titles else '"""Before the first section."""'
    return "\n\n".join([head.replace("\\", "\\\\"), *(_place(text, each) for each in passages)]) + "\n"


def _place(text: Text, passage: Passage) -> str:
    """A claim that is not written, with what there is to say."""
    file, first = text.place(passage.first)
    last = text.place(passage.last)[1]
    lines = f"{file}, lines {first} to {last}" if last > first else f"{file}, line {first}"
    body = [
        f"{passage.number or passage.kind} ({passage.label}; {lines}): not written",
        "@claim(",
        f"    {_quoted(passage.label)},",
        f"    says={_quoted(passage.title)},",
        '    forall={"n": family([1, 2, 3], "positive integers", search=integers(1, 50))},',
        '    mutants={"one per cent less": {"factor": 0.99}},',
        ")",
        f"def {_function(passage)}(n, *, factor=1):",
        "    return at_most(..., factor * ...)",
    ]
    return indent("\n".join(body), "# ", lambda _: True)


def _function(passage: Passage) -> str:
    words = re.sub(r"[^a-z0-9]+", "_", passage.label.lower()).strip("_")
    return words if words[:1].isalpha() else f"claim_{words}"


def _quoted(text: str) -> str:
    """A string as TOML and Python both read it."""
    bare = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(letter if letter.isprintable() else " " for letter in bare) + '"'


def summary(reading: Reading) -> str:
    """`3 sections, 12 equations, 2 theorems`."""
    counted = reading.counted()
    return ", ".join(count(counted[kind], kind).replace("corollarys", "corollaries") for kind in counted)
