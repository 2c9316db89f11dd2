"""A constant that is false by the resolution of its cell is caught, a true one is not."""

import pytest

from theorytest.atlas.cells import Cell
from theorytest.atlas.effort import EFFORTS
from theorytest.atlas.injected import caught
from theorytest.atlas.worlds import World


def test_false_constants_are_caught_and_true_ones_survive():
    cell = Cell("quasi", World("uniform", "L2", "orthonormal"), "optimal", 3, 6)
    found = {each.constant: each for each in caught(cell, EFFORTS["quick"], 0, 40, share=0.1)}
    assert set(found) == {"c_bias1", "c_var1", "c_var2"}
    assert all(each.caught >= 38 for each in found.values())  # 0.99 of 40 runs; fewer has probability 0.007
    assert all(each.false_alarms == 0 for each in found.values())


def test_cells_without_exact_moments_have_no_known_false_constant():
    with pytest.raises(ValueError, match="no exact moments"):
        caught(Cell("lsq", World("uniform", "L2", "orthonormal"), "optimal", 3, 6), EFFORTS["quick"], 0, 1)
