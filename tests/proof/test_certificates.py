"""The stored certificates of this paper: accepted, about what the claims say today, and refused for their mutants."""

import json
import subprocess
import sys
from types import SimpleNamespace

import pytest
from provable import satisfying
from toys import REPOSITORY

from theorytest import at_most
from theorytest.claims.ledger import load_ledger
from theorytest.commands.check_certificates import check_certificates
from theorytest.decisions.decision import Verdict
from theorytest.proof import positive, statement
from theorytest.proof.certificates import CertificateError, certificate_file, certified
from theorytest.proof.checker import Refused, check
from theorytest.proof.finder import NotFoundError, find
from theorytest.proof.stating import concerned, statement_of

CHECKS = REPOSITORY / "checks"


@pytest.fixture(scope="module")
def claims():
    return [each for each in load_ledger(CHECKS).claims if each.proof is not None]


def stored(claim):
    return json.loads(certificate_file(claim).read_text(encoding="utf-8"))


def test_every_certificate_proves_what_its_claim_says_today(claims):
    """What ties the statement to the check is computed whenever the claim is verified."""
    for each in claims:
        certificate = stored(each)
        assert certificate["claim"] == each.id
        assert certificate["statement"] == statement_of(each).tree, each.id
        check(certificate)


def test_no_certificate_belongs_to_nobody(claims):
    assert {path.name for path in (CHECKS / "certificates").glob("*.json")} == {
        certificate_file(each).name for each in claims
    }


def test_what_a_certificate_covers_is_expected_to_be_proved(claims):
    assert [each.id for each in claims if each.provable and each.expected is not Verdict.PROVED] == []


def test_no_statement_is_written_by_hand(claims):
    """Each is made by the check on symbols, or compared with it at instances."""
    assert [each.id for each in claims if each.by_hand] == []


def unproved(claim, ingredients):
    """Whether neither the stored proof nor the finder proves the claim with these ingredients."""
    try:
        made = statement_of(claim, ingredients)
        tree = made.tree
    except (TypeError, ValueError, AttributeError, Refused):  # it cannot be written on symbols, or divides by 0
        return True
    try:
        check({"statement": tree, "proof": stored(claim)["proof"]})
        return False
    except Refused:
        pass
    try:
        find(made)
    except NotFoundError:
        return True
    return False


def test_no_mutant_is_proved(claims):
    proved = [
        f"{claim.id}[{mutant.name}]"
        for claim in claims
        for mutant in claim.mutants
        if not mutant.must_hold and concerned(claim, mutant.ingredients) and not unproved(claim, mutant.ingredients)
    ]
    assert proved == []


def test_every_statement_depends_on_what_a_mutant_changes(claims):
    """A statement that no mutant of the claim changes might be about something else."""

    def changes(claim):
        stated = statement_of(claim).tree
        for mutant in claim.mutants:
            try:
                if statement_of(claim, mutant.ingredients).tree != stated:
                    return True
            except (TypeError, ValueError, AttributeError, Refused):
                continue
        return False

    assert [each.id for each in claims if not changes(each)] == []


def test_hypotheses_do_not_contradict_each_other(claims):
    """Numbers, vectors and draws that satisfy them exist; sequences and hypotheses with variables are not searched."""
    trees = {each.id: statement_of(each).tree for each in claims}
    flat = {name: tree for name, tree in trees.items() if not tree["functions"] and tree["given"]}
    plain = {name: tree for name, tree in flat.items() if not any(each.get("forall") for each in tree["given"])}
    assert len(plain) > 60
    assert [name for name, tree in plain.items() if satisfying(tree) is None] == []


def test_a_certificate_of_another_sentence_is_refused(claims, monkeypatch, tmp_path):
    first, second = claims[:2]
    stolen = tmp_path / "stolen.json"
    stolen.write_text(certificate_file(second).read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr("theorytest.proof.certificates.certificate_file", lambda _: stolen)
    with pytest.raises(CertificateError, match="proves another statement than the claim makes"):
        certified(first)


@pytest.mark.parametrize(("text", "words"), [("{", "is not JSON"), ("[]", "another statement"), ("{}", "another")])
def test_a_broken_file_is_one_sentence(claims, monkeypatch, tmp_path, text, words):
    broken = tmp_path / "broken.json"
    broken.write_text(text, encoding="utf-8")
    monkeypatch.setattr("theorytest.proof.certificates.certificate_file", lambda _: broken)
    with pytest.raises(CertificateError, match=words):
        certified(claims[0])
    monkeypatch.setattr("theorytest.proof.certificates.certificate_file", lambda _: tmp_path / "none.json")
    with pytest.raises(CertificateError, match="is missing"):
        certified(claims[0])


def test_contradictory_hypotheses_are_seen():
    a, b = positive("a b")
    given = {"a is small": at_most(a, b - 1), "b is small": at_most(b, a - 1)}
    assert satisfying(statement(at_most(a, 0), given=given).tree) is None


def test_the_checker_alone_accepts_the_folder(capsys):
    assert check_certificates(SimpleNamespace(folder=CHECKS / "certificates")) == 0
    assert "0 refused" in capsys.readouterr().out


def test_the_checker_alone_needs_no_numpy():
    words = "import sys; from theorytest.cli import main; main(['check-certificates', sys.argv[1]]); "
    words += "print(sorted({'numpy', 'scipy', 'sympy'} & set(sys.modules)), __import__('time').process_time() < 60)"
    folder = str(CHECKS / "certificates")
    done = subprocess.run([sys.executable, "-c", words, folder], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[] True"


def test_a_refused_certificate_fails_the_folder(tmp_path, capsys):
    claim = ["=", "1", "2"]
    wrong = {"statement": {"claim": [claim]}, "proof": [{"by": "combination", "terms": []}]}
    (tmp_path / "wrong.json").write_text(json.dumps(wrong), encoding="utf-8")
    assert check_certificates(SimpleNamespace(folder=tmp_path)) == 1
    assert "do not add up" in capsys.readouterr().out
