"""What ties the statement of a certificate to the check of its claim, found out by the judge.

    the check        the check itself ran on symbols that stand for every instance, and returned the statement
    its instances    at every instance, which has numbers for its terms, the statement compares what the check compares;
                     the check may have made it, on terms that need not stand for every instance
    by hand          the statement is written beside the check and shares ingredients with it: whether it is the
                     sentence is for the reader to compare, and the verdict says so

A statement that stays provable under a deliberate error of the claim, or that no such error changes, is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from numbers import Real
from typing import Any

from theorytest.claims.claim import Claim
from theorytest.claims.domains import Extent
from theorytest.claims.mutants import ClaimError, Mutant
from theorytest.decisions.wording import count
from theorytest.proof.assuming import at_words, rearranged, require_assumed, require_no_circle
from theorytest.proof.checker import Refused, check
from theorytest.proof.comparing import failing, instances, named, points_of, said, unvalued
from theorytest.proof.covering import covering
from theorytest.proof.language import Term, names_in
from theorytest.proof.nearby import require_nearby
from theorytest.proof.points import Point
from theorytest.proof.predicates import admitted, drawn, require_implied
from theorytest.proof.statement import AsChecked, Compared, Statement
from theorytest.proof.stating import concerned, relations_of, statement_of

CHECK = "made by the check on symbols"
TERMS = "made by the check on terms"  # that need not stand for every instance
HAND = "written by hand"
_ELSEWHERE = 50  # points beside the instances at which a check that made its statement is asked again
READER = "that this is every instance is for the reader to compare"


def tie(claim: Claim, made: Statement, proof: Any) -> str:
    """The tie of a statement in words, or a refusal where it cannot be about the claim."""
    _moved_by_errors(claim, proof)
    require_no_circle(claim, made.tree)
    words = _tied(claim, made)
    same = rearranged(made.tree) if words != HAND else []
    return words + (f"; it is {' and '.join(same)}, rearranged" if same else "")


def _tied(claim: Claim, made: Statement) -> str:
    if isinstance(claim.proof, AsChecked):
        return _on_symbols(claim, claim.proof, made)
    how = claim.proof if isinstance(claim.proof, Compared) else _by_quantifiers(claim, made)
    if how is None:
        return HAND
    require_implied(claim, how.at, made.tree)
    words = compare(claim, how, made.tree)
    require_nearby(claim, how, made.tree)
    return words


def _on_symbols(claim: Claim, how: AsChecked, made: Statement) -> str:
    """The symbols must stand for every instance; where an instance gives all of them values, the check agrees."""
    _require_times(claim, how, made.tree)
    if not how.on:
        return CHECK
    rest = list(dict.fromkeys(each for _, values in named(claim) for each in covering(claim, how.on, values)[1]))
    tree, words = made.tree, CHECK
    if how.at is not None:
        beside = Compared(lambda: made, how.at)
        require_implied(claim, how.at, tree)
        compared = compare(claim, beside, tree)
        require_nearby(claim, beside, tree)
        return f"{TERMS}, {compared}"

    def at(*values: Any) -> dict[str, Any]:
        return covering(claim, how.on, values)[0]

    known = at(*next(named(claim))[1])
    if set(tree["symbols"]) | set(tree["vectors"]) <= set(known) and not tree["functions"]:
        require_implied(claim, at, tree)
        words += f", {compare(claim, Compared(lambda: made, at), tree, named(claim))}"
        _compare_elsewhere(claim, Compared(lambda: made, at), tree)
    require_assumed(claim, at, tree)
    if not rest:
        require_nearby(claim, Compared(lambda: made, at), tree)
    return words + (f", with {', '.join(rest)}: {READER}" if rest else "")


def _require_times(claim: Claim, how: AsChecked, tree: Mapping[str, Any]) -> None:
    """Refuse a statement for all times that the check makes of finitely many, or without an integer that moves."""
    covered = [each for each, domain in claim.forall.items() if domain.extent is Extent.HORIZON and claim.covered(each)]
    if not covered or how.at is not None:
        return
    if any(each.until is not None for each in relations_of(claim, how.on, claim.by)):
        raise ClaimError(
            f"{claim.id}: on symbols the check compares finitely many times, which are not all {covered[0]}"
        )
    taken = {leaf.name for each in how.on if isinstance(each, Term) for leaf in each.leaves}
    words = set(names_in(tree["claim"])) - taken
    if not any("integer" in conditions for name, conditions in tree["symbols"].items() if name in words):
        raise ClaimError(f"{claim.id}: the statement of the proof has no integer that moves with {', '.join(covered)}")


def _compare_elsewhere(claim: Claim, how: Compared, tree: Mapping[str, Any]) -> None:
    """Refuse a statement that the check makes of symbols and not of other numbers, such as a check that asks for types.

    Numbers that the check cannot take, or that lie outside of what the statement assumes, say nothing; a division by 0
    is no such thing, because computer algebra may have cancelled it.
    """
    for values in islice(drawn(claim, tree, parts=True), _ELSEWHERE):
        where = at_words(claim, values)
        try:
            (point,) = points_of(how, values, 1) if admitted(claim, values) else [None]
            relations = [] if point is None or failing(tree, point) else relations_of(claim, values, claim.by)
        except ZeroDivisionError:
            raise ClaimError(
                f"{claim.id}: the check divides by 0 at {where}, where its statement is said to hold"
            ) from None
        except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError):
            continue
        for relation in relations:
            said(claim, where, relation, point or {}, how, tree)


def _moved_by_errors(claim: Claim, proof: Any) -> None:
    errors = [each for each in claim.mutants if not each.must_hold and concerned(claim, each.ingredients)]
    if not isinstance(claim.proof, AsChecked) and not errors:
        raise ClaimError(
            f"{claim.id}: no deliberate error of the claim changes the statement of its proof, which may be about "
            "something else: share an ingredient that a mutant changes, or use proof=as_checked()"
        )
    for each in errors:
        if _still_proved(claim, each, proof):
            raise ClaimError(f"{claim.id}: the certificate also proves the deliberate error {each.name!r}")


def _still_proved(claim: Claim, mutant: Mutant, proof: Any) -> bool:
    try:
        check({"statement": statement_of(claim, mutant.ingredients).tree, "proof": proof})
    except (TypeError, ValueError, AttributeError, Refused):  # it cannot be written on symbols, or divides by 0
        return False
    return True


def _by_quantifiers(claim: Claim, made: Statement) -> Compared | None:
    """Where the symbols are quantifiers over numbers, these are the numbers."""
    symbols, tree = [each for each, domain in claim.forall.items() if domain.tried], made.tree
    names = {name.strip() for symbol in symbols for name in symbol.split(",")}
    if tree["functions"] or tree["vectors"] or not tree["symbols"] or not set(tree["symbols"]) <= names:
        return None

    def at(*values: Any) -> dict[str, Any]:
        point: dict[str, Any] = {}
        for symbol, value in zip(symbols, values, strict=True):
            parts = [each.strip() for each in symbol.split(",")]
            point |= dict(zip(parts, [value] if len(parts) == 1 else value, strict=True))
        return point

    first = next(instances(claim))[1]
    numbers = all(
        isinstance(x, Real) for value in first for x in (value if isinstance(value, (tuple, list)) else [value])
    )
    return Compared(lambda: made, at) if numbers else None


def compare(
    claim: Claim, how: Compared, tree: Mapping[str, Any], at: Iterable[tuple[str, tuple[Any, ...]]] | None = None
) -> str:
    """At how many instances the statement says what the check says; where it says something else it is refused.

    Of a statement that the check made itself, `at` names the instances, and parts such as 0 = 0 may be silent there.
    """
    number, entries, silent, seen = 0, [0, 0], list(tree["claim"]), list[Point]()
    unseen = [each["name"] for each in tree["given"] if not each.get("definition")]
    for name, values in instances(claim) if at is None else at:
        relations = relations_of(claim, values, claim.by)
        points = points_of(how, values, len(relations))
        number, entries[1] = number + 1, entries[1] + len(points)
        for relation, point in zip(relations, points, strict=True):
            if point is not None:
                parts = said(claim, name, relation, point, how, tree)
                silent = [each for each in silent if each not in parts]
                unseen = unseen and [each for each in unseen if each in unvalued(tree, point)]
                entries[0] += 1
                seen.append(point)
    if silent and at is None:
        raise ClaimError(f"{claim.id}: no instance says anything about a part of the statement of the proof")
    if at is None:
        _along_the_horizon(claim, tree, seen)
    words = f"compared with the check at {count(number, 'instance')}"
    words += f" ({entries[0]} of {entries[1]} comparisons)" if entries[0] < entries[1] else ""
    return words + (f", {', '.join(unseen)} not evaluated there" if unseen else "")


def _along_the_horizon(claim: Claim, tree: Mapping[str, Any], seen: Sequence[Point]) -> None:
    """Refuse a statement for all times none of whose symbols has two values at the times that were compared."""
    covered = [each for each, domain in claim.forall.items() if domain.extent is Extent.HORIZON and claim.covered(each)]
    spoken = set(names_in(tree["claim"])) & set(tree["symbols"])
    if covered and not any(len({point[name] for point in seen if name in point}) > 1 for name in spoken):
        raise ClaimError(f"{claim.id}: the statement of the proof has no symbol that moves with {', '.join(covered)}")
