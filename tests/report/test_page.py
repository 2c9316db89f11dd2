"""The page of a record: complete, escaped, the same bytes for the same record."""

import json
from dataclasses import replace

import pytest
from changed_records import with_claims
from pages import HOSTILE, Page

from theorytest.cli import main
from theorytest.report.formats import write_report
from theorytest.report.formulas import mathml
from theorytest.report.page import render
from theorytest.report.site import Site
from theorytest.runs.records import checksum, read_record, write_record


def test_every_claim_has_its_place_and_every_link_leads_to_one(record):
    page = Page(render(record))
    assert len(page.anchors) == len(set(page.anchors))
    assert sum(anchor.startswith("claim-") for anchor in page.anchors) == len(record.verdicts) == 7
    assert page.links
    assert {link.removeprefix("#") for link in page.links if link != "data:,"} <= set(page.anchors)


def test_a_refuted_sentence_stands_with_its_witness_and_its_correction(record):
    findings = render(record).split('id="findings"')[1].split('id="claims"')[0]
    assert "28 against the claimed 24" in findings
    assert "The numbers up to n sum to n (n + 1) / 2." in findings


def test_a_figure_is_drawn_once_with_its_numbers_and_its_claim_leads_to_it(record):
    text = render(record)
    assert text.count("What &lt;b&gt;falls&lt;/b&gt; &amp; falls</h3>") == 1
    assert "#plot-fig:one/falling" in Page(text).links
    assert "<td>1000<td>0.0005<td>0.002<td>0.001" in text


def test_the_page_needs_nothing_from_elsewhere(record):
    text = render(record)
    assert Page(text).tags.isdisjoint({"script", "img", "iframe", "object", "base"})
    assert all(link.startswith(("#", "data:")) for link in Page(text).links)
    assert "://" not in text


def test_hostile_text_is_shown_and_not_obeyed(record):
    text = render(with_claims(record, says=HOSTILE, formula=HOSTILE, reading=HOSTILE))
    assert "script" not in Page(text).tags
    assert "&lt;script&gt;" in text


def test_the_same_record_gives_the_same_bytes(record, toy, tmp_path):
    first = write_report(Site(record), tmp_path / "a", "page").read_bytes()
    assert first == write_report(Site(read_record(toy / "record.json")), tmp_path / "b", "page").read_bytes()


def test_formulas_become_mathml_and_broken_ones_stay_readable():
    assert mathml(r"\frac{a}{b}").startswith("<math")
    assert mathml(r"\nonsense{") == r"<code>\nonsense{</code>"


@pytest.mark.parametrize("part", ["{", r"\sqrt", r"\left("])
def test_a_formula_nested_without_end_is_shown_as_its_source(part):
    assert mathml(part * 20_000).startswith("<code>")


def test_the_command_writes_the_page_of_the_last_run_and_names_it(toy, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(toy)
    assert main(["report", "--single-file", "--output", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == str(tmp_path / "index.html")
    assert "The mean is at most one half." in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_a_record_of_some_claims_says_so_on_the_page_and_in_the_terminal(record, tmp_path, capsys):
    part = replace(record, verdicts=record.verdicts[:2])
    write_record(part, tmp_path / "part.json")
    assert main(["report", "--record", str(tmp_path / "part.json"), "--output", str(tmp_path)]) == 0
    assert "this record holds 2 of the 7 claims: the report shows only these\n" in capsys.readouterr().err
    assert "this record holds 2 of the 7 claims" in (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "this record holds" not in render(record)


def test_a_missing_or_broken_record_is_one_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["report"]) == 2
    assert "cannot be read" in capsys.readouterr().err
    (tmp_path / "cut.json").write_text('{"schema": 1, "run"', encoding="utf-8")
    assert main(["report", "--record", "cut.json"]) == 2
    assert capsys.readouterr().err == "theorytest: cut.json is not a record: it is not JSON, perhaps cut short\n"
    assert not (tmp_path / "reports").exists()


@pytest.mark.parametrize(
    "broken",
    [
        {"verdicts": None},
        {"ledger": {}},
        {"timings": {}},
        {"verdicts": [{"id": "unknown", "verdict": "exact"}]},
    ],
)
def test_a_record_with_the_right_checksum_and_the_wrong_content_is_one_sentence(record, broken, tmp_path, capsys):
    write_record(record, tmp_path / "odd.json")
    data = json.loads((tmp_path / "odd.json").read_text(encoding="utf-8")) | broken
    del data["sha256"]
    (tmp_path / "odd.json").write_text(json.dumps(data | {"sha256": checksum(data)}), encoding="utf-8")
    assert main(["report", "--record", str(tmp_path / "odd.json"), "--output", str(tmp_path)]) == 2
    assert "odd.json is incomplete: " in capsys.readouterr().err.splitlines()[-1]
    assert not (tmp_path / "index.html").exists()
