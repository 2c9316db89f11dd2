"""What is refuted without sampling has a certified witness, and what has no open quantifier is exact or says why."""

import warnings

import pytest
from toys import REPOSITORY

from theorytest.claims.cases import cases
from theorytest.claims.ledger import load_ledger
from theorytest.decisions.decision import Verdict
from theorytest.decisions.relations import Relation

SHARE = 0.9


@pytest.fixture(scope="module")
def claims():
    return load_ledger(REPOSITORY / "checks").claims


def relations(claim):
    """What the check compares at its named instances, as long as somebody asks."""
    for case in cases(claim.check, claim.forall, claim.given).tried:
        returned = claim.check(*case.values, **claim.by)
        yield from [returned] if isinstance(returned, Relation) else returned


def certified(claim):
    """Whether the first comparison that refutes, which a record shows, is rational, symbolic or enclosed."""
    compared = (each.decide() for each in relations(claim) if isinstance(each, Relation))
    first = next((each for each in compared if each.verdict is Verdict.REFUTED), None)
    return first is not None and first.arithmetic.certain and bool(first.witness)


def test_refutations_without_sampling_have_certified_witnesses(claims):
    decided = [each for each in claims if each.expected is Verdict.REFUTED and not each.samples]
    assert len(decided) > 100
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        assert [each.id for each in decided if not certified(each)] == []


def test_claims_without_an_open_quantifier_are_exact_or_say_why(claims):
    exact, computed = ([e for e in claims if e.expected is each] for each in (Verdict.EXACT, Verdict.COMPUTED))
    assert len(exact) >= SHARE * (len(exact) + len(computed))
    assert [each.id for each in computed if "floating point" not in each.reading.lower()] == []
