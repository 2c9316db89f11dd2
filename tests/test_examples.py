"""The packs in examples/ are verified with their mutants, and each README says what its pack finds."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from toys import REPOSITORY, theorytest

from theorytest.claims.paper import read_paper

EXAMPLES = REPOSITORY / "examples"
PACKS = {"adam": 2, "concentration": 15, "gradient_methods": 25, "monte_carlo": 10}  # at least so many results
RESULTS = ("theorem", "lemma", "proposition", "corollary")


@pytest.mark.parametrize("pack", PACKS)
def test_every_claim_and_mutant_is_as_expected(tmp_path, pack):
    checks, record = EXAMPLES / pack / "checks", tmp_path / "record.json"
    done = theorytest(tmp_path, "verify", "--checks", checks, "--mutants", "--jobs", "1", "--json", record)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-500:]
    items = {item.label: item for item in read_paper(checks / "paper.toml").items}
    covered = {each["label"] for each in json.loads(record.read_text())["ledger"]["claims"]}
    results = [label for label, item in items.items() if item.kind in RESULTS]
    assert len(results) >= PACKS[pack]
    assert set(results) <= covered


def test_adam_is_refuted_by_the_attack_alone(tmp_path):
    done = theorytest(tmp_path, "verify", "thm:regret/unit", "--checks", EXAMPLES / "adam" / "checks", "--jobs", "1")
    assert "(enclosed); an attack of " in done.stdout
    [games] = [line for line in done.stdout.splitlines() if line.startswith("refuted")]
    played = games.split("g = (")[1].split(")")[0].split(", ")
    assert len(played) == 4


@pytest.mark.parametrize("pack", PACKS)
def test_sentences_are_clear(tmp_path, pack):
    done = theorytest(tmp_path, "lint", "--checks", EXAMPLES / pack / "checks")
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(find_spec("PEPit") is None, reason="PEPit is not installed: pip install theorytest[pep]")
def test_worst_cases_by_pepit_are_the_bounds(monkeypatch):
    monkeypatch.syspath_prepend(Path(EXAMPLES / "gradient_methods"))
    from pep import COMPARED

    for worst, bound in COMPARED.values():
        assert worst() == pytest.approx(bound, rel=1e-3)
