"""Chromium for the tests of pages, where it and playwright are installed."""

import shutil

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install '.[browser]'")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed: '.[browser]'")

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
SIZES = [(360, 740), (1400, 900)]
RULES = {"resultTypes": ["violations"], "preload": False}  # it would ask for style sheets by itself


@pytest.fixture(scope="module")
def chromium():
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def everything_open(page):
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
