"""The claims of a folder, in order, found by one importer; coverage is computed from their labels."""

import pytest
from toys import PAPER, RICH, claim_text, source, write_toy

from theorytest.claims.ledger import UnknownClaimError, load_ledger
from theorytest.claims.mutants import ClaimError

LIST = """
def cell(number):
    @claim(f"lem:mean/{number}", says="A cell.", expected="exact", mutants={"four": {"right": 4}})
    def check(*, right=3):
        yield same(3, right, name="three")
    return check

CELLS = [cell(1), cell(2)]
"""


def ids(ledger):
    return [each.id for each in ledger.claims]


def test_claims_come_in_the_order_of_files_and_definitions(tmp_path):
    ledger = load_ledger(write_toy(tmp_path))
    assert ids(ledger) == ["def:mean", "lem:mean", "thm:sum", "thm:sum/corrected", "rem:far"]
    assert ledger["thm:sum"].number == "Theorem 3"
    assert {file.name for file in ledger.files.values()} == {"first.py", "second.py"}


def test_a_list_of_checks_is_a_list_of_claims(tmp_path):
    assert ids(load_ledger(write_toy(tmp_path, one=source(LIST)))) == ["lem:mean/1", "lem:mean/2"]


def test_an_imported_check_stays_with_the_file_that_defines_it(tmp_path):
    files = {"a": "from checks.b import check_lem_mean\nagain = check_lem_mean\n", "b": source(claim_text("lem:mean"))}
    ledger = load_ledger(write_toy(tmp_path, **files))
    assert ledger.files["lem:mean"].name == "b.py"
    assert ids(ledger) == ["lem:mean"]


def test_two_papers_may_call_their_folder_alike(tmp_path):
    for name in ("lem:mean", "thm:sum"):
        folder = tmp_path / name[:3]
        assert ids(load_ledger(write_toy(folder, one=source(claim_text(name))))) == [name]


@pytest.mark.parametrize(
    ("text", "reason"), [("1 / 0", "ZeroDivisionError: division by zero"), ("def", "SyntaxError: invalid syntax")]
)
def test_a_file_that_cannot_be_imported_is_a_sentence(tmp_path, text, reason):
    with pytest.raises(ClaimError, match=f"checks/one.py cannot be imported: {reason}"):
        load_ledger(write_toy(tmp_path, one=text))


def test_a_pattern_selects_ids_and_labels_in_the_ledgers_order(tmp_path):
    ledger = load_ledger(write_toy(tmp_path))
    assert [each.id for each in ledger.select(["thm:*", "def:mean"])] == ["def:mean", "thm:sum", "thm:sum/corrected"]
    assert [each.id for each in ledger.select(["thm:sum"])] == ["thm:sum", "thm:sum/corrected"]
    assert ledger.select([]) == ledger.claims


def test_an_unknown_id_suggests_the_nearest(tmp_path):
    with pytest.raises(UnknownClaimError, match=r"no claim is called 'lem:maen': did you mean 'lem:mean'\?"):
        load_ledger(write_toy(tmp_path)).select(["lem:maen"])
    with pytest.raises(UnknownClaimError, match=r"but 2 begin so, such as 'thm:sum' \(theorytest list 'thm:\*'"):
        load_ledger(write_toy(tmp_path)).select(["thm:"])
    with pytest.raises(UnknownClaimError, match=r"no claim is called 'nothing like it'$"):
        load_ledger(write_toy(tmp_path)).select(["nothing like it"])


def test_foundations_are_transitive(tmp_path):
    ledger = load_ledger(write_toy(tmp_path))
    assert ledger.foundations(ledger["thm:sum/corrected"]) == ["def:mean", "lem:mean", "thm:sum"]


def test_coverage_is_computed(tmp_path):
    covered = load_ledger(write_toy(tmp_path)).coverage
    assert covered.plain() == {"total": 5, "covered": 4, "missing": ["fig:one"]}
    assert covered.claims["thm:sum"] == ("thm:sum", "thm:sum/corrected")


def test_one_claim_may_cover_further_labels(tmp_path):
    ledger = load_ledger(write_toy(tmp_path, one=source(claim_text("lem:mean", also=["fig:one"]))))
    assert ledger.coverage.missing == ["def:mean", "thm:sum", "rem:far"]


@pytest.mark.parametrize(
    ("paper", "sentence"),
    [
        ("[[item", "paper.toml cannot be read"),
        ("[[item]]\nlabel = 'a'\n", "item 1 of .* has no number and no kind and no title"),
        (PAPER + PAPER, "lists the label 'def:mean' twice"),
        ("item = 3", "paper.toml is not a paper's list"),
        ("[paper]\nauthors = 'A. Author'", "authors must be a list of texts, got 'A. Author'"),
        ("[[table]]\nnumber = 'Table 1'", "a table of .* has no title and no columns and no rows"),
        (RICH.replace('["lem:mean", "thm:sum"]', '["lem:mean"]'), "the row 'numbers' has 1 cells for 2 columns"),
        (RICH.replace('["1/2", ""]', '["1/2"]'), "the row 'numbers' has 1 cells for 2 columns"),
        (RICH.replace('"lem:mean", "thm:sum"', '"lem:mean", "thm:no"'), "speaks of the label 'thm:no'"),
        (RICH.replace('assumes = ["def:mean"]', 'assumes = ["def:no"]'), "speaks of the label 'def:no'"),
        (
            PAPER.replace("section =", "sectoin ="),
            r"item 1 \(def:mean\) .* no key 'sectoin': did you mean 'section'",
        ),
        (
            PAPER.replace('"lemma"', '"lema"'),
            r"item 2 \(lem:mean\) .* no kind 'lema': did you mean 'lemma'",
        ),
        (PAPER + "[default]\nresolution = 0.1", "a paper's list has no table 'default': did you mean 'defaults'"),
        (PAPER + "[defaults]\nresolution = 2", r"the default resolution must lie in \(0, 0.2\], got 2"),
        (PAPER + "[defaults]\nmax_draws = 0.5", "the default max_draws must be a whole number above 0, got 0.5"),
        (PAPER + "[paper]\nauthor = ['A']", r"\[paper\] of .* has no key 'author': did you mean 'authors'"),
        (RICH.replace("lem:mean[square root]", "lem:mean[no]"), r"'lem:mean\[no\]', .* is no claim or mutant"),
    ],
)
def test_a_broken_list_of_the_paper_is_a_sentence(tmp_path, paper, sentence):
    with pytest.raises(ClaimError, match=sentence):
        load_ledger(write_toy(tmp_path, paper=paper))


def test_a_list_may_name_the_paper_and_its_tables(tmp_path):
    paper = load_ledger(write_toy(tmp_path, paper=RICH)).paper
    assert (paper.title, paper.authors) == ("Sums & means", ("A. Author", "B. Author"))
    assert [row.cells for row in paper.tables[0].rows] == [("lem:mean", "thm:sum")]
    assert paper.needed[0].witness == "lem:mean[square root]"
    assert {item.label: item.assumes for item in paper.items if item.assumes} == {"thm:sum": ("def:mean",)}


def test_a_folder_without_a_paper_is_a_sentence(tmp_path):
    with pytest.raises(ClaimError, match=r"there is no .*paper.toml"):
        load_ledger(tmp_path)
