"""Formulas in TeX as MathML, which browsers show without scripts or fonts from elsewhere."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape, unescape

from markupsafe import Markup
from math_core import LatexError, LatexToMathML

_CONVERTER = LatexToMathML()
_TAG = re.compile(r"<[^>]*>")
_WIDE = 24  # signs that fit into the narrowest screen
_LONGEST = 4000  # characters; the converter has no limit of its own and ends the process at 10,000 nested groups


def mathml(formula: str) -> Markup:
    """The formula as displayed MathML; one that cannot be converted is shown as its source."""
    return _converted(formula, displayed=True)


def inline(formula: str) -> Markup:
    """The same in a line of text."""
    return _converted(formula, displayed=False)


@lru_cache(maxsize=8192)
def _converted(formula: str, *, displayed: bool) -> Markup:
    try:
        if len(formula) <= _LONGEST:
            known = formula.replace("⊥", r"{\perp}")  # which the converter knows by this name only
            return Markup(_CONVERTER.convert_with_local_state(known, displaystyle=displayed))
    except LatexError:
        pass
    return Markup(f"<code>{escape(formula)}</code>")


def signs(formula: str) -> str:
    """What a font must have to show the formula."""
    return unescape(_TAG.sub("", mathml(formula)))


def is_wide(formula: str) -> bool:
    """Whether the formula may need to scroll, so that the keyboard must reach it."""
    return len(signs(formula)) > _WIDE
