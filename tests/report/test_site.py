"""The site of a record: every page linked and complete, hostile texts inert, nothing from elsewhere."""

import json
import re
from dataclasses import replace
from urllib.parse import urldefrag

import pytest
from changed_records import with_claims, with_paper
from pages import HOSTILE, Page

from theorytest.atlas.pages import write_pages
from theorytest.atlas.record import Atlas
from theorytest.claims.source import Source
from theorytest.claims.words import Gravity
from theorytest.cli import main
from theorytest.decisions.decision import Verdict
from theorytest.report.book import Book
from theorytest.report.findings import errors, explained, findings, ranked
from theorytest.report.formats import write_report
from theorytest.report.listings import listings
from theorytest.report.places import figure_of, near, slug
from theorytest.report.reaches import reached, unchecked
from theorytest.report.results import numbered_results
from theorytest.report.site import Site
from theorytest.report.tiles import tiles


@pytest.fixture
def site(record):
    return dict(Site(record).files())


def pages(site):
    return {name: Page(content.decode()) for name, content in site.items() if name.endswith(".html")}


def test_every_link_of_every_page_leads_to_a_place_on_a_page(record, toy):
    items = tuple(replace(each, line=1 + i) for i, each in enumerate(record.ledger.paper.items))
    code = listings(record.ledger, toy / "checks")
    site = dict(Site(with_paper(record, items=items), source=Source(["x"] * 99), code=code).files())
    every = pages(site)
    followed = 0
    for name, page in every.items():
        folder = name.rpartition("/")[0]
        for link in page.links - {"data:,"}:
            file, place = urldefrag(link)
            target = name if not file else "/".join(filter(None, (folder, file))).replace("pages/../", "")
            assert target in site, (name, link)
            assert not place or place in every[target].anchors or "=" in place, (name, link)
            followed += 1
    assert followed > 100


def test_every_claim_has_one_place(site, record):
    places = [each for page in pages(site).values() for each in page.anchors if each.startswith("claim-")]
    assert len(places) == len(set(places)) == len(record.verdicts)


def test_the_search_knows_every_claim(site, record):
    text = site["pages/claims.js"].decode()
    rows = json.loads(text.removeprefix("const CLAIMS = ").removesuffix(";\n"))
    assert {each.id for each in record.verdicts} == {row["id"] for row in rows if "id" in row}
    assert all(f"pages/{row['page'].split('#')[0]}" in site for row in rows)


def test_the_search_marks_indices_and_powers_and_nothing_else(record):
    named = with_claims(record, says="If s_t < t^-0.5 & <b>x</b>\x01, then.")
    text = dict(Site(named).files())["pages/claims.js"].decode()
    rows = json.loads(text.removeprefix("const CLAIMS = ").removesuffix(";\n"))
    assert {row["says"] for row in rows if "id" in row} == {"If s\x01t\x03 < t\x02−0.5\x03 & <b>x</b>, then."}


def test_the_site_needs_nothing_from_elsewhere(site):
    for name, content in site.items():
        if not name.endswith(".woff"):
            assert b"://" not in content.replace(b'xmlns="http://www.w3.org/2000/svg"', b""), name


def test_hostile_texts_are_shown_and_not_obeyed(record):
    hostile = with_claims(record, says=HOSTILE, formula=HOSTILE, reading=HOSTILE)
    for name, content in Site(hostile, source=Source([HOSTILE] * 99)).files():
        if name.endswith(".html"):
            assert b"<script>alert" not in content, name
            assert b"<b>bold</b>" not in content, name


def test_the_same_record_gives_the_same_site(record, site):
    assert dict(Site(record).files()) == site


def test_pages_of_an_earlier_site_go_and_other_files_stay(record, tmp_path):
    write_report(Site(record), tmp_path)
    (tmp_path / "pages" / "section-99.html").write_text("old", encoding="utf-8")
    (tmp_path / "pages" / "notes.txt").write_text("mine", encoding="utf-8")
    write_report(Site(record), tmp_path)
    assert not (tmp_path / "pages" / "section-99.html").exists()
    assert (tmp_path / "pages" / "notes.txt").exists()


def test_the_authors_own_words_stand_where_the_source_is_given(record):
    lined = replace(
        record,
        ledger=replace(
            record.ledger,
            paper=replace(
                record.ledger.paper, items=tuple(replace(each, line=1) for each in record.ledger.paper.items)
            ),
        ),
    )
    text = dict(Site(lined, source=Source([r"\\emph{the words}", "second"])).files())["index.html"].decode()
    assert r"\\emph{the words}" in text


def test_a_source_that_cannot_be_read_is_one_sentence(toy, tmp_path, capsys):
    words = ["report", "--record", str(toy / "record.json"), "--output", str(tmp_path), "--source", "nowhere.tex"]
    assert main(words) == 2
    assert (
        capsys.readouterr().err.splitlines()[-1]
        == "theorytest: --source nowhere.tex cannot be read: No such file or directory"
    )
    assert not (tmp_path / "index.html").exists()


