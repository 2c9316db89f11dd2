"""One cell at a time: rows agree with exact values, refute what is false, and refuse what makes no sense."""

from dataclasses import replace

import numpy as np
import pytest

from theorytest.approximation import QuasiProjection, on_hull
from theorytest.atlas.cells import Cell
from theorytest.atlas.effort import EFFORTS
from theorytest.atlas.measuring import measure
from theorytest.atlas.rows import Row
from theorytest.atlas.subjects import subject
from theorytest.atlas.worlds import World

QUICK = EFFORTS["quick"]
UNIFORM = World("uniform", "L2", "orthonormal")
ONE_OF_EACH = (
    Cell("non", World("uniform", "L2", "monomials"), "optimal", 3, 6),
    Cell("quasi", UNIFORM, "rho", 3, 3),
    Cell("quasi", UNIFORM, "gradient", 3, 3),
    Cell("quasi", World("gaussian", "H1", "orthonormal"), "trace", 3, 6),
    Cell("quasi", World("product-2", "L2", "orthonormal"), "optimal", 3, 6),
    Cell("free-lsq", World("discrete", "L2", "orthonormal"), "optimal", 3, 6),
    Cell("lsq", World("discrete", "L2", "orthonormal"), "optimal", 3, 6),
    Cell("volume", World("discrete", "L2", "orthonormal"), "volume", 3, 6),
    Cell("debiased", UNIFORM, "optimal", 3, 6),
    Cell("quasi", World("circle", "L2", "step 20"), "rho", 1, 2),
    Cell("quasi", World("low-rank", "L2", "step 20"), "optimal", 3, 6),
    Cell("quasi", World("network", "L2", "step 20"), "optimal", 10, 20),
    Cell("conditioned-quasi", World("uniform", "L2", "histogram"), "optimal", 3, 6),
)


@pytest.mark.parametrize("cell", ONE_OF_EACH, ids=str)
def test_draws_agree_with_every_exact_value(cell):
    row = measure(cell, QUICK, 0)
    assert not row.refused
    assert all(q.agrees is not False for q in row.quantities.values())
    assert sum(q.agrees is True for q in row.quantities.values()) >= (1 if subject(cell).exact is None else 6)
    assert Row.from_plain(row.plain()) == row


def test_equal_seeds_give_equal_rows_and_other_seeds_others():
    cell = ONE_OF_EACH[1]
    assert measure(cell, QUICK, 0) == measure(cell, QUICK, 0)
    assert measure(cell, QUICK, 0).quantities["c_var2"].value != measure(cell, QUICK, 1).quantities["c_var2"].value


def test_the_false_row_of_redundant_systems_is_refuted_by_draws():
    row = measure(Cell("non", World("uniform", "L2", "redundant"), "optimal", 3, 1), QUICK, 0)
    assert row.quantities["pair"].refuted
    assert all(row.quantities[name].false for name in ("c_var1", "c_var2", "pair", "descent"))


@pytest.mark.parametrize("n", [1, 3, 30])
def test_one_integral_serves_all_numbers_of_points(n):
    it = subject(Cell("quasi", UNIFORM, "rho", 3, n))
    again = on_hull(QuasiProjection(it.sampler, n), it.hull)
    np.testing.assert_allclose(it.exact.S, again.S, atol=1e-9)


def test_tensor_rules_reach_what_adaptive_integrals_reach():
    it = subject(Cell("quasi", World("product-2", "L2", "orthonormal"), "optimal", 3, 2))
    again = on_hull(QuasiProjection(it.sampler, 2), it.hull)
    np.testing.assert_allclose(it.exact.S, again.S, atol=1e-6)


def test_probability_of_the_stable_event_is_a_sum_on_points():
    p = measure(ONE_OF_EACH[6], QUICK, 0).quantities["stability"]
    assert p.low < p.exact < p.high


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        (replace(ONE_OF_EACH[6], delta=1.5), "delta must lie in"),
        (Cell("lsq", UNIFORM, "optimal", 10, 3), "n_samples must be an integer of at least 10"),
        (Cell("quasi", World("uniform", "H1", "histogram"), "rho", 3, 3), "Histogram has no gradients"),
        (Cell("non", World("uniform", "L2", "monomials"), "rho", 30, 30), "dependent to rounding"),
        (Cell("quasi", World("cauchy", "L2", "orthonormal"), "rho", 3, 3), "measure must be one of"),
        (Cell("quasi", World("network", "L2", "step 0"), "rho", 3, 3), "a network has step 0, step 20 with d in (10,)"),
        (Cell("quasi", UNIFORM, "wishful", 3, 3), "sampling must be one of"),
        (Cell("wishful", UNIFORM, "rho", 3, 3), "estimator must be one of"),
        (Cell("quasi", UNIFORM, "rho", 0, 3), "d must be an integer of at least 1"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_cell_that_makes_no_sense_is_refused_in_a_sentence(cell, words):
    assert words in measure(cell, QUICK, 0).refused
