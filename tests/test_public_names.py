"""Every room lists its public names once, and each of them is there."""

from importlib import import_module
from pkgutil import iter_modules

import pytest

import theorytest

ROOMS = [
    f"theorytest.{each.name}" for each in iter_modules(theorytest.__path__) if each.ispkg and each.name != "commands"
]


@pytest.mark.parametrize("room", ["theorytest", *ROOMS])
def test_public_names_stand_once_and_exist(room):
    module = import_module(room)
    assert module.__all__
    assert len(module.__all__) == len(set(module.__all__))
    assert all(getattr(module, name) is not None for name in module.__all__)


@pytest.mark.parametrize("room", ["theorytest.claims", "theorytest.decisions", "theorytest.runs"])
def test_a_name_that_is_not_public_is_named(room):
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = import_module(room).nothing
