"""A claim is a sentence that can be wrong: who says it, how far it reaches, under which hypotheses, and its check.

    @claim("lem:dice", says="...", forall={"T": spaces, "n": sizes}, given=[scalar_jets])
    def mean_of_a_die(space, n, *, mean=Fraction(7, 2)):
        return equal(..., mean)

The check is called with the instances of its domains and returns or yields relations. Its keyword-only parameters are
ingredients, whose defaults are what the sentence says: a mutant replaces them by an error that must be refuted, a
control by something that must hold, and a repair by what is true instead.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from theorytest.claims.claim_words import Check, Reader, Variants
from theorytest.claims.defaults import STANDARD, Defaults
from theorytest.claims.domains import Domain, Extent
from theorytest.claims.hypotheses import Hypothesis
from theorytest.claims.mutants import ClaimError, Mutant
from theorytest.claims.tightness import Tightness
from theorytest.claims.words import Gravity, Kind, Voice
from theorytest.decisions.decision import Verdict

if TYPE_CHECKING:
    from theorytest.proof.statement import AsChecked, Compared, StatementOf

AnyCheck = TypeVar("AnyCheck", bound=Check)

MADE: list[Claim] = []  # by the decorators, in their order: what a file makes and does not keep is missed


@dataclass(frozen=True, eq=False)
class Claim:
    """One sentence: who says it and where, what it says, how far and under which hypotheses, and how it could fail."""

    id: str
    label: str
    kind: Kind
    says: str  # in words
    formula: str  # in TeX
    expected: Verdict
    check: Check
    voice: Voice = Voice.PAPER
    forall: Mapping[str, Domain] = field(default_factory=dict)
    given: tuple[Hypothesis, ...] = ()
    number: str = ""  # as printed; filled in from the paper's list
    also: tuple[str, ...] = ()  # further labels that the same sentence covers
    premises: tuple[str, ...] = ()
    repairs: str | None = None
    by: Mapping[str, Any] = field(default_factory=dict)  # the ingredients that a repair replaces
    mutants: tuple[Mutant, ...] = ()  # with the controls, which must hold
    weight: float = 1.0
    why: str = ""  # the reason for `not executable`
    reading: str = ""  # how an ambiguous sentence was read
    gravity: Gravity | None = None  # of what is registered as refuted
    finding: str = ""  # the error that it belongs to: one error may make many sentences false
    tight: Tightness | None = None  # of a bound that holds
    proof: StatementOf | Compared | AsChecked | None = None  # the statement that its certificate proves
    covers: tuple[str, ...] | None = None  # the quantifiers that the statement covers; None for all
    defaults: Defaults = STANDARD  # of its paper, for what it samples
    samples: bool | None = None  # None: as its check is seen to

    @property
    def labels(self) -> tuple[str, ...]:
        """Every label that the claim covers."""
        return (self.label, *self.also)

    @property
    def line(self) -> int:
        """Where its check begins in its file."""
        return inspect.unwrap(self.check).__code__.co_firstlineno  # type: ignore[no-any-return]

    @property
    def executable(self) -> bool:
        """Whether there is something to run."""
        return self.expected is not Verdict.NOT_EXECUTABLE

    def covered(self, symbol: str) -> bool:
        """Whether a certificate speaks of all values of this quantifier."""
        return self.proof is not None and (self.covers is None or symbol in self.covers)

    @property
    def provable(self) -> bool:
        """Whether a certificate covers every quantifier that trying cannot cover."""
        return self.proof is not None and self.most is Verdict.PROVED

    @property
    def by_hand(self) -> bool:
        """Whether the statement of the proof is neither made by the check nor compared with it at its instances."""
        return callable(self.proof)

    @property
    def most(self) -> Verdict:
        """The strongest word that the quantifiers allow which no certificate covers."""
        return _most(domain for symbol, domain in self.forall.items() if not self.covered(symbol))

    @property
    def most_by_trying(self) -> Verdict:
        """The strongest word without a certificate: a statement that nothing ties to the check covers no quantifier."""
        return _most(self.forall.values()).capped(Verdict.EXACT)


def _most(domains: Iterable[Domain]) -> Verdict:
    extents = {each.extent for each in domains}
    if Extent.HORIZON in extents:
        return Verdict.CONSISTENT
    return Verdict.CORROBORATED if extents - {Extent.FINITE} else Verdict.PROVED


def claim(
    id: str,  # noqa: A002 - the word that the ledger uses
    *,
    says: str = "",
    kind: str = "statement",
    formula: str = "",
    voice: str = "paper",
    forall: Mapping[str, Domain] | None = None,
    given: Sequence[Hypothesis] = (),
    expected: str | None = None,
    label: str | None = None,
    number: str = "",
    also: Sequence[str] = (),
    premises: Sequence[str] = (),
    mutants: Variants | None = None,
    controls: Variants | None = None,
    weight: float = 1.0,
    why: str = "",
    reading: str = "",
    gravity: str | None = None,
    finding: str = "",
    tight: str | None = None,
    proof: StatementOf | Compared | AsChecked | None = None,
    covers: Sequence[str] | None = None,
    samples: bool | None = None,
    _repairs: str | None = None,
    _by: Mapping[str, Any] | None = None,
    **unknown: Any,
) -> Callable[[AnyCheck], AnyCheck]:
    """Attach a claim to its check and change nothing else. The label of `lem:x/part` is `lem:x` unless given.

    Unless said otherwise a run is expected to refute what has a gravity, and else to find what the quantifiers allow:
    `corroborated` with an open one, `consistent` with a horizon, else `exact`. A `proof` is a function of the check's
    ingredients that returns the Statement of a certificate; it `covers` all quantifiers unless some are named, and
    `proved` is expected.
    """
    if callable(id):
        raise ClaimError(f"@claim needs the id of the claim in parentheses, above {getattr(id, '__name__', id)}")
    said = locals()

    def attach(check: AnyCheck) -> AnyCheck:
        made = _as_read(check, said)
        MADE.append(made)
        check.__claims__ = (*getattr(check, "__claims__", ()), made)  # type: ignore[attr-defined]
        return check

    return attach


_PLAIN = ("id", "says", "formula", "number", "why", "reading", "finding", "proof", "samples")
_LISTS = ("given", "also", "premises")


def _as_read(check: Check, said: Mapping[str, Any]) -> Claim:
    """The claim that these words make, each read and refused by itself."""
    name, forall, by = said["id"], said["forall"] or {}, said["_by"] or {}
    reader = Reader(name)
    reader.require_known(said["unknown"], claim)
    reader.require_text({word: said[word] for word in ("id", "says", "formula", "why", "reading")})
    reader.require_parts()
    reader.require_bound(check, forall, said["given"])
    made = Claim(
        **_words(reader, said, forall),
        label=name.split("/")[0] if said["label"] is None else said["label"],
        kind=reader(Kind, "kind", said["kind"]),
        check=check,
        voice=reader(Voice, "voice", said["voice"]),
        forall=dict(forall),
        repairs=said["_repairs"],
        by=dict(by),
        mutants=reader.mutants(check, by, said["mutants"] or {}, said["controls"] or {}),
        weight=float(said["weight"]),
    )
    return made if said["expected"] is not None else replace(made, expected=_expected(made))


def _words(reader: Reader, said: Mapping[str, Any], forall: Mapping[str, Domain]) -> dict[str, Any]:
    """What is taken as it is, and what need not be said and is read where it is."""
    read: dict[str, Callable[[Any], Any]] = {
        "expected": lambda word: reader(Verdict, "expected verdict", word),
        "gravity": lambda word: reader(Gravity, "gravity", word),
        "tight": reader.tightness,
        "covers": lambda names: reader.covered(names, forall),
    }
    found = {word: None if said[word] is None else meant(said[word]) for word, meant in read.items()}
    plain = {word: said[word] for word in _PLAIN} | {word: tuple(said[word]) for word in _LISTS}
    return plain | found | {"expected": found["expected"] or Verdict.UNDECIDED}


def _expected(made: Claim) -> Verdict:
    """Of a claim that does not say it."""
    if made.gravity is not None:
        return Verdict.REFUTED
    return (Verdict.PROVED if made.provable else Verdict.EXACT).capped(made.most)


def repair(
    id: str,  # noqa: A002 - the word that the ledger uses
    of: str,
    *,
    by: Mapping[str, Any] | None = None,
    **words: Any,
) -> Callable[[AnyCheck], AnyCheck]:
    """What is true instead of the refuted claim `of`: the same check with the ingredients `by`, or a check of its own.

    Stacked on the refuted claim it is also its control: the same comparison that refutes must let the truth pass. Then
    `forall`, `given` and `kind` are those of the refuted claim unless they are said.
    """

    def attach(check: AnyCheck) -> AnyCheck:
        below = (each for each in getattr(check, "__claims__", ()) if each.id == of)
        printed = next(({"forall": c.forall, "given": c.given, "kind": c.kind} for c in below), {})
        return claim(id, voice="repair", _repairs=of, _by=by, **{**printed, **words})(check)

    return attach
