"""A claim as the target of an attack: the regions of its families, its hypotheses, and the same check.

Families without a region and finite domains take part with their named instances; a family with a region only with what
the region builds, so that an attack is blind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from theorytest.attacks.attack import attacked, first_violation
from theorytest.attacks.errors import AttackError
from theorytest.attacks.numbers import choices
from theorytest.attacks.objective import SamplesError
from theorytest.attacks.outcome import Attacked, Counterexample, described
from theorytest.attacks.region import Region, product
from theorytest.attacks.target import Target
from theorytest.claims.cases import parameters, wants_run
from theorytest.claims.claim import Claim
from theorytest.claims.domains import Domain
from theorytest.claims.hypotheses import Hypothesis
from theorytest.claims.mutants import Mutant
from theorytest.decisions.decision import Arithmetic, Decision, Verdict
from theorytest.runs.attack_record import StoredAttack, stored_attack
from theorytest.runs.budget import Setting
from theorytest.runs.seeds import Generators

EVALUATIONS = 200  # of a standard attack on one claim
NAME = "attack"


def is_attacked(claim: Claim) -> bool:
    """Whether some family has a region, and the check needs no draws."""
    return claim.executable and not wants_run(claim.check) and any(each.search for each in claim.forall.values())


def evaluations(claim: Claim, setting: Setting) -> int:
    """How many evaluations an attack on the claim has."""
    efforts = [each.effort for each in claim.forall.values() if each.effort is not None]
    return setting.level.evaluations(min(efforts, default=EVALUATIONS))


def target_of(claim: Claim, ingredients: Mapping[str, Any], lacking: Hypothesis | None = None) -> Target:
    """The check on the product of its domains, with the ingredients of the sentence or of a mutant.

    With a hypothesis that is `lacking` on those instances that satisfy all others and not this one.
    """
    names = parameters(claim.check)
    domains = {symbol: domain for symbol, domain in claim.forall.items() if domain.tried}
    made = {symbol: list(domain.make()) for symbol, domain in domains.items() if domain.search is None}
    regions = [_region(domain, made.get(symbol)) for symbol, domain in domains.items()]
    known = [each for each in claim.given if each.speaks_of(names)]
    region = product(*regions)

    def admits(values: tuple[Any, ...]) -> bool:
        case = dict(zip(names, values, strict=True))
        return all(each.admits(case) is (each is not lacking) for each in known)

    def words(place: int, values: tuple[Any, ...]) -> str:
        parts = zip(domains, region.shapes[place], values, strict=True)
        return ", ".join(
            made[symbol][shape].name if symbol in made else f"{symbol} = {described(value)}"
            for symbol, shape, value in parts
        )

    searched = _searched(domains, [each.name for each in known if each is not lacking], lacking)
    return Target(region, lambda values: claim.check(*values, **ingredients), admits, words, searched)


def _searched(domains: Mapping[str, Domain], given: Sequence[str], lacking: Hypothesis | None) -> str:
    """`n: integers from 1 to 9; T: named instances; given n ≥ d`: what took part, which is less than was claimed."""
    parts = [
        f"{symbol}: {each.search.says or 'a region of its own'}" if each.search else f"{symbol}: named instances"
        for symbol, each in domains.items()
    ]
    told = [f"given {', '.join(given)}"] if given else []
    return "; ".join([*parts, *told, *([f"without {lacking.name}"] if lacking else [])])


def hypothesis_of(claim: Claim, name: str) -> Hypothesis:
    """The hypothesis of this name, which must be one that the check's instances can be asked about."""
    named = next((each for each in claim.given if each.name == name), None)
    if named is None:
        listed = "; ".join(each.name for each in claim.given) or "none"
        raise AttackError(f"{claim.id} has no hypothesis {name!r}: its hypotheses are {listed}")
    if not named.speaks_of(parameters(claim.check)):
        raise AttackError(f"the hypothesis {name!r} of {claim.id} is stated and cannot be evaluated on its instances")
    return named


def _region(domain: Domain, named: list[Any] | None) -> Region:
    return domain.search or choices((each.value for each in named or ()), domain.says)


def attack_claim(claim: Claim, variant: Mutant | None, setting: Setting) -> tuple[StoredAttack, Decision | None] | None:
    """The attack of a run and, where something fails, its decision; None where the check samples."""
    target = target_of(claim, variant.ingredients if variant else claim.by)
    most, rng = evaluations(claim, setting), Generators(setting.seed, claim.id, NAME)(0)
    try:
        if variant and not variant.must_hold:
            count, found = first_violation(target, most, rng)
            return stored_attack(Attacked(count)) if not found else _caught(count), None
        outcome = attacked(target, most, rng)
    except SamplesError:
        return None
    if outcome.raised and not outcome.found:
        raise AttackError(f"the check raises on an instance that no hypothesis leaves out: {outcome.raised}")
    return stored_attack(outcome), decision_of(outcome.counterexample, outcome.effort)


def _caught(count: int) -> StoredAttack:
    return replace(stored_attack(Attacked(count)), found=True)


def decision_of(found: Counterexample | None, effort: str) -> Decision | None:
    """A certified counterexample refutes; a suspicion leaves the sentence undecided."""
    if found is None:
        return None
    witness = {"instance": found.words, "parameters": [str(each) for each in found.parameters]}
    if found.decision is None:
        sentence = (
            f"undecided: {found.words} fails in floating point, by {100 * found.score:.2g} % of both sides, and could "
            f"not be certified ({found.why})"
        )
        return Decision(NAME, NAME, Verdict.UNDECIDED, sentence, witness=witness, arithmetic=Arithmetic.FLOATING)
    said = found.decision.sentence.removeprefix("refuted: ")
    named = f": {found.decision.name}" if found.decision.name else ""
    script = {"script": found.script} if found.script else {}
    return replace(
        found.decision,
        name=f"{NAME}{named}",
        method=NAME,
        sentence=f"refuted: {found.words}: {said}; {effort}",
        witness={**(found.decision.witness or {}), **witness, **script},
    )
