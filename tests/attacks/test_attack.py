"""What an attack finds is small, simple and certified; what makes no sense is a sentence."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import strategies as st

from theorytest import (
    at_least,
    at_most,
    attack,
    choices,
    definite,
    equal,
    family,
    frames,
    from_strategy,
    integers,
    laws,
    less_than,
    matrices,
    more_than,
    permutations,
    positive,
    product,
    reals,
    same_size,
    sampled,
    semidefinite,
    vectors,
)
from theorytest.attacks.errors import AttackError
from theorytest.attacks.exact import eigenvalues
from theorytest.decisions.means import mean_at_most

F = Fraction


def test_a_counterexample_has_simple_numbers():
    found = attack(lambda a, b: at_most(F(205, 100) * a * b, a * a + b * b), product(reals(), reals()))
    assert found.instance == (1, 1)
    assert str(found).startswith("refuted: (1, 1): the value = 41/20 > 2 (rational)")


def test_the_smallest_shape_is_found():
    found = attack(lambda x: at_most(len(x) + x[0] * 0, 2 + 0 * x[0]), vectors([1, 2, 3, 4, 5]))
    assert found.certified
    assert len(found.instance) == 3


def test_what_holds_is_evidence_with_a_strength():
    found = attack(lambda a: at_most(a, a * a + F(1, 2)), reals(), evaluations=1000)
    assert not found.found
    assert found.evaluations == 1000
    assert found.closest == pytest.approx(
        1 / 3 * 0.5157, rel=0.02
    )  # the least of (a² + ½ - a) / (a² + ½ + a) is 0.1716
    assert "an attack of 1,000 evaluations, closest approach 17 %" in str(found)


def test_equal_seeds_give_equal_numbers():
    def run(seed):
        return attack(lambda a: at_most(a, a * a + 0.5), reals(), evaluations=30, seed=seed)

    assert (run(1).closest, run(1).nearest) == (run(1).closest, run(1).nearest)
    assert run(1).nearest != run(2).nearest


def test_roots_are_certified_in_balls():
    found = attack(lambda x: at_most(np.sqrt(x), x), reals(0))
    assert found.certified
    assert 0 < found.instance < 1


def test_what_floats_alone_see_is_a_suspicion():
    found = attack(lambda x: at_most(float(x), 1.0), reals(0, 3))
    assert found.found
    assert not found.certified
    assert str(found).startswith("suspicion: ")
    assert "some side is in floating point on the exact instance" in str(found)


def test_what_is_counted_from_real_numbers_is_a_suspicion():
    found = attack(lambda x: at_most(int(x > 1), 0), reals(0, 3))
    assert found.found
    assert not found.certified


def test_a_violation_that_the_last_digits_decide_is_none():
    """sin(10¹⁵ x) in floats, which nothing certifies."""
    assert not attack(lambda x: at_most(np.sin(1e15 * float(x)), Fraction(1, 2)), reals(0, 1)).found


def test_a_side_without_a_value_violates_nothing():
    assert not attack(lambda x: at_least(np.log(x), -(10**9)), reals(0, 1)).found


def test_smaller_shapes_are_tried_again():
    """Of four numbers all violate; of one, those within 1/1000 of 0.3141, which draws miss and climbs find."""

    def relation(x):
        return at_most(Fraction(1, 10**6) - (x[0] - Fraction(3141, 10000)) ** 2 if len(x) == 1 else x[0] + 1, 0)

    assert len(attack(relation, vectors((1, 4), 0, 1)).instance) == 1


def test_rounding_is_neither_a_violation_nor_a_suspicion():
    found = attack(lambda a, b: equal((a + b) - a, b, digits=15), product(reals(), reals()))
    assert not found.found


def test_a_strict_inequality_fails_at_its_equality():
    found = attack(lambda a: more_than(a * a, 0), reals())
    assert found.certified
    assert found.instance == 0
    assert not attack(lambda a: less_than(a, a + 1), reals()).found


def test_hypotheses_reject_and_are_counted():
    found = attack(lambda a: at_least(a, 0), reals().where(lambda a: a >= 0))
    assert not found.found
    assert found.rejected > 0


def test_structures_come_from_hypothesis():
    lists = from_strategy(st.lists(st.integers(-5, 5), min_size=1, max_size=4))
    found = attack(lambda x: at_most(sum(x), 7), lists)
    assert found.certified
    assert sum(found.instance) > 7


def test_structures_are_drawn_towards_a_violation_and_shrunk():
    """200 draws hold no list of five equal numbers; hypothesis goes on from those that come near."""
    lists = from_strategy(st.lists(st.integers(0, 9), min_size=5, max_size=5), says="five digits")
    found = attack(lambda x: at_most(max(x.count(k) for k in x), 4), lists.where(lambda x: x[0] > 0), evaluations=5000)
    assert found.certified
    assert found.instance == [1, 1, 1, 1, 1]


def test_a_strategy_is_never_said_to_be_tried_completely():
    held = attack(lambda x: at_most(x, 9), from_strategy(st.integers(0, 9), says="digits"))
    assert not held.found
    assert not held.complete


def test_many_choices_are_moved_and_not_cut_off():
    """30⁴ shapes are more than a product lists: the last instance is found, and nobody says that all were tried."""
    four = product(*(integers(1, 30),) * 4)
    found = attack(lambda *n: at_most(sum(n), 117), four)
    assert found.certified
    held = attack(lambda *n: at_most(sum(n), 120), four)
    assert not held.complete
    assert "an attack of 2,000 evaluations" in str(held)
    two = attack(lambda a, b: at_most(a + b, 128), product(integers(1, 64), integers(1, 64)), evaluations=5000)
    assert two.complete
    assert two.evaluations == 64**2


def test_integers_and_choices_are_enumerated():
    assert attack(lambda n: less_than(n * n, 81), integers(0)).instance == 9
    assert attack(lambda word: at_most(len(word), 3), choices(["a", "four", "seven"])).instance == "four"


BAD = {
    "no shape": (lambda: attack(lambda x: at_most(x, 1), choices([])), "is empty: it has no shape"),
    "an empty range": (lambda: reals(1, 0), "low ≤ high, got 1 and 0"),
    "no integers": (lambda: integers(3, 1), "there are none"),
    "not a number": (lambda: attack(lambda x: at_most(x * np.nan, 1), reals()), "no value on any of .*not a number"),
    "shapes": (lambda: attack(lambda _: at_most(np.ones(2), np.ones(3)), reals()), "which does not fit the bound's"),
    "no relation": (lambda: attack(lambda _: 1.0, reals()), "must be a relation such as at_most"),
    "no region": (lambda: attack(lambda x: at_most(x, 1), (0, 1)), r"must be a region, such as reals\(0, 1\)"),
    "no function": (lambda: attack(3, reals()), "relation must be a function"),
    "no evaluations": (lambda: attack(lambda x: at_most(x, 1), reals(), evaluations=0), "at least 1, got 0"),
    "all rejected": (lambda: attack(lambda x: at_most(x, 1), reals().where(lambda _: False)), "draws were rejected"),
    "a broken promise": (
        lambda: attack(lambda x: at_most(x, x + 1), reals().promise(lambda x: x > 0, "sign")),
        "violates its own sign",
    ),
    "samples": (
        lambda: attack(lambda _: sampled(mean_at_most, None, bound=1, resolution=0.1, max_draws=1), reals()),
        "a sample certifies nothing",
    ),
    "a product of numbers": (lambda: product(reals(), 3), "made of regions"),
    "an end that is no number": (lambda: reals("a", 1), "from one number to another, got 'a' and 1"),
    "infinite ends alone": (lambda: reals(np.inf, np.inf), "some finite number, got inf and inf"),
    "sizes in letters": (lambda: vectors("ab"), "sizes must be whole numbers of at least 1, got 'ab'"),
    "choices of a number": (lambda: choices(3), "must be given as a list, got 3"),
    "whole and open": (lambda: vectors(2, 0, 1, whole=True, open=True), "neither open nor logarithmic"),
    "whole from a half": (lambda: vectors(2, 0.5, 1, whole=True), "from one whole number to another, got 0.5 and 1"),
    "a seed below 0": (lambda: attack(lambda x: at_most(x, 1), reals(), seed=-1), "at least 0, got -1"),
    "an empty strategy": (lambda: from_strategy(st.nothing()), "is empty: it has nothing to draw"),
    "too many columns": (lambda: frames([(1, 2)]), "d orthonormal columns in Rⁿ need 1 ≤ d ≤ n, got .*1, 2"),
    "different sizes": (lambda: same_size(vectors(1), vectors(2)), "no size is shared by vectors of 1 real numbers"),
    "nothing said": (lambda: attack(lambda _: [], reals()), "the relation said nothing"),
    "a family": (
        lambda: attack(lambda x: at_most(x, 1), family([1], "ones", search=reals())),
        "got a family: attack the region that it has, family.search",
    ),
    "a condition in letters": (lambda: reals().where("x > 0"), "where takes a function of an instance, .* got 'x > 0'"),
    "a map in letters": (lambda: reals().map("2 * x"), "map takes a function of an instance"),
    "a misspelt word": (lambda: vectors(2, whol=True), "low, high, open, log, whole, and not whol"),
    "no strategy": (lambda: from_strategy([1, 2]), "takes a hypothesis strategy"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_makes_no_sense_is_a_sentence(name):
    call, sentence = BAD[name]
    with pytest.raises(AttackError, match=sentence) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_a_side_that_is_not_deterministic_is_found_out():
    ticks = itertools.count(1)
    with pytest.raises(AttackError, match="not deterministic"):
        attack(lambda x: at_most(x, x + next(ticks)), reals(0, 1))


def test_instances_without_a_value_are_told():
    found = attack(lambda x: at_most(1 / x if x else 1 // 0, 1 / x + 1 if x else 1), reals(0, 1), evaluations=50)
    assert found.broken > 0
    assert "without a value passed over (ZeroDivisionError" in str(found)


def test_a_pole_is_passed_over_and_the_search_goes_on():
    found = attack(lambda x: at_most(1 / x, 2), reals(0, 1))
    assert found.certified
    assert 0 < found.instance < F(1, 2)
    assert "2 instances without a value passed over (a side is infinite (ZeroDivisionError" in str(found)


def test_an_overflow_is_no_pole():
    assert attack(lambda x: at_most(np.exp(1000 * x), 1 + 10**9 * x), reals(0, 9)).certified


def test_what_is_undefined_on_half_of_the_region_is_searched_on_the_other():
    assert attack(lambda x: at_least(np.log(x), x - 1), reals(-1, 3)).certified
    true = attack(lambda x: at_most(np.log(x), x - 1), reals(-1, 3), evaluations=400)
    assert not true.found
    assert 0 < true.broken < 400


def test_a_region_where_nearly_nothing_has_a_value_is_an_error():
    with pytest.raises(AttackError, match=r"the relation has no value on 14[89]\d of 1500 instances: a side"):
        attack(lambda x: at_most(1 if all(x == 0.5) else np.nan, 1), vectors(4, 0, 1), evaluations=1500)


def test_a_large_rounding_error_does_not_end_the_search():
    """Floats say that (x + 10¹⁸) - 10¹⁸ is 0, which violates everywhere; only beyond 3 it is true."""
    found = attack(lambda x: at_least((x + 10**18) - 10**18, x / 2 + 10 * int(x > 3)), reals(0, 4))
    assert found.certified
    assert found.instance > 3


def test_a_small_region_is_tried_completely():
    held = attack(lambda n: at_most(n, 100), integers(1, 100))
    assert held.complete
    assert str(held).startswith("not refuted: all 100 instances tried, closest approach 0 %")
    assert attack(lambda n: at_most(n, 70), integers(1, 100)).instance == 71
    assert not attack(lambda n: at_most(n, 100), integers(1, 100), evaluations=99).complete
    signs = vectors([2, 3], 0, 1, whole=True)
    assert attack(lambda x: at_most(np.sum(x), 3), signs).evaluations == 4 + 8


def test_whole_numbers_are_moved_where_there_are_too_many():
    far = attack(lambda a, b: at_least((a - 321) ** 2 + (b - 77) ** 2, 1), product(integers(1, 900), integers(1, 900)))
    assert far.instance == (321, 77)


def test_permutations_are_all_tried():
    seen = set()
    attack(lambda s: at_most(0, seen.add(tuple(s.tolist())) or 1), permutations([3, 4]))
    assert len(seen) == 6 + 24


def test_the_outcome_names_what_was_searched():
    near = reals(0, 1).where(lambda x: x > 0, "x > 0")
    assert str(attack(lambda x: at_most(x, 2), near, evaluations=50)).endswith("searched: numbers in [0, 1] (x > 0)")


def test_a_form_beside_zero_is_not_shrunk_to_nothing():
    """x² - 2.03xy + y² is negative near x = y only, and tends to 0 at the origin."""
    found = attack(lambda x, y: at_least(x**2 - F(203, 100) * x * y + y**2, 0), product(reals(1, 9), reals(1, 9)))
    assert found.certified


def test_a_script_goes_with_the_counterexample():
    scripted = reals().scripted(lambda a: f"a = {float(a)}\nprint(a * a <= a)")
    found = attack(lambda a: at_most(a * a, a), scripted)
    assert found.counterexample.script.startswith("a = ")


def test_positive_numbers_of_every_scale_are_tried():
    seen = []
    attack(lambda x: at_most(0 * x, seen.append(x) or x), positive(), evaluations=400)
    assert min(seen) < 1e-4
    assert max(seen) > 1e4


def test_equal_vectors_are_tried():
    found = attack(lambda x, y: more_than((x - y) @ (x - y), 0), same_size(vectors(2), vectors(2)))
    assert found.certified


def test_what_cannot_take_its_instances_is_refused_before_the_search():
    with pytest.raises(AttackError, match="relation cannot take what the region hands over, one argument: missing"):
        attack(lambda a, b: at_most(a, b), reals(0, 1))


def test_a_search_says_that_it_hands_over_floats():
    with pytest.raises(AttackError, match=r"so write a / b for Fraction\(a, b\)"):
        attack(lambda a: at_most(Fraction(a, 2), 1), reals(0, 1))


def test_shapes_that_a_condition_shuts_are_counted():
    narrow = vectors([1, 2]).where(lambda x: len(x) == 1 or x[0] ** 2 + x[1] == 1 / 7)
    told = str(attack(lambda x: at_most(-(x[0] ** 2), 1), narrow, evaluations=200))
    assert "no instance in 1 of 2 shapes" in told


def test_shapes_that_give_rounding_do_not_keep_the_others_waiting():
    """On 1 × 1 and singular matrices both sides are equal, up to rounding."""
    pair = same_size(semidefinite([1, 2]), semidefinite([1, 2]))
    found = attack(lambda A, B: at_most(eigenvalues(A * B)[0], eigenvalues(A)[0] * max(np.diag(B))), pair)
    assert found.certified, str(found)
    assert found.evaluations < 1000


def test_matrices_of_every_rank_and_vectors_go_together():
    pair = same_size(semidefinite([1, 2]), semidefinite([1, 2]))
    assert ((2, 1), (2, 2)) in pair.shapes
    for region in (semidefinite([1, 2]), definite([1, 2]), matrices([1, 2]), laws([1, 2])):
        both = same_size(region, vectors([1, 2]))
        assert {both.size_of(shape) for shape in both.shapes} == {1, 2}


def test_numbers_beyond_the_floats_are_compared_as_they_are():
    assert attack(lambda n: at_most(n, 10**400), choices([10**300, 10**500])).instance == 10**500
    assert not attack(lambda n: at_most(n, 10**500), choices([10**300, 10**400])).found
    assert attack(lambda n: equal(n, 10**400), choices([10**500])).certified
