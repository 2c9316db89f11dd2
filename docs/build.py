"""`make docs`: the pages of this folder as HTML, and beside them the report of every pack in `examples/`."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from functools import partial
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[1]
OUTPUT = ROOT / "build" / "docs"
STYLES = ROOT / "theorytest" / "report" / "templates"
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · theorytest</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="{up}page.css"><link rel="stylesheet" href="{up}site.css">
</head>
<body class="site">
<header class="bar"><a class="home" href="{up}README.html">theorytest</a>
<nav aria-label="Pages"><ul>{links}</ul></nav></header>
<main id="main">
{body}
</main>
</body>
</html>
"""


def main() -> int:
    """Write all pages and reports; the exit code is that of the worst pack."""
    shutil.rmtree(OUTPUT, ignore_errors=True)
    write_pages(OUTPUT)
    codes = [_report(pack) for pack in sorted((ROOT / "examples").glob("*/")) if (pack / "checks").is_dir()]
    print((OUTPUT / "README.html").relative_to(ROOT))
    return max(codes)


def write_pages(output: Path) -> list[Path]:
    """Every page of Markdown as HTML under its own path, with the styles of a report."""
    patterns = ("README.md", "docs/*.md", "examples/*/README.md", "benchmarks/*.md", "reports/*.md")
    pages = [page for pattern in patterns for page in sorted(ROOT.glob(pattern))]
    written = [_write(page, pages, output) for page in pages]
    for name in ("page.css", "site.css"):
        shutil.copy(STYLES / name, output / name)
    shutil.copy(STYLES.parent / "fonts" / "mathematics.woff", output)
    return written


def _write(page: Path, pages: list[Path], output: Path) -> Path:
    place, text = page.relative_to(ROOT), page.read_text(encoding="utf-8")
    target, up = (output / place).with_suffix(".html"), "../" * (len(place.parts) - 1)
    body = MarkdownIt("commonmark").enable("table").render(text)
    body = re.sub(r'<a href="([^":#]+)([^"]*)">(.*?)</a>', partial(_link, page, pages), body)
    if place.parts[0] == "examples":
        body += '<p><a href="report/index.html">The report of this pack</a></p>'
    named = [each for each in pages if each.parent.name == "docs"]
    links = "".join(f'<li><a href="{up}docs/{each.stem}.html">{escape(each.stem)}</a></li>' for each in named)
    title = re.sub(r"[#`]", "", text.split("\n", 1)[0]).strip()
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(PAGE.format(title=escape(title), up=up, links=links, body=body), encoding="utf-8")
    return target


def _link(page: Path, pages: list[Path], found: re.Match[str]) -> str:
    """A link to a page leads to its HTML; of anything else in the repository only the name is shown."""
    path, rest, words = found.groups()
    if (page.parent / path).resolve() not in pages:
        return words
    return f'<a href="{path.removesuffix(".md")}.html{rest}">{words}</a>'


def _report(pack: Path) -> int:
    """Verify a pack and write its report beside its page."""
    folder = OUTPUT / pack.relative_to(ROOT) / "report"
    record = folder / "record.json"
    folder.mkdir(parents=True)
    command = [sys.executable, "-m", "theorytest"]
    done = subprocess.run([*command, "verify", "--mutants", "--json", record], cwd=pack, stdout=subprocess.DEVNULL)
    subprocess.run([*command, "report", "--record", record, "--output", folder], cwd=pack, check=True)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
