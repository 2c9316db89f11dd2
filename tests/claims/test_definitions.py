"""A report says where the instances of a claim are defined, and what the code says of them there."""

from pathlib import Path

from theorytest import family, finite
from theorytest.claims.definitions import said_of
from theorytest.claims.domains import within

HERE = Path(__file__)


def circles():
    """Circles of the radii 1 and 2."""
    return {"small": 1, "large": 2}


def line_of(text):
    return HERE.read_text(encoding="utf-8").split("\n").index(text) + 1


def test_a_function_that_makes_instances_is_their_place():
    place = within(family(circles, "circles").place, HERE.parent)
    assert place == f"{HERE.name}:{line_of('def circles():')}"
    assert said_of(HERE.parent, [place])[place] == "Circles of the radii 1 and 2."


def test_instances_that_are_listed_have_the_place_of_their_list():
    listed = finite([1, 2])
    assert within(listed.place, HERE.parent) == f"{HERE.name}:{line_of('    listed = finite([1, 2])')}"


def test_a_file_says_what_its_instances_have_in_common():
    place = within(finite([1, 2]).place, HERE.parent)
    assert said_of(HERE.parent, [place]) == {HERE.name: __doc__}


def test_a_place_elsewhere_is_not_shown(tmp_path):
    assert within(family(circles, "circles").place, tmp_path) == ""
    assert within("", tmp_path) == ""


def test_a_file_that_cannot_be_read_says_nothing(tmp_path):
    (tmp_path / "broken.py").write_text("def (")
    assert said_of(tmp_path, ["broken.py:1", "missing.py:1"]) == {}
