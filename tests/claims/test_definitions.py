"""Named instances are defined once, in a file beside the paper's list."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest.claims.definitions import defined_as, read_definitions, says_itself, undefined
from theorytest.claims.mutants import ClaimError

PARTS = st.lists(st.sampled_from(["circle", "two points", "n = 3", "optimal"]), min_size=1, max_size=4)


@given(PARTS, PARTS)
def test_a_longer_name_has_the_definition_of_its_beginning(beginning, rest):
    known = {", ".join(beginning): "a definition"}
    assert defined_as(", ".join([*beginning, *rest]), known) in known


def test_the_longest_beginning_counts():
    known = {"circle": "", "circle, half": ""}
    assert defined_as("circle, half, n = 2", known) == "circle, half"
    assert defined_as("circle, n = 2", known) == "circle"
    assert defined_as("circles", known) is None


@pytest.mark.parametrize(
    ("name", "itself"),
    [("n = 2", True), ("(1/2, -2)", True), ("s = 1, ā = 1/10", True), ("circle", False), ("circle, n = 2", False)],
)
def test_a_name_that_is_a_formula_needs_no_definition(name, itself):
    assert says_itself(name) is itself
    assert undefined([name, name], {}) == ([] if itself else [name])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[instances]\n"two points" = 2\n', "must map names to texts"),
        ('[instance]\n"two points" = "X"\n', "only [instances] is allowed"),
        ("[instances\n", "cannot be read"),
    ],
)
def test_a_file_that_defines_nothing_is_told(tmp_path, text, sentence):
    (tmp_path / "instances.toml").write_text(text)
    with pytest.raises(ClaimError) as error:
        read_definitions(tmp_path)
    assert sentence in str(error.value)


def test_no_file_means_no_definitions(tmp_path):
    assert read_definitions(tmp_path) == {}
