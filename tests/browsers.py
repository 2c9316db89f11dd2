"""Chromium and Firefox for the tests of pages, where they and playwright are installed."""

import shutil
import stat
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install '.[browser]'")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed: '.[browser]'")

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
BROWSERS = [name for name, found in (("chromium", CHROMIUM), ("firefox", FIREFOX)) if found]
SIZES = [(360, 740), (1400, 900)]
RULES = {"resultTypes": ["violations"], "preload": False}  # it would ask for style sheets by itself
QUIET = {"browser.shell.checkDefaultBrowser": False, "ui.prefersReducedMotion": 1}


@dataclass
class Browser:
    """A browser by its name; Firefox gets its colour scheme when it starts, so that each scheme is started once."""

    name: str
    folder: Path
    driver: Any
    stack: ExitStack
    started: dict[str, Any] = field(default_factory=dict)

    @property
    def is_chromium(self):
        return self.name == "chromium"

    def context(self, scheme="light", **given):
        """A new context; the colour scheme is that of the browser or of the context."""
        wanted = "any" if self.is_chromium else scheme
        if wanted not in self.started:
            self.started[wanted] = self._launched(scheme)
            self.stack.callback(self.started[wanted].close)
        media = {"color_scheme": scheme, "reduced_motion": "reduce"} if self.is_chromium else {}
        return self.started[wanted].new_context(offline=True, **media, **given)

    def open(self, width, height=800, scheme="light"):
        """A page that is offline; whatever it asks for or complains about is its `noise`."""
        page = self.context(scheme, viewport={"width": width, "height": height}).new_page()
        page.noise = []
        page.on("console", lambda message: page.noise.append(message.text))
        page.on("pageerror", lambda error: page.noise.append(str(error)))
        page.on("request", lambda asked: page.noise.append(asked.url))
        return page

    def _launched(self, scheme):
        if self.is_chromium:
            return self.driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        prefs = QUIET | {"ui.systemUsesDarkTheme": int(scheme == "dark")}
        starter = _starter(self.folder)
        return self.driver.firefox.launch(channel="moz-firefox", executable_path=starter, firefox_user_prefs=prefs)


@pytest.fixture(scope="module", params=BROWSERS)
def browser(request, tmp_path_factory):
    with ExitStack() as stack:
        driver = stack.enter_context(playwright.sync_playwright())
        yield Browser(request.param, tmp_path_factory.mktemp("browser"), driver, stack)


def _starter(folder):
    """A file that starts Firefox behind `stock_firefox.py`."""
    path = folder / "firefox.sh"
    script = Path(__file__).with_name("stock_firefox.py")
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{script}" "{FIREFOX}" "$@"\n', encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def everything_open(page):
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")


def from_elsewhere(page):
    """What the page asked for beyond its folder, and what it complained about."""
    return [each for each in page.noise if not each.startswith(("file:", "data:"))]
