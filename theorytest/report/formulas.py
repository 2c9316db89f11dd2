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
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|.", re.DOTALL)
_RELATIONS = {"=", "<", ">", r"\le", r"\leq", r"\ge", r"\geq", r"\ne", r"\neq", r"\lesssim", r"\asymp"}
_RELATIONS |= {r"\implies", r"\iff", r"\Rightarrow", r"\Longrightarrow"}
_SPACES = (r"\quad", r"\qquad")
_OPEN, _CLOSED = {"{", "(", "[", r"\{", r"\left", r"\begin"}, {"}", ")", "]", r"\}", r"\right", r"\end"}
_LONGEST = 4000  # characters; the converter has no limit of its own and ends the process at 10,000 nested groups


def mathml(formula: str) -> Markup:
    """The formula as displayed MathML, in pieces between which a line may end; its source if it cannot be converted."""
    parts = [_converted(piece, displayed=True) for piece in pieces(formula)]
    return Markup(" ").join(parts) if all(map(_is_math, parts)) else _converted(formula, displayed=True)


def pieces(formula: str) -> list[str]:
    """The formula, cut before relations and after wide spaces that stand in no bracket; browsers break no formula."""
    found, depth, before = [""], 0, ""
    for token in _TOKEN.findall(formula):
        relation = token in _RELATIONS and before not in (":", "\\not")
        if depth == 0 and found[-1].strip() and (relation or before in _SPACES):
            found.append("")
        found[-1] += token
        depth += (token in _OPEN) - (token in _CLOSED)
        before = token if token.strip() else before
    return found if depth == 0 and len(formula) <= _LONGEST else [formula]


def _is_math(part: str) -> bool:
    return part.startswith("<math")


def inline(formula: str) -> Markup:
    """The same in a line of text."""
    return _converted(formula, displayed=False)


@lru_cache(maxsize=8192)
def _converted(formula: str, *, displayed: bool) -> Markup:
    try:
        if len(formula) <= _LONGEST:
            known = formula.replace("⊥", r"{\perp}")  # which the converter knows by this name only
            made = _CONVERTER.convert_with_local_state(known, displaystyle=displayed)
            return Markup(made.replace(' display="block"', ' displaystyle="true"', 1))  # a line may end after it
    except LatexError:
        pass
    return Markup(f"<code>{escape(formula)}</code>")


def signs(formula: str) -> str:
    """What a font must have to show the formula."""
    return unescape(_TAG.sub("", mathml(formula)))


def is_wide(formula: str) -> bool:
    """Whether the formula may need to scroll, so that the keyboard must reach it."""
    return len(signs(formula)) > _WIDE
