"""Formulas of sympy as terms: different symbols stay different."""

import pytest
import sympy as sp

from theorytest import equal
from theorytest.proof import statement


def test_two_dummies_of_one_name_are_not_one_number():
    """x = x' would be proved as x = x."""
    with pytest.raises(TypeError, match="known by its name"):
        _ = statement(equal(sp.Dummy("x"), sp.Dummy("x"))).tree
