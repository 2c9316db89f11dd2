"""Numbers of a sentence that is called the paper's stand in the paper, in whatever way TeX writes them."""

import pytest

from theorytest import claim
from theorytest.claims.paper import Item, Paper
from theorytest.claims.source import Source, disagreements

PAPER = Paper((Item("x:step", "", "value", "the step", line=1),))


def complaints(says, line):
    """What is said of a claim with this sentence about a source of one line."""

    @claim("x:step", says=says)
    def check():
        return True

    return list(disagreements(Source([line]), PAPER, check.__claims__))


@pytest.mark.parametrize("line", [r"$s := \tfrac29$", r"$s := \frac2{9}$", r"$s := \dfrac{2}{9}$", "s = 2/9"])
def test_a_fraction_has_two_numbers(line):
    assert not complaints("The step is 2/9.", line)


def test_a_number_that_is_not_printed_is_named():
    assert complaints("The step is 2/7.", r"$s := \tfrac29$") == ["x:step: 7 not in lines -3 to 17 of the source"]
    assert complaints("The step is 29.", r"$s := \tfrac29$")
