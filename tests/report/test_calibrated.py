"""The calibration beside a record is shown on the page, to the referee and in the data; a damaged one is refused."""

import json
import re

import pytest
from toys import REPOSITORY

from theorytest.calibration.suite import SENTENCES
from theorytest.calibration.tallies import (
    COMMAND,
    Calibration,
    KindTally,
    StudyTally,
    read_calibration,
    write_calibration,
)
from theorytest.cli import main
from theorytest.report.page import render
from theorytest.report.referee import referee_text

COMMITTED = REPOSITORY / "reports" / "calibration.json"
HOSTILE = "<script>alert('x')</script>"


@pytest.fixture
def calibration():
    sound = KindTally("mean_at_most", 1, 0.1, 0.05, 1000, 13, 987, 500, 499, 0)
    unsound = KindTally("mean_at_most", 1, 0.1, 0.05, 200, 60, 140)
    return Calibration(
        7,
        {"theorytest": "0.1.0"},
        (
            StudyTally("the suite", 0.05, False, 1000, 13, 500, 9, (sound,)),
            StudyTally(f"broken: {HOSTILE}", 0.05, True, 200, 60, 0, 0, (unsound,)),
        ),
    )


def test_promised_stands_beside_measured_on_the_page(record, calibration):
    text = render(record, calibration)
    part = text.split('id="calibration"')[1].split('id="claims"')[0]
    row = re.search(r"<th scope=\"row\">the suite, 0.05</th>(.*)</tr>", part)[1]
    assert "<td>at most 0.05</td><td>0.013 (13 of 1,000)</td>" in row
    assert "<td>499 of 500</td>" in part
    assert "Seed 7, theorytest 0.1.0" in part
    assert "broken, as it must be" in part
    assert "<script>" not in text
    assert text == render(record, calibration)


def test_the_referee_report_has_the_same_tables(record, calibration):
    part = referee_text(record, calibration).split("## Calibration of the suite")[1]
    assert "| any claim refuted, all true | at most 0.05 | 0.013 (13 of 1,000) | 0.0056 to 0.0253 | kept |" in part
    lengths = [line.count(" | ") for line in part.splitlines() if line.startswith("|")]
    assert set(lengths) == {5, 7}


def test_without_a_calibration_the_reports_say_how_to_make_one(record):
    assert COMMAND in render(record)
    assert COMMAND in referee_text(record)


@pytest.mark.parametrize("beside", ["record", "output"])
def test_the_commands_find_the_file_beside_the_record_or_in_the_output(
    toy, tmp_path, capsys, calibration, beside, monkeypatch
):
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "record.json").write_bytes((toy / "record.json").read_bytes())
    for curves in toy.glob("record-*.npz"):
        (folder / curves.name).write_bytes(curves.read_bytes())
    monkeypatch.chdir(tmp_path)
    write_calibration(calibration, (folder if beside == "record" else tmp_path / "reports") / "calibration.json")
    words = ["--record", str(folder / "record.json")]
    assert main(["report", *words, "--format", "json"]) == 0
    found = json.loads((tmp_path / "reports" / "report.json").read_text(encoding="utf-8"))
    assert found["calibration"]["studies"][0]["promises"][0]["count"] == 13
    assert main(["referee", *words]) == 0
    assert "| 0.013 (13 of 1,000) | 0.0056 to 0.0253 | kept |" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["report", "referee"])
def test_a_damaged_calibration_is_one_sentence_and_no_report(toy, tmp_path, capsys, command):
    damaged = tmp_path / "calibration.json"
    damaged.write_text('{"schema": 1', encoding="utf-8")
    assert main([command, "--record", str(toy / "record.json"), "--output", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    cut = f"it is not JSON, perhaps cut short; make it anew with {COMMAND}"
    assert said == f"theorytest: {damaged} does not hold a calibration: {cut}\n"
    assert [file.name for file in tmp_path.iterdir()] == ["calibration.json"]


def test_the_committed_calibration_is_that_of_a_thousand_runs_of_this_suite():
    found = read_calibration(COMMITTED)
    seen, default, sharp = (study for study in found.studies if not study.broken)
    assert found.holds, "a promise is broken"
    assert (seen.false_alarm, default.false_alarm, sharp.false_alarm) == (0.05, 0.001, 0.8)
    assert sharp.all_true_runs >= 1000
    assert seen.all_true_runs >= 1000
    assert seen.one_false_runs >= 1000
    assert {each.kind for each in seen.kinds} == {each.kind for each in SENTENCES}, f"make it anew with {COMMAND}"
