"""Table 1's column of gradient descent beside the worst cases of PEPit, where it is installed."""

import pytest
from toys import REPOSITORY

pytest.importorskip("PEPit", reason="needs the extra `pep`")
pytestmark = pytest.mark.filterwarnings("ignore")  # of solvers and their interfaces


@pytest.fixture(scope="module")
def cases(monkeypatch_module):
    monkeypatch_module.syspath_prepend(str(REPOSITORY / "benchmarks"))
    return __import__("worst_cases")


@pytest.fixture(scope="module")
def monkeypatch_module():
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.mark.parametrize("steps", [1, 3])
def test_the_smallest_gradient_is_below_the_bound_and_of_its_order(cases, steps):
    """4/(3τ + 2) is the exact worst case [Abbaszadehpeivasti, de Klerk, Zamani 2022]; the bound is 2/(τ + 1)."""
    worst = cases.smallest_gradient(steps)
    assert worst == pytest.approx(4 / (3 * steps + 2), abs=1e-4)
    assert worst <= cases.bound_on_gradients(steps) <= 3 / 2 * worst + 1e-3


@pytest.mark.parametrize("steps", [1, 3])
def test_the_gap_contracts_at_least_as_the_bound_says(cases, steps):
    worst = cases.gap(steps)
    assert worst <= cases.bound_on_gap(steps)
    assert worst ** (1 / steps) == pytest.approx(cases.gap(1), abs=1e-3)  # a^t, with one a
