"""Formulas in TeX as MathML, which browsers show without scripts or fonts from elsewhere."""

from __future__ import annotations

from html import escape

from markupsafe import Markup
from math_core import LatexError, LatexToMathML

_CONVERTER = LatexToMathML()


def mathml(formula: str) -> Markup:
    """The formula as displayed MathML; one that cannot be converted is shown as its source."""
    try:
        return Markup(_CONVERTER.convert_with_local_state(formula, displaystyle=True))
    except LatexError:
        return Markup(f"<code>{escape(formula)}</code>")
