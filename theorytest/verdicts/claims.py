"""A claim is a sentence of a paper that can be wrong, together with the check that would show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from theorytest.verdicts.decision import Verdict
from theorytest.verdicts.mutants import ClaimError, Mutant, ingredients, named_mutants, shrunk_mutants
from theorytest.verdicts.tightness import Tightness, tightness

Check = Callable[..., Any]  # check(evidence, *, ingredient=printed, ...)
AnyCheck = TypeVar("AnyCheck", bound=Check)


class Kind(StrEnum):
    """What sort of sentence it is."""

    DEFINITION = "definition"
    VALUE = "value"
    IDENTITY = "identity"
    INEQUALITY = "inequality"
    CONSTANT = "constant"
    RATE = "rate"
    ALMOST_SURE = "almost sure"
    FIGURE = "figure"
    REMARK = "remark"


class Form(StrEnum):
    """Whether the sentence stands as printed, or with its error corrected."""

    PRINTED = "printed"
    CORRECTED = "corrected"


class Gravity(StrEnum):
    """How much a sentence that fails as printed matters."""

    STATEMENT = "wrong statement"
    CONSTANT = "wrong constant"
    PROOF = "gap in a proof"
    SLIP = "harmless slip"


@dataclass(frozen=True, eq=False)
class Claim:
    """One sentence: where the paper says it, what it says, what it rests on, and how it could fail."""

    id: str
    label: str
    kind: Kind
    statement: str  # in words
    formula: str  # in TeX
    expected: Verdict
    check: Check
    number: str = ""  # as printed; filled in from the paper's list
    also: tuple[str, ...] = ()  # further labels that the same sentence covers
    premises: tuple[str, ...] = ()
    form: Form = Form.PRINTED
    corrects: str | None = None
    mutants: tuple[Mutant, ...] = ()
    weight: float = 1.0
    why: str = ""  # the reason for `not executable`
    gravity: Gravity | None = None  # of what is registered as refuted
    tight: Tightness | None = None  # of a bound that holds

    @property
    def labels(self) -> tuple[str, ...]:
        """Every label that the claim covers."""
        return (self.label, *self.also)

    @property
    def executable(self) -> bool:
        """Whether there is something to run."""
        return self.expected is not Verdict.NOT_EXECUTABLE


def claim(
    id: str,  # noqa: A002 - the word that the ledger uses
    *,
    kind: str,
    statement: str,
    expected: str,
    formula: str = "",
    label: str | None = None,
    number: str = "",
    also: Sequence[str] = (),
    premises: Sequence[str] = (),
    form: str = "printed",
    corrects: str | None = None,
    mutants: Mapping[str, Mapping[str, Any]] | None = None,
    sharpness: Mapping[str, Sequence[float]] | None = None,
    weight: float = 1.0,
    why: str = "",
    gravity: str | None = None,
    tight: str | None = None,
) -> Callable[[AnyCheck], AnyCheck]:
    """Attach a claim to its check and change nothing else. The label of `lem:x/part` is `lem:x` unless given."""

    def attach(check: AnyCheck) -> AnyCheck:
        with_sentence = _Naming(id)
        texts = {"id": id, "statement": statement, "formula": formula, "why": why, "sharpness": tight or ""}
        with_sentence.require_text(texts)
        if hasattr(check, "__claim__"):
            raise ClaimError(f"{id}: the check {check.__name__} belongs to {check.__claim__.id!r} already: write two")
        check.__claim__ = Claim(  # type: ignore[attr-defined]
            id=id,
            label=id.split("/")[0] if label is None else label,
            kind=with_sentence(Kind, "kind", kind),
            statement=statement,
            formula=formula,
            expected=with_sentence(Verdict, "expected verdict", expected),
            check=check,
            number=number,
            also=tuple(also),
            premises=tuple(premises),
            form=with_sentence(Form, "form", form),
            corrects=corrects,
            mutants=with_sentence.mutants(check, mutants or {}, sharpness or {}),
            weight=float(weight),
            why=why,
            gravity=None if gravity is None else with_sentence(Gravity, "gravity", gravity),
            tight=None if tight is None else with_sentence.tightness(tight),
        )
        return check

    return attach


AnyName = TypeVar("AnyName", bound=StrEnum)


@dataclass(frozen=True)
class _Naming:
    """Reads one claim's words and says whose they are when they make no sense."""

    id: str

    def __call__(self, words: type[AnyName], what: str, word: str) -> AnyName:
        try:
            return words(word)
        except ValueError:
            raise ClaimError(f"{self.id}: the {what} must be one of {', '.join(words)}, got {word!r}") from None

    def require_text(self, texts: Mapping[str, str]) -> None:
        """Half of a surrogate pair is no text: neither a page nor a terminal can write it."""
        for what, text in texts.items():
            if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
                raise ClaimError(f"{self.id!a}: the {what} must be text that UTF-8 can write, got {text!a}")

    def tightness(self, text: str) -> Tightness:
        try:
            return tightness(text)
        except ClaimError as error:
            raise ClaimError(f"{self.id}: {error}") from None

    def mutants(
        self, check: Check, lies: Mapping[str, Mapping[str, Any]], factors: Mapping[str, Sequence[float]]
    ) -> tuple[Mutant, ...]:
        try:
            printed = ingredients(check)
            return (*named_mutants(printed, lies), *shrunk_mutants(printed, factors))
        except ClaimError as error:
            raise ClaimError(f"{self.id}: {error}") from None
