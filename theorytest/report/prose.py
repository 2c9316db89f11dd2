"""Sentences as a page shows them: u_t, c_var,1 and t^(-1/2) with real indices and powers."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_BRACES = r"\{([^{}]*)\}"
_WORD = r"((?:min|max|opt|var|bias)(?:,[A-Za-z0-9]+)?|[0-9]+|[A-Za-zα-ωΑ-Ω∞*+])"  # P_tg_t is P_t g_t
_BASE = r"(?<=[A-Za-z0-9α-ωΑ-Ω\u0300-\u036fℓ∇‖|)\]ā-ž])"
_INDEX = re.compile(rf"{_BASE}_(?:{_BRACES}|{_WORD})")
_POWER = re.compile(rf"{_BASE}\^(?:{_BRACES}|\(([^()]*)\)|([-−]?(?:[0-9.]+|[A-Za-zα-ωΑ-Ω*+])))")


def prose(text: str) -> Markup:
    """The text, escaped, with indices and powers raised and lowered."""
    safe = str(escape(text))
    safe = _POWER.sub(lambda found: f"<sup>{_inner(found)}</sup>", safe)
    return Markup(_INDEX.sub(lambda found: f"<sub>{_inner(found)}</sub>", safe))


def _inner(found: re.Match[str]) -> str:
    return next(group for group in found.groups() if group is not None)
