"""A bug: one piece of text of one file replaced by another, and the tests that must fail then."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

HOME = Path(__file__).parent
JUDGE, LABORATORY = "judge", "laboratory"
REQUIRED = {JUDGE: 0.97, LABORATORY: 0.93}  # the share that must be killed


@dataclass(frozen=True)
class Bug:
    """`old` stands once in `file`; `lives` says why a bug that no test can notice is harmless."""

    name: str
    file: str
    old: str
    new: str
    killers: tuple[str, ...]
    where: str
    lives: str = ""

    def applied(self, text: str) -> str:
        """The text with the bug."""
        if text.count(self.old) != 1:
            raise ValueError(f"{self.name}: its text stands {text.count(self.old)} times in {self.file}, not once")
        return text.replace(self.old, self.new)


def read_bugs(folder: Path = HOME) -> tuple[Bug, ...]:
    """All bugs of the lists, in their order; each list is named after what it breaks."""
    found = []
    for where in (JUDGE, LABORATORY):
        for path in sorted(folder.glob(f"{where}*.toml")):
            listed = tomllib.loads(path.read_text(encoding="utf-8"))["bug"]
            found += [Bug(**{**each, "killers": tuple(each["killers"]), "where": where}) for each in listed]
    return tuple(found)
