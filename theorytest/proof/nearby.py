"""A statement beside a check of numbers: what it says next to the instances, as far as the words of a family go.

A region is drawn from, and the statement is compared there. Without one, nothing but words says which numbers are
meant, and `at` may give a symbol y ≥ 0, or y², only values that the instances happen to have. The words also go
further than a region that has integers only for real numbers, or no 0 for numbers ≥ 0. The numbers here are no larger
than twice those of the instances, so that a check with powers of them takes no longer there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from theorytest.claims.claim import Claim
from theorytest.claims.domains import Domain, Extent
from theorytest.claims.mutants import ClaimError
from theorytest.proof.assuming import REMEDY, at_words, said_of
from theorytest.proof.comparing import failing, named, points_of, said
from theorytest.proof.points import Point
from theorytest.proof.predicates import admitted, exact
from theorytest.proof.statement import Compared
from theorytest.proof.stating import relations_of

INSTANCES = 5  # next to which numbers are taken
_FACTORS = (-1, 0, Fraction(1, 2), 2)
_POSITIVE = ("positive", "natural", "> 0", "≥ 1", "(0, ")
_NONNEGATIVE = ("nonnegative", "≥ 0", "[0, ")
_WHOLE = ("integer", "natural", "times", "dimension", "number of")
_FAILS = (ArithmeticError, LookupError, TypeError, ValueError, AttributeError)


def require_nearby(claim: Claim, how: Compared, tree: Mapping[str, Any]) -> None:
    """Refuse a statement that has no numbers, or other sides than the check, where only words could exclude it."""
    for values in _nearby(claim):
        try:
            relations = relations_of(claim, values, claim.by) if admitted(claim, values) else []
        except _FAILS:
            continue  # the check itself cannot be asked there
        if not relations:
            continue
        where = at_words(claim, values)
        for relation, point in zip(relations, _points(claim, how, values, len(relations), where), strict=True):
            if point is not None and not _outside(claim, tree, point, where):
                said(claim, where, relation, point, how, tree)


def _points(claim: Claim, how: Compared, values: Sequence[Any], entries: int, where: str) -> list[Point | None]:
    try:
        return points_of(how, values, entries)
    except _FAILS:
        raise ClaimError(f"{claim.id}: the statement of the proof has no numbers at {where}: {REMEDY}") from None


def _outside(claim: Claim, tree: Mapping[str, Any], point: Point, where: str) -> bool:
    """Whether the point is excluded by a hypothesis, or by bounds of symbols that the words of the claim have."""
    given = {each["name"] for each in tree["given"]}
    broken = failing(tree, point)
    for each in broken:
        if each not in given and not said_of(claim, each, tree):
            raise ClaimError(f"{claim.id}: the proof assumes {each}, which nothing says (as at {where}): {REMEDY}")
    return bool(broken)


def _nearby(claim: Claim) -> Iterator[tuple[Any, ...]]:
    """The instances with other numbers for one family that has no region."""
    domains = [each for each in claim.forall.values() if each.tried]
    for _, values in list(named(claim))[:INSTANCES]:
        for i, domain in enumerate(domains):
            if domain.extent is Extent.FAMILY and exact(values[i]):
                for other in _others(values[i], domain):
                    yield (*values[:i], other, *values[i + 1 :])


def _others(value: Any, domain: Domain) -> Iterator[Any]:
    """Other numbers that the words allow; of a pair or a sequence, one part after the other."""
    if isinstance(value, (tuple, list)):
        for i, part in enumerate(value):
            for other in _others(part, domain):
                parts = [*value[:i], other, *value[i + 1 :]]
                yield value._make(parts) if hasattr(value, "_make") else type(value)(parts)
        return
    for factor in _factors(domain):
        other = factor * value
        if _allowed(other, domain.says):
            yield int(other) if other == int(other) and isinstance(value, int) else other


def _factors(domain: Domain) -> tuple[Any, ...]:
    """All without a region; with one, those that the words say in so many words."""
    if domain.search is None or "real number" in domain.says:
        return _FACTORS
    return (0,) if any(each in domain.says for each in _NONNEGATIVE) else ()


def _allowed(value: Any, words: str) -> bool:
    if value < 0 and any(each in words for each in (*_POSITIVE, *_NONNEGATIVE)):
        return False
    if value == 0 and "nonnegative" not in words and any(each in words for each in _POSITIVE):
        return False
    return bool(value == int(value)) or not any(each in words for each in _WHOLE)
