"""Certificates: statements on symbols, how they are proved, and a checker that trusts nobody (checker.py).

Statements are made of the formulas of the check itself; `theorytest prove` finds and stores their certificates.
"""

from theorytest.proof.intervals import interval
from theorytest.proof.language import (
    Term,
    function,
    inner,
    integer,
    maximum,
    mean,
    nonnegative,
    norm,
    number,
    positive,
    real,
    root,
    square,
    vector,
)
from theorytest.proof.statement import Statement, along, as_checked, compared, defined, for_all, statement, unequal
from theorytest.proof.tactics import (
    HYPOTHESIS,
    below,
    cases,
    fact,
    induction,
    lemma,
    product,
    series,
    split,
    squared,
    use,
)

__all__ = [
    "HYPOTHESIS",
    "Statement",
    "Term",
    "along",
    "as_checked",
    "below",
    "cases",
    "compared",
    "defined",
    "fact",
    "for_all",
    "function",
    "induction",
    "inner",
    "integer",
    "interval",
    "lemma",
    "maximum",
    "mean",
    "nonnegative",
    "norm",
    "number",
    "positive",
    "product",
    "real",
    "root",
    "series",
    "split",
    "square",
    "squared",
    "statement",
    "unequal",
    "use",
    "vector",
]
