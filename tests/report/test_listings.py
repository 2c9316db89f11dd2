"""The files that a report names: shown with their lines, and nothing from outside of the folder of the checks."""

from dataclasses import replace

from pages import HOSTILE, Page

from theorytest.claims.source import Source
from theorytest.cli import main
from theorytest.report.listings import Files, Listing, listings
from theorytest.report.site import Site


def test_a_claim_leads_to_its_line(record, toy):
    code = listings(record.ledger, toy / "checks")
    pages = dict(Site(record, code=code).files())
    claim = record.ledger.claims[0]
    place = Files(record.ledger.paper, None, code).address(f"{claim.file}:{claim.line}")
    file, _, line = place.partition("#")
    assert line in Page(pages[f"pages/{file}"].decode()).anchors
    assert any(place in Page(text.decode()).links for name, text in pages.items() if name.endswith(".html"))


def test_files_that_are_gone_or_outside_are_not_shown(record, tmp_path):
    (tmp_path / "secret.py").write_text("secret", encoding="utf-8")
    (tmp_path / "pack").mkdir()
    outside = replace(record.ledger.claims[0], file="../secret.py", forall=())
    assert listings(replace(record.ledger, claims=(outside,)), tmp_path / "pack" / "checks") == {}


def test_what_a_file_says_is_shown_and_not_obeyed(record):
    code = {"checks/a.py": Listing("checks/a.py", ["first", HOSTILE, "last"], frozenset({2}))}
    pages = Site(record, code=code, source=Source([HOSTILE] * 3)).files()
    shown = [text for name, text in pages if name.startswith(("pages/file-", "pages/source"))]
    assert len(shown) == 2
    assert not any(b"<script>alert" in text for text in shown)
    assert b"&lt;b&gt;bold" in shown[0]


def test_every_line_has_one_number(record):
    lines = ["one", "", "  three"]
    page = dict(Site(record, code={"a.py": Listing("a.py", lines, frozenset({3}))}).files())["pages/file-a.py.html"]
    text = page.decode()
    assert 'aria-hidden="true">1\n2\n3\n</pre>' in text
    assert '<pre>one\n\n<span id="L3">  three</span>\n</pre>' in text


def test_the_command_shows_files_and_links_the_record_beside(toy, tmp_path, monkeypatch):
    monkeypatch.chdir(toy)
    assert main(["report", "--record", "record.json", "--output", "."]) == 0
    index = Page((toy / "index.html").read_text(encoding="utf-8"))
    assert "record.json" in index.links
    assert list((toy / "pages").glob("file-*.html"))
    assert main(["report", "--record", "record.json", "--output", str(tmp_path)]) == 0
    assert "record.json" not in Page((tmp_path / "index.html").read_text(encoding="utf-8")).links
