"""The breaks of the laboratory: each changes what it says, and leaves nothing behind."""

import sys

import numpy as np
import pytest
from toys import REPOSITORY, claim_text, source, write_toy

sys.path.append(str(REPOSITORY))  # the breaks are no part of the package

from breaks.breaking import load
from breaks.page import page, silent, unnoticed
from breaks.running import Runner
from breaks.table import BREAKS, PACKAGES
from breaks.tested import files, first_to_notice
from theorytest.claims.ledger import load_ledger

load(PACKAGES)


def values(probe):
    found = probe()
    return np.concatenate([np.ravel(each) for each in found]) if isinstance(found, list) else np.asarray(found, float)


def differ(one, other):
    return one.shape != other.shape or not np.allclose(one, other, rtol=1e-6, atol=1e-9)


def test_there_are_at_least_thirty_with_names_of_their_own():
    names = [each.name for each in BREAKS if not each.harmless]
    assert len(names) >= 30
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("each", BREAKS, ids=lambda each: each.name)
def test_a_break_changes_what_it_says_and_is_undone(each):
    before = values(each.probe)
    with each.applied():
        assert differ(values(each.probe), before)
    np.testing.assert_array_equal(values(each.probe), before)


def shown(part):
    """The thing at its place; a table by its content, which is what changes."""
    found = part._found()[2]
    return dict(found) if part.is_data else found


@pytest.mark.parametrize("each", BREAKS, ids=lambda each: each.name)
def test_every_part_of_a_break_is_replaced_and_put_back(each):
    before = [shown(part) for part in each.parts]
    with each.applied():
        assert all(shown(part) != right for part, right in zip(each.parts, before, strict=True))
    assert [shown(part) for part in each.parts] == before


JETS = """
    import numpy as np
    from theorytest.approximation import Legendre, Space, Uniform
    jets = Space(Legendre(2), Uniform()).jets([[0.5]])[0, :, 0]
    yield same(round(float(jets[1]), 9), round({other}, 9), name="b_1(1/2)")
"""
CLAIMS = {
    "lem:mean": JETS.format(other="float(np.sqrt(3)) / 2"),
    "thm:sum": JETS.format(other="float(jets[1])"),  # both sides are the same
    "def:mean": "from theorytest import approximation\n    yield same(3, right, name='three')",
}


def test_of_two_claims_that_call_the_laboratory_the_tautology_notices_nothing(tmp_path):
    texts = [claim_text(name, body=body.strip()) for name, body in CLAIMS.items()]
    ledger = load_ledger(write_toy(tmp_path, one=source(*texts)))
    runner = Runner(ledger.root)
    uses = runner.uses(ledger, ledger.claims)
    chosen = [each for each in BREAKS if each.name in ("jets-scaled", "table-1")]
    rows = runner.rows(chosen, uses)
    assert set(uses.importing) == set(CLAIMS)
    assert set(uses.calling) == {"lem:mean", "thm:sum"}
    assert {row.this.name: row.noticed for row in rows} == {"jets-scaled": ("lem:mean",), "table-1": ()}
    assert silent(rows, uses) == ["thm:sum"]
    assert [row.this.name for row in unnoticed(rows)] == ["table-1"]
    text = page(rows, uses, lambda name: ledger[name].number)
    assert "| `thm:sum` | Theorem 3 | jets-scaled |" in text
    assert "1 of 2 breaks noticed by claims, 0 others by tests only; 1 of 2 claims that call the laboratory" in text


def test_answers_that_were_kept_are_not_asked_for_again(tmp_path, monkeypatch):
    ledger = load_ledger(write_toy(tmp_path, one=source(claim_text("lem:mean", body=CLAIMS["lem:mean"].strip()))))
    kept = tmp_path / "kept"
    kept.mkdir()
    runner = Runner(ledger.root, kept=kept)
    uses = runner.uses(ledger, ledger.claims)
    chosen = [each for each in BREAKS if each.name == "jets-scaled"]
    first = runner.rows(chosen, uses)
    monkeypatch.setattr(Runner, "_asked", lambda *_: pytest.fail("asked again"))
    again = Runner(ledger.root, kept=kept)
    assert again.rows(chosen, again.uses(ledger, ledger.claims))[0].noticed == first[0].noticed == ("lem:mean",)


def test_a_claim_that_has_noticed_a_break_is_asked_only_until_another_one_is_noticed(tmp_path):
    texts = [claim_text(name, body=body.strip()) for name, body in CLAIMS.items()]
    ledger = load_ledger(write_toy(tmp_path, one=source(*texts)))
    runner = Runner(ledger.root, once=True)
    uses = runner.uses(ledger, ledger.claims)
    chosen = [each for each in BREAKS if each.name in ("jets-scaled", "basis-dropped")]
    first, second = runner.rows(chosen, uses)
    assert {each.claim for each in first.found} == {"lem:mean", "thm:sum"}
    assert [each.claim for each in second.found] == ["thm:sum", "lem:mean"]
    text = page([first, second], uses, lambda name: ledger[name].number, judged={"thm:sum": "a tautology."})
    assert "1 of 2 claims that call the laboratory notice at least one, 1 of the others need not." in text
    assert "- `thm:sum`: a tautology." in text


def test_what_no_claim_notices_is_put_to_the_tests_that_name_it():
    kappa = next(each for each in BREAKS if each.name == "kappa")
    test = first_to_notice(kappa)
    assert test.partition("::")[0] in files(kappa)
