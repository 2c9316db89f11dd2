"""No corrupted certificate is accepted: 13,860 changes of statements and proofs that make them wrong."""

import copy
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from provable import PROVABLE, false_in

from theorytest.proof.checker import Refused, check
from theorytest.proof.finder import find

CERTIFICATES = {name: find(each.statement) for name, each in PROVABLE.items()}
IN_PROOF = ("square", "Hilbert space", "expectation", "induction", "lemma", "double well", "split")
STATEMENTS, PROOFS, EXAMPLES = 25, 34, 20


def accepted(certificate):
    try:
        check(certificate)
    except Refused:
        return False
    return True


def leaves(tree, path=()):
    """The paths of all words in a tree."""
    if isinstance(tree, (dict, list)):
        for key, each in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from leaves(each, (*path, key))
    elif isinstance(tree, str):
        yield path, tree


def put(tree, path, value):
    for key in path[:-1]:
        tree = tree[key]
    tree[path[-1]] = value


def is_number(word):
    return word.lstrip("-").replace("/", "").isdigit()


def other_numbers(word):
    return [str(each) for each in (Fraction(word) + 1, Fraction(word) - Fraction(1, 100), -Fraction(word) - 7)]


def other_number(draw, word):
    change = draw.choice([Fraction(1), Fraction(-1), Fraction(1, 100), Fraction(-1, 100), Fraction(7, 3)])
    return str(draw.choice([-Fraction(word), Fraction(word) + change, 2 * Fraction(word)]))


def other_word(draw, word, names):
    """Another number, sign, bound or name."""
    if is_number(word):
        return other_number(draw, word)
    if word in ("=", "≤", "≥", "<", ">"):
        return draw.choice([each for each in ("=", "≤", "≥", "<", ">") if each != word])
    if word[0] in "<>≤≥":
        return draw.choice([word[0] + other_number(draw, word[1:]), draw.choice("<>≤≥") + word[1:]])
    return draw.choice(names) if word in names else draw.choice(["+", "-", "*"]) if word in "+-*" else word


def corrupted_statement(draw, certificate):
    """Another statement with the same proof."""
    made = copy.deepcopy(certificate)
    tree = made["statement"]
    places = [(path, word) for path, word in leaves(tree) if path[0] != "vectors" and "name" not in path]
    path, word = draw.choice(places)
    put(tree, path, other_word(draw, word, list(tree["symbols"])))
    return made


def terms(proof):
    """All combinations in a proof that have terms."""
    if isinstance(proof, dict):
        if proof.get("terms"):
            yield proof["terms"]
        for each in proof.values():
            yield from terms(each)
    elif isinstance(proof, list):
        for each in proof:
            yield from terms(each)


def corrupted_proof(draw, certificate):
    """The same statement, with a multiplier changed, a term missing or taken twice: no longer the same sum."""
    made = copy.deepcopy(certificate)
    chosen = draw.choice(list(terms(made["proof"])))
    term = draw.choice(chosen)
    kind = draw.choice(["add", "negate", "drop", "repeat"])
    if kind == "drop":
        chosen.remove(term)
    elif kind == "repeat":
        chosen.append(copy.deepcopy(term))
    else:
        extra = str(Fraction(draw.choice([1, -1, 2, 5]), draw.choice([1, 2, 100])))
        weight = term.get("times", "1")
        term["times"] = ["+", weight, extra] if kind == "add" else ["-", weight]
    return made


@pytest.mark.parametrize("name", PROVABLE)
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 2**32))
def test_no_false_statement_is_accepted(name, seed):
    draw, tried = random.Random(seed), 0
    for _ in range(60 * STATEMENTS):
        made = corrupted_statement(draw, CERTIFICATES[name])
        if any(false_in(made["statement"], world) for world in PROVABLE[name].worlds):
            assert not accepted(made), made
            tried += 1
        if tried == STATEMENTS:
            return
    raise AssertionError(f"only {tried} corruptions of {name} make the statement false")


@pytest.mark.parametrize("name", IN_PROOF)
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 2**32))
def test_no_other_sum_is_accepted(name, seed):
    draw = random.Random(seed)
    for _ in range(PROOFS):
        made = corrupted_proof(draw, CERTIFICATES[name])
        assert not accepted(made), made


@pytest.mark.parametrize("name", ["interval", "line", "half-line"])
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 2**32))
def test_no_other_sequence_is_accepted(name, seed):
    """A coefficient is another, or a polynomial is missing or stands twice."""
    draw = random.Random(seed)
    for _ in range(PROOFS):
        made = copy.deepcopy(CERTIFICATES[name])
        sequence = made["proof"][0]["sequence"]
        one = draw.randrange(len(sequence))
        kind = draw.choice(["coefficient", "drop", "repeat"])
        if kind == "coefficient":
            place = draw.randrange(len(sequence[one]))
            word = sequence[one][place]
            sequence[one][place] = draw.choice(other_numbers(word))
        else:
            sequence[one : one + 1] = [] if kind == "drop" else [sequence[one]] * 2
        assert not accepted(made), made


@pytest.mark.parametrize("name", PROVABLE)
def test_what_is_not_corrupted_is_accepted(name):
    check(CERTIFICATES[name])
    assert not any(false_in(CERTIFICATES[name]["statement"], world) for world in PROVABLE[name].worlds)
