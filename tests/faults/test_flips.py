"""A flipped bit of any file that a run writes is told, costs what it damaged, or changes nothing that is read."""

import numpy as np
import pytest
from toys import write_toy

from theorytest.claims.ledger import load_ledger
from theorytest.decisions.decision import Verdict
from theorytest.proof.certificates import CertificateError, certified, write_certificate
from theorytest.proof.finder import find
from theorytest.proof.stating import statement_of
from theorytest.runs.attack_rounds import Progress, store, stored
from theorytest.runs.baseline import baseline_of, read_baseline, write_baseline
from theorytest.runs.budget import Setting
from theorytest.runs.journal import JournalError, open_journal
from theorytest.runs.outcome import tasks_of
from theorytest.runs.record import Timings
from theorytest.runs.recording import build_record
from theorytest.runs.records import RecordError, read_record, write_record
from theorytest.runs.results import Result
from theorytest.runs.runner import run

FLIPS = 1000  # of each kind

PROVABLE = """
import sympy as sp
from theorytest import at_least, claim, symbol
from theorytest.proof import as_checked

@claim(
    "lem:mean",
    says="For real x, y: x² + y² ≥ 2xy.",
    forall={"x, y": symbol("real numbers")},
    proof=as_checked(),
    mutants={"a little more": {"times": sp.Rational(201, 100)}},
)
def squares(*, times=2):
    x, y = sp.symbols("x y", real=True)
    return at_least(x**2 + y**2, times * x * y)
"""


def flipped(path):
    """The content of a file with one flipped bit, many times; the file holds it meanwhile."""
    whole = path.read_bytes()
    rng = np.random.default_rng(0)
    for position, bit in zip(rng.integers(len(whole), size=FLIPS), rng.integers(8, size=FLIPS), strict=True):
        damaged = bytearray(whole)
        damaged[position] ^= 1 << int(bit)
        path.write_bytes(damaged)
        yield
    path.write_bytes(whole)


def told(path, read, whole, error):
    """How many flips were refused by a sentence; the others must change nothing, as where a blank becomes a newline."""
    refused = 0
    for _ in flipped(path):
        try:
            assert read() == whole
        except error:
            refused += 1
    return refused


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    ledger = load_ledger(write_toy(tmp_path_factory.mktemp("paper")))
    setting = Setting(seed=1)
    return build_record(
        ledger, setting, run(ledger, tasks_of(ledger.claims, mutants=False), setting), Timings("", 1.0, 1)
    )


def test_of_a_record(record, tmp_path):
    path = tmp_path / "run.json"
    write_record(record, path)
    whole = read_record(path, curves=False)
    assert told(path, lambda: read_record(path, curves=False), whole, RecordError) > 0.9 * FLIPS


def test_of_curves(record, tmp_path):
    path = tmp_path / "run.json"
    write_record(record, path)
    (curves,) = tmp_path.glob("*.npz")
    assert told(curves, lambda: read_record(path).curves.keys(), None, RecordError) == FLIPS


def test_of_a_baseline(record, tmp_path):
    path = tmp_path / "baseline.json"
    write_baseline(baseline_of(record), path)
    assert told(path, lambda: read_baseline(path), read_baseline(path), RecordError) > 0.8 * FLIPS


def test_of_a_journal(tmp_path):
    path, identity = tmp_path / "journal.jsonl", {"seed": 1}
    results = [Result(name, None, Verdict.EXACT, f"{name} holds") for name in "abcdefgh"]
    with open_journal(path, identity, resume=False) as journal:
        for each in results:
            journal.append(each)
    whole = path.read_bytes()

    def kept():
        with open_journal(path, identity, resume=True) as journal:
            return [each.sentence for each in journal.results.values()]

    assert kept() == [each.sentence for each in results]
    for _ in flipped(path):
        try:
            found = kept()
        except JournalError:
            continue
        assert found in ([], [each.sentence for each in results][: len(found)])
        path.write_bytes(whole)


def test_of_what_an_attack_stores(tmp_path):
    progress = Progress("lem:mean", 3, 3000, 0.25, "x = 1/2", (1, (0.5, 2.0)), script="print(1)")
    store(tmp_path, progress)
    (path,) = (tmp_path / "attacks").iterdir()
    assert stored(tmp_path, "lem:mean") == progress
    for _ in flipped(path):
        assert stored(tmp_path, "lem:mean") in (progress, Progress("lem:mean"))


def test_of_a_certificate(tmp_path):
    write_toy(tmp_path, one=PROVABLE)
    (proved,) = load_ledger(tmp_path / "checks").select(["lem:mean"])
    path = write_certificate(proved, find(statement_of(proved)))
    statement = certified(proved).content["statement"]
    assert told(path, lambda: certified(proved).content["statement"], statement, CertificateError) > 0.6 * FLIPS