def test_a_result_with_a_refuted_sentence_is_no_green_tile(record):
    looks = {tile.result.item.label: (tile.look, tile.words) for tile in tiles(Book(record))}
    assert looks == {"lem:mean": ("holds", "confirmed"), "thm:sum": ("false", "false as printed")}
    assert {tile.proof for tile in tiles(Book(record))} == {"proof not looked at"}


def test_one_ranking_gravest_first(record):
    found = ranked(findings(Book(record)))
    gravities = [each.entry.claim.gravity for each in found]
    assert gravities == sorted(gravities, key=list(Gravity).index)
    assert errors(found)[0].lead.entry.id == found[0].entry.id


def test_how_far_verdicts_were_taken_counts_every_sentence_of_the_paper_once(record):
    book = Book(record)
    rows = reached(book)
    assert sum(len(row.entries) for row in rows) == sum(entry.printed for entry in book.entries)


def test_what_was_not_checked_names_what_cannot_run(record):
    found = {each.what: each.entries for each in unchecked(Book(record))}
    assert all(entry.verdict is Verdict.NOT_EXECUTABLE for entry in found["Nothing to run"])


def test_everything_that_holds_without_a_proof_or_exact_numbers_is_named_as_not_verified_in_general(record):
    book = Book(record)
    named = {entry.id for each in unchecked(book) for entry in each.entries}
    weaker = {Verdict.CORROBORATED, Verdict.CONFIRMED, Verdict.CONSISTENT}
    assert {entry.id for entry in book.entries if entry.verdict in weaker} <= named


def test_what_is_to_be_installed_can_be_installed(record):
    pages = {name: text.decode() for name, text in Site(record).files() if name.endswith("run.html")}
    (command,) = re.findall(r"<code>python -m pip install ([^<]*)</code>", pages["pages/run.html"])
    assert all(re.fullmatch(r"\.|[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+", word) for word in command.split())


def test_an_atlas_beside_the_report_is_linked_and_leads_back(record, tmp_path):
    (tmp_path / "record.json").touch()
    write_pages(Atlas({"command": "theorytest atlas"}, (), ()), tmp_path / "atlas")
    index = write_report(Site(record), tmp_path).read_text(encoding="utf-8")
    assert "pages/../atlas/index.html" in Page(index).links
    assert "../index.html" in Page((tmp_path / "atlas" / "index.html").read_text(encoding="utf-8")).links
    (tmp_path / "atlas" / "index.html").unlink()
    assert "atlas" not in write_report(Site(record), tmp_path).read_text(encoding="utf-8")


def test_a_section_leads_to_those_around_it():
    sections = ["", "4", "4.1", "4.2", "5"]
    assert near("4", sections) == [
        ("before", "abstract.html", "Abstract"),
        ("within", "section-4.1.html", "Section 4.1"),
        ("within", "section-4.2.html", "Section 4.2"),
        ("after", "section-4.1.html", "Section 4.1"),
    ]
    assert [relation for relation, *_ in near("4.2", sections)] == ["before", "above", "after"]
    assert near("", [""]) == []


def test_every_claim_stands_with_the_lines_that_give_it_again_from_nothing(record):
    told = [text.decode() for name, text in Site(record, archive=b"x").files() if name.endswith(".html")]
    (section,) = [text for text in told if 'id="claim-thm:sum"' in text]
    assert ".venv/bin/pip install -r requirements.txt\n.venv/bin/python -m theorytest verify thm:sum --seed" in section
    assert 'href="code.zip"' in section


def test_names_of_files_are_safe():
    assert slug("Theorem 4.9") == "theorem-4.9"
    assert re.fullmatch(r"[a-z0-9._-]+", slug("../../etc/passwd\x00 <b>"))
    assert figure_of("Figure 2 (a)") == "Figure 2"


def test_a_result_says_whether_it_holds_as_printed(record):
    by_label = {each.item.label: each.sentence for each in numbered_results(Book(record))}
    assert by_label["lem:mean"].startswith("No counterexample to it as printed is known: ")
    assert by_label["thm:sum"].startswith("As printed it does not hold: the one sentence that was looked at fails (")


def test_a_script_explains_its_counterexample():
    assert explained('"""The place.\n\nWhy it\nfails.\n"""\nprint(1)') == "Why it fails."
    assert explained("not python (") == explained("print(1)") == explained(None) == ""


def test_nothing_of_another_paper_is_on_a_page(site):
    for name, content in site.items():
        if name.endswith(".html"):
            text = content.decode()
            assert not re.search(r"Theorem 4|make ledger|script below|optimal|sampling|gradient", text), name
