"""A record in which every text attacks its reader: browsers show all of it and obey none of it."""

from dataclasses import replace

import pytest
from browsers import browser, everything_open, from_elsewhere
from changed_records import with_claims, with_paper
from moving_pictures import moving

from theorytest.claims.source import Source
from theorytest.report.formats import write_report
from theorytest.report.listings import Listing
from theorytest.report.site import Site
from theorytest.runs.beside import paper_key
from theorytest.runs.illustrations import Illustrations
from theorytest.runs.records import read_record

__all__ = ["browser"]

ATTACK = (
    "</script></title></style></pre><script>window.hurt = 1</script><img src=x onerror='window.hurt = 1'>"
    "\"'><svg onload='window.hurt = 1'></svg><a href='javascript:window.hurt = 1'>x</a> {{ 7 * 7 }} shown"
)
OBEYED = """() => [
  window.hurt,
  document.querySelectorAll("img, [onerror], [onload], a[href^='javascript']").length,
  [...document.scripts].filter(each => !each.src && each.type !== "application/json").length,
]"""


@pytest.fixture(scope="module")
def hostile(toy):
    """The record of the toy paper with the attack in all words of claims, verdicts and the paper's list."""
    record = read_record(toy / "record.json")
    record = with_claims(record, says=ATTACK, formula=ATTACK, reading=ATTACK, script=f'"""x\n\n{ATTACK}\n"""')
    items = tuple(replace(each, title=ATTACK) for each in record.ledger.paper.items)
    record = with_paper(record, title=ATTACK, authors=(ATTACK,), items=items)
    told = {"sentence": f"refuted: {ATTACK}"}
    verdicts = (replace(each, evidence=tuple(replace(d, **told) for d in each.evidence)) for each in record.verdicts)
    return replace(record, verdicts=tuple(verdicts))


@pytest.fixture(scope="module")
def folder(hostile, tmp_path_factory):
    code = {each.file: Listing(each.file, [ATTACK] * 99, frozenset({each.line})) for each in hostile.ledger.claims}
    views = Illustrations(paper_key(hostile.ledger.paper), 0, (moving("thm:sum", ATTACK),), ())
    into = tmp_path_factory.mktemp("hostile")
    site = Site(hostile, source=Source([ATTACK] * 99), illustrations=views, code=code)
    write_report(site, into / "one", "page")
    return write_report(site, into).parent


def test_no_page_obeys_what_it_shows(browser, folder):
    page = browser.open(1440)
    page.on("dialog", lambda dialog: page.noise.append(dialog.message))
    files = [folder / "index.html", folder / "one" / "index.html", *sorted((folder / "pages").glob("*.html"))]
    assert len(files) > 12
    for file in files:
        page.goto(file.as_uri())
        everything_open(page)
        ours = 1 if file.parent.name == "one" else 0  # the script of the sliders in the single file
        assert page.evaluate(OBEYED) == [None, 0, ours], file.name
        assert from_elsewhere(page) == [], file.name


def test_the_search_shows_it_as_words(browser, folder):
    page = browser.open(1440)
    page.goto((folder / "index.html").as_uri())
    page.locator("#search").fill("window.hurt")
    assert "onerror=" in page.locator("#found").text_content()
    assert page.evaluate(OBEYED) == [None, 0, 0]


def test_a_page_that_obeys_would_be_seen(browser, tmp_path):
    """The negative control."""
    (tmp_path / "page.html").write_text(f"<title>x</title>{ATTACK}", encoding="utf-8")
    page = browser.open(1440)
    page.goto((tmp_path / "page.html").as_uri())
    page.wait_for_function("window.hurt === 1")
    assert page.evaluate(OBEYED) != [None, 0, 0]
