"""A ledger that was read before says the same as one that is read now, and none that is out of date is used."""

import pytest
from toys import claim_text, source, theorytest, write_toy

from theorytest.claims.index import INDEX_FILE, remembered_ledger
from theorytest.claims.ledger import load_ledger
from theorytest.claims.static_ids import written_ids
from theorytest.runs.budget import shares
from theorytest.runs.recording import described
from theorytest.runs.records import state_folder

NOISY = "print('imported')\n"


@pytest.fixture
def checks(tmp_path):
    return write_toy(tmp_path)


def remembered(checks):
    assert theorytest(checks.parent, "list").returncode == 0  # writes the index
    return remembered_ledger(checks, state_folder)


def test_an_index_says_what_the_ledger_says(checks):
    loaded, known = load_ledger(checks), remembered(checks)
    assert described(known) == described(loaded)
    assert shares(known.claims, 0.001) == shares(loaded.claims, 0.001)
    assert [each.most for each in known.claims] == [each.most for each in loaded.claims]
    assert (known.files, known.read) == (loaded.files, loaded.read)


def test_the_check_of_an_indexed_claim_cannot_be_called(checks):
    with pytest.raises(RuntimeError, match="was not imported"):
        remembered(checks).claims[0].check()


def test_a_changed_source_is_read_again(checks):
    assert "at most one half" in theorytest(checks.parent, "list").stdout
    file = checks / "first.py"
    file.write_text(file.read_text().replace("at most one half", "at most 1/2"))
    assert "at most 1/2" in theorytest(checks.parent, "list").stdout


def test_what_was_imported_before_a_change_is_not_remembered(checks):
    load_ledger(checks)
    (checks / "first.py").write_text("")
    remembered_ledger(checks, state_folder)
    assert not (state_folder(checks) / INDEX_FILE).exists()


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"key": 3}'])
def test_a_damaged_index_is_no_index(checks, damage):
    expected = described(remembered(checks))
    (state_folder(checks) / INDEX_FILE).write_bytes(damage)
    assert described(remembered_ledger(checks, state_folder)) == expected


def test_verifying_one_claim_imports_its_file_only(tmp_path):
    """Importing a file prints: once here and now for the index, later in the process that judges."""
    write_toy(
        tmp_path,
        one=source(claim_text("thm:sum")) + NOISY,
        two=source(claim_text("rem:far")) + "raise SystemExit\n",
    )
    assert "two.py cannot be imported" in theorytest(tmp_path, "verify", "thm:sum").stderr
    two = tmp_path / "checks" / "two.py"
    two.write_text(source(claim_text("rem:far")) + NOISY)
    assert theorytest(tmp_path, "verify", "thm:sum").stdout.count("imported") == 2
    assert theorytest(tmp_path, "verify", "thm:sum").stdout.count("imported") == 0


def test_ids_are_read_without_importing(tmp_path):
    checks = write_toy(tmp_path, one=source(claim_text("thm:sum")) + "raise SystemExit\n")
    assert list(written_ids(checks)) == ["thm:sum"]
