r"""Table 2, its caption: the four constants of each of five estimators, through quantities that the paper defines.

The package's copy of the table carries the labels of the columns "Def." and "Proof". That these and all twenty cells
are items of the paper is read from its list; that a formula needs nothing else is seen by evaluating it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from theorytest import at_least, claim, equal
from theorytest.approximation.table_2 import TABLE_2
from theorytest.claims.paper import read_paper

ROWS = {
    "non": "nonprojection",
    "quasi": "quasiprojection",
    "lsq": "leastsquares",
    "volume": "volume",
    "debiased": "debiased",
}
COLUMNS = ("bias1", "bias2", "var1", "var2")

# Where the paper introduces each quantity.
DEFINED = {
    "lam_min": "sec:non-projection",
    "lam_max": "sec:non-projection",
    "k": "eq:def:christoffel",
    "d": "x:sec1.1-setting-ii",
    "n": "x:sec1.1-setting-iii",
    "delta": "eq:stability",
    "p": "lemma:QBP_bias",
    "B": "lem:debiased_P_bounded",
    "q1": "lem:debiased_P_bounded",
    "q2": "lem:debiased_P_bounded",
}
SOME = {"lam_min": 0.5, "lam_max": 2.0, "k": 3.0, "n": 8.0, "d": 3.0, "p": 0.9, "B": 2.0, "q1": 1.5, "q2": 0.5}


def items():
    """The paper's list, by label."""
    return {item.label: item for item in read_paper(Path(__file__).parents[1] / "paper.toml").items}


def references(row):
    """The labels of the columns "Def." and "Proof"."""
    return row.definition, row.proof


@claim(
    "table:constant_overview",
    kind="remark",
    says="Table 2 has five estimators with four constants each; their sections, lemmas and quantities exist, and "
    "at k = 3, n = 8 all of them are finite and not negative.",
    formula=r"(c_{\mathrm{bias},1}, c_{\mathrm{bias},2}, c_{\mathrm{var},1}, c_{\mathrm{var},2}) \in [0,\infty)^4 "
    r"\text{ for each of } 5 \text{ estimators}",
    expected="computed",
    mutants={
        "six estimators": {"rows": {**ROWS, "boosted": "boosted"}},
        "proofs that are not there": {"references": lambda row: (row.definition, f"{row.proof}_2")},
        "a quantity that is not given": {"values": {name: SOME[name] for name in SOME if name != "k"}},
    },
)
def table_is_complete(*, rows=ROWS, references=references, values=SOME):
    """The probability p of the stable event has its name only in the lemma of the proof, not in Section 3.3."""
    known = items()
    cells = [label for label in known if label.startswith("x:tab2-")]
    wanted = [f"x:tab2-{row}-{column}" for row in rows.values() for column in COLUMNS]
    yield equal(len(cells), len(wanted), name="cells", symbol="the number of cells")
    yield equal(cells == wanted, True, name="their order", symbol="the same")
    for name, row in TABLE_2.items():
        labels = (*references(row), *(DEFINED[each] for each in row.symbols))
        found = sum(label in known for label in labels)
        yield equal(found, len(labels), name=f"{name}: labels", symbol="labels found")
        given = row.symbols <= values.keys() | {"delta"}
        yield equal(given, True, name=f"{name}: quantities", symbol="all are given")
        numbers = list(row.numbers(**SOME, delta=0.5).values())
        yield equal(np.isfinite(numbers).sum(), 4, name=f"{name}: finite")
        yield at_least(numbers, 0.0, name=f"{name}: signs", digits=None, symbol="a constant")
