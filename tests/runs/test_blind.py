"""A witness in the body of a check is seen and set aside; what is left is attacked as blindly as without it."""

from fractions import Fraction

import numpy as np

from theorytest import at_most, equal, reals
from theorytest.attacks.attack import attacked
from theorytest.attacks.target import Target
from theorytest.claims.claim import claim
from theorytest.claims.domains import family
from theorytest.runs.attacking import target_of
from theorytest.runs.blind import Size, has_witness, size_of, typed_in, unsearched, without

LINE = family([0, 1], "numbers", search=reals())


@claim("x:a", says="A number is at most its square.", forall={"a": LINE}, gravity="misprint")
def with_a_witness(a):
    half = Fraction(1, 2)
    yield equal(half, half**2, name="one half")
    b = a * a
    yield at_most(0 * b, 1 + b)


@claim("x:b", says="A number is at most its square.", forall={"a": LINE}, gravity="misprint")
def without_one(a):
    b = a
    for _ in range(1):
        b = b * a
    return at_most(a, b)


@claim("x:c", says="Nothing is itself.", forall={"a": LINE, "b": family([1], "numbers")}, gravity="misprint")
def alike_everywhere(a, b):
    return equal(a - a + b - b, 1)


def attack(check):
    (made,) = check.__claims__
    target, rng = target_of(made, {}), np.random.default_rng(0)
    typed = typed_in(made, target, rng)
    return len(typed), attacked(without(target, typed), 200, rng)


def test_a_witness_in_the_body_is_read_from_its_source():
    assert has_witness(with_a_witness)
    assert not has_witness(without_one)
    assert not has_witness(alike_everywhere)


def test_a_witness_in_the_body_is_set_aside():
    typed, found = attack(with_a_witness)
    assert typed == 1
    assert not found.found


def test_a_relation_of_the_instances_is_kept():
    assert attack(without_one)[0] == 0
    assert attack(without_one)[1].certified
    assert attack(alike_everywhere)[1].certified


def test_a_target_without_relations_holds():
    target = Target(reals(), lambda a: at_most(a, a))
    key = frozenset([("", "≤", ((1.0,), (1.0,)))])
    assert not attacked(without(target, key), 50, np.random.default_rng(0)).found


def test_families_without_a_region_are_named():
    assert unsearched(alike_everywhere.__claims__[0]) == ["b"]
    assert unsearched(without_one.__claims__[0]) == []


def test_sizes_count_numbers_and_digits():
    assert size_of((1, Fraction(-12, 5), np.array([[0.5, 0.0]]))) == Size(4, 1 + 3 + 2 + 1)
    assert size_of("words") == Size(0, 0)
    assert Size(2, 9) < Size(3, 3)
    assert str(Size(2, 9)) == "2 (9)"
