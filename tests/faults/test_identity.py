"""What a check really imports and reads is part of what --resume and --carry compare."""

import json

import pytest
from toys import claim_text, source, theorytest, write_toy

from theorytest.claims.fingerprints import fingerprint
from theorytest.claims.ledger import load_ledger
from theorytest.runs.provenance import versions

READS = """from pathlib import Path
    from helper import three
    value = float(run.generators('draws')(0).random())
    data = float((Path(__file__).parent / 'data.csv').read_text())
    yield same(data + right, three() + 3, name='three')
"""
BETS = """from pathlib import Path
    bound = float((Path(__file__).parent / 'data.csv').read_text())
    from theorytest.decisions.means import mean_at_most as mean
    yield sampled(mean, lambda rng, n: rng.random(n), bound=bound, resolution=0.05, max_draws=40000, upper=1.0)
"""


@pytest.fixture
def paper(tmp_path):
    """A claim that reads a file in the folder and imports another beside it."""
    write_toy(tmp_path, one=source(claim_text("lem:mean", body=READS), claim_text("thm:sum")))
    (tmp_path / "checks" / "data.csv").write_text("3")
    (tmp_path / "helper.py").write_text("def three():\n    return 3\n")
    return tmp_path


def runs_again(folder):
    said = theorytest(folder, "verify", "--jobs", "1", "--resume")
    return [line.split("]")[1].split()[1] for line in said.stderr.splitlines() if line.startswith("[")]


def test_a_changed_data_file_is_seen_by_resume(paper):
    assert theorytest(paper, "verify", "--jobs", "1").returncode == 0
    assert runs_again(paper) == []
    (paper / "checks" / "data.csv").write_text("4")
    assert runs_again(paper) == ["lem:mean"]


def test_a_changed_helper_beside_the_checks_is_seen_by_resume(paper):
    assert theorytest(paper, "verify", "--jobs", "1").returncode == 0
    (paper / "helper.py").write_text("def three():\n    return 3  # still\n")
    assert runs_again(paper) == ["lem:mean"]


def test_a_helper_that_is_imported_with_the_checks_is_in_the_fingerprint(tmp_path):
    (tmp_path / "aside.py").write_text("from pathlib import Path\nX = Path(__file__).with_name('x.csv').read_text()\n")
    (tmp_path / "x.csv").write_text("1")
    ledger = load_ledger(write_toy(tmp_path, one="import aside\n" + source(claim_text("lem:mean"))))
    assert [file.name for file in ledger.read] == ["aside.py", "x.csv"]
    before = fingerprint(ledger.root, *ledger.read)
    (tmp_path / "x.csv").write_text("2")
    assert fingerprint(ledger.root, *ledger.read) != before


def test_evidence_about_another_data_file_is_not_carried_on(tmp_path):
    write_toy(
        tmp_path, one=source(claim_text("lem:mean", body=BETS, expected="confirmed", mutants={"x": {"right": 4}}))
    )
    data = tmp_path / "checks" / "data.csv"
    said = []
    for seed, bound in enumerate(("0.6", "0.6", "0.7"), start=1):
        data.write_text(bound)
        words = ("verify", "--jobs", "1", "--seed", seed, "--carry", "chain.json", "--json", "chain.json")
        done = theorytest(tmp_path, *words)
        said.append(done.stderr + done.stdout)
    assert "evidence of 1 decision is carried on from 1 run\n" in said[1]
    assert "1 claim starts anew, since sources changed: lem:mean" in said[2]
    stored = json.loads((tmp_path / "chain.json").read_text())["verdicts"][0]["sources"]
    assert stored.endswith(" checks/data.csv")


def test_every_numeric_library_is_in_the_versions():
    assert {"numpy", "scipy", "sympy", "mpmath", "python-flint", "statsmodels", "msgspec"} <= set(versions())
