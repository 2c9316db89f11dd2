"""Text of others that means nothing to a terminal, to Markdown or to a reader's eyes but itself.

Control characters, and those that turn the direction of writing or cannot be seen, are shown as escapes.
"""

from __future__ import annotations

import re
from collections.abc import Callable

# Control (Cc), format (Cf: bidirectional, invisible), half pairs (Cs) and separators of lines (Zl, Zp).
_ACTIVE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u2064\u2066-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]"
)
_SIGNS = str.maketrans(
    {
        "\\": "\\\\",
        "|": "\\|",
        "$": "\\$",
        "<": "&lt;",
        ">": "&gt;",
        "*": "\\*",
        "_": "\\_",
        "`": "\\`",
        "[": "\\[",
    }
)


def is_inert(text: str) -> bool:
    """Whether every character stands for itself."""
    return _ACTIVE.search(text) is None


def inert(text: str) -> str:
    r"""The text in one line, its active characters as escapes such as \x1b."""
    return escaped(text, lambda each: each.encode("unicode_escape", "surrogatepass").decode("ascii"))


def escaped(text: str, escape: Callable[[str], str]) -> str:
    """The text with every active character as `escape` writes it."""
    return _ACTIVE.sub(lambda found: escape(found[0]), text)


def markdown(text: str) -> str:
    """Words that mean nothing to Markdown, nor to HTML; a line end is a blank, since a new line may begin a heading."""
    return inert(text.replace("\n", " ").translate(_SIGNS))


def code(text: str) -> str:
    """A name between backticks, which holds none and fits into the cell of a table."""
    return f"`{inert(text.replace('`', chr(39)).replace('|', '/'))}`"


def fenced(text: str, language: str) -> str:
    """A script between fences that are longer than any inside."""
    fence = "```"
    while fence in text:
        fence += "`"
    lines = (inert(line.expandtabs()) for line in text.rstrip().split("\n"))
    return "\n".join((fence + language, *lines, fence))


def formula(tex: str) -> str:
    """TeX between dollars, in one paragraph, with no sign that opens an HTML tag or closes the formula early."""
    return "$$" + inert(" ".join(tex.split())).replace("<", "< ").replace("$", r"\$") + "$$"
