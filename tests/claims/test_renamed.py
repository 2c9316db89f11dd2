"""Old names of claims are looked up in one file, by comparisons and by evidence that is carried on."""

import pytest
from toys import write_toy

from theorytest.claims.ledger import load_ledger
from theorytest.claims.mutants import ClaimError
from theorytest.claims.renamed import read_renamed
from theorytest.runs.baseline import Baseline, Quantity
from theorytest.runs.regression import compare

NOW = Baseline({"new": "exact", "kept": "exact"}, {"new: sum": Quantity(1.0), "kept: sum": Quantity(2.0)})


def before(**verdicts):
    return Baseline(verdicts, {f"{name}: sum": Quantity(1.0 if name != "kept" else 2.0) for name in verdicts})


def test_a_baseline_knows_claims_by_their_new_names():
    found = compare(before(old="exact", kept="exact").under({"old": "new"}), NOW)
    assert not found.drifted
    assert (found.new, found.vanished, found.not_run) == ((), (), ())


def test_what_was_given_up_is_not_missed():
    found = compare(before(old="exact", new="exact", kept="exact").under({"old": ""}), NOW)
    assert (found.drifted, found.not_run) == (False, ())


def test_of_two_claims_that_became_one_the_namesake_counts():
    found = compare(before(old="refuted", new="exact", kept="exact").under({"old": "new"}), NOW)
    assert not found.drifted


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[ids]\n"old" = "gone"\n', "'old' became 'gone', which is no claim"),
        ('[ids]\n"lem:mean" = ""\n', "'lem:mean' is listed as an old name, but a claim is called so"),
        ('[ids]\n"old" = 3\n', "must map old names to new ones"),
        ("[ids\n", "cannot be read"),
        ('[id]\n"old" = "lem:mean"\n', "is unknown, only"),
    ],
)
def test_a_broken_list_of_names_is_a_sentence(tmp_path, text, sentence):
    checks = write_toy(tmp_path)
    (checks / "renamed.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ClaimError, match=sentence):
        load_ledger(checks)


def test_without_a_list_no_name_is_old(tmp_path):
    assert read_renamed(write_toy(tmp_path)) == {}
