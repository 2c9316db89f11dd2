"""What a record keeps of a certificate."""

from __future__ import annotations

from dataclasses import dataclass, field

LINE = 240  # characters of a statement in a verdict
SHORT = 120  # and of a hypothesis; the certificate has all of it


@dataclass(frozen=True)
class StoredCertificate:
    """What a certificate proves and from what, in TeX; the terms add up to the difference of the two sides."""

    file: str
    kinds: tuple[str, ...]
    covers: tuple[str, ...]  # the quantifiers that the statement covers
    symbols: tuple[str, ...]  # with the conditions on them
    hypotheses: dict[str, str]  # by name
    claims: tuple[str, ...]
    terms: tuple[str, ...]
    assumed: tuple[str, ...] = ()  # the names of the hypotheses that are no definitions
    tie: str = ""  # between the statement and the check
    proves: str = ""  # the statement as one line
    conditions: str = ""  # on its symbols: "for s > 0: "
    point: str = ""  # at which the hypotheses hold
    formulas: dict[str, str] = field(default_factory=dict)  # of the hypotheses by name, each as one line

    @property
    def by_hand(self) -> bool:
        """Whether nothing but its author says that the statement is the sentence."""
        return self.tie == "written by hand"

    @property
    def covers_words(self) -> str:
        """How it covers a quantifier; symbols on which the check ran may be fewer than the sentence says."""
        if "for the reader" in self.tie:
            return "proved for the symbols of the check"
        made = self.tie.startswith("made by the check")
        return f"proved {self.conditions.removesuffix(': ')}".rstrip() if made else "proved"

    @property
    def verdict(self) -> str:
        """What is proved, from what, and who says that it is the sentence."""
        shown = self.proves if len(self.proves) <= LINE else f"{self.proves[:LINE]}…"
        given = f", given {', '.join(map(self._assumed, self.assumed))}" if self.assumed else ""
        given += "" if self.point or not self.assumed else " (no point is known at which all hold)"
        return f"{self.conditions}{shown}{given} (statement {self.tie})"

    @property
    def untied(self) -> str:
        """Why a statement by hand is no proof of the sentence."""
        return (
            f"a certificate proves {self.verdict}, which does not count: nothing compares this with the check "
            "(proof=as_checked(...) or compared(...) does)"
        )

    def _assumed(self, name: str) -> str:
        """A hypothesis with its formula, because a name says nothing about it."""
        formula = self.formulas.get(name, name)
        shown = formula if len(formula) <= SHORT else f"{formula[:SHORT]}…"
        return name if name.split(":")[0].strip() == formula or not formula else f"{name} [{shown}]"

    @property
    def sentence(self) -> str:
        """Where it is, and of which kinds."""
        return f"{self.file} (by {', '.join(self.kinds)}), accepted by the checker"
