"""Table 2: every printed cell with numbers inserted by hand, and quantities that are missing or make no sense."""

from math import inf, sqrt

import pytest

from theorytest.approximation.table_2 import TABLE_2

CELLS = ("c_bias1", "c_bias2", "c_var1", "c_var2")


@pytest.mark.parametrize(
    ("row", "values", "expected"),
    [
        # λ_*; 0; (λ*² (n-1) + λ* k)/n; λ* k/n
        ("non", {"lam_min": 0.5, "lam_max": 3, "k": 7, "n": 4}, (0.5, 0, (9 * 3 + 21) / 4, 21 / 4)),
        ("non", {"lam_min": 1, "lam_max": 1, "k": 5, "n": 1}, (1, 0, 5, 5)),
        # 1; 0; (n-1+k)/n; k/n
        ("quasi", {"k": 3, "n": 6}, (1, 0, 8 / 6, 0.5)),
        # 1; √k/((1-δ) √(p n)); (n-1+k)/((1-δ)² p n); k/((1-δ)² p n)
        ("lsq", {"k": 9, "n": 4, "delta": 0.5, "p": 0.25}, (1, 6, 48, 36)),
        ("lsq", {"k": 2, "n": 8, "delta": 0.2, "p": 1}, (1, sqrt(2) / (0.8 * sqrt(8)), 9 / (0.64 * 8), 2 / (0.64 * 8))),
        # 1; 0; c_var2 + 4/(1-δ)²; d/n (1 + 4/(1-δ)²)
        ("volume", {"d": 3, "n": 12, "delta": 0.5}, (1, 0, 20.25, 4.25)),
        # 1; 0; 1; (c_var1(Q) - 1) B² + c_var2(Q)
        ("debiased", {"q1": 1.5, "q2": 0.25, "B": 3}, (1, 0, 1, 4.75)),
        ("debiased", {"q1": 0.5, "q2": 0, "B": 2}, (1, 0, 1, -2)),
    ],
)
def test_cells_are_those_of_the_paper(row, values, expected):
    found = TABLE_2[row].numbers(**values)
    assert tuple(found) == CELLS
    assert tuple(found.values()) == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize(
    ("row", "values", "expected"),
    [
        ("non", {"lam_min": 0.5, "lam_max": 3, "k": inf, "n": 4}, (0.5, 0, inf, inf)),
        ("quasi", {"k": inf, "n": 6}, (1, 0, inf, inf)),
        ("lsq", {"k": inf, "n": 4, "delta": 0.5, "p": 0.25}, (1, inf, inf, inf)),
        ("debiased", {"q1": inf, "q2": inf, "B": 2}, (1, 0, 1, inf)),
        ("debiased", {"q1": 1.5, "q2": 1, "B": inf}, (1, 0, 1, inf)),
    ],
)
def test_an_infinite_k_gives_infinite_constants(row, values, expected):
    assert tuple(TABLE_2[row].numbers(**values).values()) == expected


def test_zero_times_infinity_is_refused():
    with pytest.raises(ValueError, match="c_var2 would be 0 times infinity"):
        TABLE_2["debiased"].numbers(q1=1.0, q2=1.0, B=inf)


@pytest.mark.parametrize(
    ("row", "needed"),
    [
        ("non", {"lam_min", "lam_max", "k", "n"}),
        ("quasi", {"k", "n"}),
        ("lsq", {"k", "n", "delta", "p"}),
        ("volume", {"d", "n", "delta"}),
        ("debiased", {"q1", "q2", "B"}),
    ],
)
def test_missing_quantities_are_named(row, needed):
    assert TABLE_2[row].symbols == needed
    with pytest.raises(ValueError, match=f"^the formulas need {', '.join(sorted(needed))}$"):
        TABLE_2[row].numbers()
    for name in needed:
        with pytest.raises(ValueError, match=f"^the formulas need {name}$"):
            TABLE_2[row].numbers(**dict.fromkeys(needed - {name}, 0.5))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"delta": 1.0}, r"delta must lie in \(0, 1\)"),
        ({"delta": 0.0}, r"delta must lie in \(0, 1\)"),
        ({"p": 0.0}, "p must be greater than 0"),
        ({"p": 1.5}, "p must be a probability of at most 1"),
        ({"n": 0}, "n must be greater than 0"),
        ({"n": inf}, "n must be a finite real number"),
        ({"k": float("nan")}, "k must be a finite real number"),
        ({"k": -1}, "k must be greater than 0"),
    ],
)
def test_values_outside_their_range_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        TABLE_2["lsq"].numbers(**({"k": 2, "n": 4, "delta": 0.5, "p": 0.25} | change))


def test_each_row_cites_its_definition_and_its_proof():
    """The last two columns of the table, in its order."""
    cited = [(row.definition, row.proof) for row in TABLE_2.values()]
    assert list(TABLE_2) == ["non", "quasi", "lsq", "volume", "debiased"]
    assert cited == [
        ("sec:non-projection", "lem:sgd_bias_variance"),
        ("sec:quasi-projection", "lem:sgd_bias_variance"),
        ("sec:least-squares_projection", "lemma:QBP_bias"),
        ("sec:dpp-projection", "lemma:DPP_bias"),
        ("app:debiased_projection", "lem:debiased_P_bounded"),
    ]
