"""The site as a person sees it: every page offline, two browsers, three widths and both schemes; search and filters."""

import pytest
from browsers import RULES, axe, browser, everything_open, from_elsewhere
from changed_records import with_claims
from moving_pictures import moving
from pages import HOSTILE

from theorytest.claims.source import Source
from theorytest.report.formats import write_report
from theorytest.report.history import history
from theorytest.report.listings import listings
from theorytest.report.site import Site
from theorytest.runs.beside import paper_key
from theorytest.runs.illustrations import Illustrations
from theorytest.runs.records import read_record

__all__ = ["browser"]


KEEP = """() => {
  const address = URL.createObjectURL;
  URL.createObjectURL = blob => {
    blob.slice(0, 8).arrayBuffer().then(head => { window.kept = [...new Uint8Array(head)]; });
    return address(blob);
  };
}"""


@pytest.fixture(scope="module")
def folder(toy, tmp_path_factory):
    record = with_claims(read_record(toy / "record.json"), reading=HOSTILE)
    views = Illustrations(paper_key(record.ledger.paper), 0, (moving("thm:sum", HOSTILE),), ())
    earlier = history(record, [toy / "record.json"], {})
    code = listings(record.ledger, toy / "checks")
    site = Site(record, source=Source([HOSTILE] * 40), illustrations=views, history=earlier, code=code)
    into = tmp_path_factory.mktemp("site")
    write_report(site, into / "one", "page")
    return write_report(site, into).parent


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (768, "light"), (1440, "dark")])
def test_every_page_is_quiet_fits_the_screen_and_satisfies_axe(browser, folder, width, scheme):
    page = browser.open(width, scheme=scheme)
    files = [folder / "index.html", *sorted((folder / "pages").glob("*.html"))]
    assert len(files) > 8
    for file in files:
        page.goto(file.as_uri())
        everything_open(page)
        assert from_elsewhere(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width, file.name
        found = axe.Axe().run(page, options=RULES).response["violations"]
        assert [(file.name, each["id"], each["nodes"][0]["html"][:200]) for each in found] == []


def test_the_search_finds_a_result_and_leads_to_it(browser, folder):
    page = browser.open(1440)
    page.goto((folder / "index.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("mean")
    assert page.locator("#found a").count() > 0
    page.keyboard.press("Enter")
    page.wait_for_url("**/pages/**")
    assert page.evaluate("document.querySelector('main').textContent").count("mean") > 0
    page.locator("#search").fill("script alert")
    assert page.evaluate("document.querySelectorAll('#found script, #found b b').length") == 0


def test_the_search_shows_indices_and_finds_them_as_they_are_typed(browser, toy, tmp_path):
    record = with_claims(read_record(toy / "record.json"), says="The steps s_t fall like t^-0.5.")
    page = browser.open(1440)
    page.goto(write_report(Site(record), tmp_path).as_uri())
    page.locator("#search").fill("s_t fall")
    assert page.locator("#found small sub").first.text_content() == "t"
    assert page.locator("#found small sup").first.text_content() == "−0.5"


def test_a_claim_that_is_linked_to_is_open_and_a_button_opens_all(browser, folder):
    page = browser.open(1440)
    page.goto((folder / "pages" / "claims.html").as_uri())
    page.locator("table.claims tbody a").first.click()
    page.wait_for_url("**#claim-*")
    assert page.locator(".folded:target > details").get_attribute("open") is not None
    page.locator("button.unfold").click()
    assert page.locator(".folded > details:not([open])").count() == 0


def test_every_section_is_two_clicks_away(browser, folder):
    page = browser.open(390)
    page.goto((folder / "index.html").as_uri())
    page.locator(".menu summary").click()
    place = page.locator(".menu ul").bounding_box()
    assert place["x"] >= 0
    assert place["x"] + place["width"] <= 390
    page.locator(".menu a").first.click()
    page.wait_for_url("**/pages/**")
    assert page.locator(".folded").count() > 0


def test_words_and_filters_work_together(browser, folder):
    page = browser.open(1440)
    page.goto((folder / "pages" / "claims.html").as_uri())
    page.locator("#filters input").fill("MEAN half")
    assert page.locator("#count").text_content() == "1 of 7 claims"


def test_filters_show_the_claims_that_are_asked_for(browser, folder):
    page = browser.open(1440)
    page.goto((folder / "pages" / "claims.html").as_uri() + "#voice=paper&verdict=refuted")
    seen = page.evaluate("[...document.querySelectorAll('table.claims tbody tr')].filter(each => !each.hidden).length")
    assert seen == 1
    page.locator("select[name=verdict]").select_option("")
    assert page.locator("#count").text_content().endswith("claims")


def test_without_scripts_everything_is_there(browser, folder):
    if not browser.is_chromium:
        pytest.skip("Firefox cannot be told to ignore scripts")
    context = browser.context(java_script_enabled=False)
    page = context.new_page()
    page.goto((folder / "pages" / "claims.html").as_uri())
    assert page.locator("table.claims tbody tr").count() == 7
    assert not page.locator("#filters").is_visible()


@pytest.mark.parametrize("file", ["pages/views.html", "one/index.html"])
def test_a_slider_moves_the_curves_and_the_words(browser, folder, file):
    page = browser.open(1440)
    page.goto((folder / file).as_uri())
    seen = "[...document.querySelectorAll('.view svg.plot svg path')].map(each => each.getAttribute('d')).join()"
    before = page.evaluate(seen)
    page.locator("input[type=range]").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(seen) != before
    assert page.locator(".view .note").text_content() == "note 0.9"
    assert page.locator("output").text_content() == "0.9"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(seen) == before


def test_the_numbers_stand_under_the_pointer(browser, folder):
    page = browser.open(1440)
    page.goto((folder / "pages" / "figure-1.html").as_uri())
    page.locator("svg.plot").first.hover()
    assert page.locator(".tip").first.text_content().startswith("step t = ")
    assert "median: " in page.locator(".tip").first.text_content()


def test_a_picture_is_there_as_png(browser, folder):
    page = browser.open(1440)
    page.goto((folder / "pages" / "figure-1.html").as_uri())
    everything_open(page)
    page.evaluate(KEEP)  # stock Firefox does not report downloads
    page.locator("button.png").first.click()
    page.wait_for_function("window.kept?.length > 0")
    assert bytes(page.evaluate("window.kept")).startswith(b"\x89PNG")


def test_the_first_screen_prints_on_few_pages(browser, folder):
    if not browser.is_chromium:
        pytest.skip("only Chromium prints to a file")
    page = browser.open(1440)
    page.goto((folder / "index.html").as_uri())
    assert page.pdf(format="A4").count(b"/Type /Page\n") <= 4


def test_a_request_to_a_host_would_be_seen(browser, tmp_path):
    """The negative control of every test that finds none."""
    (tmp_path / "page.html").write_text("<img alt='' src='http://example.invalid/x.png'>", encoding="utf-8")
    page = browser.open(800)
    page.goto((tmp_path / "page.html").as_uri())
    page.wait_for_timeout(200)
    assert any("example.invalid" in each for each in from_elsewhere(page))
