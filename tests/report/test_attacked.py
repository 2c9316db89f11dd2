"""An attack as a page tells it: sentences for a mathematician, without the words of the machinery."""

from theorytest import choices, integers, product, reals
from theorytest.report.attacked import attack_told
from theorytest.runs.attack_record import StoredAttack


def attack(**changed):
    given = {"evaluations": 200, "rejected": 0, "effort": "", "closest": 0.0074, "nearest": "", "found": False}
    return StoredAttack(**given | changed)


def test_a_search_says_how_far_it_went_how_near_it_came_and_how_strong_it_is():
    told = attack_told(attack(caught=4, mutants=5, searched="n: integers from 1 to 4"))
    assert told == [
        "A search over 200 instances found no counterexample.",
        "The nearest instance is within 0.74 % of equality.",
        "The same search, told nothing, finds 4 of 5 deliberate errors.",
        "Searched: n: integers from 1 to 4.",
    ]


def test_equality_an_equation_and_a_whole_region_have_their_own_words():
    assert "Equality is reached." in attack_told(attack(closest=0.0))
    assert "not an inequality" in attack_told(attack(closest=None))[1]
    assert attack_told(attack(complete=True))[0] == "All 200 instances of the region were tried, and none fails."


def test_the_nearest_instance_is_named():
    near = attack(nearest="n = 3")
    assert attack_told(near)[1] == "The nearest instance is within 0.74 % of equality: n = 3."
    assert attack_told(attack(nearest="n = 3", closest=0.0))[1] == "Equality is reached at n = 3."
    assert near.sentence.endswith("; nearest: n = 3")
    assert len(attack(nearest="9" * 500).sentence) < 200


def test_what_was_left_out_is_counted_without_an_exception():
    told = " ".join(attack_told(attack(broken=29, rejected=300, effort="(TypeError: unsupported operand)")))
    assert "At 29 further instances a side has no value" in told
    assert "300 further draws did not satisfy the hypotheses." in told
    assert "TypeError" not in told


def test_what_was_found_is_not_told_as_nothing():
    assert "found an instance that fails" in attack_told(attack(found=True))[0]


def test_a_region_says_what_its_instances_are_built_from():
    parts = product(reals(0, 1), reals(0, 1), integers(1, 4), choices("abc"), choices("a"))
    built = parts.map(lambda *parts: parts).where(lambda _: True, "u ≠ 0").where(lambda _: True)
    assert built.says == (
        "built from pairs of numbers in [0, 1], integers from 1 to 4, one of 3 choices, a fixed choice (u ≠ 0)"
        " (with a condition of the check)"
    )
