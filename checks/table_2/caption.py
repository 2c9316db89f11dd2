r"""Table 2, its caption: the four constants of each of five estimators, through quantities that the paper defines."""

from theorytest import claim


@claim(
    "table:constant_overview",
    says="The quantities in each row of Table 2 are defined in the section that the row names.",
    expected="not executable",
    why="where a symbol is defined is read and not computed; the probability p of S_δ, for one, has its name in Lemma "
    "E.1 and not in Section 3.3",
)
def quantities_are_defined():
    """Nothing to run: the twenty cells have claims of their own."""
