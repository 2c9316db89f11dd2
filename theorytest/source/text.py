r"""The source as one text: `\input` files put in place, comments and what is switched off blanked, lines kept.

Every line of the text knows its file and its number there. Shortcuts without arguments for the begin or the end of an
environment (`\newcommand{\be}{\begin{equation}}`) are written out where they stand.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from theorytest.claims.mutants import ClaimError
from theorytest.source.custom import written_out

_INPUT = re.compile(r"\\(?:input|include|subfile)\s*\{([^{}]+)\}")
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*")
_OFF = re.compile(r"\\iffalse\b.*?\\fi\b|\\begin\{comment\}.*?\\end\{comment\}", re.DOTALL)
_SHORTCUT = re.compile(
    r"\\(?:(?:re)?newcommand\*?\s*\{?\\(\w+)\}?|def\\(\w+))\s*\{((?:\\(?:begin|end)\{[\w*]+\}\s*)+)\}"
)
_DEEPEST = 20  # files that include each other


@dataclass(frozen=True)
class Text:
    """The whole source, and where each of its lines is from."""

    text: str
    origin: Sequence[tuple[str, int]]  # file and number of every line
    problems: tuple[str, ...] = ()

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(at.end() for at in re.finditer("\n", self.text))]

    def line_at(self, position: int) -> int:
        """The line of the text, counted from 1, that a position lies in."""
        return bisect_right(self._starts, position)

    def place(self, line: int) -> tuple[str, int]:
        """File and number of a line."""
        return self.origin[min(max(line, 1), len(self.origin)) - 1]

    def lines(self, first: int, last: int) -> str:
        """From the first line to the last."""
        return "\n".join(self.text.split("\n")[first - 1 : last])


@dataclass
class _Flattening:
    lines: list[str] = field(default_factory=list)
    origin: list[tuple[str, int]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def flattened(path: Path) -> Text:
    """The source that begins in this file."""
    found = _Flattening()
    _take(path, path.parent, found, 0)
    text = written_out(_without_shortcuts(_without_comments("\n".join(found.lines))))
    return Text(text, found.origin, tuple(found.problems))


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ClaimError(f"{path} is not UTF-8 text: {error}") from None
    except OSError as error:
        raise ClaimError(f"{path} cannot be read: {error.strerror}") from None


def _take(path: Path, folder: Path, found: _Flattening, depth: int) -> None:
    """The lines of a file; one that includes another stands before it, without what it says about it."""
    name = path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name
    for number, line in enumerate(_read(path).split("\n"), start=1):
        bare = _COMMENT.sub(r"\1", line)
        included = list(_included(bare, path, folder, name, number, found, depth))
        found.lines.append(_INPUT.sub(" ", line) if included else line)
        found.origin.append((name, number))
        for each in included:
            _take(each, folder, found, depth + 1)


def _included(
    line: str, path: Path, folder: Path, name: str, number: int, found: _Flattening, depth: int
) -> Iterator[Path]:
    for word in _INPUT.findall(line):
        places = [base / f"{word.strip()}{end}" for base in (folder, path.parent) for end in ("", ".tex")]
        file = next((each for each in places if each.is_file()), None)
        if file is None:
            found.problems.append(f"{name}:{number}: {word} is not there, so that nothing of it was read")
        elif depth >= _DEEPEST:
            found.problems.append(
                f"{name}:{number}: {word} was not read: files include each other more than {depth} deep"
            )
        else:
            yield file


def _without_comments(text: str) -> str:
    bare = "\n".join(_COMMENT.sub(r"\1", line) for line in text.split("\n"))
    return _OFF.sub(lambda off: "\n" * off[0].count("\n"), bare)


def _without_shortcuts(text: str) -> str:
    """Shortcuts replaced by what they stand for; their definitions go."""
    shortcuts = {one or other: body.strip() for one, other, body in _SHORTCUT.findall(text)}
    bare = _SHORTCUT.sub(lambda found: "\n" * found[0].count("\n"), text)
    for name, body in shortcuts.items():
        bare = re.sub(rf"\\{name}(?![A-Za-z])", lambda _, body=body: " ".join(body.split()), bare)  # type: ignore[misc]
    return bare
