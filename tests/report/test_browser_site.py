"""The site as a person sees it: every page offline in Chromium, narrow and light, wide and dark; search and filters."""

import pytest
from browsers import CHROMIUM, RULES, axe, chromium, everything_open
from changed_records import with_claims
from moving_pictures import moving
from pages import HOSTILE

from theorytest.report.formats import write_report
from theorytest.report.history import history
from theorytest.runs.illustrations import Illustrations, paper_key
from theorytest.runs.records import read_record

__all__ = ["chromium"]
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")


@pytest.fixture(scope="module")
def folder(toy, tmp_path_factory):
    record = with_claims(read_record(toy / "record.json"), reading=HOSTILE)
    views = Illustrations(paper_key(record.ledger.paper), 0, (moving("thm:sum", HOSTILE),), ())
    earlier = history(record, [toy / "record.json"], {})
    return write_report(record, tmp_path_factory.mktemp("site"), illustrations=views, earlier=earlier).parent


def opened(chromium, width, scheme):
    context = chromium.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce", offline=True
    )
    page = context.new_page()
    page.noise = []
    page.on("console", lambda message: page.noise.append(message.text))
    page.on("pageerror", lambda error: page.noise.append(str(error)))
    page.on("request", lambda asked: page.noise.append(asked.url))
    return page


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (768, "light"), (1440, "dark")])
def test_every_page_is_quiet_fits_the_screen_and_satisfies_axe(chromium, folder, width, scheme):
    page = opened(chromium, width, scheme)
    files = [folder / "index.html", *sorted((folder / "pages").glob("*.html"))]
    assert len(files) > 8
    for file in files:
        page.goto(file.as_uri())
        everything_open(page)
        assert [each for each in page.noise if not each.startswith(("file:", "data:"))] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width, file.name
        found = axe.Axe().run(page, options=RULES).response["violations"]
        assert [(file.name, each["id"], each["nodes"][0]["html"][:200]) for each in found] == []


def test_the_search_finds_a_result_and_leads_to_it(chromium, folder):
    page = opened(chromium, 1440, "light")
    page.goto((folder / "index.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("mean")
    assert page.locator("#found a").count() > 0
    page.keyboard.press("Enter")
    page.wait_for_url("**/pages/**")
    assert page.evaluate("document.querySelector('main').textContent").count("mean") > 0
    page.locator("#search").fill("script alert")
    assert page.evaluate("document.querySelectorAll('#found script, #found b b').length") == 0


def test_filters_show_the_claims_that_are_asked_for(chromium, folder):
    page = opened(chromium, 1440, "light")
    page.goto((folder / "pages" / "claims.html").as_uri() + "#voice=paper&verdict=refuted")
    seen = page.evaluate("[...document.querySelectorAll('table.claims tbody tr')].filter(each => !each.hidden).length")
    assert seen == 1
    page.locator("select[name=verdict]").select_option("")
    assert page.locator("#count").text_content().endswith("claims")


def test_without_scripts_everything_is_there(chromium, folder):
    context = chromium.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto((folder / "pages" / "claims.html").as_uri())
    assert page.locator("table.claims tbody tr").count() == 7
    assert not page.locator("#filters").is_visible()


def test_a_slider_moves_the_curves_and_the_words(chromium, folder):
    page = opened(chromium, 1440, "light")
    page.goto((folder / "pages" / "views.html").as_uri())
    seen = "[...document.querySelectorAll('svg.plot svg path')].map(each => each.getAttribute('d')).join()"
    before = page.evaluate(seen)
    page.locator("input[type=range]").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(seen) != before
    assert page.locator(".note").text_content() == "note 0.9"
    assert page.locator("output").text_content() == "0.9"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(seen) == before


def test_the_numbers_stand_under_the_pointer(chromium, folder):
    page = opened(chromium, 1440, "light")
    page.goto((folder / "pages" / "figure-1.html").as_uri())
    page.locator("svg.plot").first.hover()
    assert page.locator(".tip").first.text_content().startswith("step t = ")
    assert "median: " in page.locator(".tip").first.text_content()


def test_a_picture_is_there_as_png(chromium, folder):
    page = opened(chromium, 1440, "light")
    page.goto((folder / "pages" / "figure-1.html").as_uri())
    everything_open(page)
    with page.expect_download() as waiting:
        page.locator("button.png").first.click()
    assert waiting.value.path().read_bytes().startswith(b"\x89PNG")


def test_the_first_screen_prints_on_few_pages(chromium, folder):
    page = opened(chromium, 1440, "light")
    page.goto((folder / "index.html").as_uri())
    assert page.pdf(format="A4").count(b"/Type /Page\n") <= 4
