"""Wrong values, and sizes that no memory holds, are refused with the name of the argument, before anything is made."""

from fractions import Fraction

import pytest
from bad_calls import answer, calls, counted, single_calls, valid

from theorytest.approximation.tensor import full_grid, hyperbolic_cross, total_degree
from theorytest.descent.models.tensors import hierarchical, train, tucker
from theorytest.signatures import checked

HUGE = 10**12


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: full_grid((HUGE,)), "a grid has at most 5,000,000 multi-indices, got sizes"),
        (lambda: full_grid((10,) * 40), r"got sizes \(10, 10, 10\) and 37 more"),
        (lambda: full_grid(3), "sizes must be a non-empty tuple of integers of at least 1, got 3"),
        (lambda: full_grid(()), "sizes must be a non-empty tuple"),
        (lambda: total_degree(2, HUGE), "a grid has at most"),
        (lambda: total_degree(HUGE, 2), "ndim must be an integer of at most 1,000, got 1000000000000"),
        (lambda: hyperbolic_cross(HUGE, HUGE), "ndim must be an integer of at most 1,000"),
        (lambda: tucker(HUGE), "order must be an integer of at most 1,000"),
        (lambda: train(HUGE), "order must be an integer of at most 1,000"),
        (lambda: hierarchical(HUGE), "order must be an integer of at most 1,000"),
    ],
)
def test_a_size_that_no_memory_holds_is_refused(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


def test_wrong_values_for_all_arguments_give_sentences():
    """Every public name of the laboratory with each of 15 wrong values for all arguments: no internal error."""
    found = list(calls())
    assert len(found) > 1_800
    assert [each for each in found if each[2] not in ("sentence", "accepted")] == []
    assert counted(found)["sentence"] > 1_500


def test_one_wrong_value_among_right_ones_gives_a_sentence():
    """67 right calls with one argument replaced at a time: no internal error, no call that does not end."""
    for name, (thing, named) in valid().items():
        assert answer(thing, named) == "accepted", name
    found = list(single_calls())
    assert len(found) > 2_300
    assert [each for each in found if each[2] not in ("sentence", "accepted")] == []
    assert counted(found)["sentence"] > 2_200


def test_an_annotation_decides_what_is_refused_and_what_is_passed_on():
    @checked
    def halved(number: float, *, times: int = 1, names: tuple[str, ...] = ()) -> float:
        """Half of it, several times."""
        return number / 2 ** (times + len(names))

    assert halved(3.0, times=2) == 0.75
    assert halved(Fraction(1, 2)) == Fraction(1, 4)
    assert halved.__doc__ == "Half of it, several times."
    refused = {"a": "number", True: "number", float("nan"): "number", None: "number"}
    for value, name in refused.items():
        with pytest.raises(ValueError, match=f"{name} must be a real number, got"):
            halved(value)
    with pytest.raises(ValueError, match=r"times must be an integer, got 1\.5"):
        halved(1.0, times=1.5)
    with pytest.raises(ValueError, match="names must be a sequence, got 'abc'"):
        halved(1.0, names="abc")
