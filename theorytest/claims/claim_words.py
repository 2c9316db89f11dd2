"""The words of a claim, read one by one: what makes no sense is refused in a sentence that says whose it is."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from theorytest.claims.cases import parameters
from theorytest.claims.domains import Domain
from theorytest.claims.hypotheses import Hypothesis
from theorytest.claims.mutants import (
    LONGEST_NAME,
    LONGEST_TEXT,
    ClaimError,
    Mutant,
    controls_of,
    ingredients,
    named_mutants,
)
from theorytest.claims.tightness import Tightness, tightness
from theorytest.decisions.wording import count

Check = Callable[..., Any]  # check(instance, ..., *, ingredient=printed, ...)
Variants = Mapping[str, Mapping[str, Any]]  # by name, which ingredients are replaced by what
AnyName = TypeVar("AnyName", bound=StrEnum)


@dataclass(frozen=True)
class Reader:
    """Reads one claim's words and says whose they are when they make no sense."""

    id: str

    def __call__(self, words: type[AnyName], what: str, word: str) -> AnyName:
        """The member that is called so."""
        try:
            return words(word)
        except ValueError:
            raise ClaimError(f"{self.id}: the {what} must be one of {', '.join(words)}, got {word!r}") from None

    def require_known(self, unknown: Iterable[str], decorator: Callable[..., Any]) -> None:
        """A misspelt keyword is told which one was meant."""
        if not unknown:
            return
        taken = inspect.signature(decorator).parameters
        words = [name for name in taken if not name.startswith("_") and name != "unknown"]
        for name in unknown:
            near = difflib.get_close_matches(name, words, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"a claim takes {', '.join(words)}"
            raise ClaimError(f"{self.id}: a claim has no keyword {name!r}: {hint}")

    def require_text(self, texts: Mapping[str, str]) -> None:
        """Half of a surrogate pair is not text: neither a page nor a terminal can write it."""
        if not texts["says"]:
            raise ClaimError(f'{self.id!a}: a claim needs its sentence, says="..."')
        for what, text in texts.items():
            if not isinstance(text, str):
                raise ClaimError(f"{self.id!a}: {what} must be text, got {text!r}")
            most = LONGEST_NAME if what == "id" else LONGEST_TEXT
            if len(text) > most:
                raise ClaimError(f"{self.id[:40]!a}: {what} has {len(text):,} characters, at most {most:,} are allowed")
            if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
                raise ClaimError(f"{self.id!a}: {what} must be text that UTF-8 can write, got {text!a}")

    def require_parts(self) -> None:
        """An id is a label and, after each slash, a name: what ends with a slash names nothing."""
        if not all(part.strip() for part in self.id.split("/")):
            raise ClaimError(f"{self.id!a}: an id is a label, or label/name, without an empty part")

    def require_bound(self, check: Check, forall: Mapping[str, Domain], given: Sequence[Hypothesis]) -> None:
        """Every domain that is tried has its parameter, and every parameter its domain."""
        if not isinstance(forall, Mapping):
            raise ClaimError(f"{self.id}: forall must map symbols to domains, got {forall!r}")
        if not isinstance(given, (list, tuple)):
            raise ClaimError(f"{self.id}: given must be a list of hypotheses, got {given!r}")
        for symbol, domain in forall.items():
            if not isinstance(domain, Domain):
                raise ClaimError(f"{self.id}: {symbol!r} must range over a domain, such as family(...), got {domain!r}")
        names = parameters(check)
        for each in given:
            if not isinstance(each, Hypothesis):
                raise ClaimError(f"{self.id}: a hypothesis must be a Hypothesis, got {each!r}")
            if each.predicates and not each.speaks_of(names):
                raise ClaimError(
                    f"{self.id}: the hypothesis {each.name!r} asks for {', '.join(each.parameters)}, but the check "
                    f"{check.__name__} has {', '.join(names) or 'no instances'} (write .stated to state it only)"
                )
        tried = [symbol for symbol, domain in forall.items() if domain.tried]
        if len(tried) != len(names):
            raise ClaimError(
                f"{self.id}: the check {check.__name__} takes {count(len(names), 'instance')} "
                f"({', '.join(names) or 'none'}), but forall has {count(len(tried), 'domain')} to try "
                f"({', '.join(tried) or 'none'})"
            )
        for position, symbol in enumerate(tried):
            if symbol in names and names.index(symbol) != position:
                raise ClaimError(
                    f"{self.id}: domains belong to the instances of {check.__name__} by their order, and {symbol!r} of "
                    f"forall meets the parameter {names[position]!r}: write both in one order"
                )

    def covered(self, covers: Sequence[str], forall: Mapping[str, Domain]) -> tuple[str, ...]:
        """A proof covers quantifiers that the sentence has."""
        for symbol in covers:
            if symbol not in forall:
                raise ClaimError(f"{self.id}: the proof covers {symbol!r}, which is not a quantifier of the sentence")
        return tuple(covers)

    def tightness(self, text: str) -> Tightness:
        """How sharp a bound is said to be."""
        try:
            return tightness(text)
        except ClaimError as error:
            raise ClaimError(f"{self.id}: {error}") from None

    def mutants(self, check: Check, by: Mapping[str, Any], errors: Variants, controls: Variants) -> tuple[Mutant, ...]:
        """The mutants with the controls; each replaces ingredients that the check has."""
        for what, variants in (("mutants", errors), ("controls", controls)):
            if not isinstance(variants, Mapping) or not all(isinstance(each, Mapping) for each in variants.values()):
                raise ClaimError(f"{self.id}: {what} must map names to {{ingredient: value}}, got {variants!r}")
        try:
            printed = ingredients(check)
            for name in by:
                if name not in printed:
                    raise ClaimError(f"the repair replaces {name!r}, which is not an ingredient of {check.__name__}")
            stated = {**printed, **by}
            return (*named_mutants(stated, errors, by), *controls_of(stated, controls, by))
        except ClaimError as error:
            raise ClaimError(f"{self.id}: {error}") from None
