"""The page as a person sees it: offline in Chromium and Firefox, at two widths, in both colour schemes, by keyboard."""

import pytest
from browsers import RULES, SIZES, axe, browser, everything_open, from_elsewhere

from theorytest.report.formats import write_report
from theorytest.report.site import Site
from theorytest.runs.records import read_record

__all__ = ["browser"]


@pytest.fixture(scope="module")
def address(toy, tmp_path_factory):
    return write_report(Site(read_record(toy / "record.json")), tmp_path_factory.mktemp("page"), "page").as_uri()


@pytest.fixture(scope="module", params=[(*size, scheme) for size in SIZES for scheme in ("light", "dark")], ids=str)
def page(request, browser, address):
    """The page, open; whatever it asks for or complains about fails a test."""
    shown = browser.open(*request.param)
    shown.goto(address)
    yield shown
    shown.context.close()


def test_nothing_is_asked_for_and_nothing_is_said(page):
    everything_open(page)
    page.wait_for_timeout(100)
    assert from_elsewhere(page) == []


def test_nothing_is_wider_than_the_screen(page):
    everything_open(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_axe_finds_nothing(page):
    everything_open(page)
    found = axe.Axe().run(page, options=RULES)
    assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found.response["violations"]] == []


def test_every_link_leads_somewhere_that_can_be_seen(page):
    links = page.evaluate("[...document.querySelectorAll('a[href^=\"#\"]')].map(each => each.getAttribute('href'))")
    assert len(links) > 20
    for link in dict.fromkeys(links):
        page.evaluate("link => { location.hash = link }", link)
        top = page.evaluate("document.querySelector(':target')?.getBoundingClientRect().top")
        assert top is not None, link
        assert top < page.viewport_size["height"], link


def test_the_mathematics_font_is_the_embedded_one(page):
    page.evaluate("document.fonts.ready")
    assert page.evaluate("document.fonts.check('16px \"Page Mathematics\"', '𝑥')")
    assert page.evaluate("[...document.fonts].map(each => each.status)") == ["loaded"]


def test_colours_follow_the_scheme(page):
    ink, paper = page.evaluate(
        "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
    )
    lightness = [sum(int(part) for part in colour[4:-1].split(",")) for colour in (ink, paper)]
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert (lightness[0] > lightness[1]) is dark


def test_the_keyboard_reaches_the_content_first(page, address):
    page.goto(address)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#main"
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#main"


def test_paper_shows_what_is_folded_and_no_navigation(browser, page, address):
    if not browser.is_chromium:
        pytest.skip("Firefox cannot be told to look like paper")
    page.goto(address)
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('nav')).display") == "none"
    folded = page.evaluate("document.querySelector('article details > p').getBoundingClientRect().height")
    page.emulate_media(media="screen")
    assert folded > 0


def test_axe_would_find_something(browser):
    """The negative control: a picture without words, and text that cannot be read."""
    with browser.open(800) as bad:
        bad.set_content("<p style='color:#ddd;background:#fff'>pale</p><img src='data:,'>")
        assert {"image-alt", "color-contrast"} <= {each["id"] for each in axe.Axe().run(bad).response["violations"]}
