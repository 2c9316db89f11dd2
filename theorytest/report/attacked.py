"""An attack in the words of a page: how many instances, how near to failing, how strong, and where it searched."""

from __future__ import annotations

from collections.abc import Iterator

from theorytest.decisions.wording import count
from theorytest.runs.attack_record import StoredAttack
from theorytest.runs.record import Reach
from theorytest.runs.scope import ATTACKED, NOT_ATTACKED

_PLAINLY = {ATTACKED: "and a search", NOT_ATTACKED: "nothing else was searched"}


def attack_told(attack: StoredAttack) -> list[str]:
    """Sentences for a reader who has not seen the check."""
    return [*_found(attack), *_strength(attack), *_where(attack)]


def reach_told(reach: Reach) -> str:
    """How far a quantifier was taken, without the word of the trade."""
    before, _, last = reach.sentence.rpartition(", ")
    return f"{before}, {_PLAINLY[last]}" if last in _PLAINLY else reach.sentence


def _found(attack: StoredAttack) -> Iterator[str]:
    if attack.found:
        yield f"A search for a counterexample found an instance that fails ({attack.effort})."
        return
    if attack.complete:
        yield f"All {count(attack.evaluations, 'instance')} of the region were tried, and none fails."
    else:
        yield f"A search over {count(attack.evaluations, 'instance')} found no counterexample."
    yield _nearest(attack)


def _nearest(attack: StoredAttack) -> str:
    if attack.closest is None:
        return "The relation is not an inequality, so that no distance from failing is measured."
    at = f" at {attack.near}" if attack.nearest else ""
    if attack.closest <= 0:
        return f"Equality is reached{at}."
    return f"The nearest instance is within {100 * attack.closest:.2g} % of equality{at and f': {attack.near}'}."


def _strength(attack: StoredAttack) -> Iterator[str]:
    if attack.mutants:
        errors = count(attack.mutants, "deliberate error")
        yield f"The same search, told nothing, finds {attack.caught} of {errors}."
    if attack.rejected > attack.evaluations:
        yield f"{count(attack.rejected, 'further draw')} did not satisfy the hypotheses."
    if attack.broken:
        without = count(attack.broken, "further instance")
        yield f"At {without} a side has no value that can be compared; these say nothing."


def _where(attack: StoredAttack) -> Iterator[str]:
    if attack.searched:
        yield f"Searched: {attack.searched}."
