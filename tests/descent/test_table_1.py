"""Table 1 as data: cells as printed, and rules that meet the conditions of their rows."""

import numpy as np
import pytest
from toys import REPOSITORY

from theorytest.claims.paper import read_paper
from theorytest.descent.steps import Constant, in_l1, satisfies_robbins_monro
from theorytest.descent.table_1 import GAP, SMALLEST, TABLE_1

EPS = (0.01, 0.1, 0.3, 0.49)


def test_the_table_as_printed():
    printed = {
        ("1", "GD"): lambda _: 1.0,
        ("1", "best"): lambda eps: 1 - eps,
        ("1", "worst"): lambda eps: 0.5 - eps,
        ("1", "SGD"): lambda eps: 0.5 - eps,
        ("2", "GD"): None,
        ("2", "best"): None,
        ("2", "worst"): lambda eps: 1 - 2 * eps,
        ("2", "SGD"): lambda eps: 1 - 2 * eps,
    }
    assert {(cell.row, cell.column) for cell in TABLE_1.values()} == set(printed)
    t = np.array([1, 10, 1000])
    for cell in TABLE_1.values():
        rate = printed[cell.row, cell.column]
        assert cell.metric == (SMALLEST if cell.row == "1" else GAP)
        assert cell.is_exponential == (rate is None)
        for eps in EPS:
            bound = cell.bound(t, eps=eps, contraction=0.9)
            np.testing.assert_allclose(bound, 0.9**t if rate is None else t ** -rate(eps))


def test_every_label_is_an_item_of_the_paper():
    paper = {item.label for item in read_paper(REPOSITORY / "checks" / "paper.toml").items}
    assert set(TABLE_1) <= paper
    assert {cell.label for cell in TABLE_1.values()} == set(TABLE_1)


@pytest.mark.parametrize("cell", TABLE_1.values(), ids=TABLE_1)
@pytest.mark.parametrize("eps", EPS)
def test_rules_meet_the_conditions(cell, eps):
    rule = cell.rule(0.3, eps)
    assert float(rule(1)) == 0.3
    assert not in_l1(rule)
    assert satisfies_robbins_monro(rule) != isinstance(rule, Constant)


@pytest.mark.parametrize("label", ["x:tab1-row1-best", "x:tab1-row2-best"])
@pytest.mark.parametrize("t", [[1, 0], [-1.0]])
def test_rates_begin_with_the_first_step(label, t):
    with pytest.raises(ValueError, match="times must be greater than 0"):
        TABLE_1[label].bound(t, contraction=0.5)


@pytest.mark.parametrize("eps", [0, 0.5, -1, np.nan, "a", None])
def test_eps_lies_between_0_and_one_half(eps):
    cell = TABLE_1["x:tab1-row1-best"]
    for use in (lambda: cell.bound([1], eps=eps), lambda: cell.rule(1.0, eps)):
        with pytest.raises(ValueError, match=r"eps must lie in \(0, 1/2\)"):
            use()


@pytest.mark.parametrize("contraction", [None, 0, 1, 1.5])
def test_an_exponential_rate_needs_its_contraction(contraction):
    with pytest.raises(ValueError, match="contraction must"):
        TABLE_1["x:tab1-row2-best"].bound([1, 2], contraction=contraction)
