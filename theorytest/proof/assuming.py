"""What a statement assumes and its claim does not say: found at numbers of no instance, and by comparing words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from numbers import Real
from typing import Any

from theorytest.claims.cases import parameters
from theorytest.claims.claim import Claim
from theorytest.claims.domains import Extent
from theorytest.claims.mutants import ClaimError
from theorytest.proof.comparing import failing, instances, points_of
from theorytest.proof.finder import substituted
from theorytest.proof.gaps import same_gap
from theorytest.proof.predicates import admitted, drawn, exact
from theorytest.proof.statement import Compared
from theorytest.proof.text import relations, text

DRAWS = 50
REMEDY = "give the family a region to search, or state a hypothesis"
_WORDS = {">0": ("positive",), "≥0": ("nonnegative",), "≥1": ("positive integer", "natural"), "integer": ()}


def at_words(claim: Claim, values: Sequence[Any]) -> str:
    """The numbers of an instance that has no name."""
    return ", ".join(f"{name} = {value}" for name, value in zip(parameters(claim.check), values, strict=True))


def require_no_circle(claim: Claim, tree: Mapping[str, Any]) -> None:
    """Refuse hypotheses that are all that is claimed, unless the claim lists them among its own."""
    stated = {each.name for each in claim.given}
    assumed = [each for each in tree["given"] if not each.get("definition") and _base(each) not in stated]
    held = [holds for each in assumed for holds in _instances(tree, each)]
    if held and all(any(_alike(holds, other) for holds in held) for other in tree["claim"]):
        raise ClaimError(f"{claim.id}: the proof assumes {_base(assumed[0])!r}, which is what it is to show")


def rearranged(tree: Mapping[str, Any]) -> list[str]:
    """The hypotheses that are the claim up to arithmetic: a proof may be just that, and the words say so."""
    names = []
    for each in tree["given"]:
        held = [] if each.get("definition") else _instances(tree, each)
        if held and all(any(same_gap(holds, other, tree) for holds in held) for other in tree["claim"]):
            names.append(_base(each))
    return names


def _instances(tree: Mapping[str, Any], given: Mapping[str, Any]) -> list[Any]:
    """A hypothesis, for each symbol in the place of its variable."""
    variables = list(given.get("forall", {}))
    if not variables:
        return [given["holds"]]
    names = [*tree["symbols"], *tree["vectors"]] if len(variables) == 1 else []
    return [substituted(given["holds"], {variables[0]: name}) for name in names]


def _alike(one: Any, other: Any) -> bool:
    """Whether both relations read the same; a factor 1 and a summand 0 are not read."""
    return one[0] in (other[0], "=") and [text(_bare(each)) for each in one[1:]] == [text(_bare(x)) for x in other[1:]]


def _bare(tree: Any) -> Any:
    """Without factors 1 and summands 0."""
    if isinstance(tree, str):
        return tree
    parts = [_bare(each) for each in tree[1:]]
    neutral = {"*": "1", "+": "0"}.get(tree[0])
    kept = [each for each in parts if each != neutral] or parts[:1]
    return kept[0] if neutral and len(kept) == 1 else [tree[0], *kept]


def require_assumed(claim: Claim, at: Callable[..., Any], tree: Mapping[str, Any]) -> None:
    """Refuse bounds and hypotheses that fail where region and predicates of the claim let an instance be."""
    how = Compared(lambda: None, at)  # type: ignore[arg-type, return-value]
    for name, values in instances(claim):
        if name.startswith("draw "):
            _require(claim, how, values, tree, bounds=True)
    anywhere = not any(each.search for each in claim.forall.values() if each.extent is Extent.FAMILY)
    for values in islice(drawn(claim, tree), DRAWS):
        if admitted(claim, values):
            _require(claim, how, values, tree, bounds=anywhere)


def _require(claim: Claim, how: Compared, values: Sequence[Any], tree: Mapping[str, Any], *, bounds: bool) -> None:
    where = at_words(claim, values)
    try:
        (point,) = points_of(how, values, 1)
        found = failing(tree, point or {})
    except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, ClaimError):
        return
    named = {each["name"]: each for each in tree["given"]}
    for broken in found:
        given = named.get(broken)
        if given is None and bounds and not said_of(claim, broken, tree):
            which = f"{broken}, which nothing says of {', '.join(map(repr, claim.forall))}"
            raise ClaimError(f"{claim.id}: the proof assumes {which} (as at {where}): {REMEDY}")
        plain = all(isinstance(each, Real) for each in values) or (bounds and all(map(exact, values)))
        if given is not None and plain and not _known(claim, given):
            raise ClaimError(
                f"{claim.id}: the proof assumes {broken!r}, which fails at {where} and is not its hypothesis"
            )


def _base(given: Mapping[str, Any]) -> str:
    return str(given["name"]).split(":")[0].strip()


def _known(claim: Claim, given: Mapping[str, Any]) -> bool:
    """Whether the claim lists the hypothesis, or its name is its formula."""
    return _base(given) in {each.name for each in claim.given} or _base(given) == relations([given["holds"]])


def said_of(claim: Claim, broken: str, tree: Mapping[str, Any]) -> bool:
    """Whether the words of the claim, and not what it shows, have the conditions on a symbol: "p > 0" for "p >0"."""
    name, _, conditions = broken.partition(" ")
    claimed = relations(tree["claim"])
    words = " ".join([claim.says, claim.reading, *(f"{s} {d.says}" for s, d in claim.forall.items())])
    words += " ".join(f"{each.name} {each.says}" for each in claim.given)
    return all(_said(name, each, words, claimed) for each in conditions.split(", "))


def _said(name: str, condition: str, text: str, claimed: str) -> bool:
    shown = f"{name} {condition[0]} {condition[1:]}"
    words = any(word in text for word in _WORDS.get(condition, ()))
    if condition == "integer":
        return "real number" not in text or "integer" in text
    return words or (shown in text and shown not in claimed)
