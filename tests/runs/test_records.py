"""A record is the same file whenever the run is repeated, and a file that is no record says so."""

import json
from dataclasses import replace

import jsonschema
import msgspec
import numpy as np
import pytest
from toys import claim_text, source, write_toy

from theorytest.claims.ledger import load_ledger
from theorytest.runs.budget import Setting
from theorytest.runs.outcome import tasks_of
from theorytest.runs.record import Mutation, Timings, schema
from theorytest.runs.recording import build_record
from theorytest.runs.records import SCHEMA_FILE, RecordError, read_record, write_record
from theorytest.runs.runner import run

TIMINGS = Timings("2000-01-01T00:00:00+00:00", 1.0, 1)
STRANGE = """from theorytest import Decision, Verdict
    yield (Decision("odd", "by hand", Verdict.REFUTED, "it is odd", float("inf"), float("nan")))
"""


@pytest.fixture
def record(tmp_path):
    """The record of the whole toy paper with its mutants."""
    ledger = load_ledger(write_toy(tmp_path))
    return build_record(ledger, Setting(), run(ledger, tasks_of(ledger.claims, mutants=True), Setting()), TIMINGS)


def curves(path):
    return next(path.parent.glob(f"{path.stem}-*.npz"))


def test_curves_under_the_name_of_earlier_versions_are_read(record, tmp_path):
    path = tmp_path / "run.json"
    write_record(record, path)
    curves(path).rename(path.with_suffix(".npz"))
    assert set(read_record(path).curves) == set(record.curves)


def validate(path):
    schema = json.loads(SCHEMA_FILE.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(path.read_text(), parse_constant=pytest.fail), schema)


def test_a_record_follows_its_schema_and_comes_back(record, tmp_path):
    path = tmp_path / "out" / "run.json"
    write_record(record, path)
    validate(path)
    back = read_record(path)
    assert replace(back, curves={}) == replace(record, curves={})
    assert set(back.curves) == {"lem:mean/first/running mean", "lem:mean/second/running mean"}
    for name, curve in record.curves.items():
        assert np.array_equal(back.curves[name], curve)


def test_broken_and_infinite_evidence_follow_the_schema_too(tmp_path):
    claims = [claim_text("lem:mean", body="1 / 0"), claim_text("thm:sum", body=STRANGE)]
    ledger = load_ledger(write_toy(tmp_path, one=source(*claims)))
    results = run(ledger, tasks_of(ledger.claims, mutants=True), Setting())
    write_record(build_record(ledger, Setting(), results, TIMINGS), tmp_path / "run.json")
    validate(tmp_path / "run.json")


def test_the_schema_is_generated_from_the_classes():
    assert json.loads(SCHEMA_FILE.read_text()) == json.loads(json.dumps(schema()))


def test_writing_twice_gives_the_same_bytes(record, tmp_path):
    for name in ("one", "two"):
        write_record(record, tmp_path / f"{name}.json")
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
    one, two = sorted(tmp_path.glob("*.npz"))
    assert one.name.replace("one-", "two-") == two.name
    assert one.read_bytes() == two.read_bytes()


def test_a_record_says_what_rests_on_a_refuted_claim(record):
    assert record.verdict("thm:sum/corrected").rests_on_refuted == ("thm:sum",)
    assert record.verdict("lem:mean").rests_on_refuted == ()
    assert record.verdict("nothing") is None


def test_a_record_holds_the_mutation_score_and_the_reach(record):
    assert record.run.mutation == Mutation(refuted=3, total=3, controls=0, survivors=())
    repaired = record.verdict("thm:sum/corrected")
    assert [reach.sentence for reach in repaired.scope] == [
        "for all n (whole numbers): 9 named instances, 1 excluded by hypothesis, not attacked"
    ]
    assert (repaired.arithmetic, repaired.verdict) == ("rational", "corroborated")


def test_nothing_but_the_timings_knows_the_time(record):
    text = json.dumps(msgspec.to_builtins([record.run, record.verdicts, record.ledger]))
    assert "seconds" not in text
    assert "started" not in text


def test_a_failed_write_leaves_the_old_record_and_no_draft(record, tmp_path):
    path = tmp_path / "kept" / "run.json"
    write_record(record, path)
    before = path.read_bytes()
    with pytest.raises(TypeError):
        write_record(replace(record, run=object()), path)
    assert path.read_bytes() == before
    assert sorted(file.suffix for file in path.parent.iterdir()) == [".json", ".npz"]


def test_a_record_without_curves_leaves_no_curves_behind(record, tmp_path):
    path = tmp_path / "run.json"
    write_record(record, path)
    write_record(replace(record, curves={}), path)
    assert not list(tmp_path.glob("*.npz"))
    assert read_record(path).curves == {}


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda path: path.write_bytes(path.read_bytes()[:-9]), "is not a record: it is not JSON, perhaps cut short"),
        (lambda path: path.write_bytes(b"\xff\x00"), "is not a record: it is not JSON"),
        (lambda path: path.write_bytes(b"[" * 100_000), "is not a record: it is not JSON"),
        (
            lambda path: path.write_text(path.read_text().replace('"seed": ', '"seed": 1e400, "was": ')),
            "was changed after",
        ),
        (lambda path: path.write_text("[]"), "is not a record of theorytest: it has no schema version"),
        (lambda path: path.write_text('{"schema": 5}'), "was changed after"),
        (lambda path: path.write_text('{"schema": 99}'), "this version reads 5: another version wrote it, or it"),
        (lambda path: path.unlink(), "cannot be read: No such file or directory"),
        (lambda path: curves(path).unlink(), r"the curves .*npz cannot be read: .*copy both"),
        (lambda path: curves(path).write_bytes(b"PK"), "does not belong to the record beside it"),
    ],
)
def test_a_file_that_is_no_record_is_a_sentence(record, tmp_path, damage, sentence):
    path = tmp_path / "run.json"
    write_record(record, path)
    damage(path)
    with pytest.raises(RecordError, match=sentence):
        read_record(path)
